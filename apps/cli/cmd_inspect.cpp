#include "inspect_run.h"
#include "json.h"
#include "matches.h"
#include "odori/base/text.h"
#include "odori/convert/formats.h"
#include "odori/pose/bind.h"
#include "odori/pose/fit.h"
#include "talk.h"
#include "wishes.h"

namespace odori::cli {
namespace {

// How a motion fits a character.
struct FitOfTwo {
  std::string model, motion;
  std::size_t tracks = 0, bound = 0;
  Fit fit;
  std::vector<Binding::Matched> matched;
  std::vector<Unmatched> unmatched_bones, unmatched_morphs;
};

FitOfTwo fit_of(const Inspected& model, const Inspected& motion) {
  const Binding binding = bind(*motion.clip, *model.model);
  FitOfTwo two{model.file,
               motion.file,
               motion.clip->bones.size() + motion.clip->morphs.size(),
               binding.bones.size() + binding.morphs.size(),
               find_fit(*motion.clip, *model.model),
               {},
               {},
               {}};
  two.matched = all_matched(binding);
  two.unmatched_bones = with_nearest(binding.unbound_bones, model.model->skeleton.names);
  two.unmatched_morphs = with_nearest(binding.unbound_morphs, morph_names(*model.model));
  return two;
}

std::string as_text(const Inspected& seen) {
  std::string text = seen.file + ": " + seen.kind + "\n";
  for (const Fact& fact : seen.facts) {
    std::string name = fact.name;
    for (char& c : name)
      if (c == '_') c = ' ';
    name.resize(std::max<std::size_t>(name.size() + 1, 16), ' ');
    text += "  " + name + fact.text + "\n";
  }
  for (const std::string& warning : seen.warnings) text += "  warning: " + warning + "\n";
  return text;
}

std::string as_text(const FitOfTwo& two) {
  constexpr std::size_t kAll = 100'000;
  std::string text = two.motion + " on " + two.model + ":\n";
  text += "  " + std::to_string(two.bound) + " of " + std::to_string(two.tracks) +
          " tracks bind to this model\n";
  for (const std::string& line :
       to_lines(two.fit, true, loudness() == Loudness::verbose ? kAll : 12))
    text += "  " + line + "\n";
  for (const auto* unmatched : {&two.unmatched_bones, &two.unmatched_morphs})
    for (const Unmatched& u : *unmatched)
      if (!u.nearest.empty())
        text += "  nearest to " + u.name + ": " + listed(u.nearest, "or") + "\n";
  for (const Binding::Matched& m : two.matched)
    text +=
        "  " + m.track + " is taken for " + m.name + " (" + std::string(to_text(m.kind)) + ")\n";
  return text;
}

std::string as_json(const std::vector<Inspected>& all, const std::vector<FitOfTwo>& fits) {
  Json json;
  const auto list = [&](const char* key, const std::vector<std::string>& items) {
    write_list(json, key, items);
  };
  json.open('{').key("files").open('[');
  for (const Inspected& seen : all) {
    json.open('{').pair("file", seen.file).pair("kind", seen.kind);
    std::vector<std::string> holds;
    for (const Fact& fact : seen.facts) {
      if (fact.name == "holds")
        holds.push_back(fact.text);
      else if (fact.number)
        json.pair(fact.name, *fact.number);
      else
        json.pair(fact.name, fact.text);
    }
    if (seen.kind == "archive") list("holds", holds);
    list("warnings", seen.warnings);
    json.close('}');
  }
  json.close(']').key("fits").open('[');
  for (const FitOfTwo& fit : fits) {
    json.open('{').pair("model", fit.model).pair("motion", fit.motion).pair("tracks", fit.tracks);
    json.pair("bound", fit.bound);
    list("unbound_bones", fit.fit.missing_bones);
    list("unbound_morphs", fit.fit.missing_morphs);
    write_matches(json, fit.matched, fit.unmatched_bones, fit.unmatched_morphs);
    json.close('}');
  }
  json.close(']').close('}').line();
  return json.take();
}

}  // namespace

int run_inspect(const Verb& verb, int argc, char** argv, MediaReader media,
                VerbFunction elsewhere) {
  InspectWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;

  if (wish.formats) return write_out(formats_as_markdown()) ? kDone : kFailed;
  if (wish.files.empty()) return bad_usage(verb, "no file was given");
  std::vector<Inspected> all;
  std::vector<Error> errors;
  for (const std::string& file : wish.files) {
    auto seen = inspect_file(file, media);
    if (!seen && elsewhere && may_be_media(file, seen.error())) return elsewhere(verb, argc, argv);
    if (!seen)
      errors.push_back(seen.error());
    else
      for (Inspected& one : *seen) all.push_back(std::move(one));
  }
  int code = kDone;
  for (const Error& error : errors) code = failed(error);
  std::vector<FitOfTwo> fits;
  for (const Inspected& model : all)
    for (const Inspected& motion : all)
      if (model.model && motion.clip &&
          !(motion.clip->bones.empty() && motion.clip->morphs.empty()))
        fits.push_back(fit_of(model, motion));
  std::string text;
  if (wish.json) {
    text = as_json(all, fits);
  } else {
    for (const Inspected& seen : all) text += printable(as_text(seen));
    for (const FitOfTwo& fit : fits) text += printable(as_text(fit));
  }
  return write_out(text) ? code : kFailed;
}

}  // namespace odori::cli
