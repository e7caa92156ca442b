#include "scene_pass.h"

#include <algorithm>
#include <cmath>

namespace odori::gl {
namespace {

constexpr float kLeastLine = 1.25f;       // drawn pixels: a thinner one is not whole
constexpr float kShadowReach = 1.9f;      // texels, of the four comparisons
constexpr float kLightSize = 0.045f;      // softness: world units a unit between blocker and shadow
constexpr float kLargestSoftness = 0.9f;  // world units

const GpuPicture* picture_of(const FrameDraw& draw, PictureIndex index) {
  if (index < 0) return nullptr;
  const GpuPicture& picture = draw.pictures[static_cast<std::size_t>(index)];
  return picture.there ? &picture : nullptr;
}

void bind_picture(int unit, const GpuPicture* picture) {
  if (picture) bind_texture(unit, picture->texture.id());
}

bool is_drawn(const SceneMaterial& material, const SceneMaterialState& state) {
  return material.index_count > 0 && state.diffuse.w >= 1.0f / 255;
}

// Part of a material's indices, which may be empty.
struct Span {
  std::uint32_t begin = 0, end = 0;
};

void draw_indices(const SceneMaterial& material, Span part) {
  if (part.begin >= part.end) return;
  constexpr GLenum kModes[] = {GL_TRIANGLES, GL_LINES, GL_POINTS};
  const auto offset =
      (static_cast<std::uintptr_t>(material.first_index) + part.begin) * sizeof(std::uint32_t);
  glDrawElements(kModes[material.primitive], static_cast<GLsizei>(part.end - part.begin),
                 GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset));
}
void draw_indices(const SceneMaterial& material) {
  draw_indices(material, {0, material.index_count});
}

void cull(bool both_sides, GLenum side = GL_BACK) {
  if (both_sides) {
    glDisable(GL_CULL_FACE);
  } else {
    glEnable(GL_CULL_FACE);
    glCullFace(side);
  }
}

// Alpha of the target: how much of the set is still seen. An actor takes it away.
void blend(bool on) {
  if (on) {
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
  } else {
    glDisable(GL_BLEND);
  }
}

Vec3 saturate(Vec3 v) {
  return {std::clamp(v.x, 0.0f, 1.0f), std::clamp(v.y, 0.0f, 1.0f), std::clamp(v.z, 0.0f, 1.0f)};
}

Vec3 rgb(Vec4 v) { return {v.x, v.y, v.z}; }

// What every program of the scene gets once; a uniform that it lacks is passed over.
void set_frame_uniforms(const FrameDraw& draw, const Program& program) {
  const FrameScene& scene = draw.scene;
  program.set(Uniform::clip_from_world, draw.clip_from_world);
  program.set(Uniform::view_from_world, scene.camera.view_from_world);
  program.set(Uniform::shadow_from_world, draw.shadow.map_from_world);
  program.set(Uniform::to_light, draw.to_light);
  program.set(Uniform::light_direction, scene.light.direction);
  program.set(Uniform::ground_shadow, scene.environment.ground_shadow);
  program.set(Uniform::sky_top, scene.environment.sky_top);
  program.set(Uniform::sky_bottom, scene.environment.sky_bottom);
  program.set(Uniform::eye, scene.camera.eye);
  if (!draw.shadow.on) return;
  const float map_units = 1 / draw.shadow.depth;  // as wide as it is deep
  const float reach = kShadowReach * draw.shadow.texel * map_units;
  program.set(Uniform::shadow_step, Vec2{reach, reach});
  program.set(Uniform::shadow_softness, Vec2{kLightSize, kLargestSoftness * map_units});
}

// ---- actors

std::uint32_t actor_defines(const FrameDraw& draw, const SceneMaterial& m,
                            const SceneMaterialState& s) {
  const GpuPicture* picture = picture_of(draw, m.texture);
  const GpuPicture* sphere = m.sphere_mode ? picture_of(draw, m.sphere) : nullptr;
  std::uint32_t d = 0;
  if (picture) d |= kPicture;
  if (sphere) d |= kSphere;
  if (sphere && m.sphere_mode == 2) d |= kSphereAdd;
  if (sphere && m.sphere_mode == 3) d |= kSubTexture | kUv1;
  if (m.vertex_colour) d |= kVertexColour | kUv1;
  if (picture_of(draw, m.toon)) d |= kToon;
  if (draw.shadow.on && m.receives_shadow && m.primitive == 0) {
    d |= kShadow | (draw.soft_shadow ? kSoftShadow : 0u);
  }
  if (s.specular_power.w > 0 &&
      (s.specular_power.x > 0 || s.specular_power.y > 0 || s.specular_power.z > 0)) {
    d |= kSpecular;
  }
  const SceneMaterialState identity;
  if (s.texture_multiply != identity.texture_multiply || s.texture_add != identity.texture_add ||
      s.sphere_multiply != identity.sphere_multiply || s.sphere_add != identity.sphere_add ||
      s.toon_multiply != identity.toon_multiply || s.toon_add != identity.toon_add) {
    d |= kFactors;
  }
  if (m.primitive == 2) d |= kPoints;
  return d;
}

Vec3 base_of(const FrameDraw& draw, const SceneMaterialState& s) {
  return saturate(rgb(s.diffuse) * draw.scene.light.colour + rgb(s.ambient));
}

void set_material_uniforms(const FrameDraw& draw, const SceneMaterial& m,
                           const SceneMaterialState& s, const Program& program) {
  const Vec3 light = draw.scene.light.colour;
  const Vec3 base = base_of(draw, s);
  program.set(Uniform::base, Vec4{base.x, base.y, base.z, std::clamp(s.diffuse.w, 0.0f, 1.0f)});
  const Vec3 specular = rgb(s.specular_power) * light;
  program.set(Uniform::specular, Vec4{specular.x, specular.y, specular.z, s.specular_power.w});
  const GpuPicture* toon = picture_of(draw, m.toon);
  program.set(Uniform::toon_dark, toon ? toon->dark_end : Vec3{1, 1, 1});
  program.set(Uniform::picture_multiply, s.texture_multiply);
  program.set(Uniform::picture_add, s.texture_add);
  program.set(Uniform::sphere_multiply, s.sphere_multiply);
  program.set(Uniform::sphere_add, s.sphere_add);
  program.set(Uniform::toon_multiply, s.toon_multiply);
  program.set(Uniform::toon_add, s.toon_add);
  program.set(Uniform::shadow_offset, 1.5f * draw.shadow.texel);
  bind_picture(kUnitPicture, picture_of(draw, m.texture));
  bind_picture(kUnitSphere, picture_of(draw, m.sphere));
  bind_picture(kUnitToon, toon);
}

bool draw_edge(const FrameDraw& draw, const SceneMeshFrame& frame, const SceneMaterial& m,
               const SceneMaterialState& s) {
  const SceneCamera& camera = draw.scene.camera;
  const float distance = length(camera.eye - frame.edge_origin);
  const float width =
      s.edge_size * frame.edge_scale * 0.001f * distance * std::clamp(camera.fov / 30, 0.0f, 1.0f);
  if (!m.edge || m.primitive != 0 || s.edge_colour.w < 1.0f / 255 || !(width > 0) ||
      !std::isfinite(width)) {
    return true;
  }
  const GpuPicture* picture = picture_of(draw, m.texture);
  const Program* program = draw.programs.get("edge", "edge", picture ? kPicture : 0u);
  if (!program) return false;
  program->use();
  program->set(Uniform::clip_from_world, draw.clip_from_world);
  program->set(Uniform::edge_width, width);
  program->set(
      Uniform::least_width,
      2 * kLeastLine / (std::fabs(camera.clip_from_view.m[5]) * static_cast<float>(draw.height)));
  program->set(Uniform::base, s.edge_colour);
  program->set(Uniform::surface, base_of(draw, s));
  bind_picture(kUnitPicture, picture);
  blend(true);
  cull(false, GL_FRONT);
  glEnable(GL_POLYGON_OFFSET_FILL);
  // Only where it has no width it must not win over the surface. Not by its slope, which is steep
  // just where it shows: strands that lie close to others would lose their lines.
  glPolygonOffset(0, 4);
  draw_indices(m);
  glDisable(GL_POLYGON_OFFSET_FILL);
  return true;
}

bool draw_part(const FrameDraw& draw, const SceneMaterial& m, const SceneMaterialState& s,
               std::uint32_t defines, Span part) {
  if (part.begin >= part.end) return true;
  const Program* program = draw.programs.get("mesh", "actor", defines);
  if (!program) return false;
  program->use();
  set_frame_uniforms(draw, *program);
  set_material_uniforms(draw, m, s, *program);
  blend(!(defines & kOpaque));
  draw_indices(m, part);
  return true;
}

// In the order of the file, as MMD does: each material blends over what stands there and writes
// depth.
bool draw_actor(const FrameDraw& draw, std::size_t index) {
  const SceneMesh& mesh = draw.assets.meshes[index];
  const SceneMeshFrame& frame = draw.scene.meshes[index];
  glBindVertexArray(draw.meshes[index].array.id());
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    const SceneMaterial& m = mesh.materials[i];
    const SceneMaterialState& s = frame.materials[i];
    if (m.is_set || !is_drawn(m, s)) continue;
    const GpuPicture* sphere = m.sphere_mode ? picture_of(draw, m.sphere) : nullptr;
    const bool solid = s.diffuse.w >= 1 && !(sphere && sphere->holes.any());
    const std::uint32_t opaque = solid ? draw.meshes[index].opaque_count[i] : 0;
    const std::uint32_t defines = actor_defines(draw, m, s);
    cull(m.both_sides || m.primitive != 0);
    if (!draw_part(draw, m, s, defines | kOpaque, {0, opaque}) ||
        !draw_part(draw, m, s, defines, {opaque, m.index_count})) {
      return false;
    }
    if (!draw_edge(draw, frame, m, s)) return false;
  }
  return true;
}

