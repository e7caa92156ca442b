// toml++ behind a door of its own: it is slow to compile.
#pragma once

#include <functional>
#include <string>

#include "fields.h"
#include "odori/base/result.h"
#include "odori/config/config.h"

namespace odori::config_detail {

struct Leaf {
  std::string key;  // dotted
  int line = 0, column = 0;
  std::string type;    // "a text", "a number", "a table", ...
  const Value* value;  // null where the type is none that a Value can hold (a date, a mixed list)
};

// Calls `visit` for every value of the text, in the order of the keys' places in the text. A table
// with no field below it (an empty one too) is visited as a leaf of type "a table".
Result<void> read_toml(const ConfigText& text,
                       const std::function<Result<void>(const Leaf& leaf)>& visit);

std::string value_as_toml(const Value& value);

}  // namespace odori::config_detail
