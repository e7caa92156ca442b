// Small scenes made by code, and how they are drawn.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "odori/math/trig.h"
#include "odori/render/renderer.h"

namespace odori::test {

struct Rgb {
  int r, g, b;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};
inline void PrintTo(const Rgb& c, std::ostream* os) {
  *os << "(" << c.r << ", " << c.g << ", " << c.b << ")";
}

inline Rgb at(const Picture& p, int x, int y) {
  const std::uint8_t* c = p.pixel(x, y);
  return {c[0], c[1], c[2]};
}
inline int difference(Rgb a, Rgb b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

// A scene in the making: assets and one frame. No set, white sky, no effects, an orthographic
// camera that looks down -Z at a square from -1 to 1.
struct TestScene {
  SceneAssets assets;
  FrameScene frame;

  TestScene() {
    frame.camera.clip_from_view = orthographic(-1, 1, -1, 1, 0.1f, 20);
    frame.camera.view_from_world = look_at({0, 0, 10}, {0, 0, 0}, {0, 1, 0});
    frame.camera.eye = {0, 0, 10};
    frame.light.colour = {1, 1, 1};
    frame.light.direction = {0, 0, -1};
    frame.light.self_shadow = false;
    frame.environment.sky_top = frame.environment.sky_bottom = {1, 1, 1};
    frame.post = {0, 0.85f, 0, 1, 0};
  }

  void perspective_camera(Vec3 eye, Vec3 target, float fov = 30, float aspect = 1) {
    frame.camera.eye = eye;
    frame.camera.fov = fov;
    frame.camera.view_from_world = look_at(eye, target, {0, 1, 0});
    frame.camera.clip_from_view = perspective(trig::degrees_to_radians(fov), aspect, 0.5f, 500);
  }

  // Index of a new picture.
  PictureIndex picture(int width, int height, const std::vector<std::uint8_t>& rgba,
                       Wrap wrap = Wrap::clamp) {
    assets.pictures.push_back({"test", {width, height, rgba, true}, wrap, false});
    return static_cast<PictureIndex>(assets.pictures.size() - 1);
  }

  // A new mesh with one material: flat colour, no light falls on it, seen from both sides.
  std::size_t mesh(const std::vector<SceneVertex>& vertices,
                   const std::vector<std::uint32_t>& indices, Vec4 colour) {
    SceneMesh m;
    m.name = "test";
    m.vertex_count = static_cast<std::uint32_t>(vertices.size());
    m.indices = indices;
    m.edge_scale.assign(vertices.size(), 1);
    SceneMaterial material;
    material.index_count = static_cast<std::uint32_t>(indices.size());
    material.both_sides = true;
    m.materials.push_back(material);
    assets.meshes.push_back(m);
    SceneMeshFrame f;
    f.vertices = vertices;
    SceneMaterialState state;
    state.diffuse = {0, 0, 0, colour.w};
    state.ambient = {colour.x, colour.y, colour.z, 1};
    f.materials.push_back(state);
    frame.meshes.push_back(f);
    return assets.meshes.size() - 1;
  }

  // Faces +Z; counter-clockwise from there.
  std::size_t quad(float x0, float y0, float x1, float y1, float z, Vec4 colour) {
    const Vec3 n{0, 0, 1};
    return mesh({{{x0, y0, z}, n, {0, 1}, {}},
                 {{x1, y0, z}, n, {1, 1}, {}},
                 {{x1, y1, z}, n, {1, 0}, {}},
                 {{x0, y1, z}, n, {0, 0}, {}}},
                {0, 1, 2, 0, 2, 3}, colour);
  }

  std::size_t sphere(Vec3 centre, float radius, Vec4 colour, int rings = 32) {
    std::vector<SceneVertex> v;
    std::vector<std::uint32_t> indices;
    const int columns = 2 * rings;
    for (int i = 0; i <= rings; ++i) {
      for (int k = 0; k <= columns; ++k) {
        const trig::SinCos a = trig::sincos(trig::kPi * i / rings);
        const trig::SinCos b = trig::sincos(2 * trig::kPi * k / columns);
        const Vec3 n{static_cast<float>(a.sin * b.cos), static_cast<float>(a.cos),
                     static_cast<float>(a.sin * b.sin)};
        v.push_back({centre + n * radius, n, {}, {}});
      }
    }
    for (int i = 0; i < rings; ++i) {
      for (int k = 0; k < columns; ++k) {
        const auto p = static_cast<std::uint32_t>(i * (columns + 1) + k);
        const auto q = p + static_cast<std::uint32_t>(columns) + 1;
        indices.insert(indices.end(), {p, p + 1, q, p + 1, q + 1, q});
      }
    }
    return mesh(v, indices, colour);
  }

  // A level set at y = 0 that takes shadows.
  std::size_t floor(float size, Vec4 colour) {
    const Vec3 n{0, 1, 0};
    const std::size_t i = mesh({{{-size, 0, size}, n, {}, {1, 1, 1, 1}},
                                {{size, 0, size}, n, {}, {1, 1, 1, 1}},
                                {{size, 0, -size}, n, {}, {1, 1, 1, 1}},
                                {{-size, 0, -size}, n, {}, {1, 1, 1, 1}}},
                               {0, 1, 2, 0, 2, 3}, colour);
    assets.meshes[i].is_static = true;
    assets.meshes[i].materials[0].is_set = true;
    assets.meshes[i].materials[0].receives_shadow = true;
    frame.meshes[i].materials[0].diffuse = colour;
    return i;
  }

  SceneMaterial& material(std::size_t mesh) { return assets.meshes[mesh].materials[0]; }
  SceneMaterialState& state(std::size_t mesh) { return frame.meshes[mesh].materials[0]; }
};

// One renderer for all tests of a program; null where there is no device.
inline Renderer* shared_renderer() {
  static const std::unique_ptr<Renderer> renderer = [] {
    auto made = make_gl_renderer();
    return made ? std::move(*made) : nullptr;
  }();
  return renderer.get();
}

#define ODORI_NEEDS_DEVICE() \
  if (!odori::test::shared_renderer()) GTEST_SKIP() << "no device to draw with (EGL, OpenGL 3.3)"

inline Picture draw(const TestScene& scene, int width = 64, int height = 64,
                    Preset preset = Preset::standard) {
  Picture out;
  const Result<void> prepared =
      shared_renderer()->prepare(scene.assets, RenderOptions{width, height, preset});
  EXPECT_TRUE(prepared.has_value()) << (prepared ? "" : to_text(prepared.error()));
  if (!prepared) return out;
  const Result<void> drawn = shared_renderer()->render(scene.frame, out);
  EXPECT_TRUE(drawn.has_value()) << (drawn ? "" : to_text(drawn.error()));
  return out;
}

}  // namespace odori::test
