// Bones by channel. Odori's axes, the model's own unit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odori/math/quat.h"
#include "odori/model/index.h"

namespace odori {

enum BoneFlag : std::uint16_t {
  kRotatable = 1,
  kTranslatable = 2,
  kVisible = 4,
  kOperable = 8,
  kAfterPhysics = 16,  // evaluated in the pass after physics
};

// A bone that takes a share of another's rotation or translation (MMD's "append", 付与).
struct Append {
  BoneIndex bone = BoneIndex::none;
  BoneIndex source = BoneIndex::none;
  float ratio = 0;  // any sign, any size
  bool rotation = false;
  bool translation = false;
  bool local = false;  // from the source's model-space transform instead of its own movement
};

struct IkLink {
  BoneIndex bone = BoneIndex::none;
  bool limited = false;
  Vec3 low, high;  // Radians, about the parent's axes.
};

struct Ik {
  BoneIndex bone = BoneIndex::none;      // the goal: the chain reaches for its position
  BoneIndex effector = BoneIndex::none;  // the bone that shall get there (PMX: "IK target")
  int loops = 0;
  float unit_angle = 0;       // Radians a step.
  std::vector<IkLink> links;  // from the one nearest the effector
};

struct FixedAxis {
  BoneIndex bone = BoneIndex::none;
  Vec3 axis;  // unit length
};

struct LocalAxes {
  BoneIndex bone = BoneIndex::none;
  Vec3 x, z;
};

struct Skeleton {
  // Parents before children. Size of each: bones.
  std::vector<std::string> names, names_en;
  std::vector<BoneIndex> parent;
  std::vector<Vec3> rest_position;  // model space
  std::vector<Vec3>
      rest_translation;              // from the parent's rest position, in the parent's rest frame
  std::vector<Quat> rest_rotation;   // local; identity in MMD
  std::vector<Vec3> tail;            // where the bone points, model space, for drawing and for rigs
  std::vector<std::uint16_t> flags;  // BoneFlag
  std::vector<std::int32_t> layer;   // deform layer
  std::vector<std::int32_t> file_index;    // this bone's place in the file
  std::vector<BoneIndex> from_file_index;  // the other way

  std::vector<Append> appends;  // in order of bone
  std::vector<Ik> iks;
  std::vector<FixedAxis> fixed_axes;
  std::vector<LocalAxes> local_axes;

  std::size_t size() const { return parent.size(); }
};

// First bone of that name (exactly, then with widths folded); none when there is no such bone.
BoneIndex find_bone(const Skeleton& skeleton, std::string_view name);

}  // namespace odori
