#include <algorithm>
#include <cmath>
#include <string>

#include "arms.h"
#include "odori/base/assert.h"
#include "write.h"

namespace odori::demo {
namespace {

constexpr float kNeckTurn = 66;  // degrees: as far as the neck follows what the face looks at
constexpr float kBellyShare = 0.45f, kNeckShare = 0.38f;

using Targets = std::map<std::string, std::vector<Target>, std::less<>>;

void add(Targets& targets, std::string_view bone, int frame, Quat q, char style) {
  auto it = targets.find(bone);
  if (it == targets.end()) it = targets.emplace(std::string(bone), 0).first;
  it->second.push_back({std::max(frame, 0), q, style});
}

float nearest_round(float degrees) { return degrees - 360 * std::floor(degrees / 360 + 0.5f); }

Quat chest_of(const Torso& t) {
  return turn_left(t.twist) * lean_forward(t.lean) * tilt_left(t.tilt);
}

// The face keeps to the audience as long as the neck allows: in a turn it stays, then whips round.
Quat head_of(const Torso& t, float direction) {
  const Quat chest = turn_left(direction) * chest_of(t);
  const float ahead = direction + t.twist;
  const float look = ahead + std::clamp(nearest_round(t.look - ahead), -kNeckTurn, kNeckTurn);
  return conjugate(chest) * (turn_left(look) * lean_forward(t.nod) * tilt_left(t.cock));
}

void add_torso(Targets& targets, int frame, const Torso& t, char style, float direction) {
  struct Lags {
    int hips, belly, chest, neck, head;
  };
  const Lags lag = style == 'R' ? Lags{-4, -1, 2, 4, 6} : Lags{-2, -1, 0, 1, 2};
  const Quat hips = turn_left(t.turn) * lean_forward(t.tip) * tilt_left(-t.push);
  add(targets, "下半身", frame + lag.hips, hips, style);
  const Quat chest = chest_of(t), head = head_of(t, direction);
  add(targets, "上半身", frame + lag.belly, part(chest, kBellyShare), style);
  add(targets, "上半身2", frame + lag.chest, part(chest, 1 - kBellyShare), style);
  add(targets, "首", frame + lag.neck, part(head, kNeckShare), style);
  add(targets, "頭", frame + lag.head, part(head, 1 - kNeckShare), style);
}

// Between the rows of a turn the neck needs targets of its own.
void add_spotting(Targets& targets, const Score& score) {
  for (std::size_t i = 0; i + 1 < score.turns.size(); ++i) {
    const TurnMark &a = score.turns[i], &b = score.turns[i + 1];
    if (std::fabs(b.degrees - a.degrees) <= 60) continue;
    const int frame = (a.frame + b.frame) / 2;
    const ScoreRow* row = &score.rows.front();
    for (const ScoreRow& r : score.rows) {
      if (r.frame <= frame && r.has_torso) row = &r;
    }
    Torso t = row->torso;
    t.nod = t.cock = 0;
    const Quat head = head_of(t, direction_at(score, static_cast<float>(frame)));
    add(targets, "首", frame, part(head, kNeckShare), 'F');
    add(targets, "頭", frame, part(head, 1 - kNeckShare), 'F');
  }
}

class Arms {
 public:
  explicit Arms(const Body& body) : body_(body) {
    const std::vector<FingerShape> shapes = finger_shapes();
    for (const ArmPose& pose : arm_poses()) {
      arms_.push_back(solve_arm(body, pose));
      const auto shape = std::find_if(shapes.begin(), shapes.end(),
                                      [&](const FingerShape& s) { return s.name == pose.fingers; });
      ODORI_ASSERT(shape != shapes.end());
      fingers_.push_back(solve_fingers(body, *shape));
    }
  }

  void add_pose(Targets& targets, int side, int frame, int pose, char style) const {
    static constexpr std::array<int, 6> kLag = {-1, 0, 0, 0, 1, 1};
    static constexpr std::array<int, 6> kWaveLag = {-2, 0, 0, 2, 3, 4};
    const auto& lag = style == 'W' ? kWaveLag : kLag;
    const auto p = static_cast<std::size_t>(pose);
    for (std::size_t b = 0; b < 6; ++b) {
      add(targets, name(side, kArmBoneNames[b]), frame + lag[b], placed(side, arms_[p][b]), style);
    }
    const int finger_lag = style == 'W' ? 6 : 1;
    const char finger_style = style == 'F' || style == 'W' ? style : 'S';
    for (std::size_t b = 0; b < kFingerBoneNames.size(); ++b) {
      add(targets, name(side, kFingerBoneNames[b]), frame + finger_lag,
          placed(side, fingers_[p][b]), finger_style);
    }
  }

