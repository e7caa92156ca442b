#include "rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "odori/math/trig.h"

namespace odori::rigs {
namespace {

using H = HumanBone;

void add(Model& model, HumanBone human, Vec3 place, const BodyOptions& options) {
  Skeleton& s = model.skeleton;
  const auto index = static_cast<BoneIndex>(s.size());
  BoneIndex parent = BoneIndex::none;
  for (auto up = parent_of(human); up && !is_set(parent); up = parent_of(*up))
    parent = model.humanoid[*up];
  std::string name(to_text(human));
  name[0] = static_cast<char>(name[0] - 32);
  s.names.push_back(name);
  s.names_en.push_back(name);
  s.parent.push_back(parent);
  place = place * options.scale;
  s.rest_position.push_back(place);
  s.rest_translation.push_back(is_set(parent) ? place - s.rest_position[at(parent)] : place);
  s.rest_rotation.push_back({});
  s.tail.push_back(place);
  s.flags.push_back(kRotatable | kTranslatable | kVisible | kOperable);
  s.layer.push_back(0);
  s.file_index.push_back(static_cast<std::int32_t>(index));
  s.from_file_index.push_back(index);
  model.humanoid.set(human, index, BoneSource::file);
}

Vec3 mirror(Vec3 v) { return {-v.x, v.y, v.z}; }
Quat mirror(Quat q) { return {q.x, -q.y, -q.z, q.w}; }

void add_both(Model& model, HumanBone left, Vec3 place, const BodyOptions& options) {
  add(model, left, place, options);
  add(model, mirror_of(left), mirror(place), options);
}

void add_fingers(Model& model, const BodyOptions& o) {
  for (int joint = 0; joint < 3; ++joint) {
    const auto j = static_cast<float>(joint);
    add_both(model, human_bone(at(H::leftThumbMetacarpal) + static_cast<std::size_t>(joint)),
             {0.68f + 0.03f * j, 1.29f, 0.03f + 0.02f * j}, o);
  }
  for (int finger = 0; finger < 4; ++finger) {
    for (int joint = 0; joint < 3; ++joint) {
      const auto f = static_cast<float>(finger), j = static_cast<float>(joint);
      add_both(model,
               human_bone(at(H::leftIndexProximal) + static_cast<std::size_t>(3 * finger + joint)),
               {0.74f + 0.03f * j, 1.3f, 0.03f - 0.02f * f}, o);
    }
  }
}

void refresh_places(Skeleton& s) {
  std::vector<Quat> world(s.size());
  for (std::size_t b = 0; b < s.size(); ++b) {
    const BoneIndex p = s.parent[b];
    world[b] = is_set(p) ? world[at(p)] * s.rest_rotation[b] : s.rest_rotation[b];
    s.rest_position[b] = is_set(p)
                             ? s.rest_position[at(p)] + rotate(world[at(p)], s.rest_translation[b])
                             : s.rest_translation[b];
    s.tail[b] = s.rest_position[b];
  }
}

Quat turn_about(Vec3 axis, float degrees) {
  return from_axis_angle(axis, trig::degrees_to_radians(degrees));
}

}  // namespace

Model body(const BodyOptions& o) {
  Model m;
  m.metres_per_unit = 1 / o.scale;
  m.meta.name = "body";
  add(m, H::hips, {0, 0.85f, 0}, o);
  if (o.trunk > 0) add(m, H::spine, {0, 0.95f, 0}, o);
  if (o.trunk > 1) add(m, H::chest, {0, 1.05f, 0}, o);
  if (o.upper_chest) add(m, H::upperChest, {0, 1.15f, 0}, o);
  add(m, H::neck, {0, 1.33f, 0}, o);
  add(m, H::head, {0, 1.4f, 0.01f}, o);
  if (o.eyes) add_both(m, H::leftEye, {0.03f, 1.46f, 0.08f}, o);
  add_both(m, H::leftUpperLeg, {0.08f, 0.82f, 0}, o);
  add_both(m, H::leftLowerLeg, {0.08f, 0.45f, 0.01f}, o);
  add_both(m, H::leftFoot, {0.08f, 0.08f, -0.01f}, o);
  if (o.toes) add_both(m, H::leftToes, {0.08f, 0.01f, 0.1f}, o);
  if (o.shoulders) add_both(m, H::leftShoulder, {0.03f, 1.28f, 0}, o);
  add_both(m, H::leftUpperArm, {0.13f, 1.3f, 0}, o);
  add_both(m, H::leftLowerArm, {0.4f, 1.3f, -0.01f}, o);
  add_both(m, H::leftHand, {0.65f, 1.3f, 0}, o);
  if (o.fingers) add_fingers(m, o);
  if (!o.named) m.humanoid = {};
  return m;
}

Model with_turned_axes(const Model& model, Quat turn) {
  Model out = model;
  Skeleton& s = out.skeleton;
  std::vector<Quat> world(s.size());
  for (std::size_t b = 0; b < s.size(); ++b) {
    const BoneIndex p = s.parent[b];
    s.rest_rotation[b] = turn;
    world[b] = is_set(p) ? world[at(p)] * turn : turn;
    if (is_set(p))
      s.rest_translation[b] =
          rotate(conjugate(world[at(p)]), s.rest_position[b] - s.rest_position[at(p)]);
  }
  return out;
}

Model with_turned_bones(const Model& model, Quat turn) {
  Model out = model;
  for (Quat& q : out.skeleton.rest_rotation) q = q * turn;
  refresh_places(out.skeleton);
  return out;
}

void lay_flat(Model& model, Clip& clip) {
  Skeleton& s = model.skeleton;
  // New frames: a bone's own X goes to its first child, and then some roll.
  std::vector<Quat> axes(s.size());  // world axes of the new bone, in the old rest pose
  for (std::size_t b = 0; b < s.size(); ++b) {
    Vec3 along{0, 1, 0};
    for (std::size_t c = s.size(); c-- > b + 1;)
      if (at(s.parent[c]) == b && is_set(s.parent[c]) && length(s.rest_translation[c]) > 0)
        along = s.rest_translation[c];
    axes[b] = between({1, 0, 0}, along) * turn_about({1, 0, 0}, 37.f * static_cast<float>(b));
  }
  for (BoneTrack& track : clip.bones) {
    const std::size_t b = at(find_bone(s, track.name.text));
    const BoneIndex p = s.parent[b];
    const Quat above = is_set(p) ? axes[at(p)] : Quat{};
    for (Quat& q : track.rotation) q = normalise(conjugate(above) * q * axes[b]);
    for (Vec3& t : track.translation) t = rotate(conjugate(above), t);
  }
  for (std::size_t b = 0; b < s.size(); ++b)
    if (is_set(s.parent[b]))
      s.rest_translation[b] = rotate(conjugate(axes[at(s.parent[b])]), s.rest_translation[b]);
  refresh_places(s);
}

Clip dance(const Model& model, std::uint64_t seed, int frames) {
  Clip clip;
  clip.rate = 30;
  clip.model_name = model.meta.name;
  Dice dice(seed);
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const HumanBone b = human_bone(i);
    // The same dice for every body, whatever bones it has.
    std::array<float, 8> d{};
    for (float& v : d) v = dice();
    const BoneIndex bone =
        find_bone(model.skeleton, std::string(1, static_cast<char>(to_text(b)[0] - 32)) +
                                      std::string(to_text(b).substr(1)));
    if (!is_set(bone)) continue;
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = model.skeleton.names[at(bone)];
    t.interpolation = Interpolation::linear;
    for (int f = 0; f < frames; ++f) {
      const auto wave = [&](std::size_t k) {
        const double phase =
            static_cast<double>(d[k]) * trig::kPi +
            static_cast<double>(f) * 0.17 * (1 + static_cast<double>(d[k + 4]) / 2);
        return static_cast<float>(trig::sin(phase));
      };
      Quat q = turn_about(normalise(Vec3{d[0], d[1], d[2] + 1.5f}), 25 * wave(0)) *
               turn_about({1, 0, 0}, 25 * wave(1));
      if (b == H::leftLowerLeg || b == H::rightLowerLeg)
        q = turn_about({1, 0, 0}, 45 + 40 * wave(0));
      if (b == H::leftLowerArm) q = turn_about({0, -1, 0}, 45 + 40 * wave(0));
      if (b == H::rightLowerArm) q = turn_about({0, 1, 0}, 45 + 40 * wave(0));
      if (b == H::hips) q = turn_about({0, 1, 0}, 120 * wave(2)) * q;
      t.frame.push_back(f);
      t.rotation.push_back(q);
      t.translation.push_back(b == H::hips ? Vec3{wave(1), 0.1f * wave(2), wave(3)} * 0.3f
                                           : Vec3{});
    }
    t.curve.resize(t.frame.size());
  }
  return clip;
}

