// odori convert IN OUT [--model M] [--frame N] [--rate R] [--scale S] [--json]
#include <filesystem>

#include "args.h"
#include "conversion.h"
#include "json.h"
#include "odori/files/files.h"
#include "talk.h"

namespace odori::cli {
namespace {

std::string as_json(const ConvertWish& wish, const Conversion& done) {
  Json json;
  json.open('{').pair("in", wish.in).pair("out", wish.out).pair("bytes", done.bytes.size());
  write_list(json, "lost", done.losses);
  write_list(json, "notes", done.notes);
  json.key("carried").open('[');
  for (const Conversion::Bone& b : done.carried)
    json.open('{').pair("from", b.from).pair("to", b.to).pair("human", b.human).close('}');
  json.close(']');
  write_matches(json, done.matched, done.unmatched_bones, done.unmatched_morphs);
  json.close('}').line();
  return json.take();
}

void say_unmatched(const char* what, const std::vector<Unmatched>& items) {
  if (items.empty()) return;
  constexpr std::size_t kShown = 12;
  std::string line = "lost: " + std::to_string(items.size()) + " " + what + " without a match: ";
  for (std::size_t i = 0; i < items.size() && i < kShown; ++i) {
    line += (i == 0 ? "" : ", ") + items[i].name;
    if (!items[i].nearest.empty()) line += " (nearest: " + items[i].nearest.front() + ")";
  }
  if (items.size() > kShown) line += " and " + std::to_string(items.size() - kShown) + " more";
  say_warning(line);
}

void say_report(const Conversion& done) {
  for (const std::string& line : done.losses) say_warning("lost: " + line);
  say_unmatched("bones", done.unmatched_bones);
  say_unmatched("morphs", done.unmatched_morphs);
  for (const Binding::Matched& m : done.matched)
    say(m.track + " was taken for " + m.name + " (" + std::string(to_text(m.kind)) + ")");
  for (const std::string& line : done.notes) say(line);
  for (const Conversion::Bone& b : done.carried)
    say_more(b.from + " -> " + b.to + " (" + b.human + ")");
}

}  // namespace

int cmd_convert(const Verb& verb, int argc, char** argv) {
  ConvertWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;

  auto done = convert_file(wish);
  if (!done) return failed(done.error());
  if (auto written = write_file_atomically(wish.out, done->bytes); !written)
    return failed(written.error());
  // A file that is there already stays: it may be the very one that the model came with.
  const std::filesystem::path folder = std::filesystem::path(wish.out).parent_path();
  std::size_t textures = 0;
  for (const Conversion::Beside& file : done->beside) {
    const std::string path = (folder / file.path).string();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) continue;
    if (auto written = write_file_atomically(path, file.bytes); !written)
      return failed(written.error());
    ++textures;
  }
  if (textures > 0)
    done->notes.push_back(count_text(textures, "texture was", "textures were") +
                          " written beside it");
  if (wish.json) return write_out(as_json(wish, *done)) ? kDone : kFailed;
  say_report(*done);
  say("wrote " + wish.out);
  return kDone;
}

}  // namespace odori::cli
