#include "odori/convert/mmd.h"
#include "pmd_import.h"
#include "pmx_import.h"

namespace odori {
namespace pmd_import {

io::PmxText Context::text(std::span<const std::uint8_t> field, std::size_t record) {
  return {io::pmd_text(field, &to.warnings, record), {}};
}

void frames(Context& c) {
  const auto add = [&](io::PmxText name, io::PmxText name_en,
                       bool special) -> io::PmxDisplayFrame& {
    // The names end with a line break.
    for (io::PmxText* t : {&name, &name_en}) t->text.erase(t->text.find_last_not_of("\r\n") + 1);
    auto& frame = c.to.frames.emplace_back();
    frame.name = std::move(name);
    frame.name_en = std::move(name_en);
    frame.special = special;
    return frame;
  };
  io::PmxDisplayFrame& root = add({"Root", {}}, {"Root", {}}, true);
  if (!c.from.bones.empty()) root.items.push_back({0, 0});
  add({"表情", {}}, {"Exp", {}}, true);
  const std::vector<io::PmdText50> none;
  for (std::size_t i = 0; i < c.from.frames.size(); ++i) {
    add(c.text(c.from.frames[i], i), c.english(c.from.english ? c.from.english->frames : none, i),
        false);
  }
  for (std::size_t i = 0; i < c.from.frame_bones.size(); ++i) {
    const io::PmdFrameBone& b = c.from.frame_bones[i];
    if (b.frame > c.from.frames.size() || !c.has_bone(b.bone)) {
      c.warn(WarningKind::index_out_of_range, i, "a display frame's bone");
    } else if (b.frame > 0) {
      c.to.frames[std::size_t{1} + b.frame].items.push_back({0, b.bone});
    } else if (b.bone > 0) {  // the first one is in the root frame already
      c.to.frames[0].items.push_back({0, b.bone});
    }
  }
}

void bodies(Context& c) {
  const auto& bones = c.from.bones;
  for (std::size_t i = 0; i < c.from.bodies.size(); ++i) {
    const io::PmdBody& b = c.from.bodies[i];
    io::PmxBody& out = c.to.bodies.emplace_back();
    out.name = c.text(b.name, i);
    out.bone = index_of(b.bone);
    out.group = b.group;
    out.collides_with = b.collides_with;
    out.shape = b.shape;
    out.size = b.size;
    // A body without a bone is placed from the first one, the centre.
    const std::size_t from = c.has_bone(b.bone) ? b.bone : 0;
    out.position = b.position + (bones.empty() ? Vec3{} : bones[from].position);
    out.rotation = b.rotation;
    out.mass = b.mass;
    out.linear_damping = b.linear_damping;
    out.angular_damping = b.angular_damping;
    out.restitution = b.restitution;
    out.friction = b.friction;
    out.mode = b.mode;
  }
}

void joints(Context& c) {
  for (std::size_t i = 0; i < c.from.joints.size(); ++i) {
    const io::PmdJoint& j = c.from.joints[i];
    io::PmxJoint& out = c.to.joints.emplace_back();
    out.name = c.text(j.name, i);
    out.body_a = static_cast<std::int32_t>(j.body_a);
    out.body_b = static_cast<std::int32_t>(j.body_b);
    out.position = j.position;
    out.rotation = j.rotation;
    out.translation_low = j.translation_low;
    out.translation_high = j.translation_high;
    out.rotation_low = j.rotation_low;
    out.rotation_high = j.rotation_high;
    out.spring_translation = j.spring_translation;
    out.spring_rotation = j.spring_rotation;
  }
}

namespace {

// All but the vertices.
io::PmxDocument rest_as_pmx(const io::PmdDocument& document) {
  io::PmxDocument out;
  out.warnings = document.warnings;
  Context c{document, out};
  out.name = c.text(document.name);
  out.comment = c.text(document.comment);
  if (document.english) {
    out.name_en = c.text(document.english->name);
    out.comment_en = c.text(document.english->comment);
  }
  check_vertices(c);
  out.indices.assign(document.indices.begin(), document.indices.end());
  materials(c);
  bones(c);
  frames(c);
  morphs(c);  // after the frames: fills the one for morphs
  bodies(c);
  joints(c);
  return out;
}

}  // namespace
}  // namespace pmd_import

io::PmxDocument to_pmx(const io::PmdDocument& document) {
  io::PmxDocument out = pmd_import::rest_as_pmx(document);
  out.vertices.reserve(document.vertices.size());
  for (const io::PmdVertex& v : document.vertices) out.vertices.push_back(pmd_import::vertex_of(v));
  return out;
}

Result<Model> import_pmd(const io::PmdDocument& document) {
  io::PmxDocument rest = pmd_import::rest_as_pmx(document);
  return pmx_import::run(rest, &rest, document.vertices);
}

}  // namespace odori
