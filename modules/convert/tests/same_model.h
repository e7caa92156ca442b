// Whether two models are the same, number for number.
#pragma once

#include <gtest/gtest.h>

#include <tuple>

#include "odori/convert/mmd.h"

namespace odori::same_model {

inline Model imported(const io::PmxDocument& d) {
  auto model = import_pmx(d);
  EXPECT_TRUE(model) << to_text(model.error());
  return model ? *model : Model{};
}

// Through the bytes of a file, so that what is written can be read.
inline Model again(const Model& model, const PmxOptions& options = {}) {
  const PmxExport out = export_pmx(model, options);
  const auto bytes = io::encode_pmx(out.document);
  EXPECT_TRUE(bytes) << to_text(bytes.error());
  if (!bytes) return {};
  const auto document = io::decode_pmx(*bytes);
  EXPECT_TRUE(document) << to_text(document.error());
  return document ? imported(*document) : Model{};
}

inline void expect_same(const Skeleton& a, const Skeleton& b) {
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.names_en, b.names_en);
  EXPECT_EQ(a.parent, b.parent);
  EXPECT_EQ(a.rest_position, b.rest_position);
  EXPECT_EQ(a.rest_translation, b.rest_translation);
  EXPECT_EQ(a.rest_rotation, b.rest_rotation);
  EXPECT_EQ(a.tail, b.tail);
  EXPECT_EQ(a.flags, b.flags);
  EXPECT_EQ(a.layer, b.layer);
  EXPECT_EQ(a.file_index, b.file_index);
  EXPECT_EQ(a.from_file_index, b.from_file_index);
  ASSERT_EQ(a.appends.size(), b.appends.size());
  for (std::size_t i = 0; i < a.appends.size(); ++i) {
    const Append &x = a.appends[i], &y = b.appends[i];
    EXPECT_EQ(std::tie(x.bone, x.source, x.ratio, x.rotation, x.translation, x.local),
              std::tie(y.bone, y.source, y.ratio, y.rotation, y.translation, y.local));
  }
  ASSERT_EQ(a.iks.size(), b.iks.size());
  for (std::size_t i = 0; i < a.iks.size(); ++i) {
    const Ik &x = a.iks[i], &y = b.iks[i];
    EXPECT_EQ(std::tie(x.bone, x.effector, x.loops, x.unit_angle),
              std::tie(y.bone, y.effector, y.loops, y.unit_angle));
    ASSERT_EQ(x.links.size(), y.links.size());
    for (std::size_t k = 0; k < x.links.size(); ++k) {
      const IkLink &l = x.links[k], &m = y.links[k];
      EXPECT_EQ(std::tie(l.bone, l.limited, l.low, l.high),
                std::tie(m.bone, m.limited, m.low, m.high));
    }
  }
  ASSERT_EQ(a.fixed_axes.size(), b.fixed_axes.size());
  for (std::size_t i = 0; i < a.fixed_axes.size(); ++i) {
    EXPECT_EQ(a.fixed_axes[i].bone, b.fixed_axes[i].bone);
    EXPECT_EQ(a.fixed_axes[i].axis, b.fixed_axes[i].axis);
  }
  ASSERT_EQ(a.local_axes.size(), b.local_axes.size());
  for (std::size_t i = 0; i < a.local_axes.size(); ++i) {
    const LocalAxes &x = a.local_axes[i], &y = b.local_axes[i];
    EXPECT_EQ(std::tie(x.bone, x.x, x.z), std::tie(y.bone, y.x, y.z));
  }
}

inline void expect_same(const Material& a, const Material& b) {
  EXPECT_EQ(std::tie(a.name, a.name_en, a.texture, a.both_sides, a.primitive, a.first_index,
                     a.index_count),
            std::tie(b.name, b.name_en, b.texture, b.both_sides, b.primitive, b.first_index,
                     b.index_count));
  const MmdShading &x = a.mmd, &y = b.mmd;
  EXPECT_EQ(std::tie(x.diffuse, x.specular, x.specular_power, x.ambient, x.edge_colour, x.edge_size,
                     x.sphere, x.sphere_mode, x.toon, x.shared_toon),
            std::tie(y.diffuse, y.specular, y.specular_power, y.ambient, y.edge_colour, y.edge_size,
                     y.sphere, y.sphere_mode, y.toon, y.shared_toon));
  EXPECT_EQ(std::tie(x.edge, x.ground_shadow, x.casts_shadow, x.receives_shadow, x.vertex_colour),
            std::tie(y.edge, y.ground_shadow, y.casts_shadow, y.receives_shadow, y.vertex_colour));
}

