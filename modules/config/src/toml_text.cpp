#include "toml_text.h"

// Input must not abort: an odd text is refused by the checks behind the assertions.
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <span>

#include "odori/base/number_text.h"
#include "odori/base/text.h"

namespace odori::config_detail {
namespace {

struct Found {
  Leaf leaf;
  std::optional<Value> value;
};

std::optional<double> as_number(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return static_cast<double>(integer->get());
  if (const auto* real = node.as_floating_point()) return real->get();
  return std::nullopt;
}

std::optional<Value> as_list(const toml::array& array) {
  std::vector<double> numbers;
  std::vector<std::string> texts;
  for (const toml::node& node : array) {
    if (const auto n = as_number(node))
      numbers.push_back(*n);
    else if (const auto* s = node.as_string())
      texts.push_back(s->get());
    else
      return std::nullopt;
  }
  if (!numbers.empty() && !texts.empty()) return std::nullopt;
  if (!numbers.empty()) return Value(std::move(numbers));
  return Value(std::move(texts));
}

Found leaf_of(const std::string& key, const toml::node& node, toml::source_position at) {
  Found found;
  found.leaf = {key, static_cast<int>(at.line), static_cast<int>(at.column), "a date or time",
                nullptr};
  if (const auto n = as_number(node)) {
    found.leaf.type = "a number";
    found.value = *n;
  } else if (const auto* s = node.as_string()) {
    found.leaf.type = "a text";
    found.value = s->get();
  } else if (const auto* b = node.as_boolean()) {
    found.leaf.type = "true or false";
    found.value = b->get();
  } else if (const auto* a = node.as_array()) {
    found.value = as_list(*a);
    found.leaf.type = a->empty()                         ? "an empty list"
                      : !found.value                     ? "a list of mixed things"
                      : a->is_homogeneous<std::string>() ? "a list of texts"
                                                         : "a list of numbers";
  } else if (node.is_table()) {
    found.leaf.type = "a table";
  }
  return found;
}

void collect(const toml::table& table, const std::string& prefix, std::vector<Found>& out) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const toml::table* inner = node.as_table();
    if (inner && is_table_name(key))
      collect(*inner, key + ".", out);
    else
      out.push_back(leaf_of(key, node, name.source().begin));
  }
}

}  // namespace

Result<void> read_toml(const ConfigText& text,
                       const std::function<Result<void>(const Leaf& leaf)>& visit) {
  const toml::parse_result parsed =
      toml::parse(std::string_view(text.text), std::string_view(text.name));
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    Error e{Code::malformed, "not valid TOML: " + std::string(error.description())};
    if (!is_valid_utf8(std::as_bytes(std::span(text.text))))
      e.hint = "save the file as UTF-8 in the editor";
    e.file = text.name + ":" + std::to_string(error.source().begin.line) + ":" +
             std::to_string(error.source().begin.column);
    return tl::unexpected(std::move(e));
  }
  std::vector<Found> found;
  collect(parsed.table(), "", found);
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return std::pair(a.leaf.line, a.leaf.column) < std::pair(b.leaf.line, b.leaf.column);
  });
  for (Found& one : found) {
    one.leaf.value = one.value ? &*one.value : nullptr;
    if (auto done = visit(one.leaf); !done) return done;
  }
  return {};
}

std::string value_as_toml(const Value& value) {
  const auto quoted = [](const std::string& text) { return toml_quoted(text); };
  const auto list = [](const auto& items, const auto& one) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) out += (i > 0 ? ", " : "") + one(items[i]);
    return out + "]";
  };
  const auto plain = [](double n) { return odori::to_text(n); };
  if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const auto* n = std::get_if<double>(&value)) return plain(*n);
  if (const auto* s = std::get_if<std::string>(&value)) return quoted(*s);
  if (const auto* v = std::get_if<std::vector<double>>(&value)) return list(*v, plain);
  return list(std::get<std::vector<std::string>>(value), quoted);
}

}  // namespace odori::config_detail

std::string odori::toml_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    if (byte < 0x20 || byte == 0x7f) {
      constexpr char kHex[] = "0123456789ABCDEF";
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}
