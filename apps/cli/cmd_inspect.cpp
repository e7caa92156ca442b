// odori inspect FILE... [--json]
#include "args.h"
#include "inspect_file.h"
#include "json.h"
#include "odori/pose/bind.h"
#include "talk.h"

namespace odori::cli {
namespace {

// How a motion fits a character.
struct Fit {
  std::string model, motion;
  std::size_t tracks = 0, bound = 0;
  std::vector<std::string> bones, morphs;  // that move, but have no bone or morph here
};

Fit fit_of(const Inspected& model, const Inspected& motion) {
  const Binding binding = bind(*motion.clip, *model.model);
  return {model.file,
          motion.file,
          motion.clip->bones.size() + motion.clip->morphs.size(),
          binding.bones.size() + binding.morphs.size(),
          binding.unbound_bones,
          binding.unbound_morphs};
}

std::string names_of(const Fit& fit) {
  constexpr std::size_t kShown = 12;
  std::string text;
  std::size_t shown = 0;
  for (const auto* list : {&fit.bones, &fit.morphs})
    for (const std::string& name : *list)
      if (shown++ < kShown || loudness() == Loudness::verbose)
        text += (text.empty() ? "" : ", ") + name;
  return text + (shown > kShown && loudness() != Loudness::verbose ? ", ..." : "");
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

std::string as_text(const Fit& fit) {
  const std::size_t lost = fit.bones.size() + fit.morphs.size();
  std::string text = fit.motion + " on " + fit.model + ": " + std::to_string(fit.bound) + " of " +
                     std::to_string(fit.tracks) + " tracks bind";
  const std::size_t idle = fit.tracks - fit.bound - lost;
  if (lost > 0) text += "; " + std::to_string(lost) + " do not: " + names_of(fit);
  if (idle > 0) text += "; " + std::to_string(idle) + " others never move";
  return text + "\n";
}

std::string as_json(const std::vector<Inspected>& all, const std::vector<Fit>& fits) {
  Json json;
  const auto list = [&](const char* key, const std::vector<std::string>& items) {
    json.key(key).open('[');
    for (const std::string& item : items) json.value(item);
    json.close(']');
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
  for (const Fit& fit : fits) {
    json.open('{').pair("model", fit.model).pair("motion", fit.motion).pair("tracks", fit.tracks);
    json.pair("bound", fit.bound);
    list("unbound_bones", fit.bones);
    list("unbound_morphs", fit.morphs);
    json.close('}');
  }
  json.close(']').close('}').line();
  return json.take();
}

}  // namespace

int cmd_inspect(const Verb& verb, int argc, char** argv) {
  std::vector<std::string> files;
  bool json = false;
  Args args(verb);
  args.one_or_more("FILE", files, "models, motions, archives, pictures, songs");
  args.flag("--json", json, "for machines");
  if (const auto code = args.parse(argc, argv)) return *code;

  std::vector<Inspected> all;
  int code = kDone;
  for (const std::string& file : files) {
    auto seen = inspect_file(file);
    if (seen)
      all.push_back(std::move(*seen));
    else
      code = failed(seen.error());
  }
  std::vector<Fit> fits;
  for (const Inspected& model : all)
    for (const Inspected& motion : all)
      if (model.model && motion.clip &&
          !(motion.clip->bones.empty() && motion.clip->morphs.empty()))
        fits.push_back(fit_of(model, motion));
  std::string text;
  if (json) {
    text = as_json(all, fits);
  } else {
    for (const Inspected& seen : all) text += as_text(seen);
    for (const Fit& fit : fits) text += as_text(fit);
  }
  return write_out(text) ? code : kFailed;
}

}  // namespace odori::cli
