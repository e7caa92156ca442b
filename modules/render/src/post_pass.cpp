#include "post_pass.h"

#include <algorithm>
#include <cmath>

namespace odori::gl {
namespace {

void fill_target() { glDrawArrays(GL_TRIANGLES, 0, 3); }

void only(const Rect& r) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(r.x, r.y, r.width, r.height);
}

Rect grown(const Rect& r, int by, const Target& within) {
  const int x0 = std::max(r.x - by, 0), y0 = std::max(r.y - by, 0);
  const int x1 = std::min(r.x + r.width + by, within.width);
  const int y1 = std::min(r.y + r.height + by, within.height);
  return {x0, y0, x1 - x0, y1 - y0};
}

bool is_set_mesh(const SceneMesh& mesh) {
  return !mesh.materials.empty() && mesh.materials[0].is_set;
}

// The part of the occlusion map that can differ from "nothing hides anything". On a flat floor that
// is where something stands on it.
Rect occlusion_part(const FrameDraw& draw, const Target& map) {
  const ScenePost& post = draw.scene.post;
  if (!draw.has_set || !(post.ao_radius > 0) ||
      !(post.ambient_occlusion > 0 || post.contact_shadow > 0)) {
    return {};
  }
  if (!draw.flat_set) return {0, 0, map.width, map.height};
  const float floor = draw.set_bounds.low.y;
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < draw.meshes.size(); ++k) {
    if (!draw.scene.meshes[k].visible || is_set_mesh(draw.assets.meshes[k]) ||
        draw.meshes[k].low_bounds.empty()) {
      continue;
    }
    Bounds b = draw.meshes[k].low_bounds.grown(post.ao_radius);
    b.low.y = b.high.y = floor;
    const auto corners = b.corners();
    points.insert(points.end(), corners.begin(), corners.end());
  }
  return rect_of(points, draw.clip_from_world, map.width, map.height, 1);
}

bool draw_occlusion(const FrameDraw& draw, const Rect& part, const PostTargets& targets) {
  const Program* program = draw.programs.get("screen", "occlusion");
  if (!program) return false;
  const Mat4& p = draw.scene.camera.clip_from_view;
  const Mat4 u = inverse(p);
  program->use();
  program->set(Uniform::flip, 1.0f);
  program->set(Uniform::unproject_xyw, Vec4{u.m[0], u.m[5], u.m[11], u.m[15]});
  program->set(Uniform::unproject_z, Vec2{u.m[10], u.m[14]});
  program->set(Uniform::project, Vec4{p.m[0], p.m[5], p.m[11], p.m[15]});
  program->set(Uniform::depth_pixel,
               Vec2{1.0f / static_cast<float>(draw.width), 1.0f / static_cast<float>(draw.height)});
  program->set(Uniform::radius, draw.scene.post.ao_radius);
  program->set(Uniform::to_light, draw.to_light);
  program->set(Uniform::far_z, std::min(draw.scene.camera.far_z, 400.0f));
  draw_into(targets.occlusion);
  only(grown(part, 4, targets.occlusion));
  fill_target();

  program = draw.programs.get("screen", "occlusion_blur");
  if (!program) return false;
  program->use();
  program->set(Uniform::flip, 1.0f);
  program->set(Uniform::depth_pixel, Vec2{1.0f / static_cast<float>(targets.occlusion.width),
                                          1.0f / static_cast<float>(targets.occlusion.height)});
  bind_texture(kUnitOcclusion, targets.occlusion.colour.id());
  draw_into(targets.occlusion_smooth);
  only(grown(part, 2, targets.occlusion_smooth));
  fill_target();
  glDisable(GL_SCISSOR_TEST);
  bind_texture(kUnitOcclusion, targets.occlusion_smooth.colour.id());
  return true;
}

void blur(const Program& program, const Target& from, const Target& to, Vec2 step) {
  bind_texture(kUnitColour, from.colour.id());
  draw_into(to);
  program.set(Uniform::step_uv, step);
  fill_target();
}

Vec2 pixel_of(const Target& t) {
  return {1.0f / static_cast<float>(t.width), 1.0f / static_cast<float>(t.height)};
}

bool draw_bloom(const FrameDraw& draw, const Texture& colour, const PostTargets& targets) {
  const Program* extract = draw.programs.get("screen", "bloom_extract");
  const Program* soften = draw.programs.get("screen", "bloom_blur");
  if (!extract || !soften) return false;
  extract->use();
  extract->set(Uniform::flip, 1.0f);
  extract->set(Uniform::threshold, draw.scene.post.bloom_threshold);
  const Vec2 quarter = pixel_of(targets.bloom_near);
  extract->set(Uniform::step_uv, quarter * (1.0f / 3));
  bind_texture(kUnitColour, colour.id());
  draw_into(targets.bloom_near);
  fill_target();
  soften->use();
  soften->set(Uniform::flip, 1.0f);
  const Vec2 near = pixel_of(targets.bloom_near), far = pixel_of(targets.bloom_far);
  blur(*soften, targets.bloom_near, targets.bloom_near_other, {near.x, 0});
  blur(*soften, targets.bloom_near_other, targets.bloom_near, {0, near.y});
  blur(*soften, targets.bloom_near, targets.bloom_far_other, {far.x, 0});
  blur(*soften, targets.bloom_far_other, targets.bloom_far, {0, far.y});
  bind_texture(kUnitBloomNear, targets.bloom_near.colour.id());
  bind_texture(kUnitBloomFar, targets.bloom_far.colour.id());
  return true;
}