  // A crest that runs through the arm, two frames a joint: inward from the fingers, or outward from
  // the shoulder. `pose` is what the arm is held in.
  void add_wave(Targets& targets, int side, int frame, int pose, bool inward, float size) const {
    const auto p = static_cast<std::size_t>(pose);
    const Vec3 bend = arm_axes(body_).bend;
    struct Joint {
      std::size_t bone;
      int place;  // from the shoulder
      Quat crest, trough;
    };
    const auto up = [&](float degrees) { return tilt_left(-degrees * size); };
    const auto fold = [&](float degrees) { return from_axis_angle(bend, radians(degrees * size)); };
    const Joint joints[] = {{kShoulder, 0, up(15), up(-6)},
                            {kUpperArm, 1, up(17), up(-13)},
                            {kElbow, 2, fold(46), fold(-10)},
                            {kWrist, 3, up(-44), up(34)}};
    for (const Joint& joint : joints) {
      const int at = frame + 2 * (inward ? 5 - joint.place : joint.place);
      const Quat rest = arms_[p][joint.bone];
      // The elbow hinges about its own axis; the others rise and fall in the frontal plane.
      const bool own = joint.bone == kElbow;
      const auto with = [&](Quat q) { return placed(side, own ? rest * q : q * rest); };
      const std::string bone = name(side, kArmBoneNames[joint.bone]);
      add(targets, bone, at - 5, placed(side, rest), 'F');
      add(targets, bone, at, with(joint.crest), 'F');
      add(targets, bone, at + 6, with(joint.trough), 'F');
      add(targets, bone, at + 12, placed(side, rest), 'F');
    }
    const int at = frame + (inward ? 0 : 10);
    for (std::size_t b = 3; b < kFingerBoneNames.size(); ++b) {
      const Quat rest = fingers_[p][b];
      const std::string bone = name(side, kFingerBoneNames[b]);
      const float share = b % 3 == 0 ? 34.0f : 22.0f;
      add(targets, bone, at - 4, placed(side, rest), 'F');
      add(targets, bone, at, placed(side, rest * tilt_left(share * size)), 'F');
      add(targets, bone, at + 5, placed(side, rest * tilt_left(-0.4f * share * size)), 'F');
      add(targets, bone, at + 10, placed(side, rest), 'F');
    }
  }

 private:
  static std::string name(int side, std::string_view bone) {
    return std::string(side_prefix(side)).append(bone);
  }
  static Quat placed(int side, Quat q) { return side == 0 ? q : other_side(q); }

  const Body& body_;
  std::vector<ArmRotations> arms_;
  std::vector<FingerRotations> fingers_;
};

void add_waves(Targets& targets, const Score& score, const Arms& arms) {
  for (const WaveMark& wave : score.waves) {
    std::array<int, 2> pose{-1, -1};
    for (const ScoreRow& row : score.rows) {
      for (std::size_t k = 0; k < 2; ++k) {
        if (row.frame <= wave.frame && row.arm[k] >= 0) pose[k] = row.arm[k];
      }
    }
    const auto from = static_cast<std::size_t>(wave.from);
    arms.add_wave(targets, wave.from, wave.frame, pose[from], true, wave.size);
    arms.add_wave(targets, 1 - wave.from, wave.frame + 12, pose[1 - from], false, wave.size);
  }
}

Arrival arrival_of(std::string_view bone) {
  if (bone.find("指") != std::string_view::npos) return {0, 5};
  if (bone == "首" || bone == "頭") return {0.10f, 7};
  if (bone == "下半身") return {0.14f, 7};
  return {0.09f, 6};
}

}  // namespace

void write_torso_and_arms(const Score& score, const Body& body, Keys& keys) {
  Targets targets;
  const Arms arms(body);
  for (const ScoreRow& row : score.rows) {
    const char torso_style = row.style == 'W' ? 'S' : row.style;
    const char arm_style = row.style == 'R' ? 'S' : row.style;
    if (row.has_torso) {
      add_torso(targets, row.frame, row.torso, torso_style,
                direction_at(score, static_cast<float>(row.frame)));
    }
    for (int side = 0; side < 2; ++side) {
      const int pose = row.arm[static_cast<std::size_t>(side)];
      if (pose >= 0) arms.add_pose(targets, side, row.frame, pose, arm_style);
    }
  }
  add_spotting(targets, score);
  add_waves(targets, score, arms);
  for (auto& [bone, list] : targets) {
    put_targets(keys, bone, std::move(list), arrival_of(bone));
  }
}

}  // namespace odori::demo
