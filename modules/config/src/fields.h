// The known keys: one row each. A new option is a field in its room's struct, a row here and a line
// in data/defaults.toml.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "odori/config/project.h"

namespace odori::config_detail {

enum class Kind {
  text,
  path,
  paths,           // a list of texts; one text stands for a list of one
  word,            // one of Field::words
  flag,            // true or false
  number,          // within [low, high]
  integer,         // within [low, high]
  number_or_word,  // a number, or one of Field::words
  numbers3,        // [x, y, z], each within [low, high]
  even_pair,       // [width, height], even integers within [low, high]
};

using Value =
    std::variant<bool, double, std::string, std::vector<double>, std::vector<std::string>>;

struct Field {
  const char* key;  // "render.size"
  Kind kind;
  double low, high;
  std::vector<std::string_view> words;
  void (*apply)(Project& project, const Value& value);  // the value has passed check()
};

std::span<const Field> fields();
const Field* find_field(std::string_view key);

// Whether any known key lies below this one: "render".
bool is_table_name(std::string_view key);

// "a number from 0 to 51"
std::string expected_text(const Field& field);

// What is wrong with the value, "" when nothing is. The value's alternative must fit the kind.
std::string check(const Field& field, const Value& value);

// The known key that is most like this one; "" when none is near.
std::string nearest_key(std::string_view key);

}  // namespace odori::config_detail
