// The order of the fields of a PMD record, written once for both directions. A stream is a
// PmdReader or a PmdWriter: both know value(), place(), list() and section().
#pragma once

#include <cstddef>
#include <cstdint>

#include "odori/io/pmd.h"

namespace odori::io::pmd_layout {

template <class Stream, class... T>
void values(Stream& io, T&... value) {
  (io.value(value), ...);
}

template <class Stream, class Vertex>
void vertex_fields(Stream& io, Vertex& v) {
  io.place(v.position);
  io.place(v.normal);
  io.place(v.uv);
  values(io, v.bones, v.weight, v.no_edge);
}

template <class Stream, class Material>
void material_fields(Stream& io, Material& m) {
  values(io, m.diffuse, m.alpha, m.specular_power, m.specular, m.ambient, m.toon, m.edge,
         m.index_count, m.texture);
}

template <class Stream, class Bone>
void bone_fields(Stream& io, Bone& b) {
  values(io, b.name, b.parent, b.tail, b.kind, b.ik);
  io.place(b.position);
}

template <class Stream, class Ik>
void ik_fields(Stream& io, Ik& k) {
  values(io, k.bone, k.target);
  // The count stands apart from its list.
  const auto links = io.template count<std::uint8_t>(k.links.size(), sizeof(std::uint16_t));
  values(io, k.loops, k.unit_angle);
  io.items(k.links, links, [&](auto& link) { io.value(link); });
}

template <class Stream, class Morph>
void morph_fields(Stream& io, Morph& m) {
  io.value(m.name);
  const auto vertices = io.template count<std::uint32_t>(m.vertices.size(), 16);
  io.value(m.panel);
  io.items(m.vertices, vertices, [&](auto& v) {
    io.value(v.vertex);
    io.place(v.offset);
  });
}

template <class Stream, class Body>
void body_fields(Stream& io, Body& b) {
  values(io, b.name, b.bone, b.group, b.collides_with, b.shape, b.size, b.position, b.rotation,
         b.mass, b.linear_damping, b.angular_damping, b.restitution, b.friction, b.mode);
}

template <class Stream, class Joint>
void joint_fields(Stream& io, Joint& j) {
  values(io, j.name, j.body_a, j.body_b, j.position, j.rotation, j.translation_low,
         j.translation_high, j.rotation_low, j.rotation_high, j.spring_translation,
         j.spring_rotation);
}

// A section that is one list with its count before it. `least`: the bytes that a record takes.
template <class Count, class Stream, class List, class Field>
void list_section(Stream& io, const char* name, List& items, std::size_t least, Field field) {
  io.section(name);
  io.items(items, io.template count<Count>(items.size(), least), field);
}

// From the name to the display frames: what every file has.
template <class Stream, class Document>
void main_sections(Stream& io, Document& d) {
  values(io, d.version, d.name, d.comment);
  list_section<std::uint32_t>(io, "vertices", d.vertices, 38,
                              [&](auto& v) { vertex_fields(io, v); });
  list_section<std::uint32_t>(io, "faces", d.indices, 2, [&](auto& i) { io.value(i); });
  list_section<std::uint32_t>(io, "materials", d.materials, 70,
                              [&](auto& m) { material_fields(io, m); });
  list_section<std::uint16_t>(io, "bones", d.bones, 39, [&](auto& b) { bone_fields(io, b); });
  list_section<std::uint16_t>(io, "IK", d.iks, 11, [&](auto& k) { ik_fields(io, k); });
  list_section<std::uint16_t>(io, "morphs", d.morphs, 25, [&](auto& m) { morph_fields(io, m); });
  list_section<std::uint8_t>(io, "morph display", d.morph_frame, 2, [&](auto& m) { io.value(m); });
  list_section<std::uint8_t>(io, "display frames", d.frames, 50, [&](auto& f) { io.value(f); });
  list_section<std::uint32_t>(io, "bone display", d.frame_bones, 3,
                              [&](auto& b) { values(io, b.bone, b.frame); });
}

inline constexpr int kTailSections = 4;
inline constexpr const char* kTail[kTailSections] = {"English names", "toon textures",
                                                     "rigid bodies", "joints"};

// How many English names of morphs there are: none for the base.
template <class Document>
std::size_t english_morphs(const Document& d) {
  return d.morphs.empty() ? 0 : d.morphs.size() - 1;
}

template <class Stream, class English, class Document>
void english_fields(Stream& io, English& e, Document& d) {
  const auto names = [&](auto& list, std::size_t count) {
    const std::size_t n = io.uncounted(list.size(), count, sizeof list[0]);
    io.items(list, n, [&](auto& name) { io.value(name); });
  };
  values(io, e.name, e.comment);
  names(e.bones, d.bones.size());
  names(e.morphs, english_morphs(d));
  names(e.frames, d.frames.size());
}

}  // namespace odori::io::pmd_layout
