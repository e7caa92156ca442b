#include "odori/convert/mmd_limits.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/motion/compare.h"

namespace odori {
namespace {

constexpr std::size_t kFieldBytes = 15, kShown = 5;

void tell_names(const std::vector<std::string>& names, const std::string& what,
                std::vector<std::string>& lines) {
  std::map<std::string, std::string> first_of_field;  // the name that has the field already
  std::vector<std::string> alike, outside;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    // Things of one name are one to MMD, and meant so.
    if (name.empty() || !seen.insert(name).second) continue;
    const auto bytes = encode(Encoding::cp932, name);
    if (!bytes) {
      outside.push_back(name);
      continue;
    }
    std::string field;
    for (std::size_t i = 0; i < std::min(bytes->size(), kFieldBytes); ++i)
      field += static_cast<char>((*bytes)[i]);
    const auto [it, fresh] = first_of_field.emplace(std::move(field), name);
    if (!fresh) alike.push_back(it->second + " = " + name);
  }
  if (!alike.empty())
    lines.push_back(
        std::to_string(alike.size()) + " " + what +
        " that a VMD cannot tell apart, which names them by 15 bytes: " + listed(alike, kShown));
  if (!outside.empty())
    lines.push_back(
        std::to_string(outside.size()) + " " + what +
        " that a VMD cannot name, since cp932 lacks a character: " + listed(outside, kShown));
}

}  // namespace

std::size_t count_keys(const Clip& clip) { return key_count(clip).total(); }

std::vector<std::string> beyond_mmd(const Clip& clip) {
  const std::size_t keys = count_keys(clip);
  if (keys <= kMostMmdKeys) return {};
  return {std::to_string(keys) + " keys; MMD loads no more than " + std::to_string(kMostMmdKeys) +
          ": odori edit --reduce makes them fewer, --split makes several files"};
}

std::vector<std::string> beyond_vmd(const Model& model) {
  std::vector<std::string> lines, morphs;
  for (const Morph& m : model.morphs) morphs.push_back(m.name);
  tell_names(model.skeleton.names, "bones", lines);
  tell_names(morphs, "morphs", lines);
  return lines;
}

}  // namespace odori
