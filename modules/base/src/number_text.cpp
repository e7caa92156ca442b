#include "odori/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
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

std::optional<double> parse_number(std::string_view text) {
  // strtod accepts more (spaces, hex, "inf"): only plain decimal characters are let through. The C
  // locale is never changed by this program.
  if (text.empty() || text.size() > 60) return std::nullopt;
  std::array<char, 64> buffer{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool plain =
        (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
    if (!plain) return std::nullopt;
    buffer[i] = c;
  }
  char* end = nullptr;
  const double value = std::strtod(buffer.data(), &end);
  if (end != buffer.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace odori
