#include "delivery.h"

#include <filesystem>

#include "conversion.h"
#include "json.h"
#include "odori/assets/portable.h"
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

}  // namespace

int convert_and_deliver(const ConvertWish& wish) {
  const auto target = target_of(wish.out);
  if (!target) return failed(target.error());
  auto done = convert_file(wish, **target, [](Model& model) { make_textures_portable(model); });
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
