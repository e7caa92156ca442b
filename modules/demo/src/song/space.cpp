#include "sound.h"

namespace odori::demo {

void add_space(Stereo& s, double wet) {
  const std::size_t n = s.left.size();
  const auto echo = static_cast<std::size_t>(sample_of(0.75));
  constexpr float kBack = 0.25f;
  std::vector<float> left = s.left, right = s.right;
  for (std::size_t i = echo; i < n; ++i) {  // from side to side
    left[i] += right[i - echo] * kBack;
    right[i] += left[i - echo] * kBack;
  }
  static constexpr std::size_t kCombs[4] = {1557, 1617, 1491, 1422};
  std::vector<float> hall_left(n, 0), hall_right(n, 0), a(n), b(n);
  for (const std::size_t delay : kCombs) {
    float za = 0, zb = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t other = delay + 23;
      za += ((i >= delay ? a[i - delay] : 0) - za) * 0.7f;
      zb += ((i >= other ? b[i - other] : 0) - zb) * 0.7f;
      a[i] = s.left[i] + za * 0.80f;
      b[i] = s.right[i] + zb * 0.80f;
      hall_left[i] += a[i] * 0.25f;
      hall_right[i] += b[i] * 0.25f;
    }
  }
  const auto w = static_cast<float>(wet);
  for (std::size_t i = 0; i < n; ++i) {
    s.left[i] += w * (left[i] - s.left[i] + hall_left[i] * 0.5f);
    s.right[i] += w * (right[i] - s.right[i] + hall_right[i] * 0.5f);
  }
}

}  // namespace odori::demo
