// Numbers as text, independent of the locale and equal on every platform.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace odori {

// The shortest text that reads back to the same value.
std::string to_text(double value);
std::string to_text(float value);

// The whole text must be one finite number ("1", "-.5", "4e3"); anything else gives nothing.
std::optional<double> parse_number(std::string_view text);

}  // namespace odori
