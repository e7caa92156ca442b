#include "conversion.h"

#include "odori/assets/load.h"
#include "odori/base/number_text.h"
#include "odori/pose/evaluate.h"
#include "talk.h"

namespace odori::cli {
namespace {

constexpr std::uint8_t kMoves = kHoldsMotion | kHoldsPose;

Error problem(const std::string& file, Code code, std::string what, std::string hint) {
  return {code, std::move(what), Error::kNoOffset, std::move(hint), file};
}

const Format* writable(const std::string& path) {
  const Format* format = format_named(path);
  return format && format->write ? format : nullptr;
}

void tell_binding(const Binding& binding, const Model& model, Conversion& out) {
  out.matched = all_matched(binding);
  out.unmatched_bones = with_nearest(binding.unbound_bones, model.skeleton.names);
  out.unmatched_morphs = with_nearest(binding.unbound_morphs, morph_names(model));
}

void tell_lost(std::size_t n, const std::string& what, Conversion& out) {
  if (n > 0) out.losses.push_back(std::to_string(n) + " " + what);
}

// The motion's tracks get the names that the character has for them.
void rename_tracks(const Binding& binding, Clip& clip) {
  const auto rename = [](const std::vector<Binding::Matched>& matched, auto& tracks) {
    for (const Binding::Matched& m : matched)
      for (auto& track : tracks)
        if (track.name.text == m.track) track.name = {m.name, {}, false};
  };
  rename(binding.matched_bones, clip.bones);
  rename(binding.matched_morphs, clip.morphs);
}

// A motion that names a character's bones becomes plain movements of them; the model loses the IK
// and the appends that these hold now.
Clip made_plain(Model& model, const Clip& clip, Conversion& out) {
  const Binding binding = bind(clip, model);
  tell_binding(binding, model, out);
  const auto frames = static_cast<std::size_t>(std::max(0.0, last_frame(clip))) + 1;
  Clip plain = bake_to_clip(model, binding, 0, frames, 0);
  plain.model_name = clip.model_name;
  out.notes.push_back("IK and appended bones were worked into a key on each of " +
                      std::to_string(frames) + " frames");
  model.skeleton.appends.clear();
  model.skeleton.iks.clear();
  tell_lost(clip.morphs.size(), "morph tracks", out);
  tell_lost(clip.camera.frame.size(), "camera keys", out);
  tell_lost(clip.light.frame.size(), "light keys", out);
  return plain;
}

struct Subject {
  std::optional<Model> model;
  std::vector<Clip> clips;
};

// What the target's writer is given.
Result<Subject> subject_for(const Format& target, LoadedFile source, const ConvertWish& wish,
                            Conversion& out) {
  Subject subject{std::move(source.contents.model), std::move(source.contents.clips)};
  const bool moves = !subject.clips.empty(), own_bones = subject.model.has_value();
  if (!moves && (target.writes & kHoldsModel) == 0)
    return tl::unexpected(problem(wish.in, Code::usage, "it holds no motion",
                                  "a model becomes " + listed(endings_written(kHoldsModel), "or")));
  std::optional<Model> wanted;
  if (!wish.model.empty()) {
    auto model = load_model(wish.model);
    if (!model) return tl::unexpected(model.error());
    wanted = std::move(*model);
  }
  if ((target.writes & kHoldsSkeleton) == 0 && own_bones && moves)
    return tl::unexpected(problem(wish.out, Code::unsupported,
                                  "a motion on bones of its own becomes no MMD motion yet",
                                  "give an output that ends in .bvh"));
  if (own_bones || !moves) return subject;
  if (!wanted) return subject;
  if ((target.writes & kHoldsSkeleton) != 0) {
    for (Clip& clip : subject.clips) clip = made_plain(*wanted, clip, out);
    subject.model = std::move(wanted);
    return subject;
  }
  for (Clip& clip : subject.clips) {
    const Binding binding = bind(clip, *wanted);
    tell_binding(binding, *wanted, out);
    rename_tracks(binding, clip);
  }
  return subject;
}

}  // namespace

Result<Conversion> convert_file(const ConvertWish& wish) {
  const Format* target = writable(wish.out);
  if (!target)
    return tl::unexpected(problem(wish.out, Code::unsupported,
                                  "this ending is none that can be written",
                                  "give " + listed(endings_written(kMoves | kHoldsModel), "or")));
  auto source = load_file(wish.in);
  if (!source) return tl::unexpected(source.error());
  for (const Clip& clip : source->contents.clips)
    for (const Warning& w : clip.warnings.list()) say_more(wish.in + ": " + to_text(w));
  Conversion out;
  auto subject = subject_for(*target, std::move(*source), wish, out);
  if (!subject) return tl::unexpected(subject.error());
  WriteOptions options;
  options.frame = wish.frame.value_or(0);
  options.rate = wish.rate;
  options.scale = static_cast<float>(wish.scale.value_or(1));
  const bool resampled =
      wish.rate && !subject->clips.empty() && *wish.rate != subject->clips.front().rate;
  if (resampled)
    out.notes.push_back("resampled from " + to_text(subject->clips.front().rate) + " to " +
                        to_text(*wish.rate) + " keys a second");
  auto written =
      target->write(subject->model ? &*subject->model : nullptr, subject->clips, options);
  if (!written) return fail_in(wish.out, written.error());
  out.bytes = std::move(written->bytes);
  for (std::string& line : written->losses) out.losses.push_back(std::move(line));
  return out;
}

}  // namespace odori::cli
