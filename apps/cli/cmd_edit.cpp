// odori edit IN OUT [--merge Y] [--cut A:B] [--mirror] [--scale X] [--smooth [S]] [--dense]
//                   [--reduce [TOL]] [--offset N] [--split [KEYS]] [--json]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <span>

#include "args.h"
#include "json.h"
#include "lists.h"
#include "matches.h"
#include "odori/assets/load.h"
#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/convert/formats.h"
#include "odori/convert/mmd_limits.h"
#include "odori/files/files.h"
#include "odori/motion/compare.h"
#include "odori/motion/edit.h"
#include "odori/motion/mirror.h"
#include "odori/motion/reduce.h"
#include "odori/motion/resample.h"
#include "odori/motion/smooth.h"
#include "odori/motion/split.h"
#include "talk.h"

namespace odori::cli {
namespace {

struct Wish {
  std::string in, out, cut;
  std::vector<std::string> merge;
  std::optional<double> scale, smooth, reduce, offset, split;
  bool mirror = false, dense = false, json = false;
};

// What an edit did.
struct Step {
  std::string name;
  KeyCount before, after;
  std::optional<ClipDifference> moved;  // from the clip before, where both say something
  std::vector<std::string> warnings;
};

struct Written {
  std::string file;
  double first = 0;  // the frame of the whole motion that is its frame 0
  double last = 0;
  std::size_t keys = 0;
};

struct Report {
  std::vector<Step> steps;
  std::vector<Written> files;
  std::vector<std::string> losses;
};

// Four digits behind the point, without an exponent.
std::string rounded(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4f", value);
  std::string digits = text;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::string to_text(const Step& step) {
  std::string text = step.name + ": " + std::to_string(step.before.total()) + " -> " +
                     count_text(step.after.total(), "key", "keys");
  if (step.moved) {
    text += ", off by at most " + rounded(step.moved->degrees) + " degrees, " +
            rounded(step.moved->units) + " units";
    if (rounded(step.moved->degrees) != "0") text += " (" + step.moved->bone + ")";
    if (step.after.morphs > 0) text += ", morphs " + rounded(step.moved->weight);
    if (step.after.camera > 0)
      text += "; camera " + rounded(step.moved->camera_degrees) + " degrees, " +
              rounded(step.moved->camera_units) + " units";
  }
  return text;
}

class Editor {
 public:
  Editor(Clip clip, std::vector<Step>& steps) : clip_(std::move(clip)), steps_(steps) {
    clip_.warnings = {};
  }

  // `moved` compares the clip before with the one after.
  template <class Moved>
  Result<void> apply(std::string name, Result<Clip> made, Moved moved) {
    if (!made) return tl::unexpected(made.error());
    steps_.push_back({std::move(name), key_count(clip_), key_count(*made), moved(clip_, *made),
                      to_lines(made->warnings)});
    clip_ = std::move(*made);
    clip_.warnings = {};
    return {};
  }
  Result<void> apply(std::string name, Result<Clip> made) {
    return apply(std::move(name), std::move(made),
                 [](const Clip&, const Clip&) { return std::optional<ClipDifference>(); });
  }

  const Clip& clip() const { return clip_; }

 private:
  Clip clip_;
  std::vector<Step>& steps_;
};

Result<void> cut_to(Editor& editor, const std::string& text) {
  const auto range = parse_range(text);
  if (!range) return tl::unexpected(range.error());
  const double first = static_cast<double>(range->first.value_or(0));
  const double end = last_frame(editor.clip());
  const double last = range->last ? static_cast<double>(*range->last) : std::max(first, end);
  if (first > end)
    return fail(Code::usage, "--cut " + text + ": the motion ends at frame " +
                                 std::to_string(static_cast<long long>(end)));
  return editor.apply(
      "cut " + text, cut(editor.clip(), first, last),
      [first](const Clip& a, const Clip& b) { return std::optional(difference(a, b, first)); });
}

Result<void> change_time(Editor& editor, const Wish& wish) {
  if (!wish.cut.empty())
    if (auto done = cut_to(editor, wish.cut); !done) return done;
  if (wish.mirror)
    if (auto done = editor.apply("mirror", mirror(editor.clip())); !done) return done;
  if (!wish.scale) return {};
  const double factor = *wish.scale;
  return editor.apply("scale " + odori::to_text(factor), scale_time(editor.clip(), factor),
                      [factor](const Clip& a, const Clip& b) {
                        return std::optional(difference(a, b, 0, 1 / factor));
                      });
}

Result<void> change_keys(Editor& editor, const Wish& wish) {
  const auto apart = [](const Clip& a, const Clip& b) { return std::optional(difference(a, b)); };
  if (wish.smooth) {
    const SmoothOptions options{*wish.smooth};
    if (auto done = editor.apply("smooth " + odori::to_text(options.window) + " s",
                                 smooth(editor.clip(), options), apart);
        !done)
      return done;
  }
  if (wish.dense)
    if (auto done = editor.apply("dense", resample(editor.clip(), editor.clip().rate), apart);
        !done)
      return done;
  if (!wish.reduce) return {};
  if (!(*wish.reduce >= 0))
    return fail(Code::usage, "--reduce: the tolerance is a number of degrees, 0 or more");
  ReduceOptions options;
  options.units *= *wish.reduce / options.degrees;
  options.weight *= *wish.reduce / options.degrees;
  options.degrees = *wish.reduce;
  // Measured on the frames of the source.
  return editor.apply("reduce " + odori::to_text(options.degrees), reduce(editor.clip(), options),
                      [](const Clip& a, const Clip& b) { return std::optional(difference(b, a)); });
}

// A motion with the bones that it plays on where its format has some.
struct Source {
  std::optional<Model> model;
  Clip clip;
};
Result<Source> load(const std::string& path) {
  auto file = load_file(path);
  if (!file) return tl::unexpected(file.error());
  if (file->contents.clips.empty())
    return fail_in(path, Error{Code::unsupported,
                               "it holds no motion",
                               Error::kNoOffset,
                               "give a motion: odori inspect --formats lists them",
                               {}});
  Source source{std::move(file->contents.model), std::move(file->contents.clips.front())};
  for (const std::string& line : to_lines(source.clip.warnings)) say_more(path + ": " + line);
  return source;
}

Result<Clip> edit(const Wish& wish, Clip clip, std::vector<Step>& steps) {
  Editor editor(std::move(clip), steps);
  for (const std::string& name : wish.merge) {
    const auto over = load_clip(name);
    if (!over) return tl::unexpected(over.error());
    for (const std::string& line : to_lines(over->warnings)) say_more(name + ": " + line);
    Clip both = merge(editor.clip(), *over);
    both.warnings = {};
    if (auto done = editor.apply("merge " + name, std::move(both)); !done)
      return tl::unexpected(done.error());
  }
  if (auto done = change_time(editor, wish); !done) return tl::unexpected(done.error());
  if (auto done = change_keys(editor, wish); !done) return tl::unexpected(done.error());
  if (wish.offset)
    if (auto done = editor.apply("offset " + odori::to_text(*wish.offset),
                                 shift(editor.clip(), *wish.offset));
        !done)
      return tl::unexpected(done.error());
  return editor.clip();
}

// "out.vmd" -> "out_2.vmd".
std::string numbered(const std::string& name, std::size_t part) {
  const std::size_t dot = name.rfind('.');
  return name.substr(0, dot) + "_" + std::to_string(part) + name.substr(dot);
}

Result<void> write_parts(const Clip& clip, const Model* model, const Wish& wish, Report& report) {
  const Format& format = *format_named(wish.out);
  const auto parts =
      split(clip, wish.split ? static_cast<std::size_t>(*wish.split) : key_count(clip).total());
  if (!parts) return tl::unexpected(parts.error());
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const ClipPart& part = (*parts)[i];
    const std::string name = parts->size() == 1 ? wish.out : numbered(wish.out, i + 1);
    auto bytes = format.write({model, std::span(&part.clip, 1)}, {});
    if (!bytes) return fail_in(name, bytes.error());
    for (std::string& line : bytes->losses) report.losses.push_back(std::move(line));
    if (auto written = write_file_atomically(name, bytes->bytes); !written) return written;
    report.files.push_back({name, part.first, last_frame(part.clip), key_count(part.clip).total()});
  }
  return {};
}

void write_json(Json& json, const Report& report, const Wish& wish) {
  const auto list = [&](const char* name, const std::vector<std::string>& lines) {
    json.key(name).open('[');
    for (const std::string& line : lines) json.value(line);
    json.close(']');
  };
  json.open('{').pair("in", wish.in).key("steps").open('[');
  for (const Step& step : report.steps) {
    json.open('{').pair("step", step.name);
    json.pair("keys_before", step.before.total()).pair("keys_after", step.after.total());
    if (step.moved) {
      json.pair("max_degrees", step.moved->degrees).pair("max_units", step.moved->units);
      json.pair("max_weight", step.moved->weight);
      json.pair("max_camera_degrees", step.moved->camera_degrees);
      json.pair("max_camera_units", step.moved->camera_units);
    }
    list("warnings", step.warnings);
    json.close('}');
  }
  json.close(']').key("files").open('[');
  for (const Written& file : report.files) {
    json.open('{').pair("file", file.file).pair("first_frame", file.first);
    json.pair("last_frame", file.last).pair("keys", file.keys).close('}');
  }
  json.close(']');
  list("losses", report.losses);
  json.close('}').line();
}

int tell(const Report& report, const Wish& wish) {
  for (const Step& step : report.steps)
    for (const std::string& line : step.warnings) say_warning(step.name + ": " + line);
  std::set<std::string> told;  // of many parts each loses the same
  for (const std::string& line : report.losses)
    if (told.insert(line).second) say_warning("lost: " + line);
  if (wish.json) {
    Json json;
    write_json(json, report, wish);
    return write_out(json.take()) ? kDone : kFailed;
  }
  for (const Step& step : report.steps) say(to_text(step));
  const bool pose = (format_named(wish.out)->writes & kHoldsMotion) == 0;
  for (const Written& file : report.files) {
    std::string line = "wrote " + file.file;
    if (!pose) line += ": " + count_text(file.keys, "key", "keys");
    if (report.files.size() > 1)
      line += ", frame " + odori::to_text(file.first) + " of the whole is its frame 0";
    say(line);
    if (file.keys > kMostMmdKeys)
      say_warning(file.file + ": MMD loads at most " + std::to_string(kMostMmdKeys) +
                  " keys: --reduce makes fewer, --split makes several files");
  }
  return kDone;
}

}  // namespace

int cmd_edit(const Verb& verb, int argc, char** argv) {
  Wish wish;
  Args args(verb);
  args.required("IN", wish.in, "a motion or pose: VMD, VPD, BVH, VRMA, GLB, FBX");
  args.required("OUT", wish.out,
                "the edited one, as its ending says; the edits are done in this order:");
  args.repeated(
      "--merge", "FILE", wish.merge,
      "lays another motion over it, as MMD does: its bones and morphs replace those here");
  args.option("--cut", "A:B", wish.cut, "only frames A to B; A becomes frame 0");
  args.flag("--mirror", wish.mirror, "exchanges left and right");
  args.number("--scale", "X", wish.scale, "X times as long: 2 = half as fast");
  args.number_or("--smooth", "SECONDS", 0.3, wish.smooth,
                 "calms it by a window this long (0.3); a key on every frame: --reduce helps");
  args.flag("--dense", wish.dense, "a key on every frame");
  args.number_or("--reduce", "DEGREES", 0.5, wish.reduce,
                 "as few keys as keep rotations this close (0.5), and positions a twentieth of it");
  args.number("--offset", "N", wish.offset, "N frames later; before frame 0 it is cut away");
  args.number_or("--split", "KEYS", static_cast<double>(kMostMmdKeys), wish.split,
                 "OUT_1, OUT_2, ... of at most so many keys (600000, what MMD takes)");
  args.flag("--json", wish.json, "what was done, for machines");
  if (const auto code = args.parse(argc, argv)) return *code;
  const Format* format = format_named(wish.out);
  if (!format || !format->write || (format->writes & (kHoldsMotion | kHoldsPose)) == 0)
    return bad_usage(verb, wish.out + ": give an output that ends in " +
                               listed(endings_written(kHoldsMotion | kHoldsPose), "or"));
  if (wish.split && !(*wish.split >= 1 && *wish.split <= 1e15))
    return bad_usage(verb, "--split: a part has at least one key");

  auto source = load(wish.in);
  if (!source) return failed(source.error());
  if (source->model && (format->writes & kHoldsSkeleton) == 0)
    return failed({Code::unsupported, "a motion on bones of its own becomes no MMD motion here",
                   Error::kNoOffset,
                   "make one of it first (odori convert " + wish.in +
                       " dance.vmd), or give an output that ends in " +
                       listed(endings_written(kHoldsSkeleton), "or"),
                   wish.in});
  if (!source->model && (format->writes & kHoldsSkeleton) != 0)
    return failed({Code::unsupported, "an MMD motion has no skeleton, which this format needs",
                   Error::kNoOffset, "edit it to a .vmd, then odori convert that with --model",
                   wish.out});
  Report report;
  const auto clip = edit(wish, std::move(source->clip), report.steps);
  if (!clip && clip.error().code == Code::usage) return bad_usage(verb, clip.error().what);
  if (!clip) return failed(clip.error());
  const Model* model = source->model ? &*source->model : nullptr;
  if (auto written = write_parts(*clip, model, wish, report); !written)
    return failed(written.error());
  return tell(report, wish);
}

}  // namespace odori::cli
