// Real dances on real bodies.
#include <gtest/gtest.h>

#include <algorithm>

#include "odori/convert/formats.h"
#include "odori/convert/gltf.h"
#include "odori/convert/mmd.h"
#include "odori/demo/dance.h"
#include "odori/demo/figure.h"
#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "proxied.h"
#include "rigs.h"
#include "test_files.h"

namespace odori {
namespace {

using H = HumanBone;
namespace fs = std::filesystem;

// The bodies that are no MMD's, as their files have them.
std::vector<std::pair<std::string, Model>> rigs_of_files() {
  std::vector<std::pair<std::string, Model>> out;
  for (const auto& path : testing_files::shared_data({".vrm", ".glb"})) {
    const std::vector<std::byte> bytes = testing_files::bytes_of(path);
    const Format* format = format_of(bytes);
    if (!format || !format->read) continue;
    auto contents = format->read(bytes, {});
    if (!contents || !contents->model) continue;
    const DetectedHumanoid body = detect_humanoid(*contents->model);
    if (is_whole(body.humanoid) && body.humanoid.map != "mmd")
      out.emplace_back(path.filename().string(), std::move(*contents->model));
  }
  return out;
}

std::vector<std::pair<std::string, Clip>> dances_of_files() {
  std::vector<std::pair<std::string, Clip>> out;
  for (const auto& path : testing_files::shared_data({".vmd"})) {
    const auto document = io::decode_vmd(testing_files::bytes_of(path));
    if (!document) continue;
    Clip clip = import_vmd(*document);
    if (clip.bones.size() >= 10 && last_frame(clip) >= 30)
      out.emplace_back(path.filename().string(), std::move(clip));
  }
  return out;
}

// The program's own dancer, as a GLB would bring it whose bones have VRM's names, and as a VRM
// whose names say nothing but whose list does.
std::vector<std::pair<std::string, Model>> demo_rigs() {
  const auto dancer = import_pmx(demo::make_dancer().model);
  EXPECT_TRUE(dancer) << to_text(dancer.error());
  Model plain;
  plain.meta = dancer->meta;
  plain.metres_per_unit = dancer->metres_per_unit;
  plain.skeleton = dancer->skeleton;
  Skeleton& s = plain.skeleton;
  s.iks.clear();
  s.appends.clear();
  s.fixed_axes.clear();
  const Humanoid mmd = detect_humanoid(*dancer).humanoid;
  for (std::size_t b = 0; b < s.size(); ++b) s.names[b] = "bone" + std::to_string(b);
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_set(mmd.bone[i])) s.names[at(mmd.bone[i])] = to_text(human_bone(i));
  s.names_en = s.names;
  const auto written = export_gltf(plain, {});
  EXPECT_TRUE(written) << to_text(written.error());
  auto read = import_gltf(written->document);
  EXPECT_TRUE(read) << to_text(read.error());
  std::vector<std::pair<std::string, Model>> out;
  out.emplace_back("the dancer as GLB", read->model);
  Model vrm = std::move(read->model);
  for (std::size_t i = 0; i < kHumanBones; ++i)
    vrm.humanoid.set(human_bone(i), find_bone(vrm.skeleton, to_text(human_bone(i))),
                     BoneSource::file);
  for (std::size_t b = 0; b < vrm.skeleton.size(); ++b)
    vrm.skeleton.names[b] = vrm.skeleton.names_en[b] = "node" + std::to_string(b);
  out.emplace_back("the dancer as VRM", std::move(vrm));
  return out;
}

const std::vector<std::pair<std::string, Model>>& all_rigs() {
  static const auto kRigs = [] {
    auto rigs = demo_rigs();
    for (auto& rig : rigs_of_files()) rigs.push_back(std::move(rig));
    return rigs;
  }();
  return kRigs;
}

Clip demo_dance() {
  const auto dance = demo::make_dance(demo::make_dancer().model, demo::make_song_timing());
  EXPECT_TRUE(dance) << to_text(dance.error());
  return import_vmd(dance->body);
}

const std::vector<std::pair<std::string, Clip>>& all_dances() {
  static const auto kDances = [] {
    auto dances = dances_of_files();
    dances.emplace_back("the demo's dance", demo_dance());
    return dances;
  }();
  return kDances;
}

// The beginning of long ones says enough.
std::size_t frames_of(const Clip& clip) {
  constexpr double kMost = 1000;
  return static_cast<std::size_t>(std::min(last_frame(clip), kMost)) + 1;
}

bool is_finite(const BakedClip& baked) {
  return std::all_of(baked.world_position.begin(), baked.world_position.end(),
                     [](Vec3 p) { return length(p) < 1e6f; });
}

TEST(ProxyFiles, LimbsOfEveryBodyPointAsItsProxysDo) {
  for (const auto& [rig_name, rig] : all_rigs()) {
    for (const auto& [dance_name, clip] : all_dances()) {
      SCOPED_TRACE(rig_name + ", " + dance_name);
      const proxied::Danced d = proxied::dance_on(rig, clip, frames_of(clip));
      ASSERT_TRUE(is_finite(d.rig));
      EXPECT_LT(proxied::compare(d).degrees, 0.1f);
      EXPECT_LT(d.result.worst_degrees, 0.1f);
    }
  }
}

// What a dance means stays: arms turn as on the standard body, whatever the rig; feet nearly, since
// they hang on legs of other lengths.
TEST(ProxyFiles, ProxysTurnAsTheStandardBodyDoes) {
  const Model standard = full_standard_skeleton();
  for (const auto& [rig_name, rig] : all_rigs()) {
    const auto proxy = make_proxy(rig, detect_humanoid(rig));
    ASSERT_TRUE(proxy) << rig_name;
    const Skeleton& s = proxy->model.skeleton;
    for (const auto& [dance_name, clip] : all_dances()) {
      SCOPED_TRACE(rig_name + ", " + dance_name);
      const std::size_t frames = frames_of(clip);
      const EvaluateOptions options{.ik_finishes = true};
      const BakedClip a = bake(standard, bind(clip, standard), 0, frames, 1, options),
                      b = bake(proxy->model, bind(clip, proxy->model), 0, frames, 1, options);
      for (const auto& [name, middle] : {std::pair{"頭", 0.01f},
                                         {"左手首", 2.f},
                                         {"右ひじ", 2.f},
                                         {"左足首", 5.f},
                                         {"右足首", 5.f}}) {
        const std::size_t bone = at(find_bone(s, name));
        std::vector<float> apart;
        for (std::size_t f = 0; f < frames; ++f)
          apart.push_back(trig::radians_to_degrees(angle_between(
              a.world_rotation[f * a.bones + bone], b.world_rotation[f * b.bones + bone])));
        std::sort(apart.begin(), apart.end());
        EXPECT_LT(apart[frames / 2], middle) << name;
      }
    }
  }
}

// Where the proxy's ankle keeps still, so does the rig's.
TEST(ProxyFiles, FeetThatStandStillStandStillOnEveryBody) {
  for (const auto& [rig_name, rig] : all_rigs()) {
    for (const auto& [dance_name, clip] : all_dances()) {
      SCOPED_TRACE(rig_name + ", " + dance_name);
      const proxied::Danced d = proxied::dance_on(rig, clip, frames_of(clip));
      float worst = 0;
      for (const H foot : {H::leftFoot, H::rightFoot})
        for (std::size_t f = 1; f < d.rig.frames; ++f) {
          if (!d.reached(f - 1, foot) || !d.reached(f, foot)) continue;
          const float source = length(d.proxy_place(f, foot) - d.proxy_place(f - 1, foot)),
                      slide = length(d.rig_place(f, foot) - d.rig_place(f - 1, foot));
          worst = std::max(worst, slide - source);
        }
      EXPECT_LT(worst * rig.metres_per_unit, 1e-4f);  // a tenth of a millimetre
    }
  }
}

// Legs that are stretched come to it and leave it without a jump: no leg swings faster than the
// fastest of the proxy's by more than a twentieth.
TEST(ProxyFiles, LegsSwingNoFasterThanTheProxys) {
  for (const auto& [rig_name, rig] : all_rigs()) {
    for (const auto& [dance_name, clip] : all_dances()) {
      SCOPED_TRACE(rig_name + ", " + dance_name);
      const proxied::Danced d = proxied::dance_on(rig, clip, frames_of(clip));
      for (const H bone : {H::leftUpperLeg, H::leftLowerLeg, H::rightUpperLeg, H::rightLowerLeg}) {
        const H next = human_bone(at(bone) + 1);
        float proxy = 0, own = 0;
        for (std::size_t f = 1; f < d.rig.frames; ++f) {
          const auto swing = [&](auto place) {
            return proxied::degrees_between(place(f, next) - place(f, bone),
                                            place(f - 1, next) - place(f - 1, bone));
          };
          proxy = std::max(proxy, swing([&](std::size_t g, H b) { return d.proxy_place(g, b); }));
          own = std::max(own, swing([&](std::size_t g, H b) { return d.rig_place(g, b); }));
        }
        EXPECT_LE(own, proxy * 1.05f + 0.1f) << to_text(bone);
      }
    }
  }
}

TEST(ProxyFiles, LeftIsTheMirrorOfRight) {
  const auto rigs = demo_rigs();  // exactly symmetric, with axes as the model's
  const Clip clip = demo_dance();
  for (const auto& [rig_name, rig] : rigs) {
    SCOPED_TRACE(rig_name);
    const std::size_t frames = frames_of(clip);
    const proxied::Danced d = proxied::dance_on(rig, clip, frames);
    Clip other = clip;
    std::erase_if(other.bones, [&](const BoneTrack& t) {
      return !is_set(find_bone(d.proxy.model.skeleton, t.name.text));
    });
    other = rigs::mirrored(d.proxy.model, other);
    const proxied::Danced m = proxied::dance_on(rig, other, frames);
    float worst = 0;
    for (std::size_t f = 0; f < frames; ++f)
      for (std::size_t i = 0; i < kHumanBones; ++i) {
        const H b = human_bone(i);
        if (!d.both(b) || !d.both(mirror_of(b))) continue;
        const Vec3 p = d.rig_place(f, b);
        worst = std::max(worst, length(m.rig_place(f, mirror_of(b)) - Vec3{-p.x, p.y, p.z}));
      }
    EXPECT_LT(worst * rig.metres_per_unit, 1e-3f);
  }
}

}  // namespace
}  // namespace odori
