// What the parts of the glTF import share.
#pragma once

#include <array>
#include <map>
#include <string>

#include "odori/convert/gltf.h"
#include "odori/io/gltf.h"

namespace odori::gltf_import {

// An affine map in double: columns x, y, z of the linear part, then the translation.
struct Transform {
  std::array<double, 12> m{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
};
Transform operator*(const Transform& a, const Transform& b);
std::array<double, 3> apply(const Transform& t, Vec3 p);
std::array<double, 3> apply_linear(const Transform& t, std::array<double, 3> v);
// The way normals go: cofactors of the linear part, with the sign of its determinant.
std::array<double, 3> apply_normal(const Transform& t, Vec3 n);
double determinant(const Transform& t);
inline Vec3 to_vec3(const std::array<double, 3>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

inline std::array<double, 3> to_doubles(Vec3 v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

struct Context {
  const io::GltfDocument& document;
  const GltfImportOptions& options;
  GltfImport& out;
  // By node.
  std::vector<Transform> world;                   // at rest, scales included
  std::vector<io::GltfIndex> parent;              // -1: a root
  std::vector<Quat> local_rotation;               // at rest, unit length
  std::vector<Quat> world_rotation;               // the same, of the model
  std::vector<std::vector<float>> start_weights;  // of morph targets

  // As floats; what is too far away or no number is brought near, with a warning.
  Vec3 place(const std::array<double, 3>& p, std::size_t record);
  void warn(WarningKind kind, std::size_t record, const std::string& what) {
    out.model.warnings.add(kind, record, what);
  }
};

// Names that no two share: "x", "x_2", ...
class UniqueNames {
 public:
  std::string of(const std::string& wanted);

 private:
  std::map<std::string, int> next_;  // the number to try next for a name that is taken
};

void skeleton(Context& c);
void materials(Context& c);  // textures; the looks of materials are made with the meshes
Material look_of(Context& c, io::GltfIndex material);
Result<void> meshes(Context& c);
void clips(Context& c);

}  // namespace odori::gltf_import
