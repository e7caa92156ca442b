// A character, or a stage, ready to use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odori/base/warning.h"
#include "odori/model/bodies.h"
#include "odori/model/constraint.h"
#include "odori/model/expression.h"
#include "odori/model/humanoid.h"
#include "odori/model/licence.h"
#include "odori/model/look_at.h"
#include "odori/model/mesh.h"
#include "odori/model/morph.h"
#include "odori/model/skeleton.h"
#include "odori/model/springs.h"

namespace odori {

struct ModelMeta {
  std::string name, name_en;
  std::string comment, comment_en;  // terms of use stand here in PMX; carried to every export
  Licence licence{};                // the same, where the file has fields for it
  TextureIndex thumbnail = TextureIndex::none;
};

struct Model {
  ModelMeta meta;
  Skeleton skeleton;
  Humanoid humanoid;  // what the file says of standard bones (VRM); none by default
  Mesh mesh;
  std::vector<Morph> morphs;
  std::vector<Expression> expressions;  // groups among the morphs that hold each other back
  std::optional<LookAt> look_at;
  std::vector<Constraint> constraints;
  Springs springs;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  float metres_per_unit = 0.08f;
  Warnings warnings;  // from the import
};

// First morph of that name (exactly, then with widths folded).
MorphIndex find_morph(const Model& model, std::string_view name);

}  // namespace odori
