#include "lists.h"

#include <charconv>
#include <cmath>

#include "odori/base/number_text.h"

namespace odori::cli {
namespace {

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == mark)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

tl::unexpected<Error> not_a_list(const std::string& part) {
  return fail(Code::usage, "'" + part + "' is neither a number nor a range", Error::kNoOffset,
              "write 0,30,45.5 or 0:90 or 0:90:30");
}

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

Result<std::vector<double>> parse_frames(const std::string& text) {
  std::vector<double> frames;
  for (const std::string& part : split(text, ',')) {
    std::vector<double> numbers;
    for (const std::string& piece : split(part, ':')) {
      const auto number = parse_number(piece);
      if (!number || std::abs(*number) > 1e7) return not_a_list(part);
      numbers.push_back(*number);
    }
    const double step = numbers.size() == 3 ? numbers[2] : 1;
    if (numbers.size() > 3 || !(step > 0)) return not_a_list(part);
    const double last = numbers.size() > 1 ? numbers[1] : numbers[0];
    if (last < numbers[0]) return not_a_list(part);
    const double count = std::floor((last - numbers[0]) / step + 1e-9) + 1;
    if (count + static_cast<double>(frames.size()) > static_cast<double>(kMaxListed))
      return fail(Code::usage, "'" + part + "' holds more than ten million frames");
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      frames.push_back(numbers[0] + static_cast<double>(i) * step);
  }
  return frames;
}

Result<std::vector<std::uint32_t>> parse_indices(const std::string& text) {
  auto numbers = parse_frames(text);
  if (!numbers) return tl::unexpected(numbers.error());
  std::vector<std::uint32_t> indices;
  indices.reserve(numbers->size());
  for (const double n : *numbers) {
    if (n < 0 || n != std::floor(n))
      return fail(Code::usage, "'" + to_text(n) + "' is no index", Error::kNoOffset,
                  "write 1,2,450 or 0:99");
    indices.push_back(static_cast<std::uint32_t>(n));
  }
  return indices;
}

Result<FrameRange> parse_range(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  FrameRange range;
  bool good = parts.size() <= 2 && !text.empty() && text != ":";
  if (good && !parts[0].empty()) good = (range.first = whole_number(parts[0])).has_value();
  if (good && parts.size() == 2 && !parts[1].empty())
    good = (range.last = whole_number(parts[1])).has_value();
  if (parts.size() == 1) range.last = range.first;
  if (range.first && range.last && *range.last < *range.first) good = false;
  if (!good)
    return fail(Code::usage, "'" + text + "' is no range of frames", Error::kNoOffset,
                "write 30:90, 30: or :90");
  return range;
}

Result<Size> parse_size(const std::string& text) {
  const std::vector<std::string> parts = split(text, 'x');
  const auto width = parts.size() == 2 ? whole_number(parts[0]) : std::nullopt;
  const auto height = parts.size() == 2 ? whole_number(parts[1]) : std::nullopt;
  const auto good = [](std::optional<std::int64_t> n) {
    return n && *n >= 16 && *n <= 8192 && *n % 2 == 0;
  };
  if (!good(width) || !good(height))
    return fail(Code::usage, "'" + text + "' is no size of a picture", Error::kNoOffset,
                "write 1280x720: two even numbers from 16 to 8192");
  return Size{static_cast<int>(*width), static_cast<int>(*height)};
}

}  // namespace odori::cli
