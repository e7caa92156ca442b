// Vertices by channel, skin, materials and textures. Odori's axes, the model's own unit.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odori/math/vec.h"
#include "odori/model/first_person.h"
#include "odori/model/index.h"
#include "odori/model/mtoon.h"

namespace odori {

enum class SkinKind : std::uint8_t { bdef1, bdef2, bdef4, sdef, qdef };

// Vertices [begin, end) that share a kind.
struct SkinRun {
  SkinKind kind = SkinKind::bdef1;
  std::uint32_t begin = 0, end = 0;
};

// Spherical deformation (SDEF): centre and the two corrected points R0' and R1' minus nothing: as
// stored.
struct SdefPoints {
  Vec3 c, r0, r1;
};

struct Skin {
  std::vector<std::array<std::int32_t, 4>> bones;  // vertex x 4; a slot without weight holds 0
  std::vector<std::array<float, 4>> weights;  // vertex x 4; they sum to 1, whatever the file said
  std::vector<SkinRun> runs;                  // in order, covering all vertices
  std::vector<SdefPoints> sdef;               // one for each sdef vertex, in vertex order
};

enum class SphereMode : std::uint8_t { none, multiply, add, sub_texture };

// What MMD's shading reads. Colours are sRGB-encoded, as MMD computes with them.
struct MmdShading {
  Vec4 diffuse{1, 1, 1, 1};
  Vec3 specular;
  float specular_power = 0;
  Vec3 ambient{0.5f, 0.5f, 0.5f};
  Vec4 edge_colour{0, 0, 0, 1};
  float edge_size = 0;
  TextureIndex sphere = TextureIndex::none;
  SphereMode sphere_mode = SphereMode::none;
  TextureIndex toon = TextureIndex::none;  // a texture of the model
  std::int32_t shared_toon = -1;           // 0..9 = the ten shared ramps; used when `toon` is none
  bool edge = false;
  bool ground_shadow = false;
  bool casts_shadow = false;
  bool receives_shadow = false;
  bool vertex_colour = false;  // additional UV 1 is a colour
};

enum class Primitive : std::uint8_t { triangles, lines, points };

struct Material {
  std::string name, name_en;
  TextureIndex texture = TextureIndex::none;
  bool both_sides = false;
  Primitive primitive = Primitive::triangles;
  std::uint32_t first_index = 0, index_count = 0;  // part of Mesh::indices; drawn in this order
  MmdShading mmd;
  std::optional<MtoonShading> mtoon{};  // where the file has it; `mmd` then stands in for it
  FirstPerson first_person = FirstPerson::automatic;
};

struct Texture {
  std::string name;      // the path in the file, as written
  std::string resolved;  // the path that was found, relative to the model; empty = not there
  std::vector<std::byte> bytes;  // encoded (PNG, BMP, ...), as found; empty = not there
  // A second, grey picture that holds the alpha (x.alpha.png beside x.jpga.jpg); empty = none.
  std::vector<std::byte> alpha_bytes{};
};

struct Mesh {
  // Size: vertices.
  std::vector<Vec3> positions, normals;
  std::vector<Vec2> uvs;
  std::vector<float> edge_scale;
  std::array<std::vector<Vec4>, 4> additional_uvs;  // empty when the model has none
  Skin skin;
  std::vector<std::uint32_t> indices;
  std::vector<Material> materials;
  std::vector<Texture> textures;

  std::size_t size() const { return positions.size(); }
};

// Which of the ten shared ramps a path means: "toon01.bmp" = 0 to "toon10.bmp" = 9, whatever the
// folder and the case; else -1. MMD brings them, so models name them without bringing them.
std::int32_t shared_toon_named(std::string_view path);

}  // namespace odori