Clip mmd_dance(std::uint64_t seed, int frames, float most) {
  struct Part {
    const char* name;
    Vec3 axis;      // where its rotation goes most, for the left side
    float degrees;  // zero: moves alone
    float units;
  };
  constexpr Part kParts[] = {{"全ての親", {0, 1, 0}, 10, 2},    {"センター", {0, 1, 0}, 60, 1},
                             {"グルーブ", {1, 0, 0}, 4, 0.4f},  {"腰", {1, 0, 0}, 8, 0},
                             {"上半身", {1, 0.5f, 0}, 25, 0},   {"上半身2", {0, 1, 0.5f}, 20, 0},
                             {"下半身", {0.3f, 1, 0}, 20, 0},   {"首", {1, 0, 0.4f}, 20, 0},
                             {"頭", {0, 1, 0.2f}, 25, 0},       {"左肩", {0, 0, 1}, 12, 0},
                             {"左腕", {0.3f, 0.4f, 1}, 50, 0},  {"左腕捩", {0.8f, -0.6f, 0}, 60, 0},
                             {"左ひじ", {0, -1, 0.2f}, 60, 0},  {"左手捩", {0.8f, -0.6f, 0}, 50, 0},
                             {"左手首", {0, 0.4f, 1}, 40, 0},   {"左人指１", {0, 0, -1}, 40, 0},
                             {"左親指１", {0, -1, 0}, 20, 0},   {"左足", {0, 1, 0}, 15, 0},
                             {"左足ＩＫ", {0.5f, 1, 0}, 25, 1}, {"左つま先ＩＫ", {}, 0, 0.3f},
                             {"左足先EX", {1, 0, 0}, 10, 0}};
  Clip clip;
  Dice dice(seed);
  const auto add = [&](const std::string& name, const Part& part) {
    std::array<float, 6> d{};
    for (float& v : d) v = dice();
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = name;
    t.interpolation = Interpolation::linear;
    const bool twist = name.ends_with("捩");
    for (int f = 0; f < frames; ++f) {
      const auto wave = [&](std::size_t k) {
        return static_cast<float>(
            trig::sin(static_cast<double>(d[k]) * trig::kPi +
                      static_cast<double>(f) * 0.17 * (1 + static_cast<double>(k) * 0.1)));
      };
      Quat q;
      if (part.degrees > 0) {
        const Vec3 axis = twist ? part.axis : normalise(part.axis + Vec3{d[3], d[4], d[5]} * 0.3f);
        q = turn_about(normalise(axis), part.degrees * wave(0));
      }
      t.frame.push_back(f);
      t.rotation.push_back(name.starts_with("右") ? mirror(q) : q);
      // The body rather sinks than rises, the feet rather rise than sink.
      Vec3 move = Vec3{wave(1), 0.5f * wave(2) + (name.ends_with("ＩＫ") ? 0.5f : -0.6f), wave(3)};
      t.translation.push_back(move * (part.units * most));
    }
    t.curve.resize(t.frame.size());
  };
  for (const Part& part : kParts) {
    std::string name = part.name;
    add(name, part);
    if (!name.starts_with("左")) continue;
    add(name.replace(0, std::string("左").size(), "右"), part);
  }
  return clip;
}

