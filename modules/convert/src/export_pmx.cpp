#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "pmx_export.h"
#include "vrm_losses.h"

namespace odori {
namespace pmx_export {
namespace {

// The places that the bones had in their file, where those are still one each; else their order.
std::vector<std::int32_t> places(const Skeleton& s) {
  const std::size_t n = s.size();
  std::vector<bool> taken(n, false);
  bool whole = s.file_index.size() == n;
  for (std::size_t i = 0; i < n && whole; ++i) {
    const std::int32_t at = s.file_index[i];
    whole = at >= 0 && static_cast<std::size_t>(at) < n && !taken[static_cast<std::size_t>(at)];
    if (whole) taken[static_cast<std::size_t>(at)] = true;
  }
  if (whole) return s.file_index;
  std::vector<std::int32_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::int32_t>(i);
  return order;
}

// What has to be added to `from` so that the sum is `to` again, to the bit where a float can do
// that.
float step_between(float from, float to) {
  const float step = to - from;
  constexpr int kNear = 3;
  float up = step, down = step;
  for (int i = 0; i <= kNear; ++i) {
    if (from + up == to) return up;
    if (from + down == to) return down;
    up = std::nextafter(up, INFINITY);
    down = std::nextafter(down, -INFINITY);
  }
  return step;
}

std::uint16_t flags_of(std::uint16_t flags) {
  const auto bit = [&](BoneFlag from, io::PmxBoneFlag to) { return (flags & from) ? to : 0; };
  return static_cast<std::uint16_t>(
      bit(kRotatable, io::kPmxRotatable) | bit(kTranslatable, io::kPmxTranslatable) |
      bit(kVisible, io::kPmxVisible) | bit(kOperable, io::kPmxOperable) |
      bit(kAfterPhysics, io::kPmxAfterPhysics));
}

// The child that a bone's tail lies at; none = the tail is a place of its own.
std::vector<BoneIndex> tail_bones(const Skeleton& s) {
  std::vector<BoneIndex> tails(s.size(), BoneIndex::none);
  for (std::size_t i = 0; i < s.size(); ++i) {
    const BoneIndex parent = s.parent[i];
    if (!is_set(parent) || is_set(tails[at(parent)])) continue;
    const bool there = s.tail[at(parent)] == s.rest_position[i] &&
                       !(s.tail[at(parent)] == s.rest_position[at(parent)]);
    if (there) tails[at(parent)] = static_cast<BoneIndex>(static_cast<std::int32_t>(i));
  }
  return tails;
}

class BonesByPlace {
 public:
  explicit BonesByPlace(const Skeleton& s) {
    for (std::size_t i = 0; i < s.size(); ++i)
      bones_.emplace(key_of(s.rest_position[i]),
                     static_cast<BoneIndex>(static_cast<std::int32_t>(i)));
  }
  // The first bone that lies exactly there; none where there is none.
  BoneIndex at(Vec3 place) const {
    const auto found = bones_.find(key_of(place));
    return found == bones_.end() ? BoneIndex::none : found->second;
  }

