#include <algorithm>
#include <cstdint>

#include "egl_device.h"
#include "odori/base/assert.h"
#include "odori/render/renderer.h"
#include "post_pass.h"
#include "scene_check.h"
#include "scene_pass.h"

namespace odori {
namespace {

constexpr int kFloorShadowSize = 512;

struct Quality {
  int scale;  // pixels drawn for each final one, along a side: 1 or 2, as resolve.frag.glsl reads
  bool soft_shadow;
  int shadow_map;  // pixels a side
};

Quality quality_of(Preset preset) {
  switch (preset) {
    case Preset::preview:
      return {1, false, 1024};
    case Preset::final:
      return {2, true, 2048};
    default:
      return {2, false, 2048};
  }
}

// Everything that lives on the device. Made and freed while the context is current.
struct DeviceScene {
  gl::Programs programs;
  std::vector<gl::GpuPicture> pictures;
  std::vector<gl::GpuMesh> meshes;
  int width = 0, height = 0;  // drawn
  gl::Texture colour, depth, shadow_depth;
  gl::Framebuffer frame, shadow_frame;
  gl::Target floor_shadow_other, floor_shadow;
  gl::Sampler shadow_compare, shadow_read;
  gl::VertexArray no_vertices;
  gl::PostTargets post;
};

class GlRenderer final : public Renderer {
 public:
  explicit GlRenderer(std::unique_ptr<gl::Context> context) : context_(std::move(context)) {}
  ~GlRenderer() override {
    const gl::Current current(*context_);
    scene_.reset();
  }

  const RenderDevice& device() const override { return context_->device(); }
  Result<void> prepare(const SceneAssets& assets, const RenderOptions& options) override;
  Result<void> render(const FrameScene& scene, Picture& out) override;

 private:
  void make_targets();
  void upload(const FrameScene& scene);
  void bind_shadow_map() const;
  Result<void> check_device(const char* after) const;

