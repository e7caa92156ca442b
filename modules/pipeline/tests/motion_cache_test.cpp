// What the motion stage keeps, for characters with MMD's bones and with others: read back by this
// program's own reader and, where there is one, by NumPy.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bake_cache.h"
#include "odori/convert/formats.h"
#include "odori/model/standard.h"
#include "odori/pipeline/build.h"
#include "odori/pose/evaluate.h"

namespace odori {
namespace {

using H = HumanBone;
namespace fs = std::filesystem;

constexpr std::size_t kFrames = 21;

// MMD's body under the names of VRM, bones that only MMD has left as nobody's.
Model rig_of_another_world() {
  Model rig = standard_skeleton();
  const Humanoid mmd = detect_humanoid(rig).humanoid;
  Skeleton& s = rig.skeleton;
  s.iks.clear();
  s.appends.clear();
  for (std::size_t b = 0; b < s.size(); ++b) s.names[b] = "helper" + std::to_string(b);
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    if (!is_set(mmd.bone[i])) continue;
    s.names[at(mmd.bone[i])] = to_text(human_bone(i));
    rig.humanoid.set(human_bone(i), mmd.bone[i], BoneSource::file);
  }
  s.names_en = s.names;
  rig.morphs.resize(1);
  rig.morphs[0].name = "blink";
  return rig;
}

Clip dance() {
  Clip clip;
  const auto add = [&](const char* name, Quat turn, Vec3 step) {
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = name;
    t.interpolation = Interpolation::linear;
    t.frame = {0, 20};
    t.rotation = {Quat{}, turn};
    t.translation = {Vec3{}, step};
    t.curve.resize(2);
  };
  add("センター", {}, {1, -2, 0.5f});
  add("左足ＩＫ", {}, {0, 1, 1});
  add("上半身", from_axis_angle({0, 1, 0}, 0.6f), {});
  add("右腕", from_axis_angle({0, 0, 1}, 0.5f), {});
  return clip;
}

Job job_of(const Model& model, const std::string& toml = {}) {
  const ConfigText text{"project.toml", toml};
  auto loaded = parse_project("dance/project.toml", std::span(&text, 1));
  EXPECT_TRUE(loaded) << to_text(loaded.error());
  Job job;
  job.project = loaded->project;
  job.entries = loaded->entries;
  job.model = model;
  std::vector<MotionFile> files;
  files.push_back({"dance.vmd", dance(), {}});
  auto carried = carry_motions(std::move(files), job.model);
  EXPECT_TRUE(carried);
  job.motion = std::move(carried->clip);
  job.on_proxy = std::move(carried->on_proxy);
  job.to = kFrames - 1;
  job.pictures = {0, kFrames - 1};
  return job;
}

std::string proxy_name(const Job& job) { return "proxy_" + stage_key(job, "motion") + ".npz"; }
std::string body_name(const Job& job) { return "body_track_" + stage_key(job, "motion") + ".npz"; }

const NpyArray& array(const std::vector<NpyArray>& arrays, const std::string& name) {
  static const NpyArray kNone;
  for (const NpyArray& a : arrays)
    if (a.name == name) return a;
  ADD_FAILURE() << "no " << name;
  return kNone;
}
const std::vector<float>& floats(const std::vector<NpyArray>& arrays, const std::string& name) {
  return std::get<std::vector<float>>(array(arrays, name).data);
}
std::vector<std::string> lines(const std::vector<NpyArray>& arrays, const std::string& name) {
  std::vector<std::string> out(1);
  for (const std::uint8_t c : std::get<std::vector<std::uint8_t>>(array(arrays, name).data)) {
    if (c == '\n')
      out.emplace_back();
    else
      out.back() += static_cast<char>(c);
  }
  out.pop_back();
  return out;
}
std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto it = std::find(names.begin(), names.end(), name);
  EXPECT_NE(it, names.end()) << name;
  return static_cast<std::size_t>(it - names.begin());
}

struct Caches {
  std::vector<NpyArray> proxy, body;
};
Caches caches_of(const Job& job, BlobStore& store) {
  const auto done = run_motion(job, store, false, {});
  EXPECT_TRUE(done) << to_text(done.error());
  auto proxy = load_arrays(store, proxy_name(job)), body = load_arrays(store, body_name(job));
  EXPECT_TRUE(proxy && *proxy && body && *body);
  return {**proxy, **body};
}