Rect common(const Rect& a, const Rect& b) {
  const int x0 = std::max(a.x, b.x), y0 = std::max(a.y, b.y);
  const int x1 = std::min(a.x + a.width, b.x + b.width);
  const int y1 = std::min(a.y + a.height, b.y + b.height);
  return {x0, y0, x1 - x0, y1 - y0};
}

// `part` in the final picture, y from the bottom as the scene was drawn.
bool resolve_part(const FrameDraw& draw, std::uint32_t defines, float flip, const Target& to,
                  Rect part) {
  if (part.empty()) return true;
  const Program* program = draw.programs.get("screen", "resolve", defines);
  if (!program) return false;
  const ScenePost& post = draw.scene.post;
  program->use();
  program->set(Uniform::flip, flip);
  program->set(Uniform::ground_shadow, draw.scene.environment.ground_shadow);
  program->set(Uniform::occlusion_strength, Vec2{std::clamp(post.ambient_occlusion, 0.0f, 1.0f),
                                                 std::clamp(post.contact_shadow, 0.0f, 1.0f)});
  program->set(Uniform::bloom_strength, std::clamp(post.bloom, 0.0f, 4.0f));
  if (flip < 0) part.y = to.height - part.y - part.height;
  draw_into(to);
  only(part);
  fill_target();
  return true;
}

// `part` of the final picture, with occlusion where there is some.
bool resolve(const FrameDraw& draw, std::uint32_t defines, const Rect& occluded, float flip,
             const Target& to, const Rect& part) {
  bool ok = resolve_part(draw, defines | kOcclusion, flip, to, common(part, occluded));
  for (const Rect& rest : around(occluded, to.width, to.height)) {
    ok = ok && resolve_part(draw, defines, flip, to, common(part, rest));
  }
  glDisable(GL_SCISSOR_TEST);
  return ok;
}

// Where there are edges to smooth: the sky and a level floor have none.
Rect actor_part(const FrameDraw& draw, const Target& to) {
  if (draw.has_set && !draw.flat_set) return {0, 0, to.width, to.height};
  Bounds actors;
  for (std::size_t k = 0; k < draw.meshes.size(); ++k) {
    if (draw.scene.meshes[k].visible && !is_set_mesh(draw.assets.meshes[k])) {
      actors.add(draw.meshes[k].bounds);
    }
  }
  if (actors.empty()) return {};
  return rect_of(actors.corners(), draw.clip_from_world, to.width, to.height, 4);
}

// `part` of the drawn picture.
bool smooth_edges(const FrameDraw& draw, const Target& to, const Rect& part) {
  const Program* program = draw.programs.get("screen", "fxaa");
  if (!program) return false;
  program->use();
  program->set(Uniform::flip, 1.0f);
  program->set(Uniform::step_uv, pixel_of(to));
  draw_into(to);
  only(part);
  fill_target();
  glDisable(GL_SCISSOR_TEST);
  return true;
}

}  // namespace

PostTargets make_post_targets(int width, int height, int drawn_width, int drawn_height) {
  const auto part = [](int size, int by) { return std::max(size / by, 1); };
  const auto target = [&](int by, Filter filter) {
    return make_target(GL_RGBA8, part(width, by), part(height, by), filter);
  };
  PostTargets t;
  t.occlusion = target(2, Filter::nearest);
  t.occlusion_smooth = target(2, Filter::linear);
  t.bloom_near = target(4, Filter::linear);
  t.bloom_near_other = target(4, Filter::linear);
  t.bloom_far = target(16, Filter::linear);
  t.bloom_far_other = target(16, Filter::linear);
  t.smoothed = make_target(GL_RGBA8, drawn_width, drawn_height, Filter::linear);
  t.out = target(1, Filter::nearest);
  return t;
}

bool draw_post(const FrameDraw& draw, const Texture& colour, const Texture& depth,
               const PostTargets& targets) {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  bind_texture(kUnitColour, colour.id());
  bind_texture(kUnitDepth, depth.id());

  const Rect half = occlusion_part(draw, targets.occlusion);
  if (!half.empty() && !draw_occlusion(draw, half, targets)) return false;
  const std::uint32_t bloom = draw.scene.post.bloom > 0 ? kBloom : 0u;
  if (bloom && !draw_bloom(draw, colour, targets)) return false;

  const Rect occluded = common({half.x * 2, half.y * 2, half.width * 2, half.height * 2},
                               {0, 0, targets.out.width, targets.out.height});
  const Rect lines = actor_part(draw, targets.out);
  bind_texture(kUnitColour, colour.id());
  for (const Rect& part : around(lines, targets.out.width, targets.out.height)) {
    if (!resolve(draw, bloom, occluded, -1, targets.out, part)) return false;
  }
  if (lines.empty()) return true;
  const int scale = draw.width / targets.out.width;
  const Rect drawn{lines.x * scale, lines.y * scale, lines.width * scale, lines.height * scale};
  if (!smooth_edges(draw, targets.smoothed, drawn)) return false;
  bind_texture(kUnitColour, targets.smoothed.colour.id());
  return resolve(draw, bloom, occluded, -1, targets.out, lines);
}

}  // namespace odori::gl