Model with_arms_down(const Model& model, float degrees, float elbows) {
  Model out = model;
  Skeleton& s = out.skeleton;
  for (const H arm : {H::leftUpperArm, H::leftLowerArm, H::rightUpperArm, H::rightLowerArm}) {
    const bool left = to_text(arm).starts_with("left");
    const bool upper = arm == H::leftUpperArm || arm == H::rightUpperArm;
    const Quat turn = upper ? turn_about({0, 0, 1}, left ? -degrees : degrees)
                            : turn_about({0, 1, 0}, left ? -elbows : elbows);
    const BoneIndex joint =
        find_bone(s, std::string(1, left ? 'L' : 'R') + (left ? "eft" : "ight") +
                         (upper ? "UpperArm" : "LowerArm"));
    const Vec3 centre = s.rest_position[at(joint)];
    for (std::size_t b = at(joint); b < s.size(); ++b) {
      BoneIndex up = static_cast<BoneIndex>(b);
      while (is_set(up) && up != joint) up = s.parent[at(up)];
      if (up == joint) s.rest_position[b] = centre + rotate(turn, s.rest_position[b] - centre);
    }
  }
  for (std::size_t b = 0; b < s.size(); ++b) {
    const BoneIndex p = s.parent[b];
    s.rest_translation[b] =
        is_set(p) ? s.rest_position[b] - s.rest_position[at(p)] : s.rest_position[b];
    s.tail[b] = s.rest_position[b];
  }
  return out;
}

