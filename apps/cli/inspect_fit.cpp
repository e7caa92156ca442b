#include "inspect_fit.h"

#include <algorithm>
#include <utility>

#include "odori/assets/motion.h"
#include "odori/base/text.h"
#include "odori/pose/bind.h"
#include "odori/retarget/morphs.h"
#include "talk.h"

namespace odori::cli {
namespace {

constexpr std::size_t kNames = 12, kAll = 100'000;

std::size_t most_names() { return loudness() == Loudness::verbose ? kAll : kNames; }

using Match = Retargeted::Match;
bool is_carried(const Match& m) { return !m.from.empty() && !m.to.empty(); }

std::vector<std::string> human_names(const Retargeted& how, bool (*wanted)(const Match&)) {
  std::vector<std::string> names;
  for (const Match& m : how.matches)
    if (wanted(m)) names.emplace_back(to_text(m.human));
  return names;
}
// The motion has the bone and the character does not; and the other way, where no name is told.
bool is_lost(const Match& m) { return !m.from.empty() && m.to.empty(); }
bool is_still(const Match& m) { return m.from.empty(); }

void fit_by_name(const Inspected& model, const Inspected& motion, FitOfTwo& two) {
  const Binding binding = bind(*motion.clip, *model.model);
  two.fit = find_fit(*motion.clip, *model.model);
  two.tracks = two.fit.bones + two.fit.morphs;
  two.bound = two.tracks - two.fit.missing_bones.size() - two.fit.missing_morphs.size();
  two.matched = all_matched(binding);
  two.unmatched_bones = with_nearest(binding.unbound_bones, model.model->skeleton.names);
  two.unmatched_morphs = with_nearest(binding.unbound_morphs, morph_names(*model.model));
}

void fit_by_body(const Inspected& model, const Inspected& motion, Retargeted how, FitOfTwo& two) {
  const auto n = [&](bool (*wanted)(const Match&)) {
    return static_cast<std::size_t>(std::count_if(how.matches.begin(), how.matches.end(), wanted));
  };
  const MappedMorphs faces = map_morphs(motion.clip->morphs, model.model->morphs, "mmd");
  two.unmatched_morphs = with_nearest(faces.lost, morph_names(*model.model));
  two.bound = n(is_carried) + faces.tracks.size();
  two.tracks = two.bound + n(is_lost) + faces.lost.size();
  two.carried = std::move(how);
}

std::string text_of_carried(const FitOfTwo& two) {
  const Retargeted& how = *two.carried;
  const std::vector<std::string> carried = human_names(how, is_carried),
                                 lost = human_names(how, is_lost),
                                 still = human_names(how, is_still);
  const std::size_t of = carried.size() + lost.size();
  std::string text =
      "  made for another body, and carried over to this one: " + std::to_string(carried.size()) +
      " of " + count_text(of, "standard bone", "standard bones") + " of the motion\n";
  if (!lost.empty())
    text +=
        "  which the character has not, or only as an end: " + listed(lost, most_names()) + "\n";
  if (!still.empty())
    text += "  of the character stay at rest: " + listed(still, most_names()) + "\n";
  for (const std::string& line : how.from.lines) text += "  the motion's body: " + line + "\n";
  for (const std::string& line : how.to.lines) text += "  the character: " + line + "\n";
  std::vector<std::string> faces;
  for (const Unmatched& u : two.unmatched_morphs) faces.push_back(u.name);
  if (!faces.empty())
    text += "  morphs (expressions) without a counterpart: " + listed(faces, most_names()) + "\n";
  if (loudness() == Loudness::verbose)
    for (const Match& m : how.matches)
      if (is_carried(m))
        text += "  " + m.from + " -> " + m.to + " (" + std::string(to_text(m.human)) + ")\n";
  return text;
}

std::string text_of_names(const FitOfTwo& two) {
  std::string text = "  " + std::to_string(two.bound) + " of " +
                     count_text(two.tracks, "track that moves binds", "tracks that move bind") +
                     " to this model\n";
  for (const std::string& line : to_lines(two.fit, true, most_names())) text += "  " + line + "\n";
  for (const auto* unmatched : {&two.unmatched_bones, &two.unmatched_morphs})
    for (const Unmatched& u : *unmatched)
      if (!u.nearest.empty())
        text += "  nearest to " + u.name + ": " + listed(u.nearest, "or") + "\n";
  for (const Binding::Matched& m : two.matched)
    text +=
        "  " + m.track + " is taken for " + m.name + " (" + std::string(to_text(m.kind)) + ")\n";
  return text;
}

}  // namespace

FitOfTwo fit_of(const Inspected& model, const Inspected& motion) {
  FitOfTwo two;
  two.model = model.file;
  two.motion = motion.file;
  const Model* own = motion.body ? &*motion.body : motion.model ? &*motion.model : nullptr;
  RetargetOptions options;
  options.last_frame = 0;  // which bones there are is the same on every frame
  auto carried = carry_motion(own, *motion.clip, *model.model, options);
  if (!carried)
    two.misfit = carried.error();
  else if (carried->how)
    fit_by_body(model, motion, std::move(*carried->how), two);
  else
    fit_by_name(model, motion, two);
  return two;
}

std::string as_text(const FitOfTwo& two) {
  const std::string text = two.motion + " on " + two.model + ":\n";
  if (two.misfit) return text + "  it cannot be carried over: " + two.misfit->what + "\n";
  return text + (two.carried ? text_of_carried(two) : text_of_names(two));
}

void write_fit(Json& json, const FitOfTwo& two) {
  json.open('{').pair("model", two.model).pair("motion", two.motion).pair("tracks", two.tracks);
  json.pair("bound", two.bound);
  if (two.misfit) json.pair("misfit", two.misfit->what);
  if (two.carried) {
    json.key("carried").open('[');
    for (const Match& m : two.carried->matches)
      if (!is_still(m))
        json.open('{')
            .pair("human", to_text(m.human))
            .pair("from", m.from)
            .pair("to", m.to)
            .close('}');
    json.close(']');
  }
  write_list(json, "unbound_bones", two.fit.missing_bones);
  write_list(json, "unbound_morphs", two.fit.missing_morphs);
  write_matches(json, two.matched, two.unmatched_bones, two.unmatched_morphs);
  json.close('}');
}

}  // namespace odori::cli
