// The semi-standard MMD skeleton of the figure, and the weights that hang meshes on it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "figure/mesh.h"
#include "odori/io/pmx.h"

namespace odori::demo::figure {

// A piece of a limb that a bone moves, with the limb's radius.
struct Segment {
  std::int32_t bone = 0;
  Vec3 a, b;
  float radius = 1;
  int side = 0;  // +1 left, -1 right, 0 both
  bool finger = false;
};

struct Rig {
  std::vector<io::PmxBone> bones;  // positions and axes in Odori's axes, until the document is made
  std::map<std::string, std::int32_t, std::less<>> index;
  std::vector<Segment> segments;
  float head_scale = 1;

  std::int32_t at(std::string_view name) const { return index.find(name)->second; }
};

Rig make_rig(float head_scale);
std::vector<io::PmxDisplayFrame> display_frames(const Rig& rig, std::size_t morphs);

// p moved as head_scale moves what hangs on the head.
Vec3 scaled_head(const Rig& rig, Vec3 p);

// The three joints and the tip of the chain of the long locks in front of the left ear.
std::array<Vec3, 4> side_hair_joints();

void weigh_rigid(Mesh& mesh, std::int32_t bone);
// By distance to the bones' segments in units of the limb's radius: the same rule for skin and
// cloth, so that cloth follows skin.
void weigh_body(Mesh& mesh, const Rig& rig, bool fingers = false);
void weigh_foot(Mesh& mesh, const Rig& rig);
void weigh_skirt(Mesh& mesh, const Rig& rig);
void weigh_tails(Mesh& mesh, const Rig& rig);      // before the head is scaled
void weigh_side_hair(Mesh& mesh, const Rig& rig);  // before the head is scaled

}  // namespace odori::demo::figure
