#include <algorithm>
#include <cmath>
#include <string>

#include "write.h"

namespace odori::demo {
namespace {

// A foot is thought of by its ball; the ankle's key follows from it, so that a raised heel or a
// pivot leaves the ball where it is.
struct FootPlace {
  Vec3 ankle;
  Quat rotation;
};

struct Curves {
  BezierCurve way, height, rotation;
};

class Foot {
 public:
  Foot(const Body& body, int side, std::vector<BoneKey>& track)
      : rest_(body.heel_ik[static_cast<std::size_t>(side)]),
        side_(side),
        scale_(body.leg_scale),
        track_(track) {
    ball_ = {rest_.x - (side == 0 ? 0.02f : -0.02f) * scale_, 0, rest_.z + 1.2f * scale_};
  }

  std::vector<Jump> write(const std::vector<FootMark>& marks) {
    at_ = marks.front();
    put(0, place(at_), {kLinear, kLinear, kLinear});
    for (std::size_t i = 1; i < marks.size(); ++i) {
      const FootMark& mark = marks[i];
      const int begin = std::max(mark.frame - (mark.kind == 'j' ? 13 : mark.duration), last_);
      if (begin > last_) put(begin, place(at_), {kLinear, kLinear, kLinear});
      switch (mark.kind) {
        case 'p':
          pivot(mark, begin);
          break;
        case 'j':
          jump(mark, begin);
          break;
        default:
          step(mark, begin);
      }
    }
    return jumps_;
  }

 private:
  FootPlace place(const FootMark& m) const {
    const Vec3 ball{m.x * scale_, m.lift * scale_, m.z * scale_ + ball_.z};
    const Quat q = turn_left(m.yaw) * lean_forward(m.heel);
    return {ball + rotate(q, rest_ - ball_), q};
  }

  void put(int frame, const FootPlace& p, const Curves& c) {
    put_key(track_, {frame, p.rotation, p.ankle - rest_, {c.way, c.height, c.way, c.rotation}});
  }

  // Eased turn about the ball, cut so finely that the ankle's straight way between keys stays on
  // its arc.
  void pivot(FootMark to, int begin) {
    to.x = at_.x;
    to.z = at_.z;
    const int span = to.frame - begin;
    const float need =
        std::max(std::fabs(to.yaw - at_.yaw) / 24, std::fabs(to.heel - at_.heel) / 18);
    const int parts = std::clamp(static_cast<int>(std::ceil(need)), 1, std::max(1, span / 2));
    const BezierCurve curve = parts == 1 ? kSmooth : kLinear;
    for (int i = 1; i <= parts; ++i) {
      const float u = static_cast<float>(i) / static_cast<float>(parts);
      const float eased = parts > 2 ? u * u * (3 - 2 * u) * 0.6f + u * 0.4f : u;
      FootMark m = at_;
      m.yaw = lerp(at_.yaw, to.yaw, eased);
      m.heel = lerp(at_.heel, to.heel, eased);
      m.lift = 0;
      put(begin + span * i / parts, place(m), {curve, curve, curve});
    }
    arrive(to, to.frame);
  }

  // Off over the ball, legs thrown wide at the top, ball first on landing.
  void jump(FootMark to, int begin) {
    FootMark m = at_;
    m.heel = 34;
    m.lift = 0.05f;
    put(begin + 2, place(m), {kSmooth, kSmooth, kSmooth});
    const float out = side_ == 0 ? 1.0f : -1.0f;
    m.x = (at_.x + to.x) / 2 + 2.3f * out;
    m.z = (at_.z + to.z) / 2 - 0.3f;
    m.yaw = to.yaw + 34 * out;
    m.heel = 30;
    m.lift = 2.9f;
    put(begin + 7, place(m), {kRise, kRise, kRise});
    m = to;
    m.heel = 20;
    m.lift = 0;
    put(to.frame - 1, place(m), {kSmooth, kFall, kSmooth});
    put(to.frame + 1, place(to), {kSmooth, kSmooth, kSettle});
    jumps_.push_back({begin, to.frame});
    arrive(to, to.frame + 1);
  }

  // Peel (heel first, no way yet), swing, land on the count.
  void step(const FootMark& to, int begin) {
    const int span = to.frame - begin;
    const float way = std::hypot(to.x - at_.x, to.z - at_.z);
    const float clearance = 0.25f + 0.16f * way;
    const float turn = to.yaw - at_.yaw;
    const bool whip = std::fabs(turn) > 60;
    FootMark m = at_;
    if (at_.lift == 0) {
      m.heel = std::max(24.0f * std::min(1.0f, static_cast<float>(span) / 9), at_.heel);
      put(begin + std::max(1, span * 3 / 10), place(m), {kSmooth, kSmooth, kSmooth});
    }
    const bool kick = to.kind == 'f';
    m = at_;
    m.x = lerp(at_.x, to.x, 0.70f);
    m.z = lerp(at_.z, to.z, 0.70f);
    m.yaw = at_.yaw + turn * 0.42f;
    m.heel = kick ? lerp(at_.heel, to.heel, 0.6f) : 26 + to.heel * 0.3f;
    m.lift = std::max(clearance, to.lift * 0.7f);
    put(begin + std::max(2, span * 6 / 10), place(m),
        {kLeave, kRise, whip ? BezierCurve{60, 0, 107, 95} : kLinear});
    put(to.frame, place(to),
        {kRise, to.lift > 0 ? kRise : kFall, whip ? BezierCurve{20, 36, 60, 127} : kSettle});
    arrive(to, to.frame);
  }

  void arrive(const FootMark& to, int frame) {
    at_ = to;
    last_ = frame;
  }

  Vec3 rest_, ball_;
  int side_;
  float scale_;
  std::vector<BoneKey>& track_;
  FootMark at_;
  int last_ = 0;
  std::vector<Jump> jumps_;
};

}  // namespace

std::vector<Jump> write_feet(const Score& score, const Body& body, Keys& keys) {
  std::vector<Jump> jumps;
  for (int side = 0; side < 2; ++side) {
    const std::string prefix(side_prefix(side));
    Foot foot(body, side, keys.bones[prefix + "足ＩＫ"]);
    jumps = foot.write(score.feet[static_cast<std::size_t>(side)]);
    put_rotation(keys, prefix + "つま先ＩＫ", 0, Quat{}, kLinear);
  }
  return jumps;
}

}  // namespace odori::demo
