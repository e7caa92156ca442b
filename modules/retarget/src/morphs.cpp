#include "odori/retarget/morphs.h"

#include <algorithm>
#include <optional>
#include <set>

#include "maps.h"
#include "odori/base/text.h"

namespace odori {
namespace {

std::optional<std::string_view> expression_of(std::string_view name) {
  const std::string plain = plain_name(name);
  for (const MorphName& m : morph_names())
    if (plain_name(m.name) == plain) return m.expression;
  return std::nullopt;
}

bool moves(const MorphTrack& track) {
  return std::any_of(track.weight.begin(), track.weight.end(), [](float w) { return w != 0; });
}

bool has(const std::vector<Morph>& target, const std::string& name) {
  const std::string folded = normalise_width(name);
  return std::any_of(target.begin(), target.end(),
                     [&](const Morph& m) { return normalise_width(m.name) == folded; });
}

// In the order of the maps' names, so that the usual one is preferred.
std::optional<std::string> counterpart(std::string_view expression,
                                       const std::vector<Morph>& target) {
  for (const MorphName& m : morph_names()) {
    if (m.expression != expression) continue;
    const std::string plain = plain_name(m.name);
    for (const Morph& morph : target)
      if (plain_name(morph.name) == plain || plain_name(morph.name_en) == plain) return morph.name;
  }
  return std::nullopt;
}

// Its own name where the vocabulary has that, else the vocabulary's usual one.
std::string in_vocabulary(const std::string& name, std::string_view expression,
                          std::string_view vocabulary) {
  std::string usual;
  const std::string plain = plain_name(name);
  for (const MorphName& m : morph_names()) {
    if (m.map != vocabulary || m.expression != expression) continue;
    if (plain_name(m.name) == plain) return name;
    if (usual.empty()) usual = m.name;
  }
  return usual.empty() ? name : usual;
}

}  // namespace

MappedMorphs map_morphs(const std::vector<MorphTrack>& tracks, const std::vector<Morph>& target,
                        std::string_view vocabulary) {
  MappedMorphs out;
  std::set<std::string> taken;
  // Those that keep their names come first, so that none is taken from them.
  for (const bool same : {true, false}) {
    for (const MorphTrack& track : tracks) {
      if (!moves(track)) continue;
      const std::string& name = track.name.text;
      const bool keeps = has(target, name);
      if (keeps != same) continue;
      std::optional<std::string> to;
      if (keeps) {
        to = name;
      } else if (const auto expression = expression_of(name); target.empty()) {
        to = expression ? in_vocabulary(name, *expression, vocabulary) : name;
      } else if (expression) {
        to = counterpart(*expression, target);
      }
      if (!to || !taken.insert(normalise_width(*to)).second) {
        out.lost.push_back(name);
        continue;
      }
      if (*to != name) out.renamed.emplace_back(name, *to);
      MorphTrack& mapped = out.tracks.emplace_back(track);
      if (*to != name) mapped.name = TrackName{*to, {}, false};
    }
  }
  return out;
}

}  // namespace odori
