#include "odori/retarget/retarget.h"

#include <algorithm>
#include <cmath>

#include "between.h"
#include "contacts.h"
#include "odori/base/number_text.h"
#include "odori/base/parallel.h"
#include "odori/math/trig.h"
#include "odori/motion/edit.h"
#include "odori/pose/evaluate.h"
#include "odori/retarget/morphs.h"
#include "retargeting.h"
#include "solve.h"
#include "source.h"
#include "tracks.h"

namespace odori {
namespace {

using H = HumanBone;

constexpr double kMostFrames = 250'000;  // some 7 kB each while they are worked on
constexpr std::size_t kGrain = 128;
constexpr float kMostDegrees = 1;  // that the target's own IK may turn a limb away

// Bones whose directions are checked in the result.
constexpr std::array<HumanBone, 10> kChecked = {
    H::leftUpperArm, H::leftLowerArm,  H::rightUpperArm, H::rightLowerArm, H::leftUpperLeg,
    H::leftLowerLeg, H::rightUpperLeg, H::rightLowerLeg, H::leftFoot,      H::rightFoot};

constexpr std::array<HumanBone, 4> kSoles = {H::leftFoot, H::leftToes, H::rightFoot, H::rightToes};

std::string number(double value) {
  const double scaled = std::floor(std::fabs(value) * 1000 + 0.5);
  if (!(scaled < 1e15)) return odori::to_text(value);
  const auto whole = static_cast<long long>(scaled / 1000);
  std::string fraction = std::to_string(static_cast<long long>(scaled) % 1000);
  fraction.insert(0, 3 - fraction.size(), '0');
  return (value < 0 && scaled > 0 ? "-" : "") + std::to_string(whole) + "." + fraction;
}

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kMost) text += " and " + std::to_string(names.size() - kMost) + " more";
  return text;
}

class Retargeting {
 public:
  Retargeting(const Model& from, const Clip& clip, const Model& to, const RetargetOptions& options,
              const Proxy* proxy)
      : from_(from), clip_(clip), to_(to), options_(options), proxy_(proxy) {}

  Result<Retargeted> run() {
    if (from_.skeleton.size() == 0 || to_.skeleton.size() == 0)
      return fail(Code::usage, "a skeleton without bones");
    out_.from = detect_humanoid(from_, options_.from_bones);
    out_.to = detect_humanoid(to_, options_.to_bones);
    if (!out_.from.humanoid.has(H::hips)) return no_hips("the motion's skeleton");
    if (!out_.to.humanoid.has(H::hips)) return no_hips("the character");
    if (!choose_frames())
      return fail(
          Code::usage,
          "a range of frames or a rate that makes no motion, or one of more than 250,000 frames",
          Error::kNoOffset, "take a part of it: a first and a last frame");
    read_source();
    solve_target();
    write_body(options_.legs != LegKeys::fk);
    check();
    if (!target_.between.empty() && out_.worst_degrees > kMostDegrees) {
      // The target's helpers work otherwise than the source's: without them.
      target_.between.clear();
      solve_target();
      write_body(options_.legs != LegKeys::fk);
      check();
    }
    if (options_.legs == LegKeys::automatic && !target_.goals.empty() &&
        out_.worst_degrees > kMostDegrees) {
      out_.lines.push_back(
          "legs are written as rotations: the character's own leg IK would turn a limb by " +
          number(static_cast<double>(out_.worst_degrees)) + " degrees");
      write_body(false);
      check();
    }
    report();
    measure_slide();
    return std::move(out_);
  }

 private:
  static tl::unexpected<Error> no_hips(const std::string& whose) {
    return fail(Code::usage, whose + " has no bone that is known as the hips", Error::kNoOffset,
                "name them by hand, in a project: [bones] hips = \"...\"");
  }

  bool choose_frames() {
    const double last = options_.last_frame < 0 ? last_frame(clip_) : options_.last_frame;
    rate_ = options_.rate > 0 ? options_.rate : out_.to.humanoid.map == "mmd" ? 30 : clip_.rate;
    const double seconds = (last - options_.first_frame) / clip_.rate;
    if (!(clip_.rate > 0) || !(rate_ > 0) || !(options_.first_frame >= 0) || !(seconds >= 0) ||
        !(seconds * rate_ < kMostFrames) || !std::isfinite(options_.scale))
      return false;
    // A last piece shorter than a frame is still shown.
    frames_ = static_cast<std::size_t>(std::ceil(seconds * rate_ - 1e-6)) + 1;
    map_ = {rate_ / clip_.rate, static_cast<double>(frames_ - 1)};
    part_ = &clip_;
    if (options_.first_frame > 0 || last < last_frame(clip_)) {
      const auto part = cut(clip_, options_.first_frame, last);
      if (!part) return false;
      own_part_ = *part;
      part_ = &own_part_;
    }
    return true;
  }

