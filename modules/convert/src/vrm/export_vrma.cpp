#include <algorithm>
#include <cmath>
#include <map>

#include "gltf/builder.h"
#include "odori/convert/vrma.h"
#include "odori/io/vrm.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

using H = HumanBone;
using io::GltfIndex;

constexpr double kMostKeys = 1'000'000;

bool is_eye(H bone) { return bone == H::leftEye || bone == H::rightEye; }

// Where every bone is in the world.
struct Placed {
  std::vector<Quat> rotation;
  std::vector<Vec3> position;
};

Placed at_rest(const Skeleton& s) {
  Placed out;
  for (std::size_t b = 0; b < s.size(); ++b) {
    const bool root = !is_set(s.parent[b]);
    const std::size_t p = root ? 0 : at(s.parent[b]);
    out.rotation.push_back(root ? s.rest_rotation[b] : out.rotation[p] * s.rest_rotation[b]);
    out.position.push_back(root ? s.rest_translation[b]
                                : out.position[p] + rotate(out.rotation[p], s.rest_translation[b]));
  }
  return out;
}

// The rest pose with its arms level: upper and lower arm along X, all below along with them.
Placed in_t_pose(const Model& model) {
  const Skeleton& s = model.skeleton;
  Placed out = at_rest(s);
  const Placed rest = out;
  std::map<std::size_t, Quat> turned;  // by bone: what it and all below is turned by, in the world
  const auto level = [&](H from, H to, float side) {
    if (model.humanoid.source[at(from)] == BoneSource::file) return;
    const std::size_t a = at(model.humanoid[from]), b = at(model.humanoid[to]);
    const Vec3 way = rest.position[b] - rest.position[a];
    if (length_squared(way) > 0) turned[a] = between(way, {side, 0, 0});
  };
  level(H::leftUpperArm, H::leftLowerArm, 1);
  level(H::leftLowerArm, H::leftHand, 1);
  level(H::rightUpperArm, H::rightLowerArm, -1);
  level(H::rightLowerArm, H::rightHand, -1);
  if (turned.empty()) return out;
  std::vector<Quat> turn(s.size());
  for (std::size_t b = 0; b < s.size(); ++b) {
    const bool root = !is_set(s.parent[b]);
    const std::size_t p = root ? 0 : at(s.parent[b]);
    if (!root) {
      turn[b] = turn[p];
      out.position[b] = out.position[p] + rotate(turn[p], rest.position[b] - rest.position[p]);
    }
    if (const auto it = turned.find(b); it != turned.end()) turn[b] = it->second;
    out.rotation[b] = turn[b] * rest.rotation[b];
  }
  return out;
}

class Writer {
 public:
  Writer(const Model& model, const Clip& clip, const VrmaOptions& options)
      : model_(model),
        clip_(clip),
        skeleton_(model.skeleton),
        scale_(options.scale),
        rest_(in_t_pose(model)) {
    // Whole steps, and the end itself.
    const double step = clip.rate / options.rate;
    for (double i = 0; options.first_frame + i * step < options.last_frame - 1e-6; ++i)
      frames_.push_back(options.first_frame + i * step);
    frames_.push_back(options.last_frame);
    float last = -1;
    std::vector<double> kept;
    for (const double f : frames_) {
      const auto seconds = static_cast<float>((f - options.first_frame) / clip.rate);
      if (!(seconds > last)) continue;
      last = seconds;
      times_.push_back(seconds);
      kept.push_back(f);
    }
    frames_ = std::move(kept);
  }

  VrmaExport run() {
    io::GltfDocument& d = builder_.document;
    d.asset.generator = "Odori";
    d.asset.copyright = copyright();
    d.scene = 0;
    d.scenes.emplace_back();
    d.animations.emplace_back();
    add_bones();
    sample();
    time_ = builder_.floats(io::GltfType::scalar, times_, 0, true);
    write_bones();
    write_gaze();
    write_expressions();
    tell_losses();
    io::attach_vrma(vrma_, d);
    out_.document = std::move(d);
    return std::move(out_);
  }

 private:
  std::string copyright() const {
    const Licence& licence = model_.meta.licence;
    std::string text = licence.copyright;
    for (const std::string& author : licence.authors)
      if (licence.copyright.empty()) text += (text.empty() ? "" : ", ") + author;
    return text;
  }

  GltfIndex add_node(std::string name, Vec3 translation, GltfIndex parent) {
    io::GltfDocument& d = builder_.document;
    io::GltfNode& node = d.nodes.emplace_back();
    node.name = std::move(name);
    node.translation = translation;
    const auto index = static_cast<GltfIndex>(d.nodes.size() - 1);
    if (parent < 0)
      d.scenes.front().nodes.push_back(index);
    else
      d.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
    return index;
  }

