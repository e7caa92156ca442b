#include "odori/motion/smooth.h"

#include <algorithm>
#include <cmath>

#include "keys.h"
#include "odori/math/trig.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/resample.h"

namespace odori {
namespace {

// Half of a symmetric kernel: weight[k] for the frames k before and k after; they sum to 1 with
// both sides.
std::vector<double> gaussian(double window_frames) {
  const double deviation = window_frames / 6;
  const auto reach = static_cast<std::size_t>(std::floor(window_frames / 2 + 1e-9));
  std::vector<double> weight(reach + 1);
  double sum = 0;
  for (std::size_t k = 0; k <= reach; ++k) {
    const double x = static_cast<double>(k) / deviation;
    weight[k] = trig::exp(-x * x / 2);
    sum += k == 0 ? weight[k] : 2 * weight[k];
  }
  for (double& w : weight) w /= sum;
  return weight;
}

struct Tangent {
  double x = 0, y = 0, z = 0;
};

// The rotation vector from a to b in a's frame (half angle), the short way.
Tangent log_between(Quat a, Quat b) {
  if (a == b) return {};
  const Quat d = conjugate(a) * b;
  const double x = static_cast<double>(d.x), y = static_cast<double>(d.y),
               z = static_cast<double>(d.z), w = static_cast<double>(d.w);
  const double s = std::sqrt(x * x + y * y + z * z);
  if (s == 0) return {};
  const double scale = (w < 0 ? -trig::atan2(s, -w) : trig::atan2(s, w)) / s;
  return {x * scale, y * scale, z * scale};
}

Quat exp_from(Quat a, Tangent t) {
  const double half = std::sqrt(t.x * t.x + t.y * t.y + t.z * t.z);
  if (half == 0) return a;  // to the bit
  const auto [s, c] = trig::sincos(half);
  const double scale = s / half;
  return normalise(a * Quat{static_cast<float>(t.x * scale), static_cast<float>(t.y * scale),
                            static_cast<float>(t.z * scale), static_cast<float>(c)});
}

// What a track says at place `k` of [0, n), continued beyond its ends by point reflection.
float reflected(float end, float inside) { return 2 * end - inside; }
Vec3 reflected(Vec3 end, Vec3 inside) { return end * 2 - inside; }
Quat reflected(Quat end, Quat inside) { return end * conjugate(inside) * end; }
template <class T>
T beyond(const std::vector<T>& v, std::size_t first, std::size_t last, std::ptrdiff_t k) {
  const auto a = static_cast<std::ptrdiff_t>(first), b = static_cast<std::ptrdiff_t>(last);
  if (k < a) return reflected(v[first], v[static_cast<std::size_t>(std::min(2 * a - k, b))]);
  if (k > b) return reflected(v[last], v[static_cast<std::size_t>(std::max(2 * b - k, a))]);
  return v[static_cast<std::size_t>(k)];
}

// The weighted differences of the neighbours from the value itself, added to it.
float mean_at(const std::vector<float>& v, std::size_t first, std::size_t last, std::size_t i,
              const std::vector<double>& weight) {
  double sum = 0;
  const auto at = static_cast<std::ptrdiff_t>(i);
  for (std::size_t k = 1; k < weight.size(); ++k) {
    const auto step = static_cast<std::ptrdiff_t>(k);
    const float a = beyond(v, first, last, at - step), b = beyond(v, first, last, at + step);
    sum += weight[k] * (static_cast<double>(a - v[i]) + static_cast<double>(b - v[i]));
  }
  return v[i] + static_cast<float>(sum);
}
Vec3 mean_at(const std::vector<Vec3>& v, std::size_t first, std::size_t last, std::size_t i,
             const std::vector<double>& weight) {
  Vec3 sum;
  const auto at = static_cast<std::ptrdiff_t>(i);
  for (std::size_t k = 1; k < weight.size(); ++k) {
    const auto step = static_cast<std::ptrdiff_t>(k);
    const Vec3 a = beyond(v, first, last, at - step), b = beyond(v, first, last, at + step);
    sum += ((a - v[i]) + (b - v[i])) * static_cast<float>(weight[k]);
  }
  return v[i] + sum;
}
Quat mean_at(const std::vector<Quat>& v, std::size_t first, std::size_t last, std::size_t i,
             const std::vector<double>& weight) {
  Tangent sum;
  const auto at = static_cast<std::ptrdiff_t>(i);
  for (std::size_t k = 1; k < weight.size(); ++k) {
    const auto step = static_cast<std::ptrdiff_t>(k);
    for (const std::ptrdiff_t place : {at - step, at + step}) {
      const Tangent t = log_between(v[i], beyond(v, first, last, place));
      sum.x += weight[k] * t.x;
      sum.y += weight[k] * t.y;
      sum.z += weight[k] * t.z;
    }
  }
  return exp_from(v[i], sum);
}

// Places first..last of a channel.
template <class T>
void smooth_channel(std::vector<T>& v, std::size_t first, std::size_t last,
                    const std::vector<double>& weight) {
  std::vector<T> out(v.begin() + static_cast<std::ptrdiff_t>(first),
                     v.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  for (std::size_t i = first + 1; i < last; ++i)
    out[i - first] = mean_at(v, first, last, i, weight);
  std::copy(out.begin(), out.end(), v.begin() + static_cast<std::ptrdiff_t>(first));
}

template <class T>
bool constant(const std::vector<T>& v) {
  return std::all_of(v.begin(), v.end(), [&](const T& x) { return x == v.front(); });
}

void smooth_camera(CameraTrack& track, const CameraTrack& source,
                   const std::vector<double>& weight) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 1; i < source.frame.size(); ++i) {
    if (!cuts_at(source, i)) continue;
    const double frame = source.frame[i];
    const auto place = std::lower_bound(track.frame.begin(), track.frame.end(), frame);
    starts.push_back(static_cast<std::size_t>(place - track.frame.begin()));
  }
  starts.push_back(track.frame.size());
  for (std::size_t shot = 0; shot + 1 < starts.size(); ++shot) {
    if (starts[shot + 1] < starts[shot] + 3) continue;
    const std::size_t first = starts[shot], last = starts[shot + 1] - 1;
    smooth_channel(track.target, first, last, weight);
    smooth_channel(track.distance, first, last, weight);
    smooth_channel(track.rotation, first, last, weight);
    smooth_channel(track.fov, first, last, weight);
  }
}

bool moves(const BoneTrack& t) { return !constant(t.rotation) || !constant(t.translation); }
bool moves(const MorphTrack& t) { return !constant(t.weight); }
bool moves(const CameraTrack& t) {
  return !constant(t.target) || !constant(t.distance) || !constant(t.rotation) || !constant(t.fov);
}

// The parts of a clip that move; the rest keeps its keys.
Clip moving_part(const Clip& clip) {
  Clip moving;
  moving.rate = clip.rate;
  for (const BoneTrack& t : clip.bones)
    if (moves(t)) moving.bones.push_back(t);
  for (const MorphTrack& t : clip.morphs)
    if (moves(t)) moving.morphs.push_back(t);
  if (moves(clip.camera)) moving.camera = clip.camera;
  return moving;
}

template <class Track>
void put_back(std::vector<Track>& all, std::vector<Track>& moved) {
  auto next = moved.begin();
  for (Track& track : all)
    if (moves(track)) track = std::move(*next++);
}

}  // namespace

Result<Clip> smooth(const Clip& clip, const SmoothOptions& options) {
  if (!(options.window > 0) || !(options.window <= 60) || !(clip.rate > 0))
    return fail(Code::usage, "the window is a number of seconds above 0, at most 60");
  auto dense = resample(moving_part(clip), clip.rate);
  if (!dense) return dense;
  const std::vector<double> weight = gaussian(options.window * clip.rate);
  for (BoneTrack& t : dense->bones) {
    smooth_channel(t.rotation, 0, t.frame.size() - 1, weight);
    smooth_channel(t.translation, 0, t.frame.size() - 1, weight);
  }
  for (MorphTrack& t : dense->morphs) smooth_channel(t.weight, 0, t.frame.size() - 1, weight);
  if (!dense->camera.frame.empty()) smooth_camera(dense->camera, clip.camera, weight);

  Clip out = clip;
  out.warnings = {};
  put_back(out.bones, dense->bones);
  put_back(out.morphs, dense->morphs);
  if (!dense->camera.frame.empty()) out.camera = std::move(dense->camera);
  return out;
}

}  // namespace odori