// ---- set

bool draw_set_materials(const FrameDraw& draw, bool with_shadow, const Rect& part) {
  glScissor(part.x, part.y, part.width, part.height);
  const Vec3 light = draw.scene.light.colour * (255.0f / 154);
  const Vec3 tint = saturate(lerp(Vec3{1, 1, 1}, light, 0.5f));
  for (std::size_t k = 0; k < draw.assets.meshes.size(); ++k) {
    const SceneMesh& mesh = draw.assets.meshes[k];
    if (!draw.scene.meshes[k].visible) continue;
    glBindVertexArray(draw.meshes[k].array.id());
    for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
      const SceneMaterial& m = mesh.materials[i];
      const SceneMaterialState& s = draw.scene.meshes[k].materials[i];
      if (!m.is_set || !is_drawn(m, s)) continue;
      const GpuPicture* picture = picture_of(draw, m.texture);
      const bool opaque = s.diffuse.w >= 1 && draw.meshes[k].opaque_count[i] == m.index_count;
      std::uint32_t defines = (picture ? kPicture : 0u) | (opaque ? kOpaque : 0u);
      if (m.vertex_colour) defines |= kVertexColour | kUv1;
      if (with_shadow && m.receives_shadow) {
        defines |= kShadow;
        defines |= draw.floor_shadow ? kMask : draw.soft_shadow ? kSoftShadow : 0u;
      }
      const Program* program = draw.programs.get("mesh", "set", defines);
      if (!program) return false;
      program->use();
      set_frame_uniforms(draw, *program);
      program->set(Uniform::base, s.diffuse);
      program->set(Uniform::light_tint, tint);
      program->set(Uniform::shadow_offset, m.casts_shadow ? 1.5f * draw.shadow.texel : 0.0f);
      bind_picture(kUnitPicture, picture);
      if (opaque) {
        glDisable(GL_BLEND);
      } else {
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
      }
      cull(m.both_sides || m.primitive != 0);
      draw_indices(m);
    }
  }
  return true;
}