  // Some files have Z up; not those that name their bones (VRM). A rest pose that is none does not
  // tell.
  static bool rests_along_z(const Model& model, const DetectedHumanoid& rig) {
    const auto& sources = rig.humanoid.source;
    if (std::find(sources.begin(), sources.end(), BoneSource::file) != sources.end()) return false;
    const RestPose pose = find_rest_pose(model, rig.humanoid);
    return pose.is_pose && rotate(pose.upright_from_model, Vec3{0, 0, 1}).y > 0.5f;
  }

  void read_source() {
    // MMD comes to a late first key from rest; others hold it from the beginning.
    const BindOptions bind_options{.rest_key_at_zero = out_.from.humanoid.map == "mmd"};
    binding_ = bind(clip_, from_, bind_options);
    target_ = make_target(to_, out_.to, out_.from.humanoid);
    if (options_.other_bones) target_.between = find_between(from_, out_.from.humanoid, target_);
    motion_ = sample_body(from_, binding_, out_.from.humanoid, sampling());
    if (rests_along_z(from_, out_.from) && stands_along_z(out_.from.humanoid, motion_)) {
      make_y_up(motion_);
      out_.lines.emplace_back("the motion's up is Z: it was turned to Y");
    }
    target_up_ = rests_along_z(to_, out_.to) ? between({0, 1, 0}, {0, 0, 1}) : Quat{};
    source_ = make_reference(from_, out_.from, &motion_, options_.capture_feet);
    target_.reference = make_reference(to_, out_.to, nullptr, options_.capture_feet);
    if (proxy_)
      for (std::size_t i = 0; i < kHumanBones; ++i)
        source_.world[i] = conjugate(proxy_->from_reference[i]);
    const Reference& s = source_;
    const Reference& t = target_.reference;
    if (options_.scale > 0)
      out_.scale = options_.scale;
    else if (s.leg > 0 && t.leg > 0)
      out_.scale = t.leg / s.leg;
    else if (s.body > 0 && t.body > 0)
      out_.scale = t.body / s.body;
    else if (to_.metres_per_unit > 0)
      out_.scale = from_.metres_per_unit / to_.metres_per_unit;
  }

  BodySampling sampling() const {
    BodySampling wanted;
    for (const Between& b : target_.between) wanted.others.push_back(b.from);
    wanted.share_twists = out_.to.humanoid.map != "mmd";
    wanted.leg_goals = wanted.finish_ik = proxy_ != nullptr;
    wanted.first = options_.first_frame;
    wanted.step = clip_.rate / rate_;
    wanted.frames = frames_;
    wanted.threads = options_.threads;
    return wanted;
  }

  HumanPose human_pose(std::size_t frame) const {
    HumanPose pose;
    pose.turn = turns_of(out_.from.humanoid, source_, motion_, frame);
    share_trunk(out_.from.humanoid, target_.humanoid, pose.turn);
    pose.pelvis = in_target(pelvis(motion_.places(frame), target_.legs));
    if (!(target_up_ == Quat{}))
      for (Quat& q : pose.turn) q = target_up_ * q;
    return pose;
  }

  // A place of the source's body, where the target's shall be.
  Vec3 in_target(Vec3 place) const {
    const bool floor =
        options_.floor && target_.legs && source_.leg > 0 && target_.reference.leg > 0;
    const Vec3 from_floor{0, floor ? source_.ankle : 0, 0};
    const Vec3 to_floor{0, floor ? target_.reference.ankle : 0, 0};
    return rotate(target_up_, (place - from_floor) * out_.scale + to_floor);
  }

