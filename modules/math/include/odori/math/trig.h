// Elementary functions with the same bits on every platform: built from +, -, *, / and sqrt alone,
// in double, good to about 1e-15. The C library's differ by an ulp between glibc and wasm.
#pragma once

namespace odori::trig {

inline constexpr double kPi = 3.14159265358979323846;

struct SinCos {
  double sin, cos;
};

// Radians. Exact range reduction up to |x| < 1e5; beyond that the error grows with |x|.
SinCos sincos(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);  // clamps to -1..1
double acos(double x);  // clamps to -1..1
double atan(double x);
double atan2(double y, double x);  // (0, 0) gives 0
double exp(double x);
double log(double x);            // x > 0
double pow(double x, double y);  // x >= 0; pow(0, y) = 0 for y > 0

constexpr float degrees_to_radians(float d) { return d * static_cast<float>(kPi / 180); }
constexpr float radians_to_degrees(float r) { return r * static_cast<float>(180 / kPi); }

}  // namespace odori::trig