TEST(MotionCache, HoldsTheProxyOfACharacterWithOtherBones) {
  const Job job = job_of(rig_of_another_world());
  ASSERT_TRUE(job.on_proxy);
  const auto store = make_memory_store();
  const Caches c = caches_of(job, *store);
  const std::vector<std::string> names = lines(c.proxy, "bone_names");
  EXPECT_EQ(names, full_standard_skeleton().skeleton.names);
  EXPECT_EQ(array(c.proxy, "world_rotation").shape,
            (std::vector<std::size_t>{kFrames, names.size(), 4}));
  EXPECT_EQ(array(c.proxy, "world_position").shape,
            (std::vector<std::size_t>{kFrames, names.size(), 3}));
  EXPECT_EQ(lines(c.proxy, "morph_names"), std::vector<std::string>{"blink"});
  const float scale = floats(c.proxy, "scale")[0];
  EXPECT_FLOAT_EQ(scale, job.on_proxy->proxy.scale);

  // In the character's units: the body stands where the proxy does.
  const std::vector<std::string> tracked = lines(c.body, "bone_names");
  ASSERT_EQ(tracked.size(), 24u);
  EXPECT_EQ(array(c.body, "world_from_bone").shape, (std::vector<std::size_t>{kFrames, 24, 4, 4}));
  const auto& has = std::get<std::vector<std::uint8_t>>(array(c.body, "has_bone").data);
  for (std::size_t b = 0; b < tracked.size(); ++b)
    EXPECT_EQ(has[b], tracked[b] == "上半身3" ? 0 : 1) << tracked[b];
  const auto& position = floats(c.proxy, "world_position");
  const auto& matrix = floats(c.body, "world_from_bone");
  for (std::size_t f = 0; f < kFrames; ++f)
    for (const char* name :
         {"センター", "上半身2", "頭", "左手首", "右ひじ", "左ひざ", "左足首", "右足首"}) {
      const std::size_t a = (f * names.size() + index_of(names, name)) * 3,
                        b = (f * 24 + index_of(tracked, name)) * 16;
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(position[a + axis], matrix[b + 4 * axis + 3], 2e-3f) << name << " " << f;
      EXPECT_EQ(matrix[b + 15], 1);
    }
  // The centre went where its keys say, in MMD units times the scale.
  const std::size_t centre = index_of(names, "センター"), last = kFrames - 1;
  EXPECT_NEAR(position[(last * names.size() + centre) * 3] - position[centre * 3], scale, 1e-4f);
}

TEST(MotionCache, HoldsTheCharactersOwnBonesWhereTheyAreMmds) {
  const Model model = standard_skeleton();
  const Job job = job_of(model);
  EXPECT_FALSE(job.on_proxy);
  const auto store = make_memory_store();
  const Caches c = caches_of(job, *store);
  EXPECT_EQ(lines(c.proxy, "bone_names"), model.skeleton.names);
  EXPECT_EQ(floats(c.proxy, "scale")[0], 1);
  const BakedClip baked = bake(model, bind(job.motion, model), 0, kFrames, 1);
  EXPECT_EQ(floats(c.proxy, "world_position")[1], baked.world_position[0].y);
  const auto& has = std::get<std::vector<std::uint8_t>>(array(c.body, "has_bone").data);
  EXPECT_EQ(has[index_of(lines(c.body, "bone_names"), "グルーブ")], 1);
}

TEST(MotionCache, ADamagedFileIsToldAndMadeAgain) {
  const Job job = job_of(rig_of_another_world());
  const auto store = make_memory_store();
  caches_of(job, *store);
  for (const std::string& name : {proxy_name(job), body_name(job)}) {
    const auto whole = *store->get(name);
    EXPECT_EQ(run_motion(job, *store, false, {})->state, StageState::hit);
    auto bytes = whole;
    bytes[bytes.size() / 2] ^= std::byte{8};
    ASSERT_TRUE(store->put(name, bytes));
    std::vector<std::string> warned;
    BuildTalk talk;
    talk.warn = [&](const std::string& line) { warned.push_back(line); };
    const auto again = run_motion(job, *store, false, talk);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->state, StageState::miss);
    ASSERT_EQ(warned.size(), 1u);
    EXPECT_NE(warned[0].find(name), std::string::npos);
    EXPECT_EQ(*store->get(name), whole);
  }
}

void write(const fs::path& path, const Model* model, std::span<const Clip> clips) {
  const Format* format = format_named(path.string());
  ASSERT_TRUE(format && format->write) << path;
  const auto written = format->write({.model = model, .clips = clips}, {});
  ASSERT_TRUE(written) << to_text(written.error());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(written->bytes.data()),
             static_cast<std::streamsize>(written->bytes.size()));
}

