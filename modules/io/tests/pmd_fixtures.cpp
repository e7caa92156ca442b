#include "pmd_fixtures.h"

namespace odori::io {
namespace {

template <std::size_t N>
std::array<std::uint8_t, N> text(const char* s) {
  std::array<std::uint8_t, N> field{};
  set_pmd_text(field, s);
  return field;
}

void add_mesh(PmdDocument& d) {
  for (std::uint16_t i = 0; i < 5; ++i) {
    PmdVertex v;
    v.position = {static_cast<float>(i), 1, -2};
    v.normal = {0, 0, -1};
    v.uv = {0.25f * i, 0.5f};
    v.bones = {i, 1};
    v.weight = static_cast<std::uint8_t>(25 * i);
    v.no_edge = i % 2;
    d.vertices.push_back(v);
  }
  d.indices = {0, 1, 2, 2, 3, 4};
  PmdMaterial m;
  m.diffuse = {1, 0.5f, 0.25f};
  m.alpha = 0.98f;
  m.specular = {0.1f, 0.2f, 0.3f};
  m.specular_power = 6;
  m.ambient = {0.4f, 0.3f, 0.2f};
  m.toon = 1;
  m.edge = 1;
  m.index_count = 3;
  m.texture = text<20>("顔.bmp*a.sph");
  d.materials = {m, m};
  d.materials[1].toon = 0xFF;
  d.materials[1].texture = text<20>("b.spa");
}

void add_bones(PmdDocument& d) {
  const auto add = [&](const char* name, std::uint16_t parent, std::uint16_t tail, PmdBoneKind kind,
                       std::uint16_t ik, Vec3 position) {
    d.bones.push_back({text<20>(name), parent, tail, kind, ik, position});
  };
  using Kind = PmdBoneKind;
  add("センター", kPmdNone, 1, Kind::rotate_and_move, 0, {0, 8, 0});
  add("左足", 0, 2, Kind::ik_link, 4, {1, 8, 0});
  add("左ひざ", 1, 3, Kind::ik_link, 4, {1, 4, 0});
  add("左足首", 2, 0, Kind::ik_target, 4, {1, 0, 0});
  add("左足ＩＫ", kPmdNone, 0, Kind::ik, 0, {1, 0, 0});
  add("左足連動", 0, 0, Kind::under_rotate, 1, {1, 8, 1});
  add("左腕捩", 0, 1, Kind::twist, 0, {1, 12, 0});
  add("左目", 0, 1, Kind::follow_rotate, static_cast<std::uint16_t>(-50), {0, 16, -1});
  add("先", 0, 0, Kind::hidden, 0, {0, 9, 0});
  add("頭", 0, 8, Kind::rotate, 0, {0, 15, 0});
  add("?", 0, kPmdNone, Kind::unknown, 0, {0, 1, 0});
  d.iks = {{4, 3, 40, 0.5f, {2, 1}}};
}

void add_morphs(PmdDocument& d) {
  d.morphs.push_back({text<20>("base"), 0, {{3, {3, 1, -2}}, {1, {1, 1, -2}}}});
  d.morphs.push_back({text<20>("まばたき"), 2, {{1, {0, 0.5f, 0}}}});
  d.morphs.push_back({text<20>("あ"), 3, {{0, {0, 0, 0.25f}}, {1, {1, 2, 3}}}});
  d.morph_frame = {2, 1};
  d.frames = {text<50>("足\n"), text<50>("体\n")};
  d.frame_bones = {{1, 1}, {2, 1}, {9, 2}, {8, 0}};
}

void add_tail(PmdDocument& d) {
  PmdEnglish& e = d.english.emplace();
  e.name = text<20>("model");
  e.comment = text<256>("terms of use");
  e.bones.assign(d.bones.size(), text<20>("bone"));
  e.bones[2] = text<20>("knee_L");
  e.morphs = {text<20>("blink"), text<20>("a")};
  e.frames = {text<50>("Legs"), text<50>("Body")};
  for (PmdText100& toon : d.toons) toon = text<100>("toon01.bmp");
  d.toons[1] = text<100>("肌.bmp");
  PmdBody b;
  b.name = text<20>("body");
  b.bone = 9;
  b.group = 3;
  b.collides_with = 0xFFF7;
  b.shape = 2;
  b.size = {1, 2, 0};
  b.position = {0, 1, 0.5f};
  b.rotation = {0.5f, 0.25f, -0.75f};
  b.mode = 1;
  d.bodies = {b, b};
  d.bodies[1].bone = kPmdNone;
  PmdJoint j;
  j.name = text<20>("joint");
  j.body_b = 1;
  j.position = {1, 2, 3};
  j.translation_low = {-1, -2, -3};
  j.translation_high = {4, 5, 6};
  j.rotation_low = {-0.1f, -0.2f, -0.3f};
  j.rotation_high = {0.4f, 0.5f, 0.6f};
  j.spring_translation = {7, 8, 9};
  j.spring_rotation = {10, 11, 12};
  d.joints = {j};
}

}  // namespace

PmdDocument full_pmd() {
  PmdDocument d;
  d.name = text<20>("モデル");
  d.comment = text<256>("利用規約\n二行目");
  add_mesh(d);
  add_bones(d);
  add_morphs(d);
  add_tail(d);
  return d;
}

}  // namespace odori::io
