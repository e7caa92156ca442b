#include "matches.h"

namespace odori::cli {
namespace {

constexpr std::size_t kNearest = 2;
// Every name of the one is compared with every name of the other: beyond this many it takes longer
// than anybody reads.
constexpr std::size_t kMostCompared = 200;

void write_unmatched(Json& json, std::string_view key, const std::vector<Unmatched>& items) {
  json.key(key).open('[');
  for (const Unmatched& u : items) {
    json.open('{').pair("name", u.name);
    write_list(json, "nearest", u.nearest);
    json.close('}');
  }
  json.close(']');
}

}  // namespace

std::vector<std::string> morph_names(const Model& model) {
  std::vector<std::string> names;
  for (const Morph& morph : model.morphs) names.push_back(morph.name);
  return names;
}

std::vector<Binding::Matched> all_matched(const Binding& binding) {
  std::vector<Binding::Matched> matched = binding.matched_bones;
  matched.insert(matched.end(), binding.matched_morphs.begin(), binding.matched_morphs.end());
  return matched;
}

std::vector<Unmatched> with_nearest(const std::vector<std::string>& unbound,
                                    const std::vector<std::string>& names) {
  std::vector<Unmatched> list;
  for (const std::string& name : unbound) {
    const bool compared = list.size() < kMostCompared;
    list.push_back(
        {name, compared ? nearest_names(name, names, kNearest) : std::vector<std::string>()});
  }
  return list;
}

void write_list(Json& json, std::string_view key, const std::vector<std::string>& items) {
  json.key(key).open('[');
  for (const std::string& item : items) json.value(item);
  json.close(']');
}

void write_matches(Json& json, const std::vector<Binding::Matched>& matched,
                   const std::vector<Unmatched>& bones, const std::vector<Unmatched>& morphs) {
  json.key("matched").open('[');
  for (const Binding::Matched& m : matched)
    json.open('{')
        .pair("track", m.track)
        .pair("name", m.name)
        .pair("by", to_text(m.kind))
        .close('}');
  json.close(']');
  write_unmatched(json, "unmatched_bones", bones);
  write_unmatched(json, "unmatched_morphs", morphs);
}

}  // namespace odori::cli
