#include <map>

#include "odori/base/text.h"
#include "odori/convert/mmd.h"
#include "odori/motion/sample.h"
#include "screen.h"

namespace odori {
namespace {

// The place of each name's last appearance, in the order of the first ones.
template <class Item>
std::vector<std::size_t> last_of_each_name(const std::vector<Item>& items, Warnings& warnings) {
  std::map<std::string_view, std::size_t> place;
  std::vector<std::size_t> last;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto [it, added] = place.emplace(items[i].name, last.size());
    if (added) {
      last.push_back(i);
    } else {
      warnings.add(WarningKind::duplicate_key, i, items[i].name);
      last[it->second] = i;
    }
  }
  return last;
}

}  // namespace

Clip import_vpd(const io::VpdDocument& doc) {
  Clip clip;
  clip.rate = 30;
  clip.warnings = doc.warnings;
  clip.model_name = doc.model_name.substr(0, doc.model_name.rfind(".osm"));
  for (const std::size_t i : last_of_each_name(doc.bones, clip.warnings)) {
    const io::VpdBone& bone = doc.bones[i];
    if (!small(bone.translation) || !finite(bone.rotation)) {
      clip.warnings.add(WarningKind::not_finite, i, bone.name);
      continue;
    }
    BoneTrack& track = clip.bones.emplace_back();
    track.name.text = bone.name;
    track.frame = {0};
    track.rotation = {mirror_z(unit(bone.rotation, clip.warnings, i))};
    track.translation = {mirror_z(bone.translation)};
    track.curve.resize(1);
  }
  for (const std::size_t i : last_of_each_name(doc.morphs, clip.warnings)) {
    const io::VpdMorph& morph = doc.morphs[i];
    if (!small(morph.weight)) {
      clip.warnings.add(WarningKind::not_finite, i, morph.name);
      continue;
    }
    clip.morphs.push_back({{morph.name, {}, false}, {0}, {morph.weight}});
  }
  return clip;
}

VpdExport export_vpd(const Clip& clip, double frame) {
  VpdExport out;
  io::VpdDocument& doc = out.document;
  doc.model_name = clip.model_name + ".osm";
  for (const BoneTrack& track : clip.bones) {
    if (track.frame.empty()) continue;
    BoneCursor cursor;
    const BoneValue value = cursor.sample(track, frame);
    doc.bones.push_back({track.name.text, mirror_z(value.translation), mirror_z(value.rotation)});
  }
  for (const MorphTrack& track : clip.morphs) {
    std::size_t cursor = 0;
    const float weight = track.frame.empty() ? 0 : sample_morph(track, frame, cursor);
    if (weight != 0) doc.morphs.push_back({track.name.text, weight});
  }
  const auto fits = [&](const std::string& name) {
    if (encode(Encoding::cp932, name)) return;
    out.losses.add(WarningKind::name_encoding, 0, name);
    doc.encoding = Encoding::utf8;
  };
  fits(doc.model_name);
  for (const io::VpdBone& bone : doc.bones) fits(bone.name);
  for (const io::VpdMorph& morph : doc.morphs) fits(morph.name);
  if (!clip.camera.frame.empty() || !clip.light.frame.empty())
    out.losses.add(WarningKind::other, 0, "camera and light, which a pose has not");
  return out;
}

}  // namespace odori
