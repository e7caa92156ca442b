#include "scene_upload.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace odori::gl {
namespace {

constexpr std::size_t kFloats = sizeof(SceneVertex) / sizeof(float);
static_assert(sizeof(SceneVertex) == 12 * sizeof(float));

// Not finite, or beyond 2^30: told from the exponent alone.
bool is_wild(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7F800000u) >= (127u + 30u) << 23;
}

bool any_wild(const std::vector<SceneVertex>& vertices) {
  const float* x = &vertices.data()->position.x;
  std::uint32_t worst = 0;
  for (std::size_t i = 0; i < vertices.size() * kFloats; ++i) {
    worst = std::max(worst, std::bit_cast<std::uint32_t>(x[i]) & 0x7F800000u);
  }
  return worst >= (127u + 30u) << 23;
}

void tame(std::vector<SceneVertex>& vertices) {
  float* x = &vertices.data()->position.x;
  for (std::size_t i = 0; i < vertices.size() * kFloats; ++i) {
    if (is_wild(x[i])) x[i] = 0;
  }
}

void attribute(GLuint index, GLint size, std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, sizeof(SceneVertex),
                        reinterpret_cast<const void*>(offset));  // NOLINT: GL's way to say it
}

template <class T>
void fill(GLenum target, const Buffer& buffer, const std::vector<T>& data, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), usage);
}

// Moves the opaque triangles of each material to its front.
void part_indices(const SceneMesh& mesh, const std::vector<SceneVertex>& vertices,
                  std::span<const GpuPicture> pictures, GpuMesh& gpu) {
  const std::uint64_t hash = hash_of_uvs(vertices);
  if (gpu.uploaded && hash == gpu.uv_hash) return;
  gpu.uv_hash = hash;
  gpu.opaque_count.resize(mesh.materials.size());
  std::vector<std::uint32_t> parted = mesh.indices;
  bool moved = false;
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    const SceneMaterial& m = mesh.materials[i];
    const AlphaMask* holes =
        m.texture < 0 ? nullptr : &pictures[static_cast<std::size_t>(m.texture)].holes;
    gpu.opaque_count[i] = m.index_count;
    if (!holes || !holes->any()) continue;
    const auto all = std::span(mesh.indices).subspan(m.first_index, m.index_count);
    gpu.opaque_count[i] =
        m.primitive == 0 ? opaque_first(*holes, all, vertices,
                                        std::span(parted).subspan(m.first_index, m.index_count))
                         : 0;
    moved = true;
  }
  if (!moved) return;
  glBindVertexArray(gpu.array.id());
  fill(GL_ELEMENT_ARRAY_BUFFER, gpu.indices, parted, GL_STATIC_DRAW);
  glBindVertexArray(0);
}

bool is_flat(const std::vector<SceneVertex>& vertices) {
  for (const SceneVertex& v : vertices) {
    if (std::fabs(v.position.y - vertices[0].position.y) > 1e-4f || v.normal.y < 0.999f) {
      return false;
    }
  }
  return true;
}

}  // namespace

GpuPicture upload_picture(const ScenePicture& picture) {
  GpuPicture gpu;
  const Picture& p = picture.pixels;
  if (p.empty()) return gpu;
  gpu.there = true;
  gpu.holes = AlphaMask(p);
  const std::uint8_t* dark = p.pixel(0, p.height - 1);
  gpu.dark_end =
      Vec3{static_cast<float>(dark[0]), static_cast<float>(dark[1]), static_cast<float>(dark[2])} *
      (1.0f / 255);
  gpu.texture = make_target_texture(GL_RGBA8, p.width, p.height, Filter::linear);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, p.width, p.height, GL_RGBA, GL_UNSIGNED_BYTE,
                  p.rgba.data());
  if (picture.wrap == Wrap::repeat) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  }
  if (picture.mipmaps) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1000);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
  }
  return gpu;
}

GpuMesh upload_mesh(const SceneMesh& mesh) {
  GpuMesh gpu;
  gpu.array = make_vertex_array();
  gpu.vertices = make_buffer();
  gpu.edge_scales = make_buffer();
  gpu.indices = make_buffer();
  glBindVertexArray(gpu.array.id());
  fill(GL_ELEMENT_ARRAY_BUFFER, gpu.indices, mesh.indices, GL_STATIC_DRAW);

  std::vector<float> edges = mesh.edge_scale;
  for (float& e : edges) {
    if (is_wild(e)) e = 0;
  }
  fill(GL_ARRAY_BUFFER, gpu.edge_scales, edges, GL_STATIC_DRAW);
  glEnableVertexAttribArray(4);
  glVertexAttribPointer(4, 1, GL_FLOAT, GL_FALSE, sizeof(float), nullptr);

  glBindBuffer(GL_ARRAY_BUFFER, gpu.vertices.id());
  glBufferData(GL_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(std::size_t{mesh.vertex_count} * sizeof(SceneVertex)),
               nullptr, mesh.is_static ? GL_STATIC_DRAW : GL_STREAM_DRAW);
  attribute(0, 3, offsetof(SceneVertex, position));
  attribute(1, 3, offsetof(SceneVertex, normal));
  attribute(2, 2, offsetof(SceneVertex, uv));
  attribute(3, 4, offsetof(SceneVertex, uv1));
  glBindVertexArray(0);
  return gpu;
}

void upload_vertices(const SceneMesh& mesh, const SceneMeshFrame& frame, float ceiling,
                     std::span<const GpuPicture> pictures, std::vector<SceneVertex>& scratch,
                     GpuMesh& gpu) {
  if (frame.vertices.empty() || (mesh.is_static && gpu.uploaded)) return;
  const std::vector<SceneVertex>* vertices = &frame.vertices;
  if (any_wild(frame.vertices)) {
    scratch = frame.vertices;
    tame(scratch);
    vertices = &scratch;
  }
  fill(GL_ARRAY_BUFFER, gpu.vertices, *vertices, mesh.is_static ? GL_STATIC_DRAW : GL_STREAM_DRAW);
  gpu.bounds = bounds_of(*vertices, 1e9f);
  gpu.low_bounds = bounds_of(*vertices, ceiling);
  part_indices(mesh, *vertices, pictures, gpu);
  if (!gpu.uploaded) gpu.flat = is_flat(*vertices);
  gpu.uploaded = true;
}

}  // namespace odori::gl
