#include "pmx_import.h"

namespace odori::pmx_import {
namespace {

MorphPanel panel_of(std::uint8_t panel) {
  return panel <= 4 ? static_cast<MorphPanel>(panel) : MorphPanel::other;
}

MorphKind kind_of(io::PmxMorphKind kind) {
  switch (kind) {
    case io::PmxMorphKind::group:
      return MorphKind::group;
    case io::PmxMorphKind::vertex:
      return MorphKind::vertex;
    case io::PmxMorphKind::bone:
      return MorphKind::bone;
    case io::PmxMorphKind::uv:
    case io::PmxMorphKind::uv1:
    case io::PmxMorphKind::uv2:
    case io::PmxMorphKind::uv3:
    case io::PmxMorphKind::uv4:
      return MorphKind::uv;
    case io::PmxMorphKind::material:
      return MorphKind::material;
    case io::PmxMorphKind::flip:
      return MorphKind::flip;
    case io::PmxMorphKind::impulse:
      return MorphKind::impulse;
  }
  return MorphKind::vertex;
}

class MorphImport {
 public:
  MorphImport(Context& c, std::size_t record)
      : c_(c), from_(c.document.morphs[record]), record_(record) {}

  Morph run() {
    out_.name = text_of(from_.name);
    out_.name_en = text_of(from_.name_en);
    out_.panel = panel_of(from_.panel);
    out_.kind = kind_of(from_.kind);
    for (const auto& o : from_.indexed) {
      const std::int32_t i = c_.index(o.index, c_.document.morphs.size(), record_, "morph");
      if (i >= 0) out_.members.push_back({MorphIndex{i}, c_.number(o.ratio, 0, record_)});
    }
    out_.vertices.reserve(from_.vertices.size());
    for (const auto& o : from_.vertices) {
      if (vertex(o.vertex)) {
        out_.vertices.push_back({o.vertex, mirror_z(c_.place(o.offset, record_))});
      }
    }
    bones();
    uvs();
    for (const auto& o : from_.materials) material(o);
    for (const auto& o : from_.impulses) {
      const std::int32_t i = c_.index(o.body, c_.document.bodies.size(), record_, "rigid body");
      if (i < 0) continue;
      const Vec3 torque = c_.numbers(o.torque, record_);
      // A torque turns about its axis, so the mirror leaves its z and turns x and y round.
      out_.impulses.push_back({BodyIndex{i},
                               o.local != 0,
                               mirror_z(c_.numbers(o.velocity, record_)),
                               {-torque.x, -torque.y, torque.z}});
    }
    return std::move(out_);
  }

 private:
  bool vertex(std::uint32_t i) {
    if (i < c_.vertex_count) return true;
    c_.model.warnings.add(WarningKind::index_out_of_range, record_,
                          "morph vertex " + std::to_string(i));
    return false;
  }

  void bones() {
    for (const auto& o : from_.bones) {
      const BoneIndex bone = c_.bone(o.bone, record_);
      if (!is_set(bone)) continue;
      const Quat& q = o.rotation;
      const bool finite =
          std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
      if (!finite || dot(q, q) == 0) {
        c_.model.warnings.add(finite ? WarningKind::zero_quaternion : WarningKind::bad_value,
                              record_, out_.name);
      }
      // What is of unit length already stays to the bit.
      const bool unit = finite && std::fabs(dot(q, q) - 1) <= 1e-6f;
      out_.bones.push_back({bone, mirror_z(c_.place(o.translation, record_)),
                            unit     ? mirror_z(q)
                            : finite ? mirror_z(normalise(q))
                                     : Quat{}});
    }
  }

  void uvs() {
    if (from_.uvs.empty()) return;
    out_.uv_channel = static_cast<std::uint8_t>(static_cast<int>(from_.kind) -
                                                static_cast<int>(io::PmxMorphKind::uv));
    if (out_.uv_channel > c_.document.header.additional_uvs) {
      c_.model.warnings.add(WarningKind::index_out_of_range, record_,
                            "a morph of an additional UV that the model does not have");
      return;
    }
    out_.uvs.reserve(from_.uvs.size());
    for (const auto& o : from_.uvs) {
      if (vertex(o.vertex)) out_.uvs.push_back({o.vertex, o.offset});
    }
  }

  void material(const io::PmxMorphMaterial& o) {
    const std::int32_t i =
        c_.index(o.material, c_.document.materials.size(), record_, "morph material");
    if (i < 0 && o.material != -1) return;
    out_.materials.push_back({MaterialIndex{i}, o.operation == 1, c_.numbers(o.diffuse, record_),
                              c_.numbers(o.specular, record_),
                              c_.number(o.specular_power, 0, record_),
                              c_.numbers(o.ambient, record_), c_.numbers(o.edge_colour, record_),
                              c_.number(o.edge_size, 0, record_), c_.numbers(o.texture, record_),
                              c_.numbers(o.sphere, record_), c_.numbers(o.toon, record_)});
  }

  Context& c_;
  const io::PmxMorph& from_;
  std::size_t record_;
  Morph out_;
};

}  // namespace

void morphs(Context& c) {
  c.model.morphs.reserve(c.document.morphs.size());
  for (std::size_t i = 0; i < c.document.morphs.size(); ++i) {
    c.model.morphs.push_back(MorphImport(c, i).run());
    if (!c.spent) continue;
    free_list(c.spent->morphs[i].vertices);
    free_list(c.spent->morphs[i].uvs);
  }
}

}  // namespace odori::pmx_import