inline void expect_same(const Mesh& a, const Mesh& b) {
  // Whole lists at once: a mesh has too many numbers to name each.
  EXPECT_TRUE(a.positions == b.positions);
  EXPECT_TRUE(a.normals == b.normals);
  EXPECT_TRUE(a.uvs == b.uvs);
  EXPECT_TRUE(a.edge_scale == b.edge_scale);
  EXPECT_TRUE(a.additional_uvs == b.additional_uvs);
  EXPECT_TRUE(a.indices == b.indices);
  EXPECT_TRUE(a.skin.bones == b.skin.bones);
  EXPECT_TRUE(a.skin.weights == b.skin.weights);
  ASSERT_EQ(a.skin.runs.size(), b.skin.runs.size());
  for (std::size_t i = 0; i < a.skin.runs.size(); ++i) {
    const SkinRun &x = a.skin.runs[i], &y = b.skin.runs[i];
    EXPECT_EQ(std::tie(x.kind, x.begin, x.end), std::tie(y.kind, y.begin, y.end));
  }
  ASSERT_EQ(a.skin.sdef.size(), b.skin.sdef.size());
  for (std::size_t i = 0; i < a.skin.sdef.size(); ++i) {
    const SdefPoints &x = a.skin.sdef[i], &y = b.skin.sdef[i];
    EXPECT_EQ(std::tie(x.c, x.r0, x.r1), std::tie(y.c, y.r0, y.r1));
  }
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) expect_same(a.materials[i], b.materials[i]);
  ASSERT_EQ(a.textures.size(), b.textures.size());
  for (std::size_t i = 0; i < a.textures.size(); ++i)
    EXPECT_EQ(a.textures[i].name, b.textures[i].name);
}

// Every number of a morph, in order.
inline std::vector<float> numbers_of(const Morph& m) {
  std::vector<float> n;
  const auto v3 = [&](Vec3 v) { n.insert(n.end(), {v.x, v.y, v.z}); };
  const auto v4 = [&](Vec4 v) { n.insert(n.end(), {v.x, v.y, v.z, v.w}); };
  const auto whole = [&](auto v) { n.push_back(static_cast<float>(static_cast<std::int64_t>(v))); };
  for (const auto& o : m.members) whole(o.morph), n.push_back(o.ratio);
  for (const auto& o : m.vertices) whole(o.vertex), v3(o.offset);
  for (const auto& o : m.bones) {
    whole(o.bone), v3(o.translation);
    v4({o.rotation.x, o.rotation.y, o.rotation.z, o.rotation.w});
  }
  for (const auto& o : m.uvs) whole(o.vertex), v4(o.offset);
  for (const auto& o : m.materials) {
    whole(o.material), whole(o.add), v4(o.diffuse), v3(o.specular), n.push_back(o.specular_power);
    v3(o.ambient), v4(o.edge_colour), n.push_back(o.edge_size);
    v4(o.texture), v4(o.sphere), v4(o.toon);
  }
  for (const auto& o : m.impulses) whole(o.body), whole(o.local), v3(o.velocity), v3(o.torque);
  return n;
}

inline void expect_same(const Morph& a, const Morph& b) {
  EXPECT_EQ(std::tie(a.name, a.name_en, a.panel, a.kind, a.uv_channel),
            std::tie(b.name, b.name_en, b.panel, b.kind, b.uv_channel));
  EXPECT_TRUE(numbers_of(a) == numbers_of(b)) << a.name;
}

// A PMX gives rotations as angles: all but these are the same to the bit.
inline constexpr float kTurn = 2e-6f;

inline void expect_same(const Body& a, const Body& b) {
  EXPECT_EQ(std::tie(a.name, a.bone, a.group, a.collides_with, a.shape, a.size, a.position, a.mass,
                     a.linear_damping, a.angular_damping, a.restitution, a.friction, a.mode),
            std::tie(b.name, b.bone, b.group, b.collides_with, b.shape, b.size, b.position, b.mass,
                     b.linear_damping, b.angular_damping, b.restitution, b.friction, b.mode));
  EXPECT_LT(angle_between(a.rotation, b.rotation), kTurn) << a.name;
}

inline void expect_same(const Joint& a, const Joint& b) {
  EXPECT_EQ(std::tie(a.name, a.kind, a.a, a.b, a.position, a.translation_low, a.translation_high,
                     a.rotation_low, a.rotation_high, a.spring_translation, a.spring_rotation),
            std::tie(b.name, b.kind, b.a, b.b, b.position, b.translation_low, b.translation_high,
                     b.rotation_low, b.rotation_high, b.spring_translation, b.spring_rotation));
  EXPECT_LT(angle_between(a.rotation, b.rotation), kTurn) << a.name;
}

inline void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(std::tie(a.meta.name, a.meta.name_en, a.meta.comment, a.meta.comment_en),
            std::tie(b.meta.name, b.meta.name_en, b.meta.comment, b.meta.comment_en));
  EXPECT_EQ(a.metres_per_unit, b.metres_per_unit);
  expect_same(a.skeleton, b.skeleton);
  expect_same(a.mesh, b.mesh);
  ASSERT_EQ(a.morphs.size(), b.morphs.size());
  for (std::size_t i = 0; i < a.morphs.size(); ++i) expect_same(a.morphs[i], b.morphs[i]);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same(a.bodies[i], b.bodies[i]);
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) expect_same(a.joints[i], b.joints[i]);
}

}  // namespace odori::same_model
