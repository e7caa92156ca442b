// Numbers as text, independent of the locale and equal on every platform.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace odori {

// The shortest text that reads back to the same value.
std::string to_text(double value);
std::string to_text(float value);
// The same without an exponent, which some readers do not know: "0.0000001".
std::string to_plain_text(float value);
// With six digits behind the point, as C's "%f" writes a float.
std::string to_six_digits(float value);

// The whole text must be one finite number ("1", "-.5", "4e3"); anything else gives nothing.
std::optional<double> parse_number(std::string_view text);

// The number at the beginning of the text, correctly rounded: how many characters it takes, 0 if
// there is none. The value may be infinite.
std::size_t scan_number(std::string_view text, double& value);

}  // namespace odori
