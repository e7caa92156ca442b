// Pictures and songs: what needs the codecs.
#include <algorithm>
#include <cmath>

#include "inspect_facts.h"
#include "inspect_run.h"
#include "odori/base/number_text.h"
#include "odori/encode/film.h"
#include "odori/io/image.h"
#include "talk.h"

namespace odori::cli {
namespace {

Result<Inspected> inspect_song(const std::string& file, Bytes head) {
  const auto song = read_song(file);
  if (!song) return tl::unexpected(song.error());
  // A film's sound can be a song too.
  const bool alone = looks_like_song(file, head);
  Inspected seen{file, alone ? "song" : "film or sound", {}, {}, {}, {}, {}};
  seen.facts.push_back({"seconds", seconds_text(song->seconds()), song->seconds()});
  float peak = 0;
  for (const float sample : song->samples) peak = std::max(peak, std::abs(sample));
  seen.facts.push_back({"peak", to_text(std::round(static_cast<double>(peak) * 100) / 100),
                        static_cast<double>(peak)});
  if (peak == 0) seen.warnings.emplace_back("it is silent");
  return seen;
}

Result<Inspected> inspect_other(const std::string& file, Bytes bytes) {
  const Bytes head = bytes.first(std::min<std::size_t>(bytes.size(), 16));
  if (looks_like_song(file, head)) return inspect_song(file, head);
  const auto picture = io::decode_image(bytes);
  if (picture) {
    Inspected seen{file, "picture", {}, {}, {}, {}, {}};
    add_fact(seen, "width", static_cast<std::size_t>(picture->width));
    add_fact(seen, "height", static_cast<std::size_t>(picture->height));
    add_fact(seen, "alpha", std::string(picture->has_alpha ? "yes" : "no"));
    return seen;
  }
  if (picture.error().code != Code::unsupported) return fail_in(file, picture.error());
  if (auto song = inspect_song(file, head)) return song;
  return tl::unexpected(unread(file, bytes));
}

}  // namespace

int cmd_inspect(const Verb& verb, int argc, char** argv) {
  return run_inspect(verb, argc, argv, inspect_other, nullptr);
}

}  // namespace odori::cli
