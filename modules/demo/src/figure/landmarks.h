// Where the joints are, and the colours: the numbers that several parts share.
// Unit: MMD unit (8 cm). Axes: Odori's; the left side, at +X.
#pragma once

#include "figure/curve.h"

namespace odori::demo::figure {

// The head is 3.05 tall above the chin, before head_scale.
inline constexpr float kChin = 15.45f;
inline constexpr Vec3 kHeadPivot{0, 15.35f, -0.08f};

inline constexpr Vec3 kArm{0.79862987f, -0.60182251f, 0};   // 37 degrees below the horizontal
inline constexpr Vec3 kArmUp{0.60182251f, 0.79862987f, 0};  // across the arm, upwards
inline constexpr float kUpperArm = 2.30f, kForearm = 2.15f;
inline constexpr Vec3 kShoulder{1.18f, 14.13f, -0.10f};
inline constexpr Vec3 kElbow = kShoulder + kArm * kUpperArm;
inline constexpr Vec3 kWrist = kShoulder + kArm * (kUpperArm + kForearm);
inline constexpr Vec3 kHip{0.69f, 9.25f, -0.02f};
inline constexpr Vec3 kKnee{0.63f, 5.05f, 0.04f};
inline constexpr Vec3 kAnkle{0.66f, 1.05f, -0.10f};
inline constexpr Vec3 kToe{0.64f, 0.10f, 1.10f};

// From the hand's own frame (x along the arm, y to the back of the hand, z to the thumb).
constexpr Vec3 from_hand(Vec3 p) {
  return kWrist + kArm * p.x + kArmUp * p.y + Vec3{0, 0, 1} * p.z;
}

constexpr Vec3 mirror_x(Vec3 p) { return {-p.x, p.y, p.z}; }

inline constexpr Vec3 kHairCentre{0, kChin + 1.70f, -0.12f};

// Twin tails: the curve of the left one, from the tie to the tip.
inline constexpr std::array<Vec3, 7> kTail{{{1.42f, 17.78f, -0.50f},
                                            {2.02f, 17.95f, -0.70f},
                                            {2.75f, 16.70f, -0.95f},
                                            {3.12f, 14.50f, -1.20f},
                                            {3.02f, 12.00f, -1.25f},
                                            {3.05f, 9.60f, -1.00f},
                                            {3.75f, 7.50f, -0.75f}}};
inline constexpr int kTailBones = 6;

inline constexpr int kSkirtColumns = 12, kSkirtRows = 4;

constexpr Vec3 rgb(std::uint32_t hex) {
  return Vec3{static_cast<float>((hex >> 16) & 255), static_cast<float>((hex >> 8) & 255),
              static_cast<float>(hex & 255)} *
         (1.0f / 255);
}

namespace colour {
inline constexpr Vec3 kSkin = rgb(0xffe9dd), kSkinPink = rgb(0xffc9bb);
inline constexpr Vec3 kHairRoot = rgb(0x9d94dc), kHairTip = rgb(0xf3a9c9);
inline constexpr Vec3 kWhite = rgb(0xfbfaff), kNavy = rgb(0x39406f), kSkirt = rgb(0x414a84);
inline constexpr Vec3 kCoral = rgb(0xff6f7d), kGold = rgb(0xf2c879), kDark = rgb(0x2c3050);
inline constexpr Vec3 kLash = rgb(0x3b2a4d), kBrow = rgb(0x7267a8), kLine = rgb(0x8a4a52);
}  // namespace colour

}  // namespace odori::demo::figure
