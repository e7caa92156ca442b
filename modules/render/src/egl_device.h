// A place to draw without any window: EGL on a hardware device, or on Mesa's software.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/render/renderer.h"

namespace odori::gl {

// An OpenGL core context (3.3 or later). Current only while a Current lives, so that a renderer may
// be used from one thread after the other.
class Context {
 public:
  // The first device that works: hardware, then Mesa's software. Errors: not_found.
  static Result<std::unique_ptr<Context>> open();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const RenderDevice& device() const { return device_; }

 private:
  friend class Current;
  friend std::vector<RenderDevice> list_devices();
  Context() = default;
  static std::unique_ptr<Context> create(void* display);

  void* display_ = nullptr;  // EGLDisplay; never terminated: other contexts share it
  void* context_ = nullptr;  // EGLContext
  RenderDevice device_;
};

class Current {
 public:
  explicit Current(const Context& context);
  ~Current();
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  bool ok() const { return ok_; }

 private:
  const Context& context_;
  bool ok_ = false;
};

std::vector<RenderDevice> list_devices();

}  // namespace odori::gl