  void hold_legs(std::size_t frame, TargetPose& pose) {
    if (motion_.leg_goals.empty()) return;
    for (const Side side : kSides) {
      const std::size_t i = frame * kSides.size() + static_cast<std::size_t>(side);
      LegGoal goal = motion_.leg_goals[i];
      goal.ankle = in_target(goal.ankle);
      goal.toe = in_target(goal.toe);
      goal.foot = rotate(target_up_, goal.foot);
      // Out of reach the proxy's own pose counts: it is as near as MMD comes, without a jump.
      missing_[i] = beyond_reach(target_, side, goal, pose);
      if (!(missing_[i] > 0)) reach(target_, side, goal, pose);
    }
  }

  // The standard bones that bones between hang on.
  void mark_carried() {
    source_.carried.fill(false);
    for (const Between& b : target_.between) {
      BoneIndex bone = b.to;
      while (is_set(bone) && target_.driven[at(bone)] < 0) bone = to_.skeleton.parent[at(bone)];
      if (is_set(bone)) source_.carried[static_cast<std::size_t>(target_.driven[at(bone)])] = true;
    }
  }

  void solve_target() {
    mark_carried();
    written_.clear();
    const std::size_t bones = to_.skeleton.size();
    for (std::size_t b = 0; b < bones; ++b)
      if (target_.driven[b] >= 0) written_.push_back(static_cast<BoneIndex>(b));
    for (const Between& b : target_.between)
      if (b.keyed) written_.push_back(b.to);
    if (target_.driven[at(target_.mover)] < 0) written_.push_back(target_.mover);
    for (const Goal& g : target_.goals)
      if (g.placed) written_.push_back(g.bone);
    std::sort(written_.begin(), written_.end());
    written_.erase(std::unique(written_.begin(), written_.end()), written_.end());
    rotation_.resize(written_.size() * frames_);
    translation_.resize(written_.size() * frames_);
    wanted_.resize(kChecked.size() * frames_);
    soles_.resize(kSoles.size() * frames_);
    missing_.assign(motion_.leg_goals.size(), 0);
    parallel_for(frames_, kGrain, options_.threads, [&](std::size_t begin, std::size_t end) {
      TargetPose pose;
      for (std::size_t f = begin; f < end; ++f) {
        solve(target_, human_pose(f), motion_.other_rotations(f), pose);
        hold_legs(f, pose);
        place_goals(target_, pose);
        for (std::size_t w = 0; w < written_.size(); ++w) {
          rotation_[w * frames_ + f] = pose.rotation[at(written_[w])];
          translation_[w * frames_ + f] = pose.translation[at(written_[w])];
        }
        for (std::size_t c = 0; c < kChecked.size(); ++c)
          wanted_[f * kChecked.size() + c] = direction(kChecked[c], pose.world_rotation);
      }
    });
  }

  // Zero where the target has none.
  Vec3 direction(HumanBone b, const std::vector<Quat>& world) const {
    const BoneIndex bone = target_.humanoid[b];
    if (!is_set(bone) || target_.driven[at(bone)] < 0) return {};
    return rotate(world[at(bone)], target_.reference.aim[at(b)]);
  }

  void write_body(bool ik) {
    Clip& clip = out_.clip;
    clip = {};
    clip.model_name = to_.meta.name;
    clip.rate = rate_;
    for (std::size_t w = 0; w < written_.size(); ++w) {
      const bool goal = std::any_of(target_.goals.begin(), target_.goals.end(), [&](const Goal& g) {
        return g.placed && g.bone == written_[w];
      });
      if (!goal || ik) clip.bones.push_back(track(w));
    }
    carry_scene(*part_, map_, out_.scale, clip);
    switch_legs(target_, ik, clip);
    carried_ =
        options_.other_bones && out_.from.humanoid.map == "mmd" && out_.to.humanoid.map == "mmd"
            ? carry_bones(from_, out_.from.humanoid, *part_, target_, map_, out_.scale, clip)
            : 0;
    if (options_.faces) {
      morphs_ =
          map_morphs(part_->morphs, to_.morphs, out_.to.humanoid.map == "mmd" ? "mmd" : "vrm");
      clip.morphs = morphs_.tracks;
      for (MorphTrack& m : clip.morphs) remap(m.frame, map_);
    }
    ik_ = ik;
  }

