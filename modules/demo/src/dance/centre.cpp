#include <algorithm>
#include <cmath>
#include <set>

#include "write.h"

namespace odori::demo {
namespace {

// Where the leg of a foot stands that is planted, or last was, shortly after that frame: marks are
// balls of the foot, and the ankle is behind the ball.
Vec3 planted(const Score& score, std::size_t side, int frame) {
  constexpr float kBallToAnkle = 1.2f;
  const FootMark* at = &score.feet[side].front();
  for (const FootMark& mark : score.feet[side]) {
    if (mark.frame <= frame + 1) at = &mark;
  }
  const Vec3 forward = rotate(turn_left(at->yaw), {0, 0, kBallToAnkle});
  return {at->x - forward.x, 0, at->z + kBallToAnkle - forward.z};
}

const ScoreRow& row_at(const Score& score, int frame) {
  const ScoreRow* row = &score.rows.front();
  for (const ScoreRow& r : score.rows) {
    if (r.frame <= frame) row = &r;
  }
  return *row;
}

// Rows, marks of the turns, and so many frames between these that no span turns by more than 16
// degrees.
std::set<int> centre_frames(const Score& score) {
  std::set<int> frames;
  for (const ScoreRow& row : score.rows) frames.insert(row.frame);
  for (std::size_t i = 0; i < score.turns.size(); ++i) {
    frames.insert(score.turns[i].frame);
    if (i + 1 == score.turns.size()) break;
    const TurnMark &a = score.turns[i], &b = score.turns[i + 1];
    const int parts = static_cast<int>(std::ceil(std::fabs(b.degrees - a.degrees) / 16));
    for (int k = 1; k < parts; ++k) frames.insert(a.frame + (b.frame - a.frame) * k / parts);
  }
  return frames;
}

void write_way(const Score& score, const Body& body, Keys& keys) {
  std::vector<BoneKey>& track = keys.bones["センター"];
  for (const int frame : centre_frames(score)) {
    const ScoreRow& row = row_at(score, frame);
    const float left = 0.5f + 0.42f * row.weight;
    const Vec3 weight = lerp(planted(score, 1, frame), planted(score, 0, frame), left);
    const bool turning = is_turning(score, frame);
    const int at = turning || frame == 0 ? frame : frame + 1;
    const Quat q = turn_left(direction_at(score, static_cast<float>(at)));
    const BezierCurve turn_curve = turning ? kLinear : kSmooth;
    const Vec3 spot = spot_at(score, static_cast<float>(frame));
    const float z = spot.z + (weight.z - spot.z) * 0.8f;
    put_key(
        track,
        {at, q, Vec3{weight.x, 0, z} * body.leg_scale, {kSmooth, kSmooth, kSmooth, turn_curve}});
  }
}

// Down on the beat, up between; the waist carries nothing else, so that the pulse rides on all.
void write_height(const Score& score, const Body& body, const std::vector<Jump>& jumps,
                  Keys& keys) {
  std::vector<BoneKey>& groove = keys.bones["グルーブ"];
  const int half = kFramesPerBeat / 2;
  const auto put = [&](int frame, float y, BezierCurve curve) {
    put_key(groove,
            {frame, Quat{}, Vec3{0, y, 0} * body.leg_scale, {kSmooth, curve, kSmooth, kSmooth}});
  };
  for (int frame = 0; frame <= score.end; frame += half) {
    const auto near = std::find_if(jumps.begin(), jumps.end(), [&](const Jump& j) {
      return frame > j.landing - 24 && frame < j.landing + 14;
    });
    if (near != jumps.end()) continue;
    const ScoreRow& row = row_at(score, frame);
    const bool beat = frame % kFramesPerBeat == 0;
    put(frame, -kSoftKnees - row.drop - (beat ? row.bounce : 0), beat ? kFall : kRise);
    put_rotation(keys, "腰", frame, lean_forward((beat ? 11 : -4) * row.bounce), kSmooth);
    for (const Jump& j : jumps) {
      if (frame > j.landing - 24 || frame + half <= j.landing - 24) continue;
      put(j.landing - 16, -1.9f, kSmooth);  // gather
      put(j.landing - 11, 0.35f, kFall);
      put(j.landing - 6, 2.3f, kRise);
      put(j.landing - 1, 0.10f, kFall);
      put(j.landing + 3, -1.6f, kRise);
      put(j.landing + 11, -0.3f, kSmooth);
    }
  }
}

}  // namespace

void write_centre(const Score& score, const Body& body, const std::vector<Jump>& jumps,
                  Keys& keys) {
  write_way(score, body, keys);
  write_height(score, body, jumps, keys);
}

float solve_reach(const Score& score, const Body& body, Keys& keys) {
  constexpr float kLongest = 0.994f;
  constexpr int kRounds = 14;
  std::vector<BoneKey>& groove = keys.bones["グルーブ"];
  const std::array<const std::vector<BoneKey>*, 2> feet = {&keys.bones["左足ＩＫ"],
                                                           &keys.bones["右足ＩＫ"]};
  const auto hip_at = [&](std::size_t side, float frame) {
    const Sampled c = sample(keys.bones["センター"], frame), g = sample(groove, frame);
    const Sampled w = sample(keys.bones["腰"], frame), l = sample(keys.bones["下半身"], frame);
    const Quat waist = c.rotation * w.rotation;
    return body.centre + c.translation +
           rotate(c.rotation,
                  body.groove - body.centre + g.translation + body.waist - body.groove) +
           rotate(waist, body.lower - body.waist) +
           rotate(waist * l.rotation, body.hip[side] - body.lower);
  };
  float worst = 0;
  for (int round = 0; round < kRounds; ++round) {
    worst = 0;
    std::vector<float> cut(groove.size(), 0);
    for (int half = 0; half <= 2 * score.end; ++half) {
      const float frame = static_cast<float>(half) / 2;
      float over = 0, leg = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const Vec3 goal = body.heel_ik[k] + sample(*feet[k], frame).translation;
        leg = body.leg_length(static_cast<int>(k));
        over = std::max(over, length(goal - hip_at(k, frame)) / leg - kLongest);
      }
      if (over <= 0) continue;
      worst = std::max(worst, over);
      const auto next = std::lower_bound(
          groove.begin(), groove.end(), frame,
          [](const BoneKey& key, float f) { return static_cast<float>(key.frame) < f; });
      const float less = over * leg * 1.15f + 0.003f;
      const auto i = static_cast<std::size_t>(next - groove.begin());
      if (i < cut.size()) cut[i] = std::max(cut[i], less);
      if (i > 0) cut[i - 1] = std::max(cut[i - 1], less);
    }
    for (std::size_t i = 0; i < groove.size(); ++i) groove[i].translation.y -= cut[i];
    if (worst <= 0) break;
  }
  return worst + kLongest;
}

}  // namespace odori::demo
