// Triangle meshes of the figure, in Odori's axes (it looks along +Z, its left hand is at +X).
// Fronts of triangles are counter-clockwise.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "odori/math/vec.h"

namespace odori::demo::figure {

struct Skin {
  std::array<std::int32_t, 4> bone{};
  std::array<float, 4> weight{1, 0, 0, 0};  // descending, sum 1
};

struct Vertex {
  Vec3 position, normal;
  Vec2 uv;
  float edge = 1;  // factor of the outline's width
  Skin skin;
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
};

using Field = std::function<float(Vec3)>;
using Direction = std::function<Vec3(Vec3)>;

std::uint32_t add(Mesh& mesh, Vec3 position, Vec3 normal = {}, Vec2 uv = {}, float edge = 1);
void face(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c);
void quad(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);

// Gives the index of the first vertex that was added.
std::uint32_t append(Mesh& mesh, const Mesh& other);

// x -> -x, still facing outwards.
Mesh mirrored(Mesh mesh);
// The mesh and its mirror image.
Mesh with_mirror(const Mesh& mesh);

void flip(Mesh& mesh);
void compute_normals(Mesh& mesh);
// Vertices at one place get one normal, so that texture seams do not show.
void weld_normals(Mesh& mesh);
// Computes normals and turns the mesh so that most of them look along `out`.
void orient(Mesh& mesh, const Direction& out);

void set_uv(Mesh& mesh, Vec2 uv);
void set_edge(Mesh& mesh, float edge);
void grow(Mesh& mesh, float distance);  // along the normals

// Cuts along f = 0 and keeps f > 0: exact borders of cloth and colour, whatever the mesh is.
Mesh clip(const Mesh& mesh, const Field& f);

// Cloth thickness: every open border gets a strip that goes inwards.
void add_rim(Mesh& mesh, float depth);

}  // namespace odori::demo::figure
