#include "arms.h"

#include <algorithm>

namespace odori::demo {
namespace {

// The rotation that takes the direction a, and b as near as may be, to c and d.
Quat align(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const auto basis = [](Vec3 x, Vec3 y) {
    x = normalise(x);
    y = normalise(y - x * dot(x, y));
    return from_basis(x, y, cross(x, y));
  };
  return basis(c, d) * conjugate(basis(a, b));
}

// Raising the arm lifts the shoulder; reaching forward or across brings it along.
Quat shoulder_rotation(Vec3 wrist, Vec3 upper_arm, float scale) {
  const float up = std::clamp((wrist.y - upper_arm.y) / (4.2f * scale), -0.25f, 1.0f);
  const float forward = std::clamp((wrist.z / scale - 1.0f) / 3.5f, -0.5f, 1.0f);
  const float inward = std::clamp((1.2f - wrist.x / scale) / 2.0f, 0.0f, 1.0f);
  const float reach = 9 * forward + 9 * inward * (wrist.z > 0 ? 1.0f : -1.0f);
  return turn_left(-reach) * tilt_left(-(up > 0 ? 24 : 14) * up);
}

}  // namespace

ArmAxes arm_axes(const Body& body) {
  const Vec3 along = normalise(body.wrist - body.upper_arm);
  return {along, normalise(Vec3{along.y, -along.x, 0})};
}

ArmRotations solve_arm(const Body& body, const ArmPose& pose) {
  const auto [along, bend] = arm_axes(body);
  const float upper = length(body.elbow - body.upper_arm);
  const float fore = length(body.wrist - body.elbow);
  const Vec3 wrist = body.upper_arm + (pose.wrist - kTableShoulder) * body.arm_scale;
  ArmRotations out;
  out[kShoulder] = shoulder_rotation(wrist, body.upper_arm, body.arm_scale);

  // Two bones in the plane of the pole.
  const Vec3 root = body.shoulder + rotate(out[kShoulder], body.upper_arm - body.shoulder);
  const float reach = std::clamp(length(wrist - root), 1.0f, (upper + fore) * 0.992f);
  const Vec3 line = normalise(wrist - root);
  const Vec3 pole = normalise(pose.pole - line * dot(pose.pole, line));
  const float c = (upper * upper + reach * reach - fore * fore) / (2 * upper * reach);
  const Vec3 upper_way = line * c + pole * std::sqrt(std::max(0.0f, 1 - c * c));
  const Vec3 fore_way = normalise(line * reach - upper_way * upper);
  const Quat arm = align(along, bend, upper_way, cross(upper_way, fore_way));
  const SwingTwist at_shoulder = swing_twist(conjugate(out[kShoulder]) * arm, along);
  const Quat twist = with_positive_w(at_shoulder.twist);
  out[kArmTwist] = part(twist, 0.6f);
  out[kUpperArm] = at_shoulder.swing * part(twist, 0.4f);
  const auto bent = static_cast<float>(trig::acos(static_cast<double>(dot(upper_way, fore_way))));
  out[kElbow] = from_axis_angle(bend, bent);

  // The palm looks along the bend axis at rest. hand = twist^-1 * swing^-1 of its inverse, so that
  // the twist bone above the wrist turns and the wrist only swings.
  const Quat hand = conjugate(arm * out[kElbow]) * align(along, bend, pose.hand, pose.palm);
  const SwingTwist at_wrist = swing_twist(conjugate(hand), along);
  out[kWristTwist] = conjugate(with_positive_w(at_wrist.twist));
  out[kWrist] = conjugate(at_wrist.swing);
  return out;
}

FingerRotations solve_fingers(const Body& body, const FingerShape& shape) {
  static constexpr float kThumbDegrees[3] = {10, 38, 52};
  static constexpr float kFingerDegrees[3] = {78, 92, 62};
  static constexpr float kThumbShare[3] = {0.60f, 0.28f, 0.12f};
  const Vec3 bend = arm_axes(body).bend;
  const Vec3 thumb_axis = normalise(Vec3{-0.3f, -0.9f, 0.2f});
  FingerRotations out;
  for (std::size_t finger = 0; finger < 5; ++finger) {
    for (std::size_t joint = 0; joint < 3; ++joint) {
      const float curl = shape.curl[finger];
      Quat& q = out[3 * finger + joint];
      if (finger == 0) {
        q = from_axis_angle(thumb_axis, radians(curl * kThumbDegrees[joint])) *
            tilt_left(shape.thumb * kThumbShare[joint]);
        continue;
      }
      q = tilt_left(curl * kFingerDegrees[joint]);
      if (joint == 0) {
        const float fan = (2.2f - static_cast<float>(finger)) * shape.spread;
        q = from_axis_angle(bend, radians(fan)) * q;
      }
    }
  }
  return out;
}

}  // namespace odori::demo
