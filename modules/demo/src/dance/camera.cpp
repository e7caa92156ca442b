#include <algorithm>

#include "write.h"

namespace odori::demo {
namespace {

constexpr BezierCurve kMove{40, 20, 90, 110};  // a slow start, a slow end

void set_curve(io::VmdCameraKey& key, BezierCurve c) {
  for (std::size_t channel = 0; channel < 6; ++channel) {
    const std::array<std::uint8_t, 4> bytes = {c.x1, c.x2, c.y1, c.y2};
    std::copy(bytes.begin(), bytes.end(),
              key.curve.begin() + static_cast<std::ptrdiff_t>(4 * channel));
  }
}

}  // namespace

void write_camera(const Score& score, const Body& body, io::VmdDocument& document) {
  std::vector<io::VmdCameraKey>& keys = document.cameras;
  for (const Shot& shot : shots()) {
    io::VmdCameraKey key;
    const auto frame =
        static_cast<std::uint32_t>(std::clamp(frame_of(shot.bar, shot.count), 0, score.end));
    const Vec3 spot = spot_at(score, static_cast<float>(frame));
    key.frame = frame;
    key.distance = -shot.distance * body.leg_scale;
    key.target = mirror_z((shot.target + spot) * body.leg_scale);
    key.rotation = {-radians(shot.elevation), radians(shot.azimuth), 0};
    key.fov = shot.fov;
    set_curve(key, shot.cut ? kLinear : kMove);
    if (shot.cut && frame > 0 && !keys.empty()) {
      // A cut is two keys one frame apart: the old shot must last until just before it.
      if (keys.back().frame >= frame) {
        keys.back().frame = frame - 1;
      } else if (keys.back().frame < frame - 1) {
        io::VmdCameraKey held = keys.back();
        held.frame = frame - 1;
        set_curve(held, kLinear);
        keys.push_back(held);
      }
    }
    if (!keys.empty() && keys.back().frame == frame) {
      keys.back() = key;
    } else {
      keys.push_back(key);
    }
  }
}

}  // namespace odori::demo