// The part of the picture where a shadow of an actor can fall on the set.
Rect shadow_part(const FrameDraw& draw) {
  if (!draw.shadow.on || draw.casters.empty()) return {};
  const Bounds casters =
      draw.casters.grown(draw.soft_shadow ? kLargestSoftness : 3 * draw.shadow.texel);
  std::vector<Vec3> points =
      shadow_points(casters, normalise(draw.scene.light.direction), draw.set_bounds.low.y);
  if (points.empty()) return {0, 0, draw.width, draw.height};
  if (!draw.flat_set) {
    const auto corners = casters.corners();
    points.insert(points.end(), corners.begin(), corners.end());
  }
  return rect_of(points, draw.clip_from_world, draw.width, draw.height, 2);
}

bool draw_set(const FrameDraw& draw) {
  if (!draw.has_set) return true;
  const Rect inside = shadow_part(draw);
  glEnable(GL_SCISSOR_TEST);
  bool ok = inside.empty() || draw_set_materials(draw, true, inside);
  for (const Rect& part : around(inside, draw.width, draw.height)) {
    ok = ok && draw_set_materials(draw, false, part);
  }
  glDisable(GL_SCISSOR_TEST);
  return ok;
}

bool draw_sky(const FrameDraw& draw) {
  const Program* program = draw.programs.get("sky", "sky");
  if (!program) return false;
  program->use();
  set_frame_uniforms(draw, *program);
  program->set(Uniform::world_from_clip, inverse(draw.clip_from_world));
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_FALSE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
  return true;
}