// A project of real files: which stages are made again after an edit.
class Edits : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("odori_edits_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    const Model rig = rig_of_another_world();
    const Clip clip = dance();
    write(folder_ / "rig.glb", &rig, {});
    const Model mmd = standard_skeleton();
    write(folder_ / "mmd.pmx", &mmd, {});
    write(folder_ / "dance.vmd", nullptr, std::span(&clip, 1));
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Names of the stages that were made, of all before drawing.
  std::string made_with(const std::string& character, const std::string& motion,
                        const std::string& more = {}) {
    const ConfigText text{"project.toml", "[character]\nfile = \"" + character +
                                              "\"\n[motion]\nfiles = [\"dance.vmd\"]\n" + motion +
                                              more};
    auto loaded = parse_project((folder_ / "project.toml").string(), std::span(&text, 1));
    EXPECT_TRUE(loaded) << to_text(loaded.error());
    const auto job = open_job(std::move(*loaded));
    EXPECT_TRUE(job) << to_text(job.error());
    if (!job) return "error";
    const auto reports = build(*job, {}, {});
    EXPECT_TRUE(reports) << to_text(reports.error());
    if (!reports) return "error";
    std::string names;
    for (const StageReport& r : *reports)
      if (r.state == StageState::miss) names += (names.empty() ? "" : " ") + r.name;
    return names;
  }

  fs::path folder_;
};

TEST_F(Edits, MakeAgainExactlyWhatDependsOnThem) {
  EXPECT_EQ(made_with("rig.glb", ""), "motion camera stage");
  EXPECT_EQ(made_with("rig.glb", ""), "");
  EXPECT_EQ(made_with("rig.glb", "scale = 0.09\n"), "motion");
  EXPECT_EQ(made_with("rig.glb", "scale = \"auto\"\narm_angle = 30\n"), "motion");
  EXPECT_EQ(made_with("rig.glb", "arm_angle = 37\n"), "");
  EXPECT_EQ(made_with("rig.glb", "from = 3\n"), "motion camera");
  EXPECT_EQ(made_with("rig.glb", "to = 12\n"), "motion camera");
  EXPECT_EQ(made_with("rig.glb", "", "[bones]\nleftToes = \"\"\n"), "motion");
  EXPECT_EQ(made_with("rig.glb", "", "[post]\nbloom = 0\n"), "stage");
  EXPECT_EQ(made_with("rig.glb", "", "[encode]\ncrf = 30\n"), "");
  EXPECT_EQ(made_with("rig.glb", ""), "");
}

TEST_F(Edits, OfWhatMmdsCharactersDoNotNeedMakeNothing) {
  EXPECT_EQ(made_with("mmd.pmx", ""), "motion camera stage");
  EXPECT_EQ(made_with("mmd.pmx", "arm_angle = 30\n"), "");
  EXPECT_EQ(made_with("mmd.pmx", "", "[bones]\nhips = \"腰\"\n"), "");
  EXPECT_EQ(made_with("mmd.pmx", "scale = 0.1\n"), "motion");
}

TEST(MotionCache, IsReadByNumpy) {
  std::string python;
  for (const char* candidate : {"python3", "/usr/bin/python3"})
    if (python.empty() &&
        std::system((std::string(candidate) + " -c 'import numpy' 2>/dev/null").c_str()) == 0)
      python = candidate;
  if (python.empty()) GTEST_SKIP() << "no NumPy here";
  const fs::path folder = fs::temp_directory_path() / ("odori_npz_" + std::to_string(::getpid()));
  const Job job = job_of(rig_of_another_world());
  const auto store = make_folder_store(folder.string());
  const Caches c = caches_of(job, *store);
  std::ofstream(folder / "look.py") << R"(import sys, numpy
p, b = numpy.load(sys.argv[1]), numpy.load(sys.argv[2])
names = bytes(p['bone_names']).decode().split()
f = len(p['frame'])
assert p['world_rotation'].shape == (f, len(names), 4), p['world_rotation'].shape
assert p['world_position'].shape == (f, len(names), 3)
assert numpy.allclose((p['world_rotation'] ** 2).sum(2), 1, atol=1e-5)
assert b['world_from_bone'].shape == (f, 24, 4, 4)
m = b['world_from_bone'][:, :, :3, :3]
assert numpy.allclose(m @ m.transpose(0, 1, 3, 2), numpy.eye(3), atol=1e-5)
tracked = bytes(b['bone_names']).decode().split()
hand = names.index('左手首'), tracked.index('左手首')
gap = p['world_position'][:, hand[0]] - b['world_from_bone'][:, hand[1], :3, 3]
assert abs(gap).max() < 2e-3, abs(gap).max()
)";
  const auto path = [&](const std::string& name) { return " '" + (folder / name).string() + "'"; };
  EXPECT_EQ(std::system(
                (python + path("look.py") + path(proxy_name(job)) + path(body_name(job))).c_str()),
            0);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace odori
