// Lists and ranges that people write on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/result.h"

namespace odori::cli {

inline constexpr std::size_t kMaxListed = 10'000'000;

// "0,30,45.5", "0:90", "0:90:30" (both ends belong to it), and any mix. Errors: usage.
Result<std::vector<double>> parse_frames(const std::string& text);

// "1,2,450" and "0:99". Errors: usage.
Result<std::vector<std::uint32_t>> parse_indices(const std::string& text);

// "30:90", "30:" and ":90"; one number is a range of one. Errors: usage.
struct FrameRange {
  std::optional<std::int64_t> first, last;
};
Result<FrameRange> parse_range(const std::string& text);

// "1280x720". Errors: usage.
struct Size {
  int width = 0, height = 0;
};
Result<Size> parse_size(const std::string& text);

}  // namespace odori::cli
