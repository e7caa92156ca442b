// The order of the fields of a PMX record, written once for both directions. A stream is a
// PmxReader or a PmxWriter: both know value(), place(), flag(), text(), index(),
// vertex(), list() and indexed_list().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "odori/io/pmx.h"

namespace odori::io {

inline constexpr std::size_t kGlobals = 8;

enum class PmxIndex : std::uint8_t { texture, material, bone, morph, body };

constexpr std::uint8_t index_bytes(const PmxHeader& header, PmxIndex kind) {
  switch (kind) {
    case PmxIndex::texture:
      return header.texture_index;
    case PmxIndex::material:
      return header.material_index;
    case PmxIndex::bone:
      return header.bone_index;
    case PmxIndex::morph:
      return header.morph_index;
    case PmxIndex::body:
      return header.body_index;
  }
  return 4;
}

template <class Stream, class... T>
void values(Stream& io, T&... value) {
  (io.value(value), ...);
}

template <class Stream, class Material>
void material_fields(Stream& io, Material& m) {
  io.text(m.name);
  io.text(m.name_en);
  values(io, m.diffuse, m.specular, m.specular_power, m.ambient, m.flags, m.edge_colour,
         m.edge_size);
  io.index(m.texture, PmxIndex::texture);
  io.index(m.sphere, PmxIndex::texture);
  io.value(m.sphere_mode);
  io.flag(m.shared_toon);
  if (m.shared_toon) {
    io.byte_index(m.toon);
  } else {
    io.index(m.toon, PmxIndex::texture);
  }
  io.text(m.memo);
  io.value(m.index_count);
}

template <class Stream, class Bone>
void ik_fields(Stream& io, Bone& b) {
  io.index(b.ik_target, PmxIndex::bone);
  values(io, b.ik_loops, b.ik_unit_angle);
  io.list(b.ik_links, 2, [&](auto& link) {
    io.index(link.bone, PmxIndex::bone);
    io.flag(link.limited);
    if (link.limited) values(io, link.low, link.high);
  });
}

template <class Stream, class Bone>
void bone_fields(Stream& io, Bone& b) {
  io.text(b.name);
  io.text(b.name_en);
  io.place(b.position);
  io.index(b.parent, PmxIndex::bone);
  values(io, b.layer, b.flags);
  if (b.flags & kPmxTailIsBone) {
    io.index(b.tail, PmxIndex::bone);
  } else {
    io.value(b.tail_offset);
  }
  if (b.flags & (kPmxAppendRotation | kPmxAppendTranslation)) {
    io.index(b.append_source, PmxIndex::bone);
    io.value(b.append_ratio);
  }
  if (b.flags & kPmxFixedAxis) io.value(b.fixed_axis);
  if (b.flags & kPmxLocalAxes) values(io, b.local_x, b.local_z);
  if (b.flags & kPmxExternalParent) io.value(b.external_parent);
  if (b.flags & kPmxIk) ik_fields(io, b);
}

template <class Stream, class Morph>
void morph_offsets(Stream& io, Morph& m) {
  switch (m.kind) {
    case PmxMorphKind::group:
    case PmxMorphKind::flip:
      return io.list(m.indexed, 5, [&](auto& o) {
        io.index(o.index, PmxIndex::morph);
        io.value(o.ratio);
      });
    case PmxMorphKind::vertex:
      return io.indexed_list(
          m.vertices, [](auto& o) -> auto& { return o.vertex; },
          [](auto& o) -> auto& { return o.offset; });
    case PmxMorphKind::bone:
      return io.list(m.bones, 29, [&](auto& o) {
        io.index(o.bone, PmxIndex::bone);
        values(io, o.translation, o.rotation);
      });
    case PmxMorphKind::uv:
    case PmxMorphKind::uv1:
    case PmxMorphKind::uv2:
    case PmxMorphKind::uv3:
    case PmxMorphKind::uv4:
      return io.indexed_list(
          m.uvs, [](auto& o) -> auto& { return o.vertex; },
          [](auto& o) -> auto& { return o.offset; });
    case PmxMorphKind::material:
      return io.list(m.materials, 114, [&](auto& o) {
        io.index(o.material, PmxIndex::material);
        values(io, o.operation, o.diffuse, o.specular, o.specular_power, o.ambient, o.edge_colour,
               o.edge_size, o.texture, o.sphere, o.toon);
      });
    case PmxMorphKind::impulse:
      return io.list(m.impulses, 26, [&](auto& o) {
        io.index(o.body, PmxIndex::body);
        values(io, o.local, o.velocity, o.torque);
      });
  }
  io.malformed("a morph of kind " + std::to_string(static_cast<int>(m.kind)));
}

template <class Stream, class Morph>
void morph_fields(Stream& io, Morph& m) {
  io.text(m.name);
  io.text(m.name_en);
  values(io, m.panel, m.kind);
  morph_offsets(io, m);
}

template <class Stream, class Frame>
void frame_fields(Stream& io, Frame& f) {
  io.text(f.name);
  io.text(f.name_en);
  io.value(f.special);
  io.list(f.items, 2, [&](auto& item) {
    io.value(item.kind);
    if (item.kind > 1) io.malformed("a display item of kind " + std::to_string(item.kind));
    io.index(item.index, item.kind == 0 ? PmxIndex::bone : PmxIndex::morph);
  });
}

template <class Stream, class Body>
void body_fields(Stream& io, Body& b) {
  io.text(b.name);
  io.text(b.name_en);
  io.index(b.bone, PmxIndex::bone);
  values(io, b.group, b.collides_with, b.shape, b.size, b.position, b.rotation, b.mass,
         b.linear_damping, b.angular_damping, b.restitution, b.friction, b.mode);
}

template <class Stream, class Joint>
void joint_fields(Stream& io, Joint& j) {
  io.text(j.name);
  io.text(j.name_en);
  io.value(j.kind);
  io.index(j.body_a, PmxIndex::body);
  io.index(j.body_b, PmxIndex::body);
  values(io, j.position, j.rotation, j.translation_low, j.translation_high, j.rotation_low,
         j.rotation_high, j.spring_translation, j.spring_rotation);
}

template <class Stream, class Soft>
void soft_body_fields(Stream& io, Soft& s) {
  io.text(s.name);
  io.text(s.name_en);
  io.value(s.shape);
  io.index(s.material, PmxIndex::material);
  values(io, s.group, s.collides_with, s.flags, s.link_distance, s.clusters, s.total_mass,
         s.collision_margin, s.aero_model, s.config, s.cluster, s.iteration, s.stiffness);
  io.list(s.anchors, 3, [&](auto& a) {
    io.index(a.body, PmxIndex::body);
    io.vertex(a.vertex);
    io.value(a.near_mode);
  });
  io.list(s.pins, 1, [&](auto& pin) { io.vertex(pin); });
}

// What follows the face list. The sizes are the least that a record takes.
template <class Stream, class Document>
void tail_sections(Stream& io, Document& d) {
  io.section("textures");
  io.list(d.textures, 4, [&](auto& t) { io.text(t); });
  io.section("materials");
  io.list(d.materials, 86, [&](auto& m) { material_fields(io, m); });
  io.section("bones");
  io.list(d.bones, 28, [&](auto& b) { bone_fields(io, b); });
  io.section("morphs");
  io.list(d.morphs, 14, [&](auto& m) { morph_fields(io, m); });
  io.section("display frames");
  io.list(d.frames, 13, [&](auto& f) { frame_fields(io, f); });
  io.section("rigid bodies");
  io.list(d.bodies, 70, [&](auto& b) { body_fields(io, b); });
  io.section("joints");
  io.list(d.joints, 107, [&](auto& j) { joint_fields(io, j); });
}

}  // namespace odori::io
