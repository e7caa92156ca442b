// IK as most viewers outside MMD's own lineage solve it (IkRule::others): for comparing poses with
// them. Works in double, since their loops end where an error stops shrinking: in float that is
// decided by noise, and a nearly straight leg then ends a few hundredths of a unit elsewhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ik.h"
#include "odori/math/trig.h"

namespace odori {
namespace {

constexpr double kReached = 1e-4;                          // units
constexpr double kLeastTurn = 1e-3 * trig::kPi / 180;      // of a joint that is not a hinge
constexpr double kLeastHingeTurn = 3.4526698300124393e-4;  // whose cosine is the float below one
using Angles = std::array<double, 3>;

struct Vec {
  double x = 0, y = 0, z = 0;
};
struct Turn {
  double x = 0, y = 0, z = 0, w = 1;
};
constexpr Vec kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec operator*(Vec a, double k) { return {a.x * k, a.y * k, a.z * k}; }
double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(Vec a) { return std::sqrt(dot(a, a)); }
Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec unit(Vec a) {
  const double n = length(a);
  return n > 1e-8 ? a * (1 / n) : Vec{};
}
Vec vec(Vec3 a) {
  return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

Turn conjugate(Turn q) { return {-q.x, -q.y, -q.z, q.w}; }
Turn operator*(Turn a, Turn b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
Turn unit(Turn q) {
  const double n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return n > 0 ? Turn{q.x / n, q.y / n, q.z / n, q.w / n} : Turn{};
}
Turn turn(Quat q) {
  return unit(Turn{static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z),
                   static_cast<double>(q.w)});
}
Quat quat(Turn q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}
Vec rotate(Turn q, Vec v) {
  const Vec u{q.x, q.y, q.z}, t = cross(u, v) * 2;
  return v + t * q.w + cross(u, t);
}
Turn about(Vec axis, double angle) {
  const auto [s, c] = trig::sincos(angle * 0.5);
  return {axis.x * s, axis.y * s, axis.z * s, c};
}

// The chain's path; index as Chain::path.
struct Path {
  std::vector<Turn> local, world;
  std::vector<Vec> head;
};

struct Joint {
  double angle = 0;  // of a hinge, so far
  Angles angles{};   // of another joint with limits, after its last step
};

void place(const Chain& chain, const ChainScratch& s, Path& path) {
  for (std::size_t i = 0; i < chain.path.size(); ++i) {
    const std::int32_t p = chain.parent_place[i];
    const auto up = static_cast<std::size_t>(p);
    const Turn above = p < 0 ? turn(quat_of(s.parent_rotation[i])) : path.world[up];
    const Vec from = p < 0 ? vec(vec3_of(s.parent_position[i])) : path.head[up];
    path.world[i] = above * path.local[i];
    path.head[i] = from + rotate(above, vec(vec3_of(s.offset[i])));
  }
}

double apart(const Angles& a, const Angles& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double d = (a[i] - b[i]) / (2 * trig::kPi);
    sum += std::fabs(d - std::floor(d + 0.5));
  }
  return sum;
}

// Of the two ways to write q as Z * Y * X, the one nearer to `before`.
Angles angles_near(Turn q, const Angles& before) {
  const auto [x, y, z, w] = q;
  const Angles one{trig::atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
                   trig::asin(std::clamp(2 * (w * y - x * z), -1.0, 1.0)),
                   trig::atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))};
  const auto opposite = [](double a) { return a > 0 ? a - trig::kPi : a + trig::kPi; };
  const Angles other{opposite(one[0]), opposite(-one[1]), opposite(one[2])};
  return apart(other, before) < apart(one, before) ? other : one;
}