  // Rotations keep to one side of the sphere; what never changes is one key.
  BoneTrack track(std::size_t w) const {
    BoneTrack t;
    t.name.text = to_.skeleton.names[at(written_[w])];
    t.interpolation = Interpolation::linear;
    const Quat* rotation = &rotation_[w * frames_];
    const Vec3* translation = &translation_[w * frames_];
    std::size_t keys = 1;
    for (std::size_t f = 1; f < frames_; ++f)
      if (!(rotation[f] == rotation[0]) || !(translation[f] == translation[0])) keys = frames_;
    Quat before = with_positive_w(rotation[0]);
    for (std::size_t f = 0; f < keys; ++f) {
      const Quat q = dot(rotation[f], before) < 0 ? -rotation[f] : rotation[f];
      t.frame.push_back(static_cast<double>(f));
      t.rotation.push_back(q);
      t.translation.push_back(translation[f]);
      before = q;
    }
    t.curve.resize(keys);
    return t;
  }

  // How far the limbs are from where they should be once the target is evaluated.
  void check() {
    const Binding binding = bind(out_.clip, to_);
    std::vector<float> worst((frames_ + kGrain - 1) / kGrain, 0);
    const Evaluator evaluator(to_, binding);
    const Pose rest = make_pose(to_);
    parallel_for(frames_, kGrain, options_.threads, [&](std::size_t begin, std::size_t end) {
      Evaluator own(evaluator);
      Pose pose = rest;
      for (std::size_t f = begin; f < end; ++f) {
        own.evaluate_placement(static_cast<double>(f), pose);
        for (std::size_t c = 0; c < kSoles.size(); ++c)
          if (const BoneIndex bone = target_.humanoid[kSoles[c]]; is_set(bone))
            soles_[c * frames_ + f] = rotate(conjugate(target_up_), pose.world_position[at(bone)]);
        for (std::size_t c = 0; c < kChecked.size(); ++c) {
          const Vec3 wanted = wanted_[f * kChecked.size() + c];
          if (!(length(wanted) > 0)) continue;
          float& most = worst[f / kGrain];
          most = std::fmax(
              most,
              angle_between(between(direction(kChecked[c], pose.world_rotation), wanted), Quat{}));
        }
      }
    });
    out_.worst_degrees = trig::radians_to_degrees(*std::max_element(worst.begin(), worst.end()));
  }

  // How far the feet slide while the source's stand.
  void measure_slide() {
    std::vector<Vec3> source(frames_);
    for (std::size_t c = 0; c < kSoles.size(); ++c) {
      if (!out_.from.humanoid.has(kSoles[c]) || !target_.humanoid.has(kSoles[c])) continue;
      for (std::size_t f = 0; f < frames_; ++f)
        source[f] = motion_.places(f)[at(kSoles[c])] * out_.scale;
      const auto planted = find_planted(source, source_.leg * out_.scale, rate_);
      add_slide(source, planted, out_.slide_before);
      add_slide(std::span(soles_).subspan(c * frames_, frames_), planted, out_.slide_after);
    }
    if (out_.slide_after.steps == 0 || !(to_.metres_per_unit > 0)) return;
    const auto millimetres = [&](const FootSlide& s) {
      const double unit = static_cast<double>(to_.metres_per_unit) * 1000;
      return number(static_cast<double>(s.mean) * unit) + " mm a frame, " +
             number(static_cast<double>(s.most) * unit) + " at most";
    };
    out_.lines.push_back("feet that stand slide " + millimetres(out_.slide_after) +
                         " (in the motion: " + millimetres(out_.slide_before) + "), in " +
                         std::to_string(out_.slide_after.steps) + " steps from frame to frame");
  }