  void add_channel(GltfIndex node, io::GltfPath path, GltfIndex input, GltfIndex output) {
    io::GltfAnimation& animation = builder_.document.animations.front();
    io::GltfSampler& sampler = animation.samplers.emplace_back();
    sampler.input = input;
    sampler.output = output;
    io::GltfChannel& channel = animation.channels.emplace_back();
    channel.sampler = static_cast<GltfIndex>(animation.samplers.size() - 1);
    channel.node = node;
    channel.path = path;
  }

  Vec3 metres(Vec3 v) const { return v * (model_.metres_per_unit * scale_); }

  // The nearest standard bone above that there is.
  std::optional<H> above(H bone) const {
    for (auto up = parent_of(bone); up; up = parent_of(*up))
      if (model_.humanoid.has(*up)) return up;
    return {};
  }

  void add_bones() {
    node_.fill(-1);
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      const H bone = human_bone(i);
      if (!model_.humanoid.has(bone) || is_eye(bone)) continue;
      const std::optional<H> up = above(bone);
      const Vec3 place = rest_.position[at(model_.humanoid[bone])];
      const Vec3 from = up ? rest_.position[at(model_.humanoid[*up])] : Vec3{};
      node_[i] =
          add_node(std::string(to_text(bone)), metres(place - from), up ? node_[at(*up)] : -1);
      vrma_.human_bones.push_back({std::string(to_text(bone)), node_[i]});
    }
  }

  // Fills, for each standard bone, what it has turned since the T-pose; and where the hips are.
  void sample() {
    std::map<std::string, const BoneTrack*> tracks;
    for (const BoneTrack& t : clip_.bones) tracks.emplace(t.name.text, &t);
    std::vector<const BoneTrack*> track(skeleton_.size(), nullptr);
    for (std::size_t b = 0; b < skeleton_.size(); ++b)
      if (const auto it = tracks.find(skeleton_.names[b]); it != tracks.end())
        track[b] = it->second;
    std::vector<BoneCursor> cursor(skeleton_.size());
    Placed now = rest_;
    for (const double frame : frames_) {
      for (std::size_t b = 0; b < skeleton_.size(); ++b) {
        BoneValue value;
        if (track[b]) value = cursor[b].sample(*track[b], frame);
        const Quat local = skeleton_.rest_rotation[b] * value.rotation;
        const Vec3 moved = skeleton_.rest_translation[b] + value.translation;
        const bool root = !is_set(skeleton_.parent[b]);
        const std::size_t p = root ? 0 : at(skeleton_.parent[b]);
        now.rotation[b] = root ? local : now.rotation[p] * local;
        now.position[b] = root ? moved : now.position[p] + rotate(now.rotation[p], moved);
      }
      keep(now);
    }
  }

  void keep(const Placed& now) {
    std::array<Quat, kHumanBones> since;
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      if (node_[i] < 0) continue;
      const std::size_t b = at(model_.humanoid.bone[i]);
      since[i] = now.rotation[b] * conjugate(rest_.rotation[b]);
      const std::optional<H> up = above(human_bone(i));
      Quat local = normalise(up ? conjugate(since[at(*up)]) * since[i] : since[i]);
      if (!turns_[i].empty() && dot(turns_[i].back(), local) < 0) local = -local;
      turns_[i].push_back(local);
    }
    hips_.push_back(metres(now.position[at(model_.humanoid[H::hips])]));
    if (model_.look_at && is_set(model_.look_at->gaze)) {
      const std::size_t gaze = at(model_.look_at->gaze);
      const BoneIndex parent = skeleton_.parent[gaze];
      const Quat up = is_set(parent) ? now.rotation[at(parent)] : Quat{};
      gaze_.push_back(normalise(conjugate(up) * now.rotation[gaze]));
    }
  }

  GltfIndex add_turns(const std::vector<Quat>& turns) { return builder_.vectors(turns); }

  void write_bones() {
    add_channel(node_[at(H::hips)], io::GltfPath::translation, time_, builder_.vectors(hips_));
    for (std::size_t i = 0; i < kHumanBones; ++i)
      if (node_[i] >= 0) add_channel(node_[i], io::GltfPath::rotation, time_, add_turns(turns_[i]));
  }

  void write_gaze() {
    if (gaze_.empty()) return;
    vrma_.look_at = add_node("lookAt", {}, -1);
    vrma_.look_at_offset = model_.look_at->offset_from_head;
    add_channel(vrma_.look_at, io::GltfPath::rotation, time_, add_turns(gaze_));
  }

  static bool is_preset(const std::string& name) {
    for (const char* preset : {"happy", "angry", "sad", "relaxed", "surprised", "neutral"})
      if (name == preset) return true;
    const ExpressionKind kind = kind_of(name);
    return kind == ExpressionKind::blink || kind == ExpressionKind::mouth;
  }

  void write_expressions() {
    std::map<std::string, bool> known;
    for (const MorphTrack& track : clip_.morphs) {
      const auto shows = [](float w) { return w != 0; };
      if (std::none_of(track.weight.begin(), track.weight.end(), shows)) continue;
      const std::string& name = track.name.text;
      if (kind_of(name) == ExpressionKind::look_at) {
        looks_ = true;  // VRM says them by the gaze
        continue;
      }
      if (name.empty() || !known.emplace(name, true).second) continue;
      std::vector<float> times, values;
      std::size_t cursor = 0;
      const auto put = [&](double frame) {
        const auto seconds = static_cast<float>((frame - frames_.front()) / clip_.rate);
        if (!times.empty() && !(seconds > times.back())) return;
        const float weight = std::clamp(sample_morph(track, frame, cursor), 0.0f, 1.0f);
        times.push_back(seconds);
        values.insert(values.end(), {weight, 0, 0});
      };
      put(frames_.front());
      for (const double f : track.frame)
        if (f > frames_.front() && f < frames_.back()) put(f);
      put(frames_.back());
      const GltfIndex node = add_node(name, {}, -1);
      vrma_.expressions.push_back({name, is_preset(name), node});
      add_channel(node, io::GltfPath::translation,
                  builder_.floats(io::GltfType::scalar, times, 0, true),
                  builder_.floats(io::GltfType::vec3, values));
    }
  }

  // "2 bones that are no standard ones: a, b"
  static std::string counted(const std::vector<std::string>& names, const std::string& what) {
    std::string line = std::to_string(names.size()) + " " + what + ": ";
    for (std::size_t i = 0; i < names.size() && i < 10; ++i) line += (i ? ", " : "") + names[i];
    return line + (names.size() > 10 ? ", ..." : "");
  }

  void tell_losses() {
    std::map<std::string, H> human;
    for (std::size_t i = 0; i < kHumanBones; ++i)
      if (is_set(model_.humanoid.bone[i]))
        human.emplace(skeleton_.names[at(model_.humanoid.bone[i])], human_bone(i));
    std::vector<std::string> others, moving;
    bool eyes = false;
    for (const BoneTrack& t : clip_.bones) {
      const bool turns = std::any_of(t.rotation.begin(), t.rotation.end(),
                                     [](Quat q) { return angle_between(q, {}) > 1e-4f; });
      const bool moves = std::any_of(t.translation.begin(), t.translation.end(),
                                     [](Vec3 v) { return length_squared(v) > 1e-8f; });
      if (!turns && !moves) continue;
      const auto it = human.find(t.name.text);
      const bool is_gaze = model_.look_at && is_set(model_.look_at->gaze) &&
                           skeleton_.names[at(model_.look_at->gaze)] == t.name.text;
      if (is_gaze) continue;
      if (it == human.end())
        others.push_back(t.name.text);
      else if (is_eye(it->second))
        eyes = true;
      else if (moves && it->second != H::hips)
        moving.push_back(t.name.text);
    }
    auto& lines = out_.losses;
    if (!others.empty())
      lines.push_back(counted(others, "bones that are no standard ones, but for what moves those"));
    if (!moving.empty()) lines.push_back(counted(moving, "bones that move and not only turn"));
    if (eyes) lines.push_back("turns of the eyes: VRM animations have a gaze");
    if (looks_) lines.push_back("looks as expressions: VRM animations have a gaze");
    if (!clip_.camera.frame.empty()) lines.push_back("the camera");
    if (!clip_.light.frame.empty() || !clip_.shadow.frame.empty())
      lines.push_back("light and shadow");
    if (!clip_.property.frame.empty()) lines.push_back("visibility and IK switches");
  }

  const Model& model_;
  const Clip& clip_;
  const Skeleton& skeleton_;
  float scale_ = 1;
  VrmaExport out_;
  gltf_export::Builder builder_;
  Placed rest_;
  std::vector<double> frames_;
  std::vector<float> times_;
  io::VrmaDocument vrma_;
  std::array<GltfIndex, kHumanBones> node_;
  std::array<std::vector<Quat>, kHumanBones> turns_;
  std::vector<Vec3> hips_;
  std::vector<Quat> gaze_;
  GltfIndex time_ = -1;
  bool looks_ = false;
};

}  // namespace

Result<VrmaExport> export_vrma(const Model& model, const Clip& clip, const VrmaOptions& options) {
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_required(human_bone(i)) && !is_set(model.humanoid.bone[i]))
      return fail(Code::usage,
                  "no bone is known as " + std::string(to_text(human_bone(i))) +
                      ", which a VRM animation needs",
                  Error::kNoOffset, "name it in [bones]");
  const double length = options.last_frame - options.first_frame;
  if (!(length >= 0) || !(clip.rate > 0) || !(options.rate > 0) ||
      !(length / clip.rate * options.rate <= kMostKeys))
    return fail(Code::usage, "a range or a rate of keys that makes no sense");
  return Writer(model, clip, options).run();
}

}  // namespace odori