// Clamps the three angles. What is taken apart as Z * Y * X is put together as X * Y * Z: a slip
// that the viewers share, and without it a joint limited about several axes does not match theirs.
Turn limit(const ChainLink& link, Turn q, double step, Joint& joint) {
  const double low[3] = {vec(link.low).x, vec(link.low).y, vec(link.low).z};
  const double high[3] = {vec(link.high).x, vec(link.high).y, vec(link.high).z};
  const Angles wanted = angles_near(q, joint.angles);
  for (std::size_t i = 0; i < 3; ++i) {
    const double change = std::clamp(wanted[i], low[i], high[i]) - joint.angles[i];
    joint.angles[i] += std::clamp(change, -step, step);
  }
  return about(kAxes[0], joint.angles[0]) * about(kAxes[1], joint.angles[1]) *
         about(kAxes[2], joint.angles[2]);
}

// A hinge keeps one angle, from zero: its key does not count. What the first loop turns out of the
// limits goes the other way.
Turn swing(const ChainLink& link, Vec to_effector, Vec to_goal, double by, bool first,
           Joint& joint) {
  const Vec axis = kAxes[link.free_axis];
  const double low = dot(vec(link.low), axis), high = dot(vec(link.high), axis);
  const bool forward = dot(rotate(about(axis, by), to_effector), to_goal) >
                       dot(rotate(about(axis, -by), to_effector), to_goal);
  double angle = joint.angle + (forward ? by : -by);
  if (first && (angle < low || angle > high)) {
    const double middle = 0.5 * (low + high);
    const bool fits = -angle > low && -angle < high;
    if (fits || std::fabs(middle + angle) < std::fabs(middle - angle)) angle = -angle;
  }
  joint.angle = std::clamp(angle, low, high);
  return about(axis, joint.angle);
}

void turn_link(const Chain& chain, const ChainLink& link, Vec goal, bool first, Joint& joint,
               Path& path) {
  const Turn into = conjugate(path.world[link.place]);
  const Vec head = path.head[link.place];
  const Vec to_effector = unit(rotate(into, path.head[chain.effector_place] - head)),
            to_goal = unit(rotate(into, goal - head));
  const double angle = trig::acos(std::clamp(dot(to_effector, to_goal), -1.0, 1.0));
  const double by = std::min(angle, chain.unit_angle);
  Turn& local = path.local[link.place];
  if (link.limited && link.free_axis >= 0) {
    if (by >= kLeastHingeTurn)
      local = swing(link, to_effector, to_goal, by, first, joint);
    else
      local = about(kAxes[link.free_axis], joint.angle);
    return;
  }
  const Vec axis = cross(to_effector, to_goal);
  if (!(angle >= kLeastTurn) || !(length(axis) > 1e-8)) return;
  const Turn now = unit(local * about(unit(axis), by));
  local = link.limited ? limit(link, now, chain.unit_angle, joint) : now;
}

}  // namespace

void solve_chain_as_others(const Chain& chain, Vec3 target, ChainScratch& s) {
  if (!is_finite(target)) return;
  const Vec goal = vec(target);
  Path path;
  for (std::size_t i = 0; i < chain.path.size(); ++i) {
    path.local.push_back(turn(quat_of(s.rotation[i])));
  }
  path.world.resize(path.local.size());
  path.head.resize(path.local.size());
  place(chain, s, path);
  std::vector<Joint> joints(chain.links.size());
  std::vector<Turn> best = path.local;
  double least = std::numeric_limits<double>::infinity();
  const auto miss = [&] { return length(goal - path.head[chain.effector_place]); };
  for (int i = 0; i < chain.loops && miss() > kReached; ++i) {
    for (std::size_t k = 0; k < chain.links.size(); ++k) {
      if (chain.links[k].place == chain.effector_place) continue;
      turn_link(chain, chain.links[k], goal, i == 0, joints[k], path);
      place(chain, s, path);
    }
    if (!(miss() < least)) break;
    least = miss();
    best = path.local;
  }
  for (const ChainLink& link : chain.links) {
    s.rotation[link.place] = lanes(quat(best[link.place]));
  }
}

}  // namespace odori
