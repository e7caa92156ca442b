#include "odori/model/standard.h"

#include <algorithm>
#include <optional>

#include "odori/base/assert.h"
#include "odori/math/trig.h"

namespace odori {
namespace {

enum class Layout { plain, full };

struct Row {
  const char *name, *name_en;
  const char* parent;  // an earlier row; empty: none
  Vec3 place;          // model space; for a place on the arm: distance along it, up, forward
  bool on_arm = false;
  const char* helper = "";  // the row that it hangs on in the full layout; "=": a row of that alone
};

constexpr Vec3 kShoulder{1.25f, 15.55f, 0};
constexpr double kArmDegrees = 37;
constexpr float kAnkle = 1.43f, kToeForward = 1.7f, kBend = 0.314f, kLegX = 0.92f;

constexpr Row kMiddle[] = {
    {"全ての親", "master", "", {}},
    {"センター", "center", "全ての親", {0, 10.88f, 0}},
    {"グルーブ", "groove", "センター", {0, 10.98f, 0}},
    {"腰", "waist", "グルーブ", {0, 11.7f, 0}, false, "="},
    {"上半身", "upper body", "グルーブ", {0, 12.6f, 0}, false, "腰"},
    {"上半身2", "upper body2", "上半身", {0, 13.9f, 0}},
    {"首", "neck", "上半身2", {0, 16.21f, 0}},
    {"頭", "head", "首", {0, 17.16f, 0}},
    {"両目", "eyes", "頭", {0, 20.2f, 0.3f}},
    {"下半身", "lower body", "グルーブ", {0, 12.6f, 0}, false, "腰"},
};

// The left side. Each row is followed by its mirror image.
constexpr Row kSides[] = {
    {"左目", "eye_L", "頭", {0.42f, 18.1f, 0.55f}},
    {"左肩P", "shoulderP_L", "上半身2", {0.3f, 15.45f, 0}, false, "="},
    {"左肩", "shoulder_L", "上半身2", {0.3f, 15.45f, 0}, false, "左肩P"},
    {"左肩C", "shoulderC_L", "左肩", {0, 0, 0}, true, "="},
    {"左腕", "arm_L", "左肩", {0, 0, 0}, true, "左肩C"},
    {"左腕捩", "arm twist_L", "左腕", {1.39f, 0, 0}, true, "="},
    {"左ひじ", "elbow_L", "左腕", {2.78f, 0, 0}, true, "左腕捩"},
    {"左手捩", "wrist twist_L", "左ひじ", {3.97f, 0, 0}, true, "="},
    {"左手首", "wrist_L", "左ひじ", {5.16f, 0, 0}, true, "左手捩"},
    {"左親指０", "thumb0_L", "左手首", {5.36f, -0.08f, 0.22f}, true},
    {"左親指１", "thumb1_L", "左親指０", {5.6f, -0.14f, 0.42f}, true},
    {"左親指２", "thumb2_L", "左親指１", {5.8f, -0.18f, 0.56f}, true},
    {"左人指１", "fore1_L", "左手首", {5.95f, 0, 0.25f}, true},
    {"左人指２", "fore2_L", "左人指１", {6.26f, 0, 0.26f}, true},
    {"左人指３", "fore3_L", "左人指２", {6.48f, 0, 0.26f}, true},
    {"左中指１", "middle1_L", "左手首", {5.97f, 0, 0.08f}, true},
    {"左中指２", "middle2_L", "左中指１", {6.31f, 0, 0.08f}, true},
    {"左中指３", "middle3_L", "左中指２", {6.55f, 0, 0.08f}, true},
    {"左薬指１", "third1_L", "左手首", {5.94f, 0, -0.09f}, true},
    {"左薬指２", "third2_L", "左薬指１", {6.25f, 0, -0.1f}, true},
    {"左薬指３", "third3_L", "左薬指２", {6.48f, 0, -0.1f}, true},
    {"左小指１", "little1_L", "左手首", {5.86f, 0, -0.24f}, true},
    {"左小指２", "little2_L", "左小指１", {6.1f, 0, -0.27f}, true},
    {"左小指３", "little3_L", "左小指２", {6.28f, 0, -0.28f}, true},
    {"腰キャンセル左", "waist cancel_L", "下半身", {kLegX, 11.5f, 0}, false, "="},
    {"左足", "leg_L", "下半身", {kLegX, 11.5f, 0}, false, "腰キャンセル左"},
    {"左ひざ", "knee_L", "左足", {kLegX, 6.57f, kBend}},
    {"左足首", "ankle_L", "左ひざ", {kLegX, kAnkle, 0}},
    {"左足先EX", "toe2_L", "左足首", {kLegX, 0.35f, 1.1f}, false, "="},
    {"左つま先", "toe_L", "左足首", {kLegX, 0, kToeForward}},
    {"左足IK親", "leg IK parent_L", "全ての親", {kLegX, 0, 0}, false, "="},
    {"左足ＩＫ", "leg IK_L", "全ての親", {kLegX, kAnkle, 0}, false, "左足IK親"},
    {"左つま先ＩＫ", "toe IK_L", "左足ＩＫ", {kLegX, 0, kToeForward}},
};

constexpr std::string_view kLeft = "左", kRight = "右";

std::string on_right(std::string_view name) {
  std::string s(name);
  if (s.starts_with(kLeft)) s.replace(0, kLeft.size(), kRight);
  if (s.ends_with(kLeft)) s.replace(s.size() - kRight.size(), kRight.size(), kRight);
  if (s.ends_with("_L")) s.back() = 'R';
  return s;
}

Vec3 place_of(const Row& row) {
  if (!row.on_arm) return row.place;
  const auto [sine, cosine] = trig::sincos(kArmDegrees * trig::kPi / 180);
  const auto s = static_cast<float>(sine), c = static_cast<float>(cosine);
  // The distance goes outwards and down; "up" is across it.
  return kShoulder +
         Vec3{row.place.x * c + row.place.y * s, row.place.y * c - row.place.x * s, row.place.z};
}

// What a row hangs on in a layout; nothing: it is no part of it.
std::optional<std::string_view> parent_in(const Row& row, Layout layout) {
  const std::string_view helper = row.helper;
  if (layout == Layout::plain)
    return helper == "=" ? std::nullopt : std::optional<std::string_view>(row.parent);
  return helper.empty() || helper == "=" ? std::string_view(row.parent) : helper;
}

void add(Skeleton& s, std::string name, std::string name_en, const std::string& parent,
         Vec3 place) {
  const BoneIndex up = parent.empty() ? BoneIndex::none : find_bone(s, parent);
  const auto index = static_cast<std::int32_t>(s.size());
  s.names.push_back(std::move(name));
  s.names_en.push_back(std::move(name_en));
  s.parent.push_back(up);
  s.rest_position.push_back(place);
  s.rest_translation.push_back({});
  s.rest_rotation.push_back({});
  s.tail.push_back(place);
  s.flags.push_back(kRotatable | kVisible | kOperable);
  s.layer.push_back(0);
  s.file_index.push_back(index);
  s.from_file_index.push_back(static_cast<BoneIndex>(index));
}

void add_rows(Skeleton& s, Layout layout) {
  for (const Row& row : kMiddle)
    if (const auto parent = parent_in(row, layout))
      add(s, row.name, row.name_en, std::string(*parent), place_of(row));
  for (const Row& row : kSides) {
    const auto parent = parent_in(row, layout);
    if (!parent) continue;
    const Vec3 place = place_of(row);
    add(s, row.name, row.name_en, std::string(*parent), place);
    add(s, on_right(row.name), on_right(row.name_en), on_right(*parent),
        {-place.x, place.y, place.z});
  }
}

// Bones point at their first child that stands elsewhere; ends go on as their parents do.
void point(Skeleton& s) {
  for (std::size_t b = 0; b < s.size(); ++b) {
    const BoneIndex up = s.parent[b];
    s.rest_translation[b] =
        is_set(up) ? s.rest_position[b] - s.rest_position[at(up)] : s.rest_position[b];
    s.tail[b] = s.rest_position[b];
  }
  for (std::size_t b = s.size(); b-- > 0;) {
    if (is_set(s.parent[b]) && !(s.rest_translation[b] == Vec3{}))
      s.tail[at(s.parent[b])] = s.rest_position[b];
  }
  for (std::size_t b = 0; b < s.size(); ++b) {
    if (is_set(s.parent[b]) && s.tail[b] == s.rest_position[b])
      s.tail[b] = s.rest_position[b] + s.rest_translation[b];
  }
  const BoneIndex head = find_bone(s, "頭"), lower = find_bone(s, "下半身");
  constexpr float kCrown = 2.24f;  // over the head's joint
  s.tail[at(head)] = s.rest_position[at(head)] + Vec3{0, kCrown, 0};
  s.tail[at(lower)] = {s.rest_position[at(lower)].x, s.rest_position[at(find_bone(s, "左足"))].y,
                       s.rest_position[at(lower)].z};
}

Ik chain(const Skeleton& s, const std::string& goal, const std::string& effector, int loops,
         float unit_angle) {
  Ik ik;
  ik.bone = find_bone(s, goal);
  ik.effector = find_bone(s, effector);
  ik.loops = loops;
  ik.unit_angle = unit_angle;
  return ik;
}

void add_chains(Skeleton& s) {
  for (const std::string side : {"左", "右"}) {
    // MMD's knee bends by half a degree to a half turn.
    Ik leg = chain(s, side + "足ＩＫ", side + "足首", 40, 2);
    constexpr auto kPi = static_cast<float>(trig::kPi);
    leg.links = {{find_bone(s, side + "ひざ"), true, {kPi / 360, 0, 0}, {kPi, 0, 0}},
                 {find_bone(s, side + "足"), false, {}, {}}};
    Ik toe = chain(s, side + "つま先ＩＫ", side + "つま先", 3, 4);
    toe.links = {{find_bone(s, side + "足首"), false, {}, {}}};
    s.iks.push_back(std::move(leg));
    s.iks.push_back(std::move(toe));
  }
}

// Eyes follow both eyes; what the helpers above shoulders and waist turn, arms and legs take back.
void add_appends(Skeleton& s) {
  const auto append = [&](const std::string& bone, const std::string& source, float ratio) {
    const BoneIndex b = find_bone(s, bone);
    if (is_set(b)) s.appends.push_back({b, find_bone(s, source), ratio, true, false, false});
  };
  for (const std::string side : {"左", "右"}) {
    append(side + "目", "両目", 1);
    append(side + "肩C", side + "肩P", -1);
    append("腰キャンセル" + side, "腰", -1);
  }
  std::stable_sort(s.appends.begin(), s.appends.end(),
                   [](const Append& a, const Append& b) { return a.bone < b.bone; });
}

// Twists turn about the limb that they lie in.
void add_axes(Skeleton& s) {
  const auto axis = [&](const std::string& bone, const std::string& from, const std::string& to) {
    const Vec3 along =
        s.rest_position[at(find_bone(s, to))] - s.rest_position[at(find_bone(s, from))];
    if (length(along) > 0) s.fixed_axes.push_back({find_bone(s, bone), normalise(along)});
  };
  for (const std::string side : {"左", "右"}) {
    axis(side + "腕捩", side + "腕", side + "ひじ");
    axis(side + "手捩", side + "ひじ", side + "手首");
  }
  std::stable_sort(s.fixed_axes.begin(), s.fixed_axes.end(),
                   [](const FixedAxis& a, const FixedAxis& b) { return a.bone < b.bone; });
}

Model make(Layout layout, std::span<const Vec3> places) {
  Model model;
  model.meta.name = "標準骨格";
  model.meta.name_en = "standard skeleton";
  Skeleton& s = model.skeleton;
  add_rows(s, layout);
  ODORI_ASSERT(places.empty() || places.size() == s.size());
  std::copy(places.begin(), places.end(), s.rest_position.begin());
  point(s);
  for (const char* name : {"全ての親", "センター", "グルーブ", "左足ＩＫ", "右足ＩＫ",
                           "左つま先ＩＫ", "右つま先ＩＫ", "腰", "左足IK親", "右足IK親"})
    if (const BoneIndex b = find_bone(s, name); is_set(b)) s.flags[at(b)] |= kTranslatable;
  add_chains(s);
  add_appends(s);
  if (layout == Layout::full) add_axes(s);
  return model;
}

}  // namespace

Model standard_skeleton() { return make(Layout::plain, {}); }

Model full_standard_skeleton(std::span<const Vec3> places) { return make(Layout::full, places); }

}  // namespace odori
