#include "odori/base/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace odori {
namespace {

template <class T>
std::string shortest(T value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), end.ptr);
}

}  // namespace

std::string to_text(double value) { return shortest(value); }
std::string to_text(float value) { return shortest(value); }

std::string to_plain_text(float value) {
  std::array<char, 128> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return std::string(buffer.data(), end.ptr);
}

std::string to_six_digits(float value) {
  std::array<char, 128> buffer{};
  const int n = std::snprintf(buffer.data(), buffer.size(), "%.6f", static_cast<double>(value));
  return std::string(buffer.data(), static_cast<std::size_t>(n));
}

std::size_t scan_number(std::string_view text, double& value) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  constexpr std::array<double, 23> kTens = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* p = begin;
  const auto digit = [&] { return p < end && *p >= '0' && *p <= '9'; };
  const bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) ++p;
  std::uint64_t mantissa = 0;
  int exponent = 0;
  bool any = false, exact = true;
  const auto take = [&](int step) {
    for (; digit(); ++p) {
      any = true;
      exact = exact && mantissa < kExact / 16;  // so that another digit fits
      if (!exact) continue;
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
      exponent += step;
    }
  };
  take(0);
  if (p < end && *p == '.') {
    ++p;
    take(-1);
  }
  if (!any) return 0;
  if (p < end && (*p == 'e' || *p == 'E')) {
    const char* const mark = p++;
    const bool down = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) ++p;
    if (digit()) {
      int given = 0;
      for (; digit(); ++p) given = std::min(given * 10 + (*p - '0'), 100'000);
      exponent += down ? -given : given;
    } else {
      p = mark;  // not an exponent: what follows is another's business
    }
  }
  const auto length = static_cast<std::size_t>(p - begin);
  if (exact && exponent >= -22 && exponent <= 22) {
    // Both factors are exact, so the one rounding is the right one.
    const auto m = static_cast<double>(mantissa);
    const auto power = kTens[static_cast<std::size_t>(exponent < 0 ? -exponent : exponent)];
    value = exponent < 0 ? m / power : m * power;
    if (negative) value = -value;
    return length;
  }
  // The C locale is never changed by this program.
  value = std::strtod(std::string(text.substr(0, length)).c_str(), nullptr);
  return length;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  if (text.empty() || scan_number(text, value) != text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

}  // namespace odori
