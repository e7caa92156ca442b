// Shader programs, each a pair of files with some defines; compiled when first asked for.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "gl_objects.h"
#include "odori/base/result.h"
#include "odori/math/mat.h"

namespace odori::gl {

// Texture units, by what is bound there.
enum Unit : int {
  kUnitPicture = 0,
  kUnitSphere = 1,
  kUnitToon = 2,
  kUnitShadow = 3,
  kUnitShadowDepth = 4,
  kUnitColour = 5,
  kUnitDepth = 6,
  kUnitOcclusion = 7,
  kUnitBloomNear = 8,
  kUnitBloomFar = 9,
  kUnitShadowMask = 10,
};

// Bits of a variant: the #defines of the shader files.
enum Define : std::uint32_t {
  kPicture = 1 << 0,
  kSphere = 1 << 1,
  kSphereAdd = 1 << 2,
  kSubTexture = 1 << 3,
  kToon = 1 << 4,
  kShadow = 1 << 5,
  kSoftShadow = 1 << 6,
  kSpecular = 1 << 7,
  kFactors = 1 << 8,
  kOpaque = 1 << 9,
  kUv1 = 1 << 10,
  kVertexColour = 1 << 11,
  kPoints = 1 << 12,
  kOcclusion = 1 << 13,
  kBloom = 1 << 14,
  kMask = 1 << 15,
};

enum class Uniform : std::uint8_t {
  clip_from_world,
  view_from_world,
  world_from_clip,
  shadow_from_world,
  shadow_offset,
  shadow_step,
  shadow_softness,
  base,
  to_light,
  specular,
  toon_dark,
  picture_multiply,
  picture_add,
  sphere_multiply,
  sphere_add,
  toon_multiply,
  toon_add,
  light_tint,
  light_direction,
  ground_shadow,
  sky_top,
  sky_bottom,
  eye,
  edge_width,
  least_width,
  surface,
  flip,
  unproject_xyw,
  unproject_z,
  project,
  depth_pixel,
  radius,
  far_z,
  step_uv,
  threshold,
  occlusion_strength,
  bloom_strength,
  plane,
  count,
};

// Setters act on the program in use; a uniform that a variant does not have is passed over.
class Program {
 public:
  Program() = default;
  explicit Program(ProgramName name);
  void use() const { glUseProgram(name_.id()); }
  void set(Uniform u, float x) const { glUniform1f(at(u), x); }
  void set(Uniform u, Vec2 v) const { glUniform2f(at(u), v.x, v.y); }
  void set(Uniform u, Vec3 v) const { glUniform3f(at(u), v.x, v.y, v.z); }
  void set(Uniform u, Vec4 v) const { glUniform4f(at(u), v.x, v.y, v.z, v.w); }
  void set(Uniform u, const Mat4& m) const { glUniformMatrix4fv(at(u), 1, GL_FALSE, m.m.data()); }

 private:
  GLint at(Uniform u) const { return locations_[static_cast<std::size_t>(u)]; }
  ProgramName name_;
  std::array<GLint, static_cast<std::size_t>(Uniform::count)> locations_{};
};

class Programs {
 public:
  // Names without ending: vertex "mesh" is mesh.vert.glsl. Null after a failure, which error()
  // tells.
  const Program* get(const char* vertex, const char* fragment, std::uint32_t defines = 0);
  const Error& error() const { return error_; }

 private:
  Result<Program> build(const std::string& vertex, const std::string& fragment,
                        std::uint32_t defines) const;
  std::map<std::tuple<std::string, std::string, std::uint32_t>, Program> programs_;
  Error error_;
};

}  // namespace odori::gl
