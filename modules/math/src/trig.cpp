#include "odori/math/trig.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace odori::trig {
namespace {

// pi/2 in three parts; the first two have their low bits clear, so that n * part is exact for n <
// 2^20.
constexpr double kHalfPi1 = 1.57079632673412561417e+00;
constexpr double kHalfPi2 = 6.07710050630396597660e-11;
constexpr double kHalfPi3 = 2.02226624879595063154e-21;

// Taylor series; |x| <= pi/4, so that the first term left out is below 1e-17.
double sin_small(double x) {
  const double z = x * x;
  double s = 1.0 / 355687428096000.0;
  s = s * z - 1.0 / 1307674368000.0;
  s = s * z + 1.0 / 6227020800.0;
  s = s * z - 1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  return x + x * z * s;
}

double cos_small(double x) {
  const double z = x * x;
  double c = 1.0 / 20922789888000.0;
  c = c * z - 1.0 / 87178291200.0;
  c = c * z + 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  c = c * z - 0.5;
  return 1.0 + z * c;
}

// atan(k/8)
constexpr std::array<double, 9> kAtanEighths = {0.0,
                                                0.12435499454676144,
                                                0.24497866312686414,
                                                0.35877067027057225,
                                                0.4636476090008061,
                                                0.5585993153435624,
                                                0.6435011087932844,
                                                0.7188299996216245,
                                                0.7853981633974483};

}  // namespace

SinCos sincos(double x) {
  if (!std::isfinite(x)) return {0, 1};
  const double n = std::floor(x * (2 / kPi) + 0.5);
  const double r = ((x - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3;
  const double s = sin_small(r), c = cos_small(r);
  const double quarter = n - 4 * std::floor(n / 4);
  if (quarter == 0) return {s, c};
  if (quarter == 1) return {c, -s};
  if (quarter == 2) return {-s, -c};
  return {-c, s};
}

double sin(double x) { return sincos(x).sin; }
double cos(double x) { return sincos(x).cos; }
double tan(double x) {
  const SinCos sc = sincos(x);
  return sc.sin / sc.cos;
}

double atan(double x) {
  if (std::isnan(x)) return 0;
  const double a = std::fabs(x);
  const bool inverted = a > 1;
  const double y = inverted ? 1 / a : a;
  const auto k = static_cast<std::size_t>(y * 8 + 0.5);  // NOLINT: any eighth nearby will do
  const double c = static_cast<double>(k) / 8;
  const double t = (y - c) / (1 + y * c);  // |t| <= 1/16
  const double z = t * t;
  double s = 1.0 / 13;
  s = 1.0 / 11 - z * s;
  s = 1.0 / 9 - z * s;
  s = 1.0 / 7 - z * s;
  s = 1.0 / 5 - z * s;
  s = 1.0 / 3 - z * s;
  double r = kAtanEighths[k] + (t - t * z * s);
  if (inverted) r = kPi / 2 - r;
  return x < 0 ? -r : r;
}

double atan2(double y, double x) {
  if (x == 0 && y == 0) return 0;
  if (std::fabs(x) >= std::fabs(y)) {
    const double r = atan(y / x);
    if (x > 0) return r;
    return y < 0 ? r - kPi : r + kPi;
  }
  const double r = atan(x / y);
  return y > 0 ? kPi / 2 - r : -kPi / 2 - r;
}

double asin(double x) {
  if (!(x < 1)) return kPi / 2;
  if (!(x > -1)) return -kPi / 2;
  return atan2(x, std::sqrt((1 - x) * (1 + x)));
}

double acos(double x) {
  if (!(x < 1)) return 0;
  if (!(x > -1)) return kPi;
  return atan2(std::sqrt((1 - x) * (1 + x)), x);
}

double exp(double x) {
  if (x > 709) return std::bit_cast<double>(std::uint64_t{0x7FEFFFFFFFFFFFFF});
  if (!(x > -708)) return 0;
  constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
  const double n = std::floor(x / (kLn2High + kLn2Low) + 0.5);
  const double r = (x - n * kLn2High) - n * kLn2Low;  // |r| <= 0.35
  double s = 1;
  for (int i = 14; i >= 1; --i) s = 1 + s * r / i;
  return s * std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023)
                                   << 52);
}

double log(double x) {
  if (!(x > 0)) return -1e308;
  auto bits = std::bit_cast<std::uint64_t>(x);
  if ((bits >> 52) == 0) return log(x * 0x1p54) - 54 * 0.693147180559945309417;
  auto e = static_cast<std::int64_t>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFu) | 0x3FF0000000000000u);
  if (m > 1.41421356237309504880) {
    m /= 2;
    ++e;
  }
  const double t = (m - 1) / (m + 1), z = t * t;  // |t| <= 0.172
  double s = 1.0 / 19;
  for (int i = 17; i >= 1; i -= 2) s = 1.0 / i + z * s;
  return static_cast<double>(e) * 0.693147180559945309417 + 2 * t * s;
}

double pow(double x, double y) {
  if (y == 0) return 1;
  if (x <= 0) return 0;
  return exp(y * log(x));
}

}  // namespace odori::trig
