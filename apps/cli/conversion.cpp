#include "conversion.h"

#include <algorithm>

#include "odori/assets/load.h"
#include "odori/assets/motion.h"
#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/io/pmx.h"
#include "odori/model/standard.h"
#include "odori/pose/evaluate.h"
#include "odori/retarget/morphs.h"
#include "talk.h"

namespace odori::cli {
namespace {

constexpr std::uint8_t kMoves = kHoldsMotion | kHoldsPose;
// More than two hours. A frame of a character takes some 10 kB while it is worked out.
constexpr double kMostFrames = 250'000;

Error problem(const std::string& file, Code code, std::string what, std::string hint) {
  return {code, std::move(what), Error::kNoOffset, std::move(hint), file};
}

void tell_binding(const Binding& binding, const Model& model, Conversion& out) {
  out.matched = all_matched(binding);
  out.unmatched_bones = with_nearest(binding.unbound_bones, model.skeleton.names);
  // A skeleton alone has none: its format says what becomes of them.
  if (!model.morphs.empty())
    out.unmatched_morphs = with_nearest(binding.unbound_morphs, morph_names(model));
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
Result<Clip> made_plain(Model& model, const Clip& clip, Conversion& out) {
  const double last = std::max(0.0, last_frame(clip));
  if (!(last < kMostFrames))
    return tl::unexpected(problem({}, Code::too_large,
                                  "the motion ends at frame " + to_text(last) + ", beyond " +
                                      to_text(kMostFrames) + " that can be worked out",
                                  "cut a part out of it: odori edit IN.vmd OUT.vmd --cut A:B"));
  const auto frames = static_cast<std::size_t>(last) + 1;
  const Binding binding = bind(clip, model);
  tell_binding(binding, model, out);
  Clip plain = bake_to_clip(model, binding, 0, frames, 0);
  plain.model_name = clip.model_name;
  plain.rate = clip.rate;
  plain.morphs = clip.morphs;
  if (!model.skeleton.iks.empty() || !model.skeleton.appends.empty())
    out.notes.push_back("IK and appended bones were worked into a key on each of " +
                        std::to_string(frames) + " frames");
  model.skeleton.appends.clear();
  model.skeleton.iks.clear();
  // For the format to say what becomes of them; switches of IK are worked in.
  plain.camera = clip.camera;
  plain.light = clip.light;
  plain.shadow = clip.shadow;
  const auto& visible = clip.property.visible;
  if (std::find(visible.begin(), visible.end(), 0) != visible.end()) plain.property = clip.property;
  return plain;
}

void tell_carried(const Retargeted& how, Conversion& out) {
  for (const std::string& line : how.lines) out.notes.push_back(line);
  for (const Retargeted::Match& m : how.matches) {
    if (m.from.empty() || m.to.empty()) continue;
    out.carried.push_back({m.from, m.to, std::string(to_text(m.human))});
  }
}

// The bodies that a motion passes through on its way.
class Passage {
 public:
  Passage(const Format& target, const ConvertWish& wish, Conversion& out)
      : target_(target), wish_(wish), out_(out) {}

  Result<Contents> run(Contents subject) {
    if (subject.clips.empty()) return still(std::move(subject));
    if (auto told = take_origin(subject); !told) return tl::unexpected(told.error());
    if ((target_.writes & (kMoves | kHoldsPoints)) == 0) return model_alone(std::move(subject));
    // What holds one motion takes the first that is more than a pose.
    if ((target_.writes & kHoldsModel) == 0) {
      const auto first = subject.clips.begin();
      std::rotate(first, first + static_cast<std::ptrdiff_t>(first_lasting(subject.clips)),
                  first + static_cast<std::ptrdiff_t>(first_lasting(subject.clips)) + 1);
    }
    if (!subject.model && (target_.writes & kHoldsCamera) == 0 && nothing_moves(subject.clips))
      return tl::unexpected(problem(wish_.in, Code::unsupported,
                                    "it moves no bone and no morph: it holds camera or light alone",
                                    "these become " + listed(endings_written(kHoldsCamera), "or")));
    const bool own = subject.model.has_value();
    std::optional<Model> wanted;
    if (!wish_.model.empty()) {
      auto model = load_model(wish_.model);
      if (!model) return tl::unexpected(model.error());
      wanted = std::move(*model);
    }
    const bool to_points = (target_.writes & kHoldsPoints) != 0;
    const bool to_mmd = !to_points && (target_.writes & kHoldsSkeleton) == 0;
    if (!own && !wanted && to_mmd) return subject;
    if (own && !wanted && !to_mmd && !needs_another_body(*subject.model)) {
      for (Clip& clip : subject.clips) speak(clip);
      if (to_points) know_body(*subject.model);
      return subject;
    }
    if (!wanted) {
      wanted = standard_skeleton();
      out_.notes.emplace_back("without --model the standard MMD skeleton stands for the character");
    }
    for (Clip& clip : subject.clips) {
      auto carried = carry_motion(own ? &*subject.model : nullptr, std::move(clip), *wanted, how());
      if (!carried) return fail_in(wish_.in, carried.error());
      clip = std::move(carried->clip);
      if (carried->how) tell_carried(*carried->how, out_);
      if ((to_mmd || to_points) && !carried->how) name_as_in(*wanted, clip);
    }
    if (to_mmd) return subject;
    if (to_points) {
      know_body(*wanted);
      subject.model = std::move(*wanted);
      return subject;
    }
    // Each motion is worked out on the whole character.
    Model plain = *wanted;
    for (Clip& clip : subject.clips) {
      plain = *wanted;
      auto made = made_plain(plain, clip, out_);
      if (!made) return fail_in(wish_.in, made.error());
      clip = std::move(*made);
      speak(clip);
    }
    know_body(plain);
    subject.model = std::move(plain);
    return subject;
  }

 private:
  // An MMD motion on the bones of the character that it was made for.
  Result<void> take_origin(Contents& subject) {
    if (wish_.from.empty()) return {};
    if (subject.model) {
      out_.notes.push_back(wish_.from + " is not asked: the motion brings bones of its own");
      return {};
    }
    auto origin = load_model(wish_.from);
    if (!origin) return tl::unexpected(origin.error());
    subject.model = std::move(*origin);
    return {};
  }
  static void know_body(Model& model) {
    if (count(model.humanoid) == 0) model.humanoid = detect_humanoid(model).humanoid;
  }
  // A VRM animation is told on a body in the T-pose, which only a file that names the bones is sure
  // to show.
  bool is_vrma() const { return target_.name == "VRMA"; }
  bool needs_another_body(const Model& own) const {
    return is_vrma() && own.humanoid.source[at(HumanBone::hips)] != BoneSource::file;
  }
  // In the target's words for faces.
  void speak(Clip& clip) const {
    if (!is_vrma()) return;
    MappedMorphs mapped = map_morphs(clip.morphs, {}, "vrm");
    for (const auto& [from, to] : mapped.renamed)
      out_.notes.push_back(std::string("the face's ").append(from).append(" is ").append(to));
    clip.morphs = std::move(mapped.tracks);
  }
  Result<Contents> still(Contents subject) {
    if (subject.keypoints) return points(std::move(subject));
    if ((target_.writes & kHoldsModel) != 0) return subject;
    return tl::unexpected(problem(wish_.in, Code::usage, "it holds no motion",
                                  "a model becomes " + listed(endings_written(kHoldsModel), "or")));
  }
  Result<Contents> model_alone(Contents subject) {
    if (subject.model || (target_.writes & kHoldsModel) == 0) return subject;
    return tl::unexpected(problem(wish_.in, Code::usage, "it is a motion, which makes no model",
                                  "a motion becomes " + listed(endings_written(kMoves), "or")));
  }
  static bool nothing_moves(const std::vector<Clip>& clips) {
    return std::all_of(clips.begin(), clips.end(),
                       [](const Clip& clip) { return clip.bones.empty() && clip.morphs.empty(); });
  }
  Result<Contents> points(Contents subject) {
    if ((target_.writes & (kHoldsPoints | kHoldsLandmarks)) != 0) return subject;
    return tl::unexpected(
        problem(wish_.in, Code::unsupported, "points in pictures are no motion yet",
                "they become " + listed(endings_written(kHoldsPoints | kHoldsLandmarks), "or")));
  }
  RetargetOptions how() const {
    RetargetOptions options;
    options.threads = 0;
    options.scale = static_cast<float>(wish_.travel.value_or(0));
    options.arm_degrees = static_cast<float>(wish_.arm_angle.value_or(options.arm_degrees));
    // What a VMD counts; others keep the source's rate.
    constexpr std::uint8_t kOtherRates = kHoldsSkeleton | kHoldsPoints;
    options.rate = (target_.writes & kOtherRates) == 0 ? 30 : wish_.rate.value_or(0);
    return options;
  }
  void name_as_in(const Model& wanted, Clip& clip) {
    const Binding binding = bind(clip, wanted);
    tell_binding(binding, wanted, out_);
    out_.unmatched_stay = (target_.writes & kHoldsPoints) == 0;
    rename_tracks(binding, clip);
  }

  const Format& target_;
  const ConvertWish& wish_;
  Conversion& out_;
};

bool is_picture_name(const std::string& path) {
  constexpr std::string_view kEndings[] = {".png", ".jpg", ".jpeg", ".bmp", ".tga",
                                           ".dds", ".gif", ".webp", ".sph", ".spa"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return ends_with(path, ending); });
}

// The textures that a PMX names, from its folder: none that would leave it, or is called otherwise
// than a picture, since the names come from a file.
void bring_textures(const Mesh& mesh, Conversion& out) {
  const auto document = io::decode_pmx(out.bytes);
  if (!document) return;
  for (std::size_t i = 0; i < std::min(mesh.textures.size(), document->textures.size()); ++i) {
    std::string path = document->textures[i].text;
    std::replace(path.begin(), path.end(), '\\', '/');
    const bool leaves = !is_picture_name(path) || path[0] == '/' ||
                        path.find(':') != std::string::npos ||
                        ("/" + path + "/").find("/../") != std::string::npos;
    if (!leaves && !mesh.textures[i].bytes.empty())
      out.beside.push_back({std::move(path), mesh.textures[i].bytes});
  }
}

void say_unmatched(const std::string& what, const std::vector<Unmatched>& items, bool stay) {
  if (items.empty()) return;
  constexpr std::size_t kShown = 12;
  const std::string n = count_text(items.size(), what.c_str(), (what + "s").c_str());
  const char* they = items.size() == 1 ? "stays as it is: " : "stay as they are: ";
  std::string line =
      stay ? n + " that the character does not have " + they : "lost: " + n + " without a match: ";
  for (std::size_t i = 0; i < items.size() && i < kShown; ++i) {
    line += (i == 0 ? "" : ", ") + items[i].name;
    if (!items[i].nearest.empty()) line += " (nearest: " + items[i].nearest.front() + ")";
  }
  if (items.size() > kShown) line += " and " + std::to_string(items.size() - kShown) + " more";
  say_warning(line);
}

// What is odd but routine is told to those who ask.
void tell(const Warnings& warnings, const std::string& file) {
  for (const Warning& w : warnings.list())
    (changes_picture(w.kind) ? say_warning : say_more)(file + ": " + to_text(w));
}

}  // namespace

Result<const Format*> target_of(const std::string& out) {
  const Format* format = format_named(out);
  if (format && format->write) return format;
  constexpr std::uint8_t kAll = kMoves | kHoldsModel | kHoldsPoints | kHoldsLandmarks;
  return tl::unexpected(problem(out, Code::unsupported, "this ending is none that can be written",
                                "give " + listed(endings_written(kAll), "or")));
}

Result<Conversion> convert_file(const ConvertWish& wish, const Format& target,
                                void (*ready)(Model& model)) {
  auto source = load_file(wish.in);
  if (!source) return tl::unexpected(source.error());
  tell(source->contents.warnings, wish.in);
  for (const Clip& clip : source->contents.clips) tell(clip.warnings, wish.in);
  Conversion out;
  auto subject = Passage(target, wish, out).run(std::move(source->contents));
  if (!subject) return tl::unexpected(subject.error());
  if (subject->model && (target.writes & kHoldsModel) != 0 && ready) ready(*subject->model);
  WriteOptions options;
  options.frame = wish.frame.value_or(0);
  options.rate = wish.rate;
  options.scale = static_cast<float>(wish.scale.value_or(1));
  const bool resampled =
      wish.rate && !subject->clips.empty() && *wish.rate != subject->clips.front().rate;
  if (resampled)
    out.notes.push_back("resampled from " + to_text(subject->clips.front().rate) + " to " +
                        to_text(*wish.rate) + " keys a second");
  auto written = target.write({subject->model ? &*subject->model : nullptr, subject->clips,
                               subject->keypoints ? &*subject->keypoints : nullptr,
                               subject->landmarks ? &*subject->landmarks : nullptr},
                              options);
  if (!written) return fail_in(wish.out.empty() ? wish.in : wish.out, written.error());
  out.bytes = std::move(written->bytes);
  if (target.name == "PMX" && subject->model) bring_textures(subject->model->mesh, out);
  for (std::string& line : written->losses) out.losses.push_back(std::move(line));
  for (std::string& line : written->notes) out.notes.push_back(std::move(line));
  return out;
}

void say_report(const Conversion& done) {
  for (const std::string& line : done.losses) say_warning("lost: " + line);
  say_unmatched("bone", done.unmatched_bones, done.unmatched_stay);
  say_unmatched("morph", done.unmatched_morphs, done.unmatched_stay);
  for (const Binding::Matched& m : done.matched)
    say(m.track + " was taken for " + m.name + " (" + std::string(to_text(m.kind)) + ")");
  for (const std::string& line : done.notes) say(line);
  for (const Conversion::Bone& b : done.carried)
    say_more(b.from + " -> " + b.to + " (" + b.human + ")");
}

}  // namespace odori::cli