// MMD's own ground shadow: every pixel is darkened once.
bool draw_planar_shadows(const FrameDraw& draw) {
  if (!draw.scene.environment.planar_ground_shadow || !(draw.scene.light.direction.y < -1e-3f)) {
    return true;
  }
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_EQUAL, 0, 0xFF);
  glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_ZERO, GL_SRC_COLOR, GL_ZERO, GL_ONE);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_FALSE);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(-1, -1);
  bool ok = true;
  for (std::size_t k = 0; ok && k < draw.assets.meshes.size(); ++k) {
    const SceneMesh& mesh = draw.assets.meshes[k];
    if (!draw.scene.meshes[k].visible) continue;
    glBindVertexArray(draw.meshes[k].array.id());
    for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
      const SceneMaterial& m = mesh.materials[i];
      if (!m.ground_shadow || m.is_set || m.primitive != 0 ||
          !is_drawn(m, draw.scene.meshes[k].materials[i])) {
        continue;
      }
      const GpuPicture* picture = picture_of(draw, m.texture);
      const bool masked = draw.meshes[k].opaque_count[i] < m.index_count;
      const Program* program = draw.programs.get("flat", "flat", masked ? kPicture : 0u);
      if (!program) return false;
      program->use();
      set_frame_uniforms(draw, *program);
      const Vec3 c = draw.scene.environment.ground_shadow;
      program->set(Uniform::base, Vec4{c.x, c.y, c.z, 1});
      bind_picture(kUnitPicture, picture);
      draw_indices(m);
    }
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
  glDisable(GL_STENCIL_TEST);
  return ok;
}

bool draw_caster(const FrameDraw& draw, const SceneMaterial& m, const SceneMaterialState& s,
                 std::uint32_t defines, Span part) {
  if (part.begin >= part.end) return true;
  const Program* program = draw.programs.get("depth", "depth", defines);
  if (!program) return false;
  program->use();
  program->set(Uniform::clip_from_world, draw.shadow.clip_from_world);
  program->set(Uniform::base, s.diffuse);
  bind_picture(kUnitPicture, picture_of(draw, m.texture));
  draw_indices(m, part);
  return true;
}

}  // namespace

