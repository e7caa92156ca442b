// The tables laid out on the time line: bars and counts become frames, mirrored moves are turned
// over, the spot and the direction of the body add up.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "keys.h"
#include "tables.h"

namespace odori::demo {

struct ScoreRow {
  int frame = 0;
  bool has_torso = false;
  Torso torso;
  std::array<int, 2> arm{-1, -1};  // index of arm_poses(); -1 = goes on
  char style = 'S';
  float weight = 0, drop = 0, bounce = 0;
};

struct FootMark {
  int frame = 0, duration = 0;
  float x = 0, z = 0, yaw = 0, heel = 0, lift = 0;
  char kind = 's';
};

struct TurnMark {
  int frame = 0;
  float degrees = 0;
};

struct TravelMark {
  int frame = 0;
  Vec3 spot;
};

struct WaveMark {
  int frame = 0;
  int from = 0;  // side
  float size = 1;
};

struct Score {
  int end = 0;  // last frame
  std::vector<ScoreRow> rows;
  std::array<std::vector<FootMark>, 2> feet;  // the first mark is where the foot stands at frame 0
  std::vector<TurnMark> turns;
  std::vector<TravelMark> spots;
  std::vector<WaveMark> waves;
  std::vector<std::pair<std::string_view, MorphKey>> expressions;
};

Score lay_out();

int frame_of(float bar, float count);

// The body's direction: smooth through the marks, without overshoot. Degrees.
float direction_at(const Score& score, float frame);
// Whether the body is turning around that frame.
bool is_turning(const Score& score, int frame);
// The spot as the steps have it at that frame, moving evenly between marks.
Vec3 spot_at(const Score& score, float frame);

}  // namespace odori::demo
