#include "egl_device.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace odori::gl {
namespace {

bool library_is_there(const char* name) {
  // Left open on purpose: epoxy opens the same library right after.
  return dlopen(name, RTLD_LAZY | RTLD_GLOBAL) != nullptr;
}

// epoxy ends the process when a library is missing, so this is asked before its first call.
Result<void> check_libraries() {
  if (!library_is_there("libEGL.so.1")) {
    return fail(Code::not_found, "EGL is not installed (libEGL.so.1)", Error::kNoOffset,
                "install the package libegl1");
  }
  if (!library_is_there("libOpenGL.so.0") && !library_is_there("libGL.so.1")) {
    return fail(Code::not_found, "OpenGL is not installed (libOpenGL.so.0 or libGL.so.1)",
                Error::kNoOffset, "install the package libgl1");
  }
  return {};
}

bool has_extension(const char* list, const char* name) {
  const std::size_t length = std::strlen(name);
  for (const char* at = list; at && (at = std::strstr(at, name)); at += length) {
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
  }
  return false;
}

// Displays in the order in which they should be tried; the software ones stand last.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> hardware, software;
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!client || !has_extension(client, "EGL_EXT_platform_base")) return {};
  if (has_extension(client, "EGL_EXT_device_base") ||
      (has_extension(client, "EGL_EXT_device_enumeration") &&
       has_extension(client, "EGL_EXT_device_query"))) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (!eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count)) count = 0;
    for (EGLint i = 0; i < count; ++i) {
      const EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
      const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
      if (display == EGL_NO_DISPLAY) continue;
      const char* extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
      const bool is_software = extensions && has_extension(extensions, "EGL_MESA_device_software");
      (is_software ? software : hardware).push_back(display);
    }
  }
  if (has_extension(client, "EGL_MESA_platform_surfaceless")) {
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display != EGL_NO_DISPLAY) hardware.push_back(display);
  }
  hardware.insert(hardware.end(), software.begin(), software.end());
  return hardware;
}

std::string gl_text(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

bool names_software(const std::string& renderer) {
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "Software Rasterizer", "lavapipe"}) {
    if (renderer.find(name) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<Context> Context::create(void* display) {
  EGLint major = 0, minor = 0;
  if (!eglInitialize(display, &major, &minor)) return nullptr;
  const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
  if (!extensions || !has_extension(extensions, "EGL_KHR_surfaceless_context")) return nullptr;
  if (!eglBindAPI(EGL_OPENGL_API)) return nullptr;

  EGLConfig config = EGL_NO_CONFIG_KHR;
  if (!has_extension(extensions, "EGL_KHR_no_config_context")) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count < 1) return nullptr;
  }
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               3,
                               EGL_CONTEXT_MINOR_VERSION,
                               3,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_NONE};
  const EGLContext handle = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
  if (handle == EGL_NO_CONTEXT) return nullptr;

  std::unique_ptr<Context> context(new Context);
  context->display_ = display;
  context->context_ = handle;
  const Current current(*context);
  if (!current.ok() || epoxy_gl_version() < 33) return nullptr;
  context->device_.name = gl_text(GL_RENDERER);
  context->device_.version = gl_text(GL_VERSION);
  context->device_.hardware = !names_software(context->device_.name);
  return context;
}

Context::~Context() {
  if (context_) eglDestroyContext(display_, context_);
}

Result<std::unique_ptr<Context>> Context::open() {
  if (auto there = check_libraries(); !there) return tl::unexpected(there.error());
  std::unique_ptr<Context> software;
  for (const EGLDisplay display : displays()) {
    std::unique_ptr<Context> context = create(display);
    if (context && context->device_.hardware) return context;
    if (context && !software) software = std::move(context);
  }
  if (software) return software;
  return fail(Code::not_found, "no device that can draw with OpenGL 3.3 through EGL",
              Error::kNoOffset,
              "install the packages libegl-mesa0 and libgl1-mesa-dri (software drawing), "
              "or the driver of the graphics card");
}

Current::Current(const Context& context) : context_(context) {
  ok_ = eglMakeCurrent(context.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_) ==
        EGL_TRUE;
}

Current::~Current() {
  eglMakeCurrent(context_.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

std::vector<RenderDevice> list_devices() {
  std::vector<RenderDevice> list;
  if (!check_libraries()) return list;
  for (const EGLDisplay display : displays()) {
    const std::unique_ptr<Context> context = Context::create(display);
    if (!context) continue;
    const RenderDevice& device = context->device();
    const bool known = std::any_of(list.begin(), list.end(), [&](const RenderDevice& other) {
      return other.name == device.name && other.version == device.version;
    });
    if (!known) list.push_back(device);
  }
  std::stable_sort(list.begin(), list.end(), [](const RenderDevice& a, const RenderDevice& b) {
    return a.hardware && !b.hardware;
  });
  return list;
}

}  // namespace odori::gl
