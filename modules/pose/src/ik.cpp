#include "ik.h"

#include <algorithm>
#include <set>

#include "odori/math/trig.h"

namespace odori {
namespace {

constexpr int kMostLoops = 256;
constexpr float kReachedSquared = 1e-8f;    // the effector is close enough, squared units
constexpr float kParallelSquared = 1e-14f;  // sine of the angle to go, squared: nothing to turn
constexpr double kEulerClamp = 88 * trig::kPi / 180;
constexpr Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

struct HalfAngle {
  float sine = 0, cosine = 1;
};

// Half of an angle in -pi..pi given by its sine and cosine.
HalfAngle halve(float sine, float cosine) {
  if (cosine >= 0) {
    const float c = std::sqrt((1 + cosine) * 0.5f);
    return {sine / (2 * c), c};
  }
  const float s = std::sqrt((1 - cosine) * 0.5f);
  return sine < 0 ? HalfAngle{-s, -sine / (2 * s)} : HalfAngle{s, sine / (2 * s)};
}

// An angle beyond a limit is mirrored at it in the first half of the loops, if there is room.
double limit_angle(double angle, double low, double high, bool first_half) {
  if (angle < low) {
    const double mirrored = 2 * low - angle;
    return mirrored <= high && first_half ? mirrored : low;
  }
  if (angle > high) {
    const double mirrored = 2 * high - angle;
    return mirrored >= low && first_half ? mirrored : high;
  }
  return angle;
}

Quat about(int axis, float sine, float cosine) {
  const Vec3 a = kAxes[axis];
  return {a.x * sine, a.y * sine, a.z * sine, cosine};
}

Quat about(int axis, double radians) {
  const auto [s, c] = trig::sincos(radians * 0.5);
  return about(axis, static_cast<float>(s), static_cast<float>(c));
}

// Whether an angle lies in the range of the free axis.
bool in_range(const ChainLink& link, float sine, float cosine) {
  return sine * link.middle_sine + cosine * link.middle_cosine >= link.width_cosine;
}

// Only one axis is free: the other two angles become zero, whatever they were.
Quat limit_single(const ChainLink& link, Quat q, bool first_half) {
  if (link.free_axis == 0 && link.order != EulerOrder::yxz && q.y == 0 && q.z == 0 &&
      in_range(link, 2 * q.x * q.w, 1 - 2 * q.x * q.x)) {
    return q;  // a knee on its way: nothing to mend
  }
  float sine = 0, cosine = 1;
  if (link.free_axis == 0 && link.order == EulerOrder::yxz) {
    sine = std::clamp(2 * (q.w * q.x - q.y * q.z), -1.f, 1.f);
    constexpr float kClampSine = 0.99939083f;  // of 88 degrees
    sine = std::clamp(sine, -kClampSine, kClampSine);
    cosine = std::sqrt((1 - sine) * (1 + sine));
  } else {
    if (link.free_axis == 0) {
      sine = 2 * (q.y * q.z + q.w * q.x);
      cosine = 1 - 2 * (q.x * q.x + q.y * q.y);
    } else if (link.free_axis == 1) {
      sine = 2 * (q.x * q.z + q.w * q.y);
      cosine = 1 - 2 * (q.x * q.x + q.y * q.y);
    } else {
      sine = 2 * (q.x * q.y + q.w * q.z);
      cosine = 1 - 2 * (q.x * q.x + q.z * q.z);
    }
    const float n = std::sqrt(sine * sine + cosine * cosine);
    if (!(n > 0)) return about(link.free_axis, 0.f, 1.f);
    sine /= n;
    cosine /= n;
  }
  if (in_range(link, sine, cosine)) {
    const HalfAngle h = halve(sine, cosine);
    return about(link.free_axis, h.sine, h.cosine);
  }
  const Vec3 axis = kAxes[link.free_axis];
  const double angle = trig::atan2(static_cast<double>(sine), static_cast<double>(cosine));
  return about(link.free_axis, limit_angle(angle, static_cast<double>(dot(link.low, axis)),
                                           static_cast<double>(dot(link.high, axis)), first_half));
}

double clamped_asin(double sine) { return std::clamp(trig::asin(sine), -kEulerClamp, kEulerClamp); }

Quat limit_euler(const ChainLink& link, Quat q, bool first_half) {
  const double x = static_cast<double>(q.x), y = static_cast<double>(q.y),
               z = static_cast<double>(q.z), w = static_cast<double>(q.w);
  const double xx = 1 - 2 * (y * y + z * z), yy = 1 - 2 * (x * x + z * z),
               zz = 1 - 2 * (x * x + y * y);
  double ax = 0, ay = 0, az = 0;
  if (link.order == EulerOrder::yxz) {
    ax = clamped_asin(2 * (w * x - y * z));
    ay = trig::atan2(2 * (x * z + w * y), zz);
    az = trig::atan2(2 * (x * y + w * z), yy);
  } else if (link.order == EulerOrder::zyx) {
    ay = clamped_asin(2 * (w * y - x * z));
    ax = trig::atan2(2 * (y * z + w * x), zz);
    az = trig::atan2(2 * (x * y + w * z), xx);
  } else {
    az = clamped_asin(2 * (w * z - x * y));
    ax = trig::atan2(2 * (y * z + w * x), yy);
    ay = trig::atan2(2 * (x * z + w * y), xx);
  }
  const auto limited = [&](double angle, float low, float high) {
    return limit_angle(angle, static_cast<double>(low), static_cast<double>(high), first_half);
  };
  const Quat qx = about(0, limited(ax, link.low.x, link.high.x)),
             qy = about(1, limited(ay, link.low.y, link.high.y)),
             qz = about(2, limited(az, link.low.z, link.high.z));
  if (link.order == EulerOrder::yxz) return qy * qx * qz;
  if (link.order == EulerOrder::zyx) return qz * qy * qx;
  return qx * qz * qy;
}

void place_path(const Chain& chain, ChainScratch& s) {
  for (std::size_t i = 0; i < chain.path.size(); ++i) {
    const std::int32_t p = chain.parent_place[i];
    const auto up = static_cast<std::size_t>(p);
    const f32x4 parent = p < 0 ? s.parent_rotation[i] : s.world_rotation[up];
    const f32x4 head = p < 0 ? s.parent_position[i] : s.world_position[up];
    s.world_rotation[i] = multiply4(parent, s.rotation[i]);
    s.world_position[i] = head + rotate4(parent, s.offset[i]);
  }
}

// The same for what a turn of one link moves. The rotation of a bone without children in the path
// is left as it is: nothing here reads it.
void place_below(const Chain& chain, const ChainLink& link, f32x4 parent, ChainScratch& s) {
  s.world_rotation[link.place] = multiply4(parent, s.rotation[link.place]);
  for (std::size_t i = link.place + 1; i < chain.path.size(); ++i) {
    const std::int32_t p = chain.parent_place[i];
    if (p < 0) continue;
    const auto up = static_cast<std::size_t>(p);
    const f32x4 above = s.world_rotation[up];
    s.world_position[i] = s.world_position[up] + rotate4(above, s.offset[i]);
    if (chain.has_child[i]) s.world_rotation[i] = multiply4(above, s.rotation[i]);
  }
}

f32x4 parent_of(const Chain& chain, const ChainLink& link, const ChainScratch& s) {
  const std::int32_t p = chain.parent_place[link.place];
  return p < 0 ? s.parent_rotation[link.place] : s.world_rotation[static_cast<std::size_t>(p)];
}

Quat limited(const ChainLink& link, Quat q, bool first_half) {
  if (!link.limited) return q;
  return link.free_axis >= 0 ? limit_single(link, q, first_half) : limit_euler(link, q, first_half);
}

// One step of one link. False when nothing changed.
bool turn_link(const Chain& chain, const ChainLink& link, f32x4 goal, bool first_half,
               ChainScratch& s) {
  const f32x4 head = s.world_position[link.place];
  const f32x4 to_effector = s.world_position[chain.effector_place] - head, to_goal = goal - head;
  // Sine and cosine of the angle to go, times the two lengths.
  const f32x4 turn = cross3(to_effector, to_goal);
  const float cosine = dot3(to_effector, to_goal), sine_squared = dot3(turn, turn);
  const float scale_squared = dot3(to_effector, to_effector) * dot3(to_goal, to_goal);
  if (!(scale_squared > 1e-24f) || !(scale_squared < 1e30f)) return false;
  if (!(sine_squared >= kParallelSquared * scale_squared)) return false;

  const float scale = std::sqrt(scale_squared);
  const f32x4 parent = parent_of(chain, link, s);
  const bool forced = link.has_fixed_axis || (link.free_axis >= 0 && first_half);
  f32x4 axis;
  if (forced) {
    axis = lanes(link.has_fixed_axis ? link.fixed_axis : kAxes[link.free_axis]);
    if (dot3(turn, rotate4(parent, axis)) < 0) axis = -axis;
  } else {
    axis = rotate4(conjugate4(parent), turn);  // as long as the sine
  }
  const f32x4 old = s.rotation[link.place];
  f32x4 step;
  if (cosine <= link.step_cosine * scale) {
    if (!forced) axis = axis * splat4(1 / std::sqrt(sine_squared));
    step = axis * splat4(link.half_step_sine) + f32x4{0, 0, 0, link.half_step_cosine};
  } else if (cosine > -0.9f * scale) {
    // Half the angle has the tangent sine / (1 + cosine).
    const float w = scale + cosine, inverse = 1 / std::sqrt(2 * scale * w);
    if (forced) axis = axis * splat4(std::sqrt(sine_squared));
    step = (axis + f32x4{0, 0, 0, w}) * splat4(inverse);
  } else {
    const float sine = std::sqrt(sine_squared);
    const HalfAngle half = halve(sine / scale, std::max(cosine / scale, -1.f));
    if (!forced) axis = axis * splat4(1 / sine);
    step = axis * splat4(half.sine) + f32x4{0, 0, 0, half.cosine};
  }
  f32x4 now = multiply4(step, old);
  // One step of Newton's method for 1 / sqrt keeps the length at one.
  const f32x4 square = now * now;
  now = now * splat4(1.5f - 0.5f * ((square[0] + square[1]) + (square[2] + square[3])));
  if (link.limited) now = lanes(limited(link, quat_of(now), first_half));
  if (quat_of(now) == quat_of(old)) return false;
  s.rotation[link.place] = now;
  place_below(chain, link, parent, s);
  return true;
}

void prepare_limits(ChainLink& link) {
  const auto sorted = [](float& a, float& b) {
    if (b < a) std::swap(a, b);
  };
  sorted(link.low.x, link.high.x);
  sorted(link.low.y, link.high.y);
  sorted(link.low.z, link.high.z);
  const auto within = [](float low, float high) {
    return static_cast<double>(low) > -trig::kPi / 2 && static_cast<double>(high) < trig::kPi / 2;
  };
  link.order = within(link.low.x, link.high.x)   ? EulerOrder::yxz
               : within(link.low.y, link.high.y) ? EulerOrder::zyx
                                                 : EulerOrder::xzy;
  const bool x = link.low.x != 0 || link.high.x != 0, y = link.low.y != 0 || link.high.y != 0,
             z = link.low.z != 0 || link.high.z != 0;
  link.frozen = !x && !y && !z;
  if (x + y + z != 1) return;
  link.free_axis = x ? 0 : y ? 1 : 2;
  const double low = static_cast<double>(dot(link.low, kAxes[link.free_axis])),
               high = static_cast<double>(dot(link.high, kAxes[link.free_axis]));
  const auto [s, c] = trig::sincos((low + high) / 2);
  link.middle_sine = static_cast<float>(s);
  link.middle_cosine = static_cast<float>(c);
  // A range of a whole turn has no outside; one that is not within -pi..pi is left to limit_angle.
  const bool plain = low >= -trig::kPi - 1e-6 && high <= trig::kPi + 1e-6;
  link.width_cosine = plain ? static_cast<float>(trig::cos((high - low) / 2)) : 2.f;
}

}  // namespace

Chain make_chain(const Skeleton& skeleton, const Ik& ik,
                 const std::map<BoneIndex, Vec3>& fixed_axes) {
  Chain chain;
  chain.goal = static_cast<std::uint32_t>(at(ik.bone));
  chain.effector = static_cast<std::uint32_t>(at(ik.effector));
  chain.loops = std::clamp(ik.loops, 0, kMostLoops);
  chain.unit_angle = std::clamp(static_cast<double>(ik.unit_angle), 0.0, trig::kPi);
  std::uint32_t top = chain.effector;
  for (std::size_t k = 0; k < ik.links.size(); ++k) {
    const IkLink& from = ik.links[k];
    ChainLink link;
    link.bone = static_cast<std::uint32_t>(at(from.bone));
    link.limited = from.limited;
    link.low = from.low;
    link.high = from.high;
    if (link.limited) prepare_limits(link);
    if (const auto fixed = fixed_axes.find(from.bone); fixed != fixed_axes.end()) {
      link.has_fixed_axis = true;
      link.fixed_axis = fixed->second;
    }
    const double step =
        std::clamp(static_cast<double>(ik.unit_angle) * static_cast<double>(k + 1), 0.0, trig::kPi);
    link.step_cosine = step < trig::kPi ? static_cast<float>(trig::cos(step)) : -2;
    link.half_step_sine = static_cast<float>(trig::sin(step / 2));
    link.half_step_cosine = static_cast<float>(trig::cos(step / 2));
    chain.links.push_back(link);
    top = std::min(top, link.bone);
  }
  // Bones that hang below a link and lead to the effector or to another link.
  std::set<std::uint32_t> found;
  const auto climb = [&](std::uint32_t bone) {
    while (bone >= top && found.insert(bone).second) {
      if (!is_set(skeleton.parent[bone])) break;
      bone = static_cast<std::uint32_t>(at(skeleton.parent[bone]));
    }
  };
  climb(chain.effector);
  for (const ChainLink& link : chain.links) climb(link.bone);
  chain.path.assign(found.begin(), found.end());
  const std::vector<std::uint32_t>& bones = chain.path;
  const auto place_of = [&](std::uint32_t bone) {
    return static_cast<std::uint32_t>(std::lower_bound(bones.begin(), bones.end(), bone) -
                                      bones.begin());
  };
  for (const std::uint32_t bone : bones) {
    const BoneIndex parent = skeleton.parent[bone];
    const bool in_path =
        is_set(parent) &&
        std::binary_search(bones.begin(), bones.end(), static_cast<std::uint32_t>(at(parent)));
    chain.parent_place.push_back(
        in_path ? static_cast<std::int32_t>(place_of(static_cast<std::uint32_t>(at(parent)))) : -1);
  }
  chain.has_child.resize(bones.size());
  for (const std::int32_t p : chain.parent_place) {
    if (p >= 0) chain.has_child[static_cast<std::size_t>(p)] = 1;
  }
  for (ChainLink& link : chain.links) link.place = place_of(link.bone);
  chain.effector_place = place_of(chain.effector);
  return chain;
}

bool solve_chain(const Chain& chain, Vec3 goal, ChainScratch& s) {
  const f32x4 target = lanes(goal);
  place_path(chain, s);
  const auto reached = [&] {
    const f32x4 left = target - s.world_position[chain.effector_place];
    return dot3(left, left) < kReachedSquared;
  };
  const int half = chain.loops / 2;
  for (int i = 0; i < chain.loops && !reached(); ++i) {
    bool changed = false;
    for (const ChainLink& link : chain.links) {
      if (!link.frozen || !link.limited) changed |= turn_link(chain, link, target, i < half, s);
    }
    if (changed) continue;
    // Nothing will move any more in this half.
    if (i >= half) break;
    i = half - 1;
  }
  return reached();
}

namespace {

// Of the two turns that bring the effector to its goal's distance the smaller one, unless only the
// other one is within the joint's limits: a straight leg bends forwards.
Quat finishing_step(const ChainLink& bend, Vec3 axis, Quat old, double one, double other) {
  if (std::fabs(other) < std::fabs(one)) std::swap(one, other);
  const auto turned = [&](double angle) {
    const auto [sine, cosine] = trig::sincos(angle * 0.5);
    return Quat{axis.x * static_cast<float>(sine), axis.y * static_cast<float>(sine),
                axis.z * static_cast<float>(sine), static_cast<float>(cosine)};
  };
  constexpr float kSame = 1e-3f;  // radians
  const auto allowed = [&](Quat step) {
    const Quat q = normalise(step * old);
    return angle_between(limited(bend, q, false), q) < kSame;
  };
  const Quat near = turned(one), far = turned(other);
  return allowed(near) || !allowed(far) ? near : far;
}

}  // namespace

void finish_chain(const Chain& chain, Vec3 goal, ChainScratch& s) {
  if (chain.links.size() < 2) return;
  const ChainLink &bend = chain.links.front(), &aim = chain.links.back();
  if (bend.limited && bend.free_axis < 0) return;
  const auto head_of = [&](std::size_t place) { return vec3_of(s.world_position[place]); };
  const Vec3 effector = head_of(chain.effector_place);
  const Vec3 root = head_of(aim.place), joint = head_of(bend.place);
  const Vec3 upper = joint - root, lower = effector - joint;
  const Quat parent = quat_of(parent_of(chain, bend, s));
  // The axis of the joint, in its parent's frame: its own, or across the plane of the chain.
  Vec3 axis = bend.has_fixed_axis ? bend.fixed_axis
              : bend.limited      ? kAxes[bend.free_axis]
                                  : normalise(rotate(conjugate(parent), cross(upper, lower)));
  const Vec3 hinge = rotate(parent, axis);
  // |effector - root| as a function of the turn: along + a cos + b sin.
  const Vec3 along = hinge * dot(lower, hinge);
  const double a = static_cast<double>(dot(upper, lower - along)),
               b = static_cast<double>(dot(upper, cross(hinge, lower)));
  const double wanted = 0.5 * static_cast<double>(length_squared(goal - root) -
                                                  length_squared(upper) - length_squared(lower)) -
                        static_cast<double>(dot(upper, along));
  const double most = std::sqrt(a * a + b * b);
  if (!(most > 1e-9) || !(std::fabs(wanted) <= most)) return;  // out of reach
  const double middle = trig::atan2(b, a), side = trig::acos(wanted / most);
  const Quat old_bend = quat_of(s.rotation[bend.place]), old_aim = quat_of(s.rotation[aim.place]);
  const Quat step = finishing_step(bend, axis, old_bend, middle - side, middle + side);
  const auto miss = [&] { return length_squared(goal - head_of(chain.effector_place)); };
  const float before = miss();
  s.rotation[bend.place] = lanes(limited(bend, normalise(step * old_bend), false));
  place_path(chain, s);
  if (!aim.has_fixed_axis) {
    const Quat up = quat_of(parent_of(chain, aim, s));
    const Vec3 from = rotate(conjugate(up), head_of(chain.effector_place) - root),
               to = rotate(conjugate(up), goal - root);
    s.rotation[aim.place] = lanes(limited(aim, normalise(between(from, to) * old_aim), false));
    place_path(chain, s);
  }
  if (miss() < before) return;
  s.rotation[bend.place] = lanes(old_bend);
  s.rotation[aim.place] = lanes(old_aim);
}

}  // namespace odori
