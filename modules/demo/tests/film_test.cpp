// What the camera of the demo film sees of its dancer, frame by frame.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "odori/camera/camera.h"
#include "odori/convert/mmd.h"
#include "odori/demo/dance.h"
#include "odori/demo/figure.h"
#include "odori/pose/evaluate.h"
#include "odori/pose/skin.h"

namespace odori::demo {
namespace {

constexpr float kAspect = 16.0f / 9;

// Places in the picture run from -1 to 1, y upwards.
struct Seen {
  float top = -9;  // head, hair and hands
  float feet = 9;  // the lowest point of both
  float shin = 9;  // the middle of the lower leg that reaches further down
  float head_side = 0, hand_side = 0, foot_side = 0;  // the largest |x|
  float over_hem = 0;  // how far the eye stands above the hem's middle, world units
  float cover = 9;     // how far the near hem hangs below the shorts
};

enum class Part : std::uint8_t { other, head, hand, foot, hem, shorts };

Part part_of(const Model& model, std::size_t vertex, const std::string& material) {
  const auto main_bone = static_cast<std::size_t>(model.mesh.skin.bones[vertex][0]);
  const std::string& bone = model.skeleton.names[main_bone];
  const auto has = [&](const char* text) { return bone.find(text) != std::string::npos; };
  const Vec3 p = model.mesh.positions[vertex];
  if (has("頭")) return Part::head;
  if (has("手首") || has("指")) return Part::hand;
  if (has("足首") || has("つま先")) return Part::foot;
  if (has("スカート")) return p.y < 8.3f ? Part::hem : Part::other;
  const bool low = p.y > 8.2f && p.y < 9.0f && std::fabs(p.x) < 0.3f;
  return material == "服" && low ? Part::shorts : Part::other;
}

std::vector<Part> parts_of(const Model& model) {
  std::vector<Part> parts(model.mesh.size(), Part::other);
  std::size_t index = 0;
  for (const Material& m : model.mesh.materials) {
    index = m.first_index;
    for (const std::size_t end = index + m.index_count; index < end; ++index) {
      const std::size_t v = model.mesh.indices[index];
      parts[v] = part_of(model, v, m.name);
    }
  }
  return parts;
}

struct Lens {
  CameraState camera;
  Mat4 clip_from_world;
  explicit Lens(const CameraState& c)
      : camera(c), clip_from_world(clip_from_view(c, kAspect) * view_from_world(c)) {}
  Vec3 project(Vec3 p) const {  // z: distance along the axis of view
    const Vec4 c = clip_from_world * Vec4{p.x, p.y, p.z, 1};
    return {c.x / c.w, c.y / c.w, c.w};
  }
};

// The near part of the hem against each point of the shorts.
float cover_of(const std::vector<Vec3>& hem, const std::vector<Vec3>& shorts) {
  float middle = 0;
  for (const Vec3& h : hem) middle += h.z / static_cast<float>(hem.size());
  float least = 9;
  for (const Vec3& s : shorts) {
    float highest = -9;
    for (const Vec3& h : hem) {
      if (h.z < middle && std::fabs(h.x - s.x) < 0.01f) highest = std::max(highest, h.y);
    }
    least = std::min(least, s.y - highest);
  }
  return least;
}

Seen look(const Model& model, const std::vector<Part>& parts, const DressedMesh& mesh,
          const Pose& pose, const Lens& lens) {
  Seen seen;
  std::vector<Vec3> hem, shorts;
  Vec3 hem_sum;
  for (std::size_t v = 0; v < parts.size(); ++v) {
    if (parts[v] == Part::other) continue;
    const Vec3 p = lens.project(mesh.positions[v]);
    switch (parts[v]) {
      case Part::head:
        seen.top = std::max(seen.top, p.y);
        seen.head_side = std::max(seen.head_side, std::fabs(p.x));
        break;
      case Part::hand:
        seen.top = std::max(seen.top, p.y);
        seen.hand_side = std::max(seen.hand_side, std::fabs(p.x));
        break;
      case Part::foot:
        seen.feet = std::min(seen.feet, p.y);
        seen.foot_side = std::max(seen.foot_side, std::fabs(p.x));
        break;
      case Part::hem:
        hem.push_back(p);
        hem_sum = hem_sum + mesh.positions[v];
        break;
      default:
        shorts.push_back(p);
    }
  }
  const auto bone = [&](const char* name) {
    return pose.world_position[at(find_bone(model.skeleton, name))];
  };
  seen.shin = std::min(lens.project((bone("左ひざ") + bone("左足首")) * 0.5f).y,
                       lens.project((bone("右ひざ") + bone("右足首")) * 0.5f).y);
  seen.over_hem = lens.camera.eye.y - hem_sum.y / static_cast<float>(hem.size());
  seen.cover = cover_of(hem, shorts);
  return seen;
}

struct Film {
  Model model;
  std::vector<Seen> seen;
  std::vector<Pose> poses;
};

const Film& film() {
  static const Film made = [] {
    Film out;
    const io::PmxDocument dancer = make_dancer().model;
    const Result<Dance> d = make_dance(dancer, make_song_timing());
    Result<Model> model = import_pmx(dancer);
    if (!d || !model) return out;
    out.model = std::move(*model);
    const std::vector<Part> parts = parts_of(out.model);
    const Clip body = import_vmd(d->body), camera = import_vmd(d->camera);
    const Binding binding = bind(body, out.model);
    Evaluator evaluator(out.model, binding);
    Pose pose = make_pose(out.model);
    DressedMesh mesh = make_dressed_mesh(out.model);
    for (int frame = 0; frame <= kBars * kBeatsPerBar * kFramesPerBeat; ++frame) {
      evaluator.evaluate(frame, pose);
      dress(out.model, pose, 1, mesh);
      const Lens lens(sample_camera(camera.camera, frame));
      out.seen.push_back(look(out.model, parts, mesh, pose, lens));
      out.poses.push_back(pose);
    }
    return out;
  }();
  return made;
}

TEST(Film, CutsOffNeitherHeadNorHands) {
  const Film& f = film();
  ASSERT_FALSE(f.seen.empty());
  for (std::size_t i = 0; i < f.seen.size(); ++i) {
    const Seen& s = f.seen[i];
    EXPECT_LT(s.top, 0.95f) << "frame " << i;
    EXPECT_LT(s.head_side, 0.95f) << "frame " << i;
    EXPECT_LT(s.hand_side, 0.95f) << "frame " << i;
  }
}

// Either whole with some floor below them, or cut off well above.
TEST(Film, ShowsTheFeetWholeOrNotAtAll) {
  const Film& f = film();
  ASSERT_FALSE(f.seen.empty());
  int whole = 0;
  for (std::size_t i = 0; i < f.seen.size(); ++i) {
    const Seen& s = f.seen[i];
    if (s.shin < -1) continue;
    ++whole;
    EXPECT_GT(s.feet, -0.95f) << "frame " << i;
    EXPECT_LT(s.foot_side, 0.95f) << "frame " << i;
  }
  EXPECT_GT(whole, 300);
}

TEST(Film, NeverLooksUnderTheHem) {
  const Film& f = film();
  ASSERT_FALSE(f.seen.empty());
  for (std::size_t i = 0; i < f.seen.size(); ++i) {
    EXPECT_GT(f.seen[i].over_hem, 0.5f) << "frame " << i;
    EXPECT_GT(f.seen[i].cover, 0) << "frame " << i;
  }
}

Vec3 tip_of(const Film& f, std::size_t frame, const std::string& name) {
  const std::size_t b = at(find_bone(f.model.skeleton, name));
  const Vec3 along = f.model.skeleton.tail[b] - f.model.skeleton.rest_position[b];
  const Pose& pose = f.poses[frame];
  return pose.world_position[b] + rotate(pose.world_rotation[b], along);
}

TEST(Film, HandsMeetInTheHearts) {
  const Film& f = film();
  ASSERT_FALSE(f.seen.empty());
  constexpr std::size_t kHearts[] = {368, 372, 376, 380, 816, 820, 824, 828, 831};
  for (const std::size_t frame : kHearts) {
    const auto gap = [&](const char* finger) {
      return length(tip_of(f, frame, std::string("左") + finger) -
                    tip_of(f, frame, std::string("右") + finger));
    };
    EXPECT_LT(gap("中指３"), 0.22f) << "frame " << frame;  // twice the finger's radius, and a hair
    EXPECT_LT(gap("親指２"), 0.22f) << "frame " << frame;
    const float height = tip_of(f, frame, "左中指３").y - tip_of(f, frame, "左親指２").y;
    EXPECT_GT(height, 0.3f) << "frame " << frame;
  }
}

}  // namespace
}  // namespace odori::demo
