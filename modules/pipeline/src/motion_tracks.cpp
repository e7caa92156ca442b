#include "motion_tracks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace odori {
namespace {

using H = HumanBone;

struct Tracked {
  std::string_view name;
  std::optional<HumanBone> human;  // the same on rigs of another world
};

// What chains, capsules and reports hang on: the bones that carry the body, trunk, limbs and toes.
// The order is part of the file's layout.
constexpr std::array<Tracked, 24> kTracked = {{
    {"センター", {}},
    {"グルーブ", {}},
    {"下半身", H::hips},
    {"上半身", H::spine},
    {"上半身2", H::chest},
    {"上半身3", H::upperChest},
    {"首", H::neck},
    {"頭", H::head},
    {"左肩", H::leftShoulder},
    {"左腕", H::leftUpperArm},
    {"左ひじ", H::leftLowerArm},
    {"左手首", H::leftHand},
    {"右肩", H::rightShoulder},
    {"右腕", H::rightUpperArm},
    {"右ひじ", H::rightLowerArm},
    {"右手首", H::rightHand},
    {"左足", H::leftUpperLeg},
    {"左ひざ", H::leftLowerLeg},
    {"左足首", H::leftFoot},
    {"左つま先", H::leftToes},
    {"右足", H::rightUpperLeg},
    {"右ひざ", H::rightLowerLeg},
    {"右足首", H::rightFoot},
    {"右つま先", H::rightToes},
}};

NpyArray text_array(std::string name, const std::vector<std::string>& lines) {
  std::vector<std::uint8_t> bytes;
  for (const std::string& line : lines) {
    bytes.insert(bytes.end(), line.begin(), line.end());
    bytes.push_back('\n');
  }
  return {std::move(name), {bytes.size()}, std::move(bytes)};
}

// Where one tracked bone stands: in which bake, times which scale. No bone: the character lacks it.
struct Place {
  const BakedClip* bake = nullptr;
  BoneIndex bone = BoneIndex::none;
  float scale = 1;
};

class Places {
 public:
  Places(const Job& job, const MotionBake& baked)
      : job_(job),
        baked_(baked),
        humanoid_(detect_humanoid(job.model, job.project.bones).humanoid) {}

  Place find(const Tracked& tracked) const {
    const bool mmd = humanoid_.map == "mmd" || count(humanoid_) == 0;
    if (mmd) return {&baked_.body, find_bone(job_.model.skeleton, tracked.name), 1};
    if (tracked.human) return {&baked_.body, humanoid_[*tracked.human], 1};
    if (!job_.on_proxy) return {};
    const Proxy& proxy = job_.on_proxy->proxy;
    return {&baked_.proxy, find_bone(proxy.model.skeleton, tracked.name), proxy.scale};
  }

 private:
  const Job& job_;
  const MotionBake& baked_;
  const Humanoid humanoid_;
};

// Row-major: from the bone's own space to the model's.
void write_matrix(const Place& place, std::size_t frame, float* m) {
  m[0] = m[5] = m[10] = m[15] = 1;
  if (!is_set(place.bone)) return;
  const std::size_t i = frame * place.bake->bones + at(place.bone);
  const Quat q = place.bake->world_rotation[i];
  const Vec3 x = rotate(q, {1, 0, 0}), y = rotate(q, {0, 1, 0}), z = rotate(q, {0, 0, 1});
  const Vec3 p = place.bake->world_position[i] * place.scale;
  const float rows[12] = {x.x, y.x, z.x, p.x, x.y, y.y, z.y, p.y, x.z, y.z, z.z, p.z};
  std::copy(std::begin(rows), std::end(rows), m);
}

}  // namespace

MotionBake bake_motion(const Job& job, double first, std::size_t frames) {
  MotionBake out;
  out.body = bake(job.model, bind(job.motion, job.model), first, frames, 0);
  if (job.on_proxy) {
    const Model& model = job.on_proxy->proxy.model;
    out.proxy =
        bake(model, bind(job.on_proxy->clip, model), first, frames, 0, {.ik_finishes = true});
  }
  return out;
}

NpyArray frame_array(double first, std::size_t count, double step) {
  std::vector<double> frames(count);
  for (std::size_t i = 0; i < count; ++i) frames[i] = first + static_cast<double>(i) * step;
  return {"frame", {count}, std::move(frames)};
}

std::vector<NpyArray> proxy_track(const Job& job, MotionBake baked) {
  BakedClip& clip = job.on_proxy ? baked.proxy : baked.body;
  const Model& model = job.on_proxy ? job.on_proxy->proxy.model : job.model;
  const float scale = job.on_proxy ? job.on_proxy->proxy.scale : 1;
  std::vector<NpyArray> arrays;
  arrays.push_back(frame_array(clip.first_frame, clip.frames, 1));
  std::vector<float> floats;
  floats.reserve(clip.world_rotation.size() * 4);
  for (const Quat& q : clip.world_rotation) floats.insert(floats.end(), {q.x, q.y, q.z, q.w});
  clip.world_rotation = {};
  arrays.push_back({"world_rotation", {clip.frames, clip.bones, 4}, std::move(floats)});
  floats = {};
  floats.reserve(clip.world_position.size() * 3);
  for (const Vec3& p : clip.world_position)
    floats.insert(floats.end(), {p.x * scale, p.y * scale, p.z * scale});
  clip.world_position = {};
  arrays.push_back({"world_position", {clip.frames, clip.bones, 3}, std::move(floats)});
  arrays.push_back({"morph_weight",
                    {baked.body.frames, baked.body.morphs},
                    std::move(baked.body.effective_weight)});
  arrays.push_back({"scale", {1}, std::vector<float>{scale}});
  arrays.push_back(text_array("bone_names", model.skeleton.names));
  std::vector<std::string> morphs;
  for (const Morph& morph : job.model.morphs) morphs.push_back(morph.name);
  arrays.push_back(text_array("morph_names", morphs));
  return arrays;
}

std::vector<NpyArray> body_track(const Job& job, const MotionBake& baked) {
  const Places places(job, baked);
  const std::size_t frames = baked.body.frames;
  std::vector<float> matrices(frames * kTracked.size() * 16);
  std::vector<std::uint8_t> has;
  std::vector<std::string> names;
  for (std::size_t b = 0; b < kTracked.size(); ++b) {
    const Place place = places.find(kTracked[b]);
    has.push_back(is_set(place.bone) ? 1 : 0);
    names.emplace_back(kTracked[b].name);
    for (std::size_t f = 0; f < frames; ++f)
      write_matrix(place, f, &matrices[(f * kTracked.size() + b) * 16]);
  }
  std::vector<NpyArray> arrays;
  arrays.push_back(frame_array(baked.body.first_frame, frames, 1));
  arrays.push_back({"world_from_bone", {frames, kTracked.size(), 4, 4}, std::move(matrices)});
  arrays.push_back({"has_bone", {has.size()}, std::move(has)});
  arrays.push_back(text_array("bone_names", names));
  return arrays;
}

std::uint64_t bytes_per_frame(const Job& job) {
  std::size_t bones = job.model.skeleton.size();
  if (job.on_proxy) bones += job.on_proxy->proxy.model.skeleton.size();
  return 1 + bones * sizeof(float) * 7 + job.model.morphs.size() * sizeof(float);
}

}  // namespace odori