  std::unique_ptr<gl::Context> context_;
  std::unique_ptr<DeviceScene> scene_;
  SceneAssets assets_;  // without pixels
  RenderOptions options_;
  Quality quality_ = quality_of(Preset::preview);
  std::vector<SceneVertex> scratch_;
};

Result<void> GlRenderer::check_device(const char* after) const {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return {};
  while (glGetError() != GL_NO_ERROR) {
  }
  return fail(error == GL_OUT_OF_MEMORY ? Code::too_large : Code::internal,
              std::string("the graphics device failed after ") + after + " (error " +
                  std::to_string(error) + ")");
}

Result<void> GlRenderer::prepare(const SceneAssets& assets, const RenderOptions& options) {
  if (options.width < 1 || options.height < 1) {
    return fail(Code::usage, "a picture needs at least one pixel a side");
  }
  const gl::Current current(*context_);
  if (!current.ok()) return fail(Code::io, "the graphics context was lost");
  scene_.reset();
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const Quality quality = quality_of(options.preset);
  if (std::int64_t{std::max(options.width, options.height)} * quality.scale > largest) {
    return fail(Code::too_large,
                "a picture of " + std::to_string(options.width) + " x " +
                    std::to_string(options.height) + " is more than the device can draw",
                Error::kNoOffset, "choose a smaller size or the preset preview");
  }
  if (auto ok = gl::check_assets(assets, largest); !ok) return ok;

  options_ = options;
  quality_ = quality;
  scene_ = std::make_unique<DeviceScene>();
  for (const ScenePicture& picture : assets.pictures) {
    scene_->pictures.push_back(gl::upload_picture(picture));
  }
  for (const SceneMesh& mesh : assets.meshes) scene_->meshes.push_back(gl::upload_mesh(mesh));
  assets_.meshes = assets.meshes;
  make_targets();
  if (auto ok = check_device("making the scene"); !ok) {
    scene_.reset();
    return ok;
  }
  return {};
}

void GlRenderer::make_targets() {
  DeviceScene& s = *scene_;
  s.width = options_.width * quality_.scale;
  s.height = options_.height * quality_.scale;
  s.colour = gl::make_target_texture(GL_RGBA8, s.width, s.height, gl::Filter::linear);
  s.depth = gl::make_target_texture(GL_DEPTH24_STENCIL8, s.width, s.height, gl::Filter::nearest);
  s.frame = gl::make_framebuffer(&s.colour, &s.depth, true);
  s.shadow_depth = gl::make_target_texture(GL_DEPTH_COMPONENT24, quality_.shadow_map,
                                           quality_.shadow_map, gl::Filter::nearest);
  s.shadow_frame = gl::make_framebuffer(nullptr, &s.shadow_depth, false);
  if (!quality_.soft_shadow) {
    for (gl::Target* t : {&s.floor_shadow_other, &s.floor_shadow}) {
      *t = gl::make_target(GL_RGBA8, kFloorShadowSize, kFloorShadowSize, gl::Filter::linear);
    }
  }
  s.shadow_compare = gl::make_depth_sampler(true);
  s.shadow_read = gl::make_depth_sampler(false);
  s.no_vertices = gl::make_vertex_array();
  s.post = gl::make_post_targets(options_.width, options_.height, s.width, s.height);
}

void GlRenderer::upload(const FrameScene& scene) {
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    if (!scene.meshes[i].visible) continue;
    gl::upload_vertices(assets_.meshes[i], scene.meshes[i], scene.post.ao_radius, scene_->pictures,
                        scratch_, scene_->meshes[i]);
  }
}

void GlRenderer::bind_shadow_map() const {
  gl::bind_texture(gl::kUnitShadow, scene_->shadow_depth.id());
  gl::bind_texture(gl::kUnitShadowDepth, scene_->shadow_depth.id());
  glBindSampler(gl::kUnitShadow, scene_->shadow_compare.id());
  glBindSampler(gl::kUnitShadowDepth, scene_->shadow_read.id());
}

Result<void> GlRenderer::render(const FrameScene& scene, Picture& out) {
  if (!scene_) return fail(Code::usage, "the renderer was not prepared");
  if (auto ok = gl::check_frame(assets_, scene); !ok) return ok;
  const gl::Current current(*context_);
  if (!current.ok()) return fail(Code::io, "the graphics context was lost");
  DeviceScene& s = *scene_;
  upload(scene);
  gl::FrameDraw draw{assets_, scene, s.pictures, s.meshes, s.programs};
  draw.soft_shadow = quality_.soft_shadow;
  draw.width = s.width;
  draw.height = s.height;
  gl::prepare_frame(draw, quality_.shadow_map);

  glEnable(GL_PROGRAM_POINT_SIZE);
  glBindFramebuffer(GL_FRAMEBUFFER, s.shadow_frame.id());
  glViewport(0, 0, quality_.shadow_map, quality_.shadow_map);
  bool ok = gl::draw_shadow_map(draw);
  bind_shadow_map();
  glBindVertexArray(s.no_vertices.id());
  if (ok && draw.floor_shadow) {
    ok = gl::draw_floor_shadow(draw, s.floor_shadow_other, s.floor_shadow);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, s.frame.id());
  glViewport(0, 0, s.width, s.height);
  ok = ok && gl::draw_picture(draw);
  glBindVertexArray(s.no_vertices.id());
  ok = ok && gl::draw_post(draw, s.colour, s.depth, s.post);
  if (!ok) return tl::unexpected(s.programs.error());

  out.width = options_.width;
  out.height = options_.height;
  out.has_alpha = false;
  out.rgba.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4);
  glBindFramebuffer(GL_FRAMEBUFFER, s.post.out.framebuffer.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, out.width, out.height, GL_RGBA, GL_UNSIGNED_BYTE, out.rgba.data());
  return check_device("drawing a frame");
}

}  // namespace

Result<std::unique_ptr<Renderer>> make_gl_renderer() {
  auto context = gl::Context::open();
  if (!context) return tl::unexpected(context.error());
  return std::make_unique<GlRenderer>(std::move(*context));
}

std::vector<RenderDevice> list_render_devices() { return gl::list_devices(); }

}  // namespace odori