  void report() {
    std::vector<std::string> unmatched, unused, places;
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      const HumanBone b = human_bone(i);
      const BoneIndex source = out_.from.humanoid[b], target = out_.to.humanoid[b];
      if (!is_set(source) && !is_set(target)) continue;
      const bool drives = is_set(target) && target_.driven[at(target)] >= 0;
      out_.matches.push_back({b, is_set(source) ? from_.skeleton.names[at(source)] : "",
                              drives ? to_.skeleton.names[at(target)] : ""});
      if (is_set(source) && !is_set(target)) unused.emplace_back(to_text(b));
      if (is_set(source) && is_set(target) && !drives) places.emplace_back(to_text(b));
      if (is_set(target) && !is_set(source) && !drives) unmatched.emplace_back(to_text(b));
    }
    std::vector<std::string>& lines = out_.lines;
    for (const std::string& l : out_.from.lines) lines.push_back("the motion's skeleton: " + l);
    for (const std::string& l : out_.to.lines) lines.push_back("the character: " + l);
    if (source_.kind == ReferenceKind::motion)
      lines.emplace_back(
          "the motion's rest pose is no pose: bones were read from joints and motion");
    if (!unmatched.empty())
      lines.push_back("bones that stay at rest, as the motion has none: " + list(unmatched));
    if (!unused.empty())
      lines.push_back("bones folded into others, as the character has none: " + list(unused));
    if (!places.empty())
      lines.push_back("bones that the character has as mere ends, which do not turn: " +
                      list(places));
    if (!binding_.unbound_bones.empty())
      lines.push_back("tracks of bones that the motion's own skeleton does not have: " +
                      list(binding_.unbound_bones));
    if (std::fabs(map_.scale - 1) > 1e-9)
      lines.push_back("sampled from " + number(clip_.rate) + " to " + number(rate_) +
                      " frames a second");
    if (proxy_)
      lines.push_back("by MMD's skeleton at the character's joints: an MMD unit is " +
                      number(static_cast<double>(out_.scale * to_.metres_per_unit) * 1000) +
                      " mm, arms rest " + number(static_cast<double>(options_.arm_degrees)) +
                      " degrees below the horizontal");
    else
      lines.push_back("travel scaled by " + number(static_cast<double>(out_.scale)));
    if (!target_.goals.empty())
      lines.emplace_back(
          ik_ ? "legs: goals of leg and toe IK, IK on, and the rotations that fit them"
              : "legs: rotations, leg and toe IK switched off by a property key");
    tell_clamped();
    if (carried_ > 0)
      lines.push_back(std::to_string(carried_) + " tracks of other bones kept by name");
    for (const auto& [a, b] : morphs_.renamed) {
      std::string line = "morph ";
      lines.push_back(line.append(a).append(" drives ").append(b));
    }
    if (!morphs_.lost.empty())
      lines.push_back("morphs without a counterpart: " + list(morphs_.lost));
  }

  void tell_clamped() {
    constexpr float kTelling = 1e-3f;  // of the leg's length: more than at rest
    for (const Side side : kSides) {
      const auto s = static_cast<std::size_t>(side);
      Retargeted::Clamped& clamped = out_.clamped_legs[s];
      for (std::size_t i = s; i < missing_.size(); i += kSides.size()) {
        if (!(missing_[i] > kTelling * target_.reference.leg)) continue;
        ++clamped.frames;
        clamped.most = std::fmax(clamped.most, missing_[i]);
      }
      if (clamped.frames == 0) continue;
      const double mm =
          static_cast<double>(clamped.most) * 1000 * static_cast<double>(to_.metres_per_unit);
      out_.lines.push_back(std::string(side == Side::left ? "left" : "right") +
                           " leg: asked for more than its length in " +
                           std::to_string(clamped.frames) + " of " + std::to_string(frames_) +
                           " frames, by up to " + number(mm) +
                           " mm: it stretches as far as MMD lets it");
    }
  }

  const Model& from_;
  const Clip& clip_;
  const Model& to_;
  const RetargetOptions& options_;
  const Proxy* proxy_;
  Retargeted out_;
  double rate_ = 30;
  std::size_t frames_ = 0;
  const Clip* part_ = nullptr;  // the range of the clip, from frame 0: for all but the body
  Clip own_part_;
  FrameMap map_;
  Binding binding_;
  HumanMotion motion_;
  Reference source_;
  Target target_;
  Quat target_up_;                  // from +Y to the target's up
  std::vector<BoneIndex> written_;  // bones with tracks of their own
  std::vector<Quat> rotation_;      // size: written x frames, bone by bone
  std::vector<Vec3> translation_;
  std::vector<Vec3> wanted_;    // frames x kChecked
  std::vector<Vec3> soles_;     // of the result, kSoles x frames, +Y up
  std::vector<float> missing_;  // frames x 2: what legs are asked for beyond their length
  MappedMorphs morphs_;
  std::size_t carried_ = 0;
  bool ik_ = true;
};

}  // namespace

Result<Retargeted> retarget_from(const Model& from, const Clip& clip, const Model& to,
                                 const RetargetOptions& options, const Proxy* proxy) {
  return Retargeting(from, clip, to, options, proxy).run();
}

Result<Retargeted> retarget(const Model& from, const Clip& clip, const Model& to,
                            const RetargetOptions& options) {
  return retarget_from(from, clip, to, options, nullptr);
}

}  // namespace odori
