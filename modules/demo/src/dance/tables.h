// The words of the choreography. Lengths are in units of the demo dancer (8 cm), in its own axes:
// x to its left, y up, z to its front. Arms are written for the left side; the right one mirrors
// them. Degrees: + = to the dancer's left, forward, nodding down.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "odori/math/vec.h"

namespace odori::demo {

// Hips: push (sideways), turn, tip. Chest: lean, twist, tilt, in the body's frame. Head: nod, look,
// cock, towards the audience: the neck takes up what the chest does.
struct Torso {
  std::string_view name;
  float push = 0, turn = 0, tip = 0;
  float lean = 0, twist = 0, tilt = 0;
  float nod = 0, look = 0, cock = 0;
};

// Curl of thumb, index, middle, ring and little finger, 0 (straight) to 1 (fist); spread, and how
// far the thumb is bent to where the palm looks, in degrees.
struct FingerShape {
  std::string_view name;
  std::array<float, 5> curl{};
  float spread = 0, thumb = 0;
};

// Where the wrist stands (it rides on the chest), where the elbow points, where the hand points and
// where its palm looks.
struct ArmPose {
  std::string_view name;
  Vec3 wrist, pole, hand, palm;
  std::string_view fingers;
};

// Counts are beats of a bar, from 1. A pose named "-x" is x mirrored; an empty name leaves that
// part as it goes.
//   H hit: starts late, overshoots, settles    S the same, softer    F flow: one long curve
//   R ripple: hips, belly, chest, neck and head one after the other
//   W wave: like S, and each joint of the arm two frames after the one before
struct Row {
  float count = 1;
  std::string_view torso, left, right;
  char style = 'S';
  float weight = 0;  // -1 on the right foot .. +1 on the left
  float drop = 0;    // how much lower the hips are
};

//   s step    t touch (no weight)    p pivot or heel change on the spot
//   k foot held in the air           j jump: take-off and landing of this foot
//   f straight-legged kick to where x, z and lift say, held in the air
struct Step {
  float count = 1;
  char foot = 'L';
  float x = 0, z = 0, yaw = 0, heel = 0;  // ball of the foot; x is widened by kStance
  char kind = 's';
  float duration = 0.6f;  // beats before the count when the foot leaves
  float lift = 0;         // height of the ball
};

// The whole body's direction. It holds before the first and after the last entry.
struct Turn {
  float count = 1;
  float degrees = 0;
};

// Where "the spot" of the steps is, from this count on; adds up from move to move.
struct Travel {
  float count = 1;
  float x = 0, z = 0;
};

// A wave through both arms, starting in the fingers of one side; the arms must be in a held pose.
struct ArmWave {
  float count = 1;
  char from = 'L';
  float size = 1;
};

struct Expression {
  float count = 1;
  std::string_view morph;
  float weight = 0;
};

struct Move {
  std::string_view name;
  float bounce = 0;  // of the hips, on every beat
  std::vector<Row> rows;
  std::vector<Step> steps;
  std::vector<Turn> turns{};
  std::vector<Travel> travels{};
  std::vector<ArmWave> waves{};
  std::vector<Expression> expressions{};
};

// One bar of the song. Mirrored moves change sides.
struct Place {
  std::string_view move;
  bool mirrored = false;
  float amplitude = 1;
};

// Camera. Bars from 0. The target is relative to the dancer's spot; elevation and azimuth say from
// where it is seen. A cut shows nothing of the way from the shot before.
struct Shot {
  float bar = 0, count = 1;
  float distance = 40;
  Vec3 target;
  float elevation = 0, azimuth = 0;
  std::uint32_t fov = 28;
  bool cut = false;
};

inline constexpr float kStance = 1.75f;     // widens every stance
inline constexpr float kSoftKnees = 0.16f;  // how far the hips always hang below a straight leg
// What the tables' lengths were written for.
inline constexpr Vec3 kTableShoulder{1.18f, 14.13f, -0.10f};
inline constexpr float kTableArm = 4.45f;  // shoulder to wrist
inline constexpr float kTableLeg = 8.20f;  // hip to ankle

std::vector<Torso> torso_poses();
std::vector<FingerShape> finger_shapes();
std::vector<ArmPose> arm_poses();
std::vector<Move> moves();
std::vector<Place> places();  // kBars
std::vector<Shot> shots();    // in order of time

// Where the dancer stands before the first beat.
struct Start {
  float home_x = 0, home_z = 0, turn = 0;
  std::array<Step, 2> feet;  // left, right
};
Start start();

}  // namespace odori::demo
