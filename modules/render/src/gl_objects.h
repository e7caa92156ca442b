// OpenGL objects that free themselves. Only while their context is current.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace odori::gl {

// One name of an OpenGL object and how it is deleted.
template <void (*kDelete)(GLuint)>
class Name {
 public:
  Name() = default;
  explicit Name(GLuint id) : id_(id) {}
  Name(Name&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Name& operator=(Name&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Name() {
    if (id_) kDelete(id_);
  }
  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

void delete_texture(GLuint id);
void delete_buffer(GLuint id);
void delete_vertex_array(GLuint id);
void delete_framebuffer(GLuint id);
void delete_sampler(GLuint id);
void delete_program(GLuint id);

using Texture = Name<delete_texture>;
using Buffer = Name<delete_buffer>;
using VertexArray = Name<delete_vertex_array>;
using Framebuffer = Name<delete_framebuffer>;
using Sampler = Name<delete_sampler>;
using ProgramName = Name<delete_program>;

enum class Filter { nearest, linear };

// Clamped to the edge, no mipmaps.
Texture make_target_texture(GLenum format, int width, int height, Filter filter);
Buffer make_buffer();
VertexArray make_vertex_array();
// depth_format tells where `depth` is attached; 0 = none.
Framebuffer make_framebuffer(const Texture* colour, const Texture* depth, bool has_stencil);
Sampler make_depth_sampler(bool compare);

void bind_texture(int unit, GLuint texture);

// What is drawn into: a framebuffer with its size.
struct Target {
  Texture colour;
  Framebuffer framebuffer;
  int width = 0, height = 0;
};
Target make_target(GLenum format, int width, int height, Filter filter);
void draw_into(const Target& target);

}  // namespace odori::gl
