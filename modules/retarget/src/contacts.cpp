#include "contacts.h"

#include <algorithm>
#include <cmath>

namespace odori {
namespace {

float floor_under(std::span<const Vec3> places) {
  std::vector<float> heights;
  heights.reserve(places.size());
  for (const Vec3& p : places) heights.push_back(p.y);
  const auto low = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 20);
  std::nth_element(heights.begin(), low, heights.end());
  return *low;
}

// A second, over both neighbours.
float speed_at(std::span<const Vec3> places, std::size_t f, double rate) {
  const std::size_t before = f > 0 ? f - 1 : f, after = f + 1 < places.size() ? f + 1 : f;
  if (before == after) return 0;
  return length(places[after] - places[before]) * static_cast<float>(rate) /
         static_cast<float>(after - before);
}

void drop_short(std::vector<std::uint8_t>& planted, double least) {
  for (std::size_t f = 0; f < planted.size();) {
    std::size_t end = f;
    while (end < planted.size() && planted[end] == planted[f]) ++end;
    if (planted[f] != 0 && static_cast<double>(end - f) < least)
      std::fill(planted.begin() + static_cast<std::ptrdiff_t>(f),
                planted.begin() + static_cast<std::ptrdiff_t>(end), 0);
    f = end;
  }
}

}  // namespace

std::vector<std::uint8_t> find_planted(std::span<const Vec3> places, float leg, double rate,
                                       const PlantedLimits& limits) {
  std::vector<std::uint8_t> planted(places.size(), 0);
  if (places.empty() || !(leg > 0) || !(rate > 0)) return planted;
  const float floor = floor_under(places);
  bool down = false;
  for (std::size_t f = 0; f < places.size(); ++f) {
    const float height = (places[f].y - floor) / leg, speed = speed_at(places, f, rate) / leg;
    down = down ? height < limits.high && speed < limits.fast
                : height < limits.low && speed < limits.slow;
    planted[f] = down ? 1 : 0;
  }
  drop_short(planted, limits.least_seconds * rate);
  return planted;
}

void add_slide(std::span<const Vec3> places, std::span<const std::uint8_t> planted,
               FootSlide& slide) {
  for (std::size_t f = 1; f < places.size(); ++f) {
    if (planted[f] == 0 || planted[f - 1] == 0) continue;
    const Vec3 step = places[f] - places[f - 1];
    const float way = std::sqrt(step.x * step.x + step.z * step.z);
    slide.most = std::fmax(slide.most, way);
    slide.mean += (way - slide.mean) / static_cast<float>(++slide.steps);
  }
}

}  // namespace odori