 private:
  using Key = std::array<float, 3>;
  static Key key_of(Vec3 v) { return {v.x, v.y, v.z}; }
  std::map<Key, BoneIndex> bones_;
};

io::PmxBone& bone_at(Context& c, BoneIndex b) {
  return c.document.bones[static_cast<std::size_t>(c.bone(b))];
}

void appends(Context& c) {
  std::size_t second = 0;
  for (const Append& a : c.model.skeleton.appends) {
    io::PmxBone& b = bone_at(c, a.bone);
    if (b.flags & (io::kPmxAppendRotation | io::kPmxAppendTranslation)) {
      ++second;
      continue;
    }
    b.append_source = c.bone(a.source);
    b.append_ratio = a.ratio;
    b.flags = static_cast<std::uint16_t>(b.flags | (a.rotation ? io::kPmxAppendRotation : 0) |
                                         (a.translation ? io::kPmxAppendTranslation : 0) |
                                         (a.local ? io::kPmxAppendLocal : 0));
  }
  c.lose(second, "appends of bones that have one already: a PMX bone has one");
}

void iks(Context& c) {
  std::size_t second = 0;
  for (const Ik& ik : c.model.skeleton.iks) {
    io::PmxBone& b = bone_at(c, ik.bone);
    if (b.flags & io::kPmxIk) {
      ++second;
      continue;
    }
    b.flags |= io::kPmxIk;
    b.ik_target = c.bone(ik.effector);
    b.ik_loops = ik.loops;
    b.ik_unit_angle = ik.unit_angle;
    for (const IkLink& link : ik.links) {
      io::PmxIkLink out{c.bone(link.bone), link.limited, {}, {}};
      if (link.limited) {
        out.low = {-link.high.x, -link.high.y, link.low.z};
        out.high = {-link.low.x, -link.low.y, link.high.z};
      }
      b.ik_links.push_back(out);
    }
  }
  c.lose(second, "IK chains of goals that have one already: a PMX bone has one");
}

void axes(Context& c) {
  for (const FixedAxis& a : c.model.skeleton.fixed_axes) {
    io::PmxBone& b = bone_at(c, a.bone);
    b.flags |= io::kPmxFixedAxis;
    b.fixed_axis = mirror_z(a.axis);
  }
  for (const LocalAxes& a : c.model.skeleton.local_axes) {
    io::PmxBone& b = bone_at(c, a.bone);
    b.flags |= io::kPmxLocalAxes;
    b.local_x = mirror_z(a.x);
    b.local_z = mirror_z(a.z);
  }
}

}  // namespace

void bones(Context& c) {
  const Skeleton& s = c.model.skeleton;
  c.place = places(s);
  c.document.bones.resize(s.size());
  const std::vector<BoneIndex> tails = tail_bones(s);
  const BonesByPlace bone_by_place(s);
  std::size_t turned = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    io::PmxBone& b = c.document.bones[static_cast<std::size_t>(c.place[i])];
    b.name = text(s.names[i]);
    b.name_en = text(i < s.names_en.size() ? s.names_en[i] : std::string());
    b.position = c.point(s.rest_position[i]);
    b.parent = c.bone(s.parent[i]);
    b.layer = s.layer[i];
    b.flags = flags_of(s.flags[i]);
    BoneIndex tail = tails[i];
    const Vec3 from = b.position, to = c.point(s.tail[i]);
    const Vec3 step{step_between(from.x, to.x), step_between(from.y, to.y),
                    step_between(from.z, to.z)};
    // Where no step leads there exactly, any bone that lies there.
    if (!is_set(tail) && !(from + step == to)) tail = bone_by_place.at(s.tail[i]);
    if (is_set(tail)) {
      b.flags |= io::kPmxTailIsBone;
      b.tail = c.bone(tail);
    } else {
      b.tail_offset = step;
    }
    if (!(with_positive_w(s.rest_rotation[i]) == Quat{})) ++turned;
  }
  appends(c);
  iks(c);
  axes(c);
  c.lose(turned,
         "bones turned at rest: in a PMX nothing is, so their places stay and motions "
         "made for them turn otherwise");
}

// What MMD lists bones and morphs by.
void display_frames(Context& c) {
  const auto& d = c.document;
  io::PmxDisplayFrame root{text("Root"), text("Root"), 1, {}};
  io::PmxDisplayFrame face{text("表情"), text("Exp"), 1, {}};
  io::PmxDisplayFrame rest{text("ボーン"), text("Bones"), 0, {}};
  if (!d.bones.empty()) root.items.push_back({0, 0});
  for (std::size_t i = 1; i < d.bones.size(); ++i)
    if (d.bones[i].flags & io::kPmxVisible) rest.items.push_back({0, static_cast<std::int32_t>(i)});
  for (std::size_t i = 0; i < d.morphs.size(); ++i)
    if (d.morphs[i].panel != 0) face.items.push_back({1, static_cast<std::int32_t>(i)});
  c.document.frames = {std::move(root), std::move(face)};
  if (!rest.items.empty()) c.document.frames.push_back(std::move(rest));
}

namespace {

// What MMD's own 2.0 does not know.
bool needs_version_2_1(const io::PmxDocument& d) {
  const auto any = [](const auto& list, auto test) {
    return std::any_of(list.begin(), list.end(), test);
  };
  return any(d.vertices, [](const auto& v) { return v.skin == io::PmxSkin::qdef; }) ||
         any(d.materials,
             [](const auto& m) {
               return (m.flags & (io::kPmxVertexColour | io::kPmxPoints | io::kPmxLines)) != 0;
             }) ||
         any(d.morphs,
             [](const auto& m) {
               return m.kind == io::PmxMorphKind::flip || m.kind == io::PmxMorphKind::impulse;
             }) ||
         any(d.joints, [](const auto& j) { return j.kind != 0; });
}

}  // namespace
}  // namespace pmx_export

PmxExport export_pmx(const Model& model, const PmxOptions& options) {
  constexpr float kMetresPerUnit = 0.08f;
  PmxExport out;
  float scale = 1;
  if (options.scale) {
    scale = *options.scale;
  } else if (model.metres_per_unit != kMetresPerUnit) {
    scale = model.metres_per_unit / kMetresPerUnit;
  }
  pmx_export::Context context{model, out.document, out.losses, scale, {}};
  io::PmxDocument& d = out.document;
  d.name = pmx_export::text(model.meta.name);
  d.name_en = pmx_export::text(model.meta.name_en);
  d.comment = pmx_export::text(model.meta.comment);
  d.comment_en = pmx_export::text(model.meta.comment_en);
  pmx_export::bones(context);
  pmx_export::mesh(context);
  pmx_export::materials(context);
  pmx_export::morphs(context);
  pmx_export::bodies(context);
  pmx_export::display_frames(context);
  tell_vrm_losses(model, [&](std::size_t n, const char* what) { context.lose(n, what); });
  if (pmx_export::needs_version_2_1(d)) {
    d.header.version = 2.1f;
    out.losses.emplace_back(
        "it is a PMX 2.1, which MMD itself does not read: 2.0 has no QDEF, flip or impulse morphs, "
        "coloured vertices, lines, points or joints of other kinds");
  }
  return out;
}

}  // namespace odori
