// odori keypoints MOTION [-o out.ndjson] [--model M]
#include <algorithm>
#include <cmath>

#include "args.h"
#include "odori/assets/load.h"
#include "odori/base/number_text.h"
#include "odori/files/files.h"
#include "odori/io/keypoints.h"
#include "odori/keypoints/body_points.h"
#include "odori/model/standard.h"
#include "odori/pose/evaluate.h"
#include "odori/retarget/detect.h"
#include "talk.h"

namespace odori::cli {
namespace {

constexpr std::size_t kMostFrames = 500'000;  // more than four hours
constexpr std::size_t kAtOnce = 512;

// A motion with the body it plays on.
struct Dancer {
  Model model;
  Clip clip;
  bool names_alone = false;  // the motion names bones of some MMD character
};

Result<Dancer> dancer_of(const OpenedFile& opened, const std::string& path,
                         const std::string& model_path) {
  auto file = load_opened(path, opened);
  if (!file) return tl::unexpected(file.error());
  if (file->contents.clips.empty())
    return fail_in(path, Error{Code::unsupported, "it holds no motion", Error::kNoOffset, {}, {}});
  Dancer dancer;
  dancer.clip = std::move(file->contents.clips.front());
  if (file->contents.model) {
    dancer.model = std::move(*file->contents.model);
    return dancer;
  }
  dancer.names_alone = true;
  dancer.model = standard_skeleton();
  if (model_path.empty()) return dancer;
  auto model = load_model(model_path);
  if (!model) return tl::unexpected(model.error());
  dancer.model = std::move(*model);
  return dancer;
}

// The points of every frame of the clip, from the pelvis.
std::vector<BodyPoints> points_of(const Dancer& dancer, const PointRig& rig, std::size_t frames) {
  const Binding binding = bind(dancer.clip, dancer.model, {.rest_key_at_zero = false});
  if (!binding.unbound_bones.empty()) {
    std::string names;
    for (const std::string& name : binding.unbound_bones)
      names += (names.empty() ? "" : ", ") + name;
    say(count_text(binding.unbound_bones.size(), "bone", "bones") +
        " of the motion move nothing here: " + names);
  }
  EvaluateOptions options;
  options.ik = !dancer.names_alone || legs_driven_by_ik(dancer.clip);
  options.ik_finishes = true;
  if (dancer.names_alone)
    say(std::string("legs: by their ") + (options.ik ? "IK goals" : "own rotations"));
  std::vector<BodyPoints> motion;
  motion.reserve(frames);
  for (std::size_t first = 0; first < frames; first += kAtOnce) {
    const std::size_t n = std::min(kAtOnce, frames - first);
    const BakedClip part = bake(dancer.model, binding, static_cast<double>(first), n, 0, options);
    for (std::size_t f = 0; f < n; ++f)
      motion.push_back(
          place_points(rig, std::span(part.world_rotation).subspan(f * part.bones, part.bones),
                       std::span(part.world_position).subspan(f * part.bones, part.bones)));
  }
  return motion;
}

io::KeypointFrame frame_of(const BodyPoints& points, float scale, std::size_t number, double rate) {
  io::KeypointFrame frame;
  frame.frame = static_cast<std::int64_t>(number);
  frame.time_ms = static_cast<double>(number) * 1000 / rate;
  for (const BodyPoint& p : points) {
    const Vec3 seen = in_picture(p.position, scale);
    frame.points.emplace_back(io::Keypoint{seen.x, seen.y, seen.z, p.confidence});
  }
  for (const auto& cosine : joint_cosines(points)) frame.angles.push_back(cosine);
  return frame;
}

Result<std::string> converted(const Dancer& dancer, const std::string& path) {
  const DetectedHumanoid found = detect_humanoid(dancer.model);
  if (count(found.humanoid) == 0)
    return fail_in(path, Error{Code::unsupported,
                               "none of its bones is one of a human body",
                               Error::kNoOffset,
                               {},
                               {}});
  for (const std::string& line : found.lines) say_warning(line);
  const double last = last_frame(dancer.clip);
  if (last >= static_cast<double>(kMostFrames))
    return fail_in(path, Error{Code::too_large,
                               "it has more than " + std::to_string(kMostFrames) + " frames",
                               Error::kNoOffset,
                               "cut a part out of it: odori edit --cut A:B",
                               {}});
  const auto frames = static_cast<std::size_t>(std::max(0.0, last)) + 1;
  const auto motion = points_of(dancer, make_point_rig(dancer.model, found.humanoid), frames);
  const float scale = picture_scale(motion);
  std::string text;
  for (std::size_t i = 0; i < motion.size(); ++i)
    if (auto done = io::encode_keypoint_line(frame_of(motion[i], scale, i, dancer.clip.rate), text);
        !done)
      return tl::unexpected(done.error());
  say(count_text(frames, "frame", "frames") + " at " + odori::to_text(dancer.clip.rate) +
      " a second");
  return text;
}

// Keypoints that are some already: checked, kept inside the picture, angles worked out where none
// are given.
Result<std::string> passed_through(const OpenedFile& opened, const std::string& path) {
  auto document = io::decode_keypoints(opened.bytes);
  if (!document) return fail_in(path, document.error());
  for (const Warning& w : document->warnings.list()) say_warning(path + ": " + to_text(w));
  for (io::KeypointFrame& frame : document->frames) {
    BodyPoints points;
    for (std::size_t i = 0; i < frame.points.size(); ++i) {
      auto& p = frame.points[i];
      if (!p) continue;
      p->x = std::clamp(p->x, 0.0f, 1.0f);
      p->y = std::clamp(p->y, 0.0f, 1.0f);
      p->confidence = std::clamp(p->confidence, 0.0f, 1.0f);
      points[i] = {{p->x - 0.5f, 0.5f - p->y, -p->z}, p->confidence};
    }
    if (!frame.angles.empty() || frame.points.empty()) continue;
    for (const auto& cosine : joint_cosines(points)) frame.angles.push_back(cosine);
  }
  say(count_text(document->frames.size(), "frame", "frames"));
  return io::encode_keypoints_ndjson(document->frames);
}

}  // namespace

int cmd_keypoints(const Verb& verb, int argc, char** argv) {
  std::string in, out, model;
  Args args(verb);
  args.required("MOTION", in, "a motion of any format that is read, or keypoints as JSON");
  args.option("-o,--output", "FILE", out, "the NDJSON; without it: to standard output");
  args.option("--model", "FILE", model,
              "the character that an MMD motion plays on (without: MMD's standard body)");
  if (const auto code = args.parse(argc, argv)) return *code;

  std::vector<std::string> endings = motion_endings();
  endings.insert(endings.end(), {".json", ".ndjson"});
  const auto opened = open_file(in, endings);
  if (!opened) return failed(opened.error());
  Result<std::string> text;
  if (io::looks_like_keypoints(opened->bytes)) {
    text = passed_through(*opened, in);
  } else {
    const auto dancer = dancer_of(*opened, in, model);
    if (!dancer) return failed(dancer.error());
    text = converted(*dancer, in);
  }
  if (!text) return failed(text.error());
  if (out.empty()) return write_out(*text) ? kDone : kFailed;
  if (auto written = write_file_atomically(out, std::as_bytes(std::span(*text))); !written)
    return failed(written.error());
  say("wrote " + out);
  return kDone;
}

}  // namespace odori::cli