void prepare_frame(FrameDraw& draw, int shadow_map_size) {
  const FrameScene& scene = draw.scene;
  draw.clip_from_world = scene.camera.clip_from_view * scene.camera.view_from_world;
  const Vec3 to_light = -normalise(scene.light.direction);
  const Vec4 in_view = scene.camera.view_from_world * Vec4{to_light.x, to_light.y, to_light.z, 0};
  draw.to_light = {in_view.x, in_view.y, in_view.z};
  draw.shadow = fit_shadow(scene.light, kLargestSoftness, shadow_map_size);
  for (std::size_t k = 0; k < draw.assets.meshes.size(); ++k) {
    if (!scene.meshes[k].visible) continue;
    bool casts = false, set = false;
    for (const SceneMaterial& m : draw.assets.meshes[k].materials) {
      casts = casts || m.casts_shadow;
      set = set || m.is_set;
    }
    if (casts) draw.casters.add(draw.meshes[k].bounds);
    if (set) {
      draw.has_set = true;
      draw.set_bounds.add(draw.meshes[k].bounds);
      draw.flat_set = draw.flat_set && draw.meshes[k].flat;
    }
  }
  draw.flat_set = draw.flat_set && draw.set_bounds.high.y - draw.set_bounds.low.y < 1e-3f;
  draw.floor_shadow =
      draw.has_set && draw.flat_set && draw.shadow.on && !draw.soft_shadow && to_light.y > 1e-3f;
}

bool draw_floor_shadow(const FrameDraw& draw, const Target& other, const Target& mask) {
  const Program* shadow =
      draw.programs.get("screen", "floor_shadow", kShadow | kSoftShadow | kMask);
  const Program* smooth = draw.programs.get("screen", "smooth");
  if (!shadow || !smooth) return false;
  Mat4 clip_from_map;
  clip_from_map.m = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, -1, -1, -1, 1};
  const Rect part = rect_of(draw.casters.grown(kLargestSoftness).corners(),
                            clip_from_map * draw.shadow.map_from_world, mask.width, mask.height, 2);
  const Vec3 plane =
      plane_in_map(draw.shadow, normalise(draw.scene.light.direction), draw.set_bounds.low.y);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glClearColor(1, 1, 1, 1);
  const auto fill = [&](const Program& program, const Target& from, const Target& to, float reach) {
    draw_into(to);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT);
    if (part.empty()) return;
    glEnable(GL_SCISSOR_TEST);
    glScissor(part.x, part.y, part.width, part.height);
    program.use();
    set_frame_uniforms(draw, program);
    program.set(Uniform::flip, 1.0f);
    program.set(Uniform::plane, plane);
    program.set(Uniform::step_uv, Vec2{reach / static_cast<float>(from.width),
                                       reach / static_cast<float>(from.height)});
    bind_texture(kUnitColour, from.colour.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  };
  fill(*shadow, other, mask, 0);
  fill(*smooth, mask, other, 0.5f);
  fill(*smooth, other, mask, 1);
  glDisable(GL_SCISSOR_TEST);
  bind_texture(kUnitShadowMask, mask.colour.id());
  return true;
}

bool draw_shadow_map(const FrameDraw& draw) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  if (!draw.shadow.on) return true;
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5f, 2);
  for (std::size_t k = 0; k < draw.assets.meshes.size(); ++k) {
    const SceneMesh& mesh = draw.assets.meshes[k];
    if (!draw.scene.meshes[k].visible) continue;
    glBindVertexArray(draw.meshes[k].array.id());
    for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
      const SceneMaterial& m = mesh.materials[i];
      const SceneMaterialState& s = draw.scene.meshes[k].materials[i];
      if (!m.casts_shadow || m.primitive != 0 || !is_drawn(m, s)) continue;
      const std::uint32_t opaque = draw.meshes[k].opaque_count[i];
      if (!draw_caster(draw, m, s, 0, {0, opaque}) ||
          !draw_caster(draw, m, s, kPicture, {opaque, m.index_count})) {
        return false;
      }
    }
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  return true;
}

bool draw_picture(const FrameDraw& draw) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  if (!draw_set(draw) || !draw_sky(draw) || !draw_planar_shadows(draw)) return false;
  for (std::size_t k = 0; k < draw.assets.meshes.size(); ++k) {
    if (draw.scene.meshes[k].visible && !draw_actor(draw, k)) return false;
  }
  return true;
}

}  // namespace odori::gl