Clip mirrored(const Model& model, const Clip& clip) {
  Clip out = clip;
  const Skeleton& s = model.skeleton;
  for (BoneTrack& t : out.bones) {
    for (const auto& [a, b] : {std::pair<std::string, std::string>{"Left", "Right"},
                               {"Right", "Left"},
                               {"左", "右"},
                               {"右", "左"}}) {
      if (!t.name.text.starts_with(a)) continue;
      t.name.text = b + t.name.text.substr(a.size());
      break;
    }
    EXPECT_TRUE(is_set(find_bone(s, t.name.text))) << t.name.text;
    for (Quat& q : t.rotation) q = mirror(q);
    for (Vec3& v : t.translation) v = mirror(v);
  }
  std::sort(out.bones.begin(), out.bones.end(), [&](const BoneTrack& a, const BoneTrack& b) {
    return find_bone(s, a.name.text) < find_bone(s, b.name.text);
  });
  return out;
}

BakedClip baked(const Model& model, const Clip& clip, std::size_t frames) {
  return bake(model, bind(clip, model), 0, frames, 1);
}

float worst_degrees(const Model& model, const BakedClip& a, const BakedClip& b) {
  float worst = 0;
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const BoneIndex bone = model.humanoid.bone[i];
    if (!is_set(bone)) continue;
    for (std::size_t f = 0; f < a.frames; ++f)
      worst = std::max(worst, angle_between(a.world_rotation[f * a.bones + at(bone)],
                                            b.world_rotation[f * b.bones + at(bone)]));
  }
  return trig::radians_to_degrees(worst);
}

float worst_distance(const Model& model, const BakedClip& a, const BakedClip& b) {
  float worst = 0;
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const BoneIndex bone = model.humanoid.bone[i];
    if (!is_set(bone)) continue;
    for (std::size_t f = 0; f < a.frames; ++f)
      worst = std::max(worst, length(a.world_position[f * a.bones + at(bone)] -
                                     b.world_position[f * b.bones + at(bone)]));
  }
  return worst;
}

}  // namespace odori::rigs
