#include "mmd_fixtures.h"

namespace odori::io {
namespace {

PmxText text(const char* s) { return {s, {}}; }

void add_vertices(PmxDocument& d, bool qdef) {
  const PmxSkin kinds[] = {PmxSkin::bdef1, PmxSkin::bdef2, PmxSkin::bdef4, PmxSkin::sdef,
                           qdef ? PmxSkin::qdef : PmxSkin::bdef1};
  float x = 0;
  for (const PmxSkin kind : kinds) {
    PmxVertex v;
    v.position = {x, 1, -2};
    v.normal = {0, 0, -1};
    v.uv = {x / 4, 0.5f};
    v.edge_scale = 0.5f;
    v.skin = kind;
    v.bones = {0, -1, -1, -1};
    if (kind == PmxSkin::bdef2 || kind == PmxSkin::sdef) {
      v.bones = {0, 1, -1, -1};
      v.weights = {0.25f, 0, 0, 0};
    } else if (kind != PmxSkin::bdef1) {
      v.bones = {0, 1, 2, -1};
      v.weights = {0.5f, 0.5f, 1, 0};  // sums to 2
    }
    if (kind == PmxSkin::sdef) d.sdef.push_back({{0, 1, 2}, {1, 2, 3}, {4, 5, 6}});
    d.vertices.push_back(v);
    for (int i = 0; i < d.header.additional_uvs; ++i) {
      d.additional_uvs.push_back({x, static_cast<float>(i), 0.5f, 1});
    }
    x += 1;
  }
  d.indices = {0, 1, 2, 2, 3, 4};
}

void add_materials(PmxDocument& d) {
  d.textures = {text("tex\\Face.PNG"), text("toon.bmp"), text("a.sph")};
  PmxMaterial m;
  m.name = text("材質");
  m.name_en = text("material");
  m.diffuse = {1, 0.5f, 0.25f, 1};
  m.flags = kPmxBothSides | kPmxEdge | kPmxCastsShadow;
  m.texture = 0;
  m.sphere = 2;
  m.sphere_mode = 1;
  m.shared_toon = false;
  m.toon = 1;
  m.index_count = 3;
  d.materials.push_back(m);
  m.shared_toon = true;
  m.toon = 4;
  m.texture = -1;
  m.memo = text("memo\r\nline");
  d.materials.push_back(m);
}

void add_bones(PmxDocument& d) {
  PmxBone root;
  root.name = text("センター");
  root.name_en = text("center");
  root.position = {0, 8, -1};
  root.flags |= kPmxTranslatable | kPmxTailIsBone;
  root.tail = 1;
  PmxBone leg;
  leg.name = text("左足");
  leg.position = {1, 8, 0};
  leg.parent = 0;
  leg.tail_offset = {0, -1, 0.5f};
  PmxBone knee;
  knee.name = text("左ひざ");
  knee.position = {1, 4, -0.1f};
  knee.parent = 1;
  knee.flags |= kPmxFixedAxis | kPmxLocalAxes;
  knee.fixed_axis = {0, 0, 2};
  knee.local_x = {1, 0, 0};
  knee.local_z = {0, 0, 1};
  PmxBone ankle;
  ankle.name = text("左足首");
  ankle.position = {1, 0, 0};
  ankle.parent = 2;
  PmxBone goal;
  goal.name = text("左足ＩＫ");
  goal.position = {1, 0, 0};
  goal.layer = 1;
  goal.flags |= kPmxIk | kPmxExternalParent | kPmxAfterPhysics;
  goal.external_parent = 7;
  goal.ik_target = 3;
  goal.ik_loops = 40;
  goal.ik_unit_angle = 2;
  goal.ik_links = {{2, true, {-3, -0.25f, -0.5f}, {-0.5f, 0.75f, 1}}, {1, false, {}, {}}};
  PmxBone copy;
  copy.name = text("左足D");
  copy.parent = 0;
  copy.flags |= kPmxAppendRotation | kPmxAppendLocal;
  copy.append_source = 1;
  copy.append_ratio = -0.5f;
  d.bones = {root, leg, knee, ankle, goal, copy};
}

void add_morphs(PmxDocument& d, bool newer) {
  const auto add = [&](const char* name, PmxMorphKind kind) -> PmxMorph& {
    PmxMorph& m = d.morphs.emplace_back();
    m.name = text(name);
    m.kind = kind;
    return m;
  };
  add("まばたき", PmxMorphKind::vertex).vertices = {{1, {0, 0.5f, 2}}, {4, {1, 0, 0}}};
  add("bone", PmxMorphKind::bone).bones = {{1, {1, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}}};
  add("uv", PmxMorphKind::uv).uvs = {{2, {0.1f, 0.2f, 0, 0}}};
  add("uv2", PmxMorphKind::uv2).uvs = {{2, {0.1f, 0.2f, 0.3f, 0.4f}}};
  PmxMorphMaterial m;
  m.operation = 1;
  m.diffuse = {0.1f, 0.2f, 0.3f, 0.4f};
  m.sphere = {0.5f, 0.5f, 0.5f, 0.5f};
  add("material", PmxMorphKind::material).materials = {m};
  add("group", PmxMorphKind::group).indexed = {{0, 0.5f}, {1, 1}};
  if (!newer) return;
  add("flip", PmxMorphKind::flip).indexed = {{0, 1}};
  add("impulse", PmxMorphKind::impulse).impulses = {{0, 1, {1, 2, 3}, {4, 5, 6}}};
}

void add_physics(PmxDocument& d, bool newer) {
  PmxBody b;
  b.name = text("body");
  b.bone = 1;
  b.group = 3;
  b.collides_with = 0xFFF7;
  b.shape = 2;
  b.size = {1, 2, 0};
  b.position = {1, 2, 3};
  b.rotation = {0.5f, 0.25f, -0.75f};
  b.mode = 1;
  d.bodies = {b, b};
  PmxJoint j;
  j.name = text("joint");
  j.body_a = 0;
  j.body_b = 1;
  j.position = {1, 2, 3};
  j.translation_low = {-1, -2, -3};
  j.translation_high = {4, 5, 6};
  j.rotation_low = {-0.1f, -0.2f, -0.3f};
  j.rotation_high = {0.4f, 0.5f, 0.6f};
  d.joints = {j};
  if (!newer) return;
  PmxSoftBody s;
  s.name = text("soft");
  s.material = 1;
  s.total_mass = 2;
  s.config[3] = 0.5f;
  s.iteration[1] = 4;
  s.anchors = {{1, 4, 1}};
  s.pins = {0, 3};
  d.soft_bodies = {s};
}

template <std::size_t N>
std::array<std::uint8_t, N> field(std::optional<std::array<std::uint8_t, N>> name) {
  return name.value_or(std::array<std::uint8_t, N>{});
}

}  // namespace

PmxDocument full_pmx(float version, PmxEncoding encoding, std::uint8_t additional_uvs) {
  const bool newer = version > 2;
  PmxDocument d;
  d.header.version = version;
  d.header.encoding = encoding;
  d.header.additional_uvs = additional_uvs;
  d.name = text("モデル");
  d.name_en = text("model");
  d.comment = text("terms of use");
  add_vertices(d, newer);
  add_materials(d);
  add_bones(d);
  add_morphs(d, newer);
  d.frames = {{text("Root"), text("Root"), 1, {{0, 0}}}, {text("表情"), text("Exp"), 1, {{1, 0}}}};
  add_physics(d, newer);
  return d;
}

VmdBoneKey bone_key(std::string_view name, std::uint32_t frame, Vec3 translation, Quat rotation) {
  return {field(vmd_name15(name)), frame, translation, rotation, vmd_curve_bytes({})};
}

VmdDocument full_vmd() {
  VmdDocument d;
  const auto name = vmd_name20("初音ミク");
  d.model_name.assign(name->begin(), name->end());
  d.bones = {bone_key("センター", 0), bone_key("センター", 30, {1, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}),
             bone_key("左足ＩＫ", 5)};
  d.bones[1].curve =
      vmd_curve_bytes({{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}}});
  d.morphs = {{field(vmd_name15("あ")), 3, 0.5f}};
  d.cameras = {{7, -45, {0, 10, 2}, {0.5f, 0.25f, 0}, {}, 30, 0}};
  for (std::uint8_t i = 0; i < 24; ++i) d.cameras[0].curve[i] = i;
  d.lights = {{0, {0.6f, 0.6f, 0.6f}, {-0.5f, -1, 0.5f}}};
  d.shadows = {{0, 1, 0.01125f}};
  d.properties = {
      {0, 1, {{field(vmd_name20("左足ＩＫ")), 1}}},
      {15, 0, {{field(vmd_name20("左足ＩＫ")), 0}, {field(vmd_name20("右足ＩＫ")), 1}}}};
  return d;
}

}  // namespace odori::io
