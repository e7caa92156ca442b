// Display frames: how the bones are grouped in an MMD program.
#include "figure/landmarks.h"
#include "figure/rig.h"

namespace odori::demo::figure {
namespace {

using io::PmxDisplayFrame;

PmxDisplayFrame frame(const char* name, const char* english) {
  PmxDisplayFrame f;
  f.name.text = name;
  f.name_en.text = english;
  return f;
}

// Which frame a bone belongs to, told by its name without the side.
std::size_t frame_of(const std::string& name) {
  enum : std::size_t { centre, ik, upper, arms, fingers, lower, feet, skirt, hair };
  std::string n = name;
  if (n.starts_with("左") || n.starts_with("右")) n = n.substr(std::string_view("左").size());
  const auto any = [&](std::initializer_list<std::string_view> list) {
    return std::any_of(list.begin(), list.end(),
                       [&](std::string_view p) { return n.starts_with(p); });
  };
  if (any({"センター", "グルーブ"})) return centre;
  if (any({"足IK", "足ＩＫ", "つま先ＩＫ"})) return ik;
  if (any({"上半身", "首", "頭", "両目", "目"})) return upper;
  if (any({"親指", "人指", "中指", "薬指", "小指"})) return fingers;
  if (any({"肩", "腕", "ひじ", "手"})) return arms;
  if (any({"下半身", "腰"})) return lower;
  if (any({"スカート"})) return skirt;
  if (any({"髪", "横髪"})) return hair;
  return feet;
}

}  // namespace

std::vector<PmxDisplayFrame> display_frames(const Rig& rig, std::size_t morphs) {
  std::vector<PmxDisplayFrame> out{frame("Root", "Root"), frame("表情", "Exp")};
  out[0].special = out[1].special = 1;
  out[0].items.push_back({0, 0});
  for (std::size_t i = 0; i < morphs; ++i)
    out[1].items.push_back({1, static_cast<std::int32_t>(i)});
  constexpr const char* kNames[9][2] = {
      {"センター", "Center"}, {"ＩＫ", "IK"},        {"体(上)", "Upper body"},
      {"腕", "Arms"},         {"指", "Fingers"},     {"体(下)", "Lower body"},
      {"足", "Legs"},         {"スカート", "Skirt"}, {"髪", "Hair"}};
  for (const auto& n : kNames) out.push_back(frame(n[0], n[1]));
  for (std::size_t i = 1; i < rig.bones.size(); ++i) {
    const io::PmxBone& b = rig.bones[i];
    if ((b.flags & io::kPmxVisible) == 0) continue;
    out[2 + frame_of(b.name.text)].items.push_back({0, static_cast<std::int32_t>(i)});
  }
  return out;
}

}  // namespace odori::demo::figure
