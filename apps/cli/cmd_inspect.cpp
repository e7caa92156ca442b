#include "inspect_fit.h"
#include "inspect_run.h"
#include "json.h"
#include "odori/convert/formats.h"
#include "talk.h"
#include "wishes.h"

namespace odori::cli {
namespace {

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
  for (const FitOfTwo& fit : fits) write_fit(json, fit);
  json.close(']').close('}').line();
  return json.take();
}

// A skeleton alone, as in files that hold a motion, is nobody's character.
bool is_character(const Inspected& seen) {
  return seen.model && (!seen.clip || !seen.model->mesh.positions.empty());
}
bool moves_a_body(const Inspected& seen) {
  return seen.clip && !(seen.clip->bones.empty() && seen.clip->morphs.empty());
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
      if (&model != &motion && is_character(model) && moves_a_body(motion))
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
