#include "odori/base/text.h"
#include "odori/model/model.h"

namespace odori {
namespace {

// Index of the first name that is equal, else of the first that is equal with widths folded; -1
// when none.
template <class Items, class NameOf>
std::int32_t find_name(const Items& items, std::string_view name, NameOf name_of) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (name_of(items[i]) == name) return static_cast<std::int32_t>(i);
  }
  const std::string folded = normalise_width(name);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (normalise_width(name_of(items[i])) == folded) return static_cast<std::int32_t>(i);
  }
  return -1;
}

}  // namespace

BoneIndex find_bone(const Skeleton& skeleton, std::string_view name) {
  return BoneIndex{find_name(skeleton.names, name,
                             [](const std::string& s) -> const std::string& { return s; })};
}

MorphIndex find_morph(const Model& model, std::string_view name) {
  return MorphIndex{
      find_name(model.morphs, name, [](const Morph& m) -> const std::string& { return m.name; })};
}

std::int32_t shared_toon_named(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  const std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
  constexpr std::string_view kForm = "toon##.bmp";
  if (name.size() != kForm.size()) return -1;
  std::int32_t number = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] + 32) : name[i];
    if (kForm[i] != '#' && c != kForm[i]) return -1;
    if (kForm[i] == '#' && (c < '0' || c > '9')) return -1;
    if (kForm[i] == '#') number = number * 10 + (c - '0');
  }
  return number >= 1 && number <= 10 ? number - 1 : -1;
}

}  // namespace odori
