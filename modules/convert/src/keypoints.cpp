#include "odori/convert/keypoints.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "odori/base/number_text.h"
#include "odori/keypoints/body_points.h"
#include "odori/motion/resample.h"
#include "odori/pose/evaluate.h"

namespace odori {
namespace {

constexpr double kMostFrames = 500'000;  // more than four hours
constexpr std::size_t kAtOnce = 512;

// The points of every frame of the clip, from the pelvis.
std::vector<BodyPoints> points_of(const Model& model, const Clip& clip, std::size_t frames,
                                  KeypointsExport& out) {
  const Binding binding = bind(clip, model, {.rest_key_at_zero = false});
  if (const std::size_t n = binding.unbound_bones.size(); n > 0)
    out.losses.push_back(std::to_string(n) + (n == 1 ? " bone" : " bones") +
                         " of the motion, which moves nothing here");
  EvaluateOptions options;
  options.ik = legs_driven_by_ik(clip);
  options.ik_finishes = true;
  if (!model.skeleton.iks.empty())
    out.notes.push_back(std::string("legs: by their ") +
                        (options.ik ? "IK goals" : "own rotations"));
  const PointRig rig = make_point_rig(model, model.humanoid);
  std::vector<BodyPoints> motion;
  motion.reserve(frames);
  for (std::size_t first = 0; first < frames; first += kAtOnce) {
    const std::size_t n = std::min(kAtOnce, frames - first);
    const BakedClip part = bake(model, binding, static_cast<double>(first), n, 0, options);
    for (std::size_t f = 0; f < n; ++f)
      motion.push_back(
          place_points(rig, std::span(part.world_rotation).subspan(f * part.bones, part.bones),
                       std::span(part.world_position).subspan(f * part.bones, part.bones)));
  }
  return motion;
}

void add_angles(const BodyPoints& points, io::KeypointFrame& frame) {
  for (const auto& cosine : joint_cosines(points)) frame.angles.push_back(cosine);
}

float in_unit(float x) { return std::clamp(x, 0.0f, 1.0f); }

// The axes of a body from those of a picture, whose height is `aspect` of its width.
BodyPoint from_picture(Vec3 p, float aspect, float confidence) {
  return {{p.x, -p.y * aspect, -p.z}, confidence};
}

}  // namespace

Result<KeypointsExport> export_keypoints(const Model& model, const Clip& clip, double rate) {
  if (count(model.humanoid) == 0)
    return fail(Code::unsupported, "none of its bones is one of a human body");
  if (!(rate > 0) || !(clip.rate > 0) || !std::isfinite(rate))
    return fail(Code::usage, "a rate that makes no motion", Error::kNoOffset,
                "give frames a second: 30");
  const double last = std::max(0.0, last_frame(clip)) * (rate / clip.rate);
  if (!(last < kMostFrames))
    return fail(Code::too_large, "it has more than " + to_text(kMostFrames) + " frames",
                Error::kNoOffset, "cut a part out of it: odori edit --cut A:B");
  KeypointsExport out;
  Clip resampled;
  if (rate != clip.rate) {
    auto made = resample(clip, rate);
    if (!made) return tl::unexpected(made.error());
    resampled = std::move(*made);
  }
  const Clip& played = rate == clip.rate ? clip : resampled;
  const auto frames = static_cast<std::size_t>(last) + 1;
  const auto motion = points_of(model, played, frames, out);
  const float scale = picture_scale(motion);
  out.document.fps = rate;
  out.document.frames.reserve(frames);
  for (std::size_t i = 0; i < motion.size(); ++i) {
    io::KeypointFrame frame;
    frame.frame = static_cast<std::int64_t>(i);
    frame.time_ms = static_cast<double>(i) * 1000 / rate;
    frame.points.reserve(io::kBodyPoints);
    frame.angles.reserve(io::kJointAngles);
    for (const BodyPoint& p : motion[i]) {
      const Vec3 seen = in_picture(p.position, scale);
      frame.points.emplace_back(io::Keypoint{seen.x, seen.y, seen.z, p.confidence});
    }
    add_angles(motion[i], frame);
    out.document.frames.push_back(std::move(frame));
  }
  return out;
}

void tidy_keypoints(io::KeypointDocument& document) {
  for (io::KeypointFrame& frame : document.frames) {
    BodyPoints points;
    for (std::size_t i = 0; i < frame.points.size(); ++i) {
      auto& p = frame.points[i];
      if (!p) continue;
      p->x = in_unit(p->x);
      p->y = in_unit(p->y);
      p->confidence = in_unit(p->confidence);
      points[i] = from_picture({p->x, p->y, p->z}, 1, p->confidence);
    }
    if (frame.angles.empty() && !frame.points.empty()) add_angles(points, frame);
  }
}

io::KeypointDocument keypoints_of(const io::LandmarkRecording& recording) {
  io::KeypointDocument document;
  document.fps = recording.fps;
  document.frames.reserve(recording.frames.size());
  const float aspect =
      recording.width > 0 && recording.height > 0
          ? static_cast<float>(recording.height) / static_cast<float>(recording.width)
          : 1;
  for (const io::LandmarkFrame& seen : recording.frames) {
    io::KeypointFrame frame;
    frame.frame = static_cast<std::int64_t>(document.frames.size());
    frame.time_ms = seen.time * 1000;
    const io::LandmarkSet* pose = seen.find(io::LandmarkKind::pose);
    const io::LandmarkSet* world = seen.find(io::LandmarkKind::pose_world);
    const auto confidence = [](const io::LandmarkSet& set, std::size_t i) {
      return set.visibility.empty() ? 1 : in_unit(set.visibility[i]);
    };
    if (pose) {
      const io::LandmarkSet& measured = world ? *world : *pose;
      BodyPoints points;
      for (std::size_t i = 0; i < io::kBodyPoints; ++i) {
        const Vec3 p = pose->points[i];
        frame.points.emplace_back(
            io::Keypoint{in_unit(p.x), in_unit(p.y), p.z, confidence(*pose, i)});
        points[i] = from_picture(measured.points[i], world ? 1 : aspect, confidence(measured, i));
      }
      add_angles(points, frame);
    }
    document.frames.push_back(std::move(frame));
  }
  return document;
}

}  // namespace odori
