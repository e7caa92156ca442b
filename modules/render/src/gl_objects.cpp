#include "gl_objects.h"

namespace odori::gl {

void delete_texture(GLuint id) { glDeleteTextures(1, &id); }
void delete_buffer(GLuint id) { glDeleteBuffers(1, &id); }
void delete_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }
void delete_framebuffer(GLuint id) { glDeleteFramebuffers(1, &id); }
void delete_sampler(GLuint id) { glDeleteSamplers(1, &id); }
void delete_program(GLuint id) { glDeleteProgram(id); }

namespace {

struct Upload {
  GLenum format, type;
};

// The transfer format that belongs to a sized internal format; no data is passed, but OpenGL wants
// a matching pair.
Upload upload_of(GLenum internal) {
  switch (internal) {
    case GL_DEPTH_COMPONENT24:
      return {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT};
    case GL_DEPTH24_STENCIL8:
      return {GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8};
    default:
      return {GL_RGBA, GL_UNSIGNED_BYTE};
  }
}

}  // namespace

Texture make_target_texture(GLenum format, int width, int height, Filter filter) {
  GLuint id = 0;
  glGenTextures(1, &id);
  bind_texture(0, id);
  const Upload upload = upload_of(format);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, upload.format,
               upload.type, nullptr);
  const GLint how = filter == Filter::linear ? GL_LINEAR : GL_NEAREST;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, how);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, how);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  return Texture(id);
}

Buffer make_buffer() {
  GLuint id = 0;
  glGenBuffers(1, &id);
  return Buffer(id);
}

VertexArray make_vertex_array() {
  GLuint id = 0;
  glGenVertexArrays(1, &id);
  return VertexArray(id);
}

Framebuffer make_framebuffer(const Texture* colour, const Texture* depth, bool has_stencil) {
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  glBindFramebuffer(GL_FRAMEBUFFER, id);
  if (colour) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour->id(), 0);
  } else {
    const GLenum none = GL_NONE;
    glDrawBuffers(1, &none);
    glReadBuffer(GL_NONE);
  }
  if (depth) {
    glFramebufferTexture2D(GL_FRAMEBUFFER,
                           has_stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT,
                           GL_TEXTURE_2D, depth->id(), 0);
  }
  return Framebuffer(id);
}

Sampler make_depth_sampler(bool compare) {
  GLuint id = 0;
  glGenSamplers(1, &id);
  const GLint filter = compare ? GL_LINEAR : GL_NEAREST;
  glSamplerParameteri(id, GL_TEXTURE_MIN_FILTER, filter);
  glSamplerParameteri(id, GL_TEXTURE_MAG_FILTER, filter);
  glSamplerParameteri(id, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(id, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(id, GL_TEXTURE_COMPARE_MODE, compare ? GL_COMPARE_REF_TO_TEXTURE : GL_NONE);
  glSamplerParameteri(id, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  return Sampler(id);
}

void bind_texture(int unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

Target make_target(GLenum format, int width, int height, Filter filter) {
  Target target;
  target.colour = make_target_texture(format, width, height, filter);
  target.framebuffer = make_framebuffer(&target.colour, nullptr, false);
  target.width = width;
  target.height = height;
  return target;
}

void draw_into(const Target& target) {
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer.id());
  glViewport(0, 0, target.width, target.height);
}

}  // namespace odori::gl
