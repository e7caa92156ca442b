// FrameScene -> picture.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "odori/base/picture.h"
#include "odori/base/result.h"
#include "odori/stage/scene.h"

namespace odori {

enum class Preset : std::uint8_t {
  preview,   // smoothed edges
  standard,  // and twice the pixels along each side
  final,     // and shadows that soften with distance
};

struct RenderOptions {
  int width = 1280, height = 720;
  Preset preset = Preset::standard;
};

struct RenderDevice {
  std::string name;     // "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string version;  // "4.5 (Core Profile) Mesa 22.3.6"
  bool hardware = false;
};

// The pixels of a frame depend on the scene and the options alone, never on frames drawn before.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual const RenderDevice& device() const = 0;
  // Once for a film; again when assets or options change.
  virtual Result<void> prepare(const SceneAssets& assets, const RenderOptions& options) = 0;
  // `out` gets width x height pixels, opaque.
  virtual Result<void> render(const FrameScene& scene, Picture& out) = 0;
};

// OpenGL through EGL without any window system: a hardware device where there is one, else Mesa's
// software. Errors: not_found (no EGL or OpenGL: says which package brings it).
Result<std::unique_ptr<Renderer>> make_gl_renderer();

// What make_gl_renderer() could choose from, for `odori doctor`.
std::vector<RenderDevice> list_render_devices();

}  // namespace odori
