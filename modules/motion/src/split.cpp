#include "odori/motion/split.h"

#include <algorithm>

#include "odori/motion/compare.h"
#include "odori/motion/edit.h"

namespace odori {
namespace {

// All keys' frames, sorted.
std::vector<double> all_frames(const Clip& clip) {
  std::vector<double> frames;
  const auto add = [&](const std::vector<double>& keys) {
    frames.insert(frames.end(), keys.begin(), keys.end());
  };
  for (const BoneTrack& track : clip.bones) add(track.frame);
  for (const MorphTrack& track : clip.morphs) add(track.frame);
  add(clip.camera.frame);
  add(clip.light.frame);
  add(clip.shadow.frame);
  add(clip.property.frame);
  std::sort(frames.begin(), frames.end());
  return frames;
}

}  // namespace

Result<std::vector<ClipPart>> split(const Clip& clip, std::size_t most_keys) {
  std::vector<ClipPart> parts;
  if (key_count(clip).total() <= most_keys) {
    parts.push_back({clip, 0});
    return parts;
  }
  const std::vector<double> frames = all_frames(clip);
  const double end = frames.back();
  double first = 0;
  while (first <= end) {
    const auto begin = std::lower_bound(frames.begin(), frames.end(), first);
    const auto left = static_cast<std::size_t>(frames.end() - begin);
    // As far as the keys reach without those that the ends add; then back until it fits.
    double last = left <= most_keys ? end : *(begin + static_cast<std::ptrdiff_t>(most_keys)) - 1;
    for (;;) {
      if (last < first)
        return fail(Code::usage, "a single frame has more keys than a part may have");
      auto part = cut(clip, first, last);
      if (!part) return tl::unexpected(part.error());
      const std::size_t keys = key_count(*part).total();
      if (keys <= most_keys) {
        parts.push_back({std::move(*part), first});
        break;
      }
      // A part in proportion, at least a frame less.
      const double share = static_cast<double>(most_keys) / static_cast<double>(keys);
      last =
          std::min(last - 1,
                   first + static_cast<double>(static_cast<std::uint64_t>((last - first) * share)));
    }
    first = last + 1;
  }
  return parts;
}

}  // namespace odori
