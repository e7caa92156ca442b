#include "odori/config/config.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

#include "fields.h"

namespace odori {
namespace {

Result<LoadedProject> parse(std::string project, std::string local = {}) {
  std::vector<ConfigText> layers{{"project.toml", std::move(project)}};
  if (!local.empty()) layers.push_back({"project.local.toml", std::move(local)});
  return parse_project("dance/project.toml", layers);
}

std::string error_of(std::string project) {
  const auto result = parse(std::move(project));
  return result ? "no error" : to_text(result.error());
}

ConfigEntry entry(const LoadedProject& loaded, const std::string& key) {
  for (const ConfigEntry& e : loaded.entries)
    if (e.key == key) return e;
  return {};
}

TEST(Config, NamesTheLineAndColumnOfABrokenText) {
  const std::string text = error_of("[render]\nfps = = 30\n");
  EXPECT_EQ(text.rfind("project.toml:2:7: not valid TOML", 0), 0u) << text;
}

TEST(Config, RefusesTextThatIsNotUtf8) {
  EXPECT_NE(error_of("[project]\nname = \"\xff\xfe\"\n").find("project.toml:2:"),
            std::string::npos);
}

TEST(Config, RefusesAnUnknownKeyAndNamesTheNearest) {
  EXPECT_EQ(error_of("[render]\n  fsp = 30\n"),
            "project.toml:2:3: unknown key render.fsp: did you mean render.fps?");
  EXPECT_EQ(error_of("[motion]\nfile = \"a.vmd\"\n"),
            "project.toml:2:1: unknown key motion.file: did you mean motion.files?");
}

TEST(Config, FindsAKeyThatStandsInTheWrongTable) {
  EXPECT_EQ(error_of("[render]\ncrf = 20\n"),
            "project.toml:2:1: unknown key render.crf: did you mean encode.crf?");
}

TEST(Config, PointsToTheReferenceWhereNothingIsNear) {
  EXPECT_EQ(error_of("[cooking]\nrecipe = \"soup\"\n"),
            "project.toml:1:2: unknown table [cooking]: odori config --defaults lists every key");
  EXPECT_EQ(error_of("zzzzzz = 1\n"),
            "project.toml:1:1: unknown key zzzzzz: odori config --defaults lists every key");
}

TEST(Config, RefusesKeysOfLaterStages) {
  EXPECT_NE(error_of("[physics]\nsubsteps = 10\n"), "no error");
  EXPECT_NE(error_of("[motion]\nfoot_lock = true\n"), "no error");
}

TEST(Config, RefusesAWrongTypeAndSaysWhatIsWanted) {
  EXPECT_EQ(error_of("[render]\nfps = \"fast\"\n"),
            "project.toml:2:1: render.fps is a text: it must be a number from 1 to 240");
  EXPECT_EQ(error_of("[stage]\nedges = 1\n"),
            "project.toml:2:1: stage.edges is a number: it must be true or false");
  EXPECT_EQ(error_of("[motion]\nfiles = [\"a\", 1]\n"),
            "project.toml:2:1: motion.files is a list of mixed things: it must be a list of paths, "
            "[\"a.vmd\", \"b.vmd\"]");
  EXPECT_EQ(
      error_of("[render]\nsize = [\"1280\", \"720\"]\n"),
      "project.toml:2:1: render.size is a list of texts: it must be [width, height], two even "
      "whole numbers from 16 to 8192");
  EXPECT_EQ(error_of("[song]\nfile = 1979-05-27\n"),
            "project.toml:2:1: song.file is a date or time: it must be a path in quotes");
  EXPECT_EQ(error_of("[render.fps]\nx = 1\n"),
            "project.toml:1:9: render.fps is a table: it must be a number from 1 to 240");
}

TEST(Config, SaysLimitsAsPeopleWriteThem) {
  EXPECT_EQ(error_of("[motion]\nfrom = -1\n"),
            "project.toml:2:1: motion.from cannot be -1: it must be a number from 0 to 10000000");
  EXPECT_NE(error_of("[post]\nao_radius = 0\n").find("from 0.001 to 1000"), std::string::npos);
}

TEST(Config, RefusesAValueInPlaceOfATable) {
  EXPECT_EQ(error_of("\n  project = 3\n"),
            "project.toml:2:3: project is a number: it must be a table: a line [project] with its "
            "settings below");
  EXPECT_EQ(error_of("render = \"preview\"\n").rfind("project.toml:1:1: render is a text: ", 0),
            0u);
  EXPECT_EQ(error_of("[[motion]]\nfiles = []\n").rfind("project.toml:1:3: motion is a list", 0), 0u)
      << error_of("[[motion]]\nfiles = []\n");
}

// Whatever the type, each of the settings says where, what it is and what it must be.
TEST(Config, EverySettingRefusesEveryTypeButItsOwn) {
  using config_detail::Kind;
  for (const config_detail::Field& field : config_detail::fields()) {
    const std::string key = field.key;
    const std::size_t dot = key.find('.');
    const std::string head = "[" + key.substr(0, dot) + "]\n  " + key.substr(dot + 1) + " = ";
    for (const char* value : {"1979-05-27", "{ a = 1 }", "[[1]]", "[true]", "nan", "[\"a\", 2]"}) {
      const std::string text = error_of(head + value + "\n");
      EXPECT_EQ(text.rfind("project.toml:2:3: " + key + " ", 0), 0u)
          << head << value << ": " << text;
      EXPECT_NE(text.find(": it must be "), std::string::npos) << text;
    }
    if (field.kind != Kind::flag) {
      EXPECT_NE(error_of(head + "true\n"), "no error") << key;
    }
    if (field.kind == Kind::flag || field.kind == Kind::number || field.kind == Kind::integer) {
      EXPECT_NE(error_of(head + "\"1\"\n"), "no error") << key;
    }
  }
}

TEST(LoadProject, SaysWhatStandsInPlaceOfAProject) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("odori_load_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto said = [&](const std::string& name, std::string_view content) {
    const std::string path = (folder / name).string();
    std::ofstream(path, std::ios::binary) << content;
    const auto loaded = load_project(path);
    return loaded ? "no error" : to_text(loaded.error());
  };
  using namespace std::string_view_literals;
  const std::string model = said("舞.PMX", "PMX \0"sv);
  EXPECT_NE(model.find("a character, not a project"), std::string::npos) << model;
  EXPECT_NE(model.find("odori new film --character "), std::string::npos) << model;
  EXPECT_NE(said("x.vmd", "Vocaloid"sv).find("--motion"), std::string::npos);
  EXPECT_NE(said("x.bvh", "HIERARCHY\n"sv).find("a motion, not a project"), std::string::npos);
  EXPECT_NE(said("x.vrm", "glTF"sv).find("a character, not a project"), std::string::npos);
  EXPECT_NE(said("x.mp3", std::string(2 << 20, 'x')).find("a song, not a project"),
            std::string::npos);
  EXPECT_NE(said("x.bin",
                 "\x7f"
                 "ELF\0\0"sv)
                .find("not a text"),
            std::string::npos);
  EXPECT_NE(said("wide.toml", "\xff\xfe[\0p\0"sv).find("UTF-16"), std::string::npos);
  EXPECT_NE(said("sjis.toml", "[character]\nfile = \"\x83\x7e.pmx\"\n"sv).find("UTF-8"),
            std::string::npos);
  EXPECT_EQ(said("bom.toml", "\xef\xbb\xbf[render]\nfps = 24\n"sv), "no error");
  EXPECT_EQ(said("notepad.toml", "[render]\r\nfps = 24\r\n"sv), "no error");
  const auto none = load_project((folder / "nowhere").string());
  EXPECT_NE(to_text(none.error()).find("odori new"), std::string::npos);
  fs::create_directories(folder / "film" / "project.toml");
  EXPECT_NE(to_text(load_project((folder / "film").string()).error()).find("it is a folder"),
            std::string::npos);
  fs::remove_all(folder);
}

TEST(Config, RefusesValuesOutOfRange) {
  EXPECT_EQ(error_of("[encode]\ncrf = 52\n"),
            "project.toml:2:1: encode.crf cannot be 52: it must be a whole number from 0 to 51");
  EXPECT_NE(error_of("[encode]\ncrf = 17.5\n"), "no error");
  EXPECT_NE(error_of("[render]\nfps = nan\n"), "no error");
  EXPECT_NE(error_of("[render]\nfps = inf\n"), "no error");
  EXPECT_NE(error_of("[render]\nsize = [1280, 721]\n"), "no error");
  EXPECT_NE(error_of("[render]\nsize = [1280]\n"), "no error");
  EXPECT_NE(error_of("[render]\nsize = []\n"), "no error");
  EXPECT_NE(error_of("[stage]\nsky_top = [0.1, 0.2, 1.5]\n"), "no error");
  EXPECT_NE(error_of("[motion]\nfiles = [\"\"]\n"), "no error");
  EXPECT_EQ(error_of("[render]\npreset = \"best\"\n"),
            "project.toml:2:1: render.preset cannot be \"best\": it must be \"preview\", "
            "\"standard\" or \"final\"");
}

TEST(Config, RefusesARangeThatEndsBeforeItBegins) {
  EXPECT_EQ(error_of("[motion]\nfrom = 30\nto = 20\n"),
            "project.toml:3:1: motion.to lies before motion.from: give a later frame, or \"end\"");
}

TEST(Config, TheMotionsScaleIsAutomaticOrANumberOfMetres) {
  EXPECT_FALSE(parse("")->project.motion.scale);
  EXPECT_EQ(parse("")->project.motion.arm_angle, 37);
  const auto loaded = parse("[motion]\nscale = 0.085\narm_angle = 40\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->project.motion.scale, 0.085);
  EXPECT_EQ(loaded->project.motion.arm_angle, 40);
  EXPECT_FALSE(
      parse("[motion]\nscale = 0.085\n", "[motion]\nscale = \"auto\"\n")->project.motion.scale);
  EXPECT_EQ(
      error_of("[motion]\nscale = 0\n"),
      "project.toml:2:1: motion.scale cannot be 0: it must be \"auto\" or a number from 0.001 "
      "to 1000");
  EXPECT_EQ(error_of("[motion]\narm_angle = 91\n"),
            "project.toml:2:1: motion.arm_angle cannot be 91: it must be a number from -90 to 90");
}

TEST(Config, BonesAreFoundUnlessTheyAreNamed) {
  EXPECT_TRUE(parse("")->project.bones.empty());
  const auto loaded = parse("[bones]\nhips = \"骨盤\"\njaw = \"\"\nrightLittleDistal = \"auto\"\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  const std::vector<BoneOverride>& bones = loaded->project.bones;
  ASSERT_EQ(bones.size(), 2u);
  EXPECT_EQ(bones[0].human, HumanBone::hips);
  EXPECT_EQ(bones[0].bone, "骨盤");
  EXPECT_EQ(bones[1].human, HumanBone::jaw);
  EXPECT_EQ(bones[1].bone, "");
  EXPECT_EQ(entry(*loaded, "bones.hips").value, "\"骨盤\"");
  EXPECT_EQ(entry(*loaded, "bones.leftFoot").value, "\"auto\"");
  EXPECT_EQ(error_of("[bones]\nleftToe = \"x\"\n"),
            "project.toml:2:1: unknown key bones.leftToe: did you mean bones.leftToes?");
}

TEST(Config, AnEmptyProjectIsTheDefaults) {
  const auto loaded = parse("");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->project.name, "dance");
  EXPECT_EQ(loaded->project.folder, "dance");
  EXPECT_EQ(loaded->project.paths.out, "dance/out");
  EXPECT_FALSE(loaded->project.motion.to);
  for (const ConfigEntry& e : loaded->entries) EXPECT_EQ(e.file, "defaults.toml") << e.key;
}

// The rooms' structs and the reference must tell the same defaults.
TEST(Config, TheReferenceAgreesWithTheRoomsOwnDefaults) {
  const auto loaded = parse("");
  ASSERT_TRUE(loaded);
  const Project& p = loaded->project;
  const StageOptions stage;
  const RenderOptions render;
  const FilmOptions film;
  EXPECT_EQ(p.render.width, render.width);
  EXPECT_EQ(p.render.height, render.height);
  EXPECT_EQ(p.render.preset, render.preset);
  EXPECT_EQ(p.film.fps, film.fps);
  EXPECT_EQ(p.film.width, film.width);
  EXPECT_EQ(p.film.height, film.height);
  EXPECT_EQ(p.film.crf, film.crf);
  EXPECT_EQ(p.film.speed, film.speed);
  EXPECT_EQ(p.film.audio_kbps, film.audio_kbps);
  EXPECT_EQ(p.film.hold_seconds, film.hold_seconds);
  EXPECT_EQ(p.film.fade_seconds, film.fade_seconds);
  EXPECT_EQ(p.film.song_offset_seconds, film.song_offset_seconds);
  EXPECT_EQ(p.stage.builder, stage.builder);
  EXPECT_EQ(p.stage.floor_radius, stage.floor_radius);
  EXPECT_EQ(p.stage.edges, stage.edges);
  EXPECT_EQ(p.stage.edge_scale, stage.edge_scale);
  EXPECT_EQ(p.stage.post.bloom, stage.post.bloom);
  EXPECT_EQ(p.stage.post.bloom_threshold, stage.post.bloom_threshold);
  EXPECT_EQ(p.stage.post.ambient_occlusion, stage.post.ambient_occlusion);
  EXPECT_EQ(p.stage.post.ao_radius, stage.post.ao_radius);
  EXPECT_EQ(p.stage.post.contact_shadow, stage.post.contact_shadow);
  EXPECT_EQ(p.stage.light.self_shadow, stage.light.self_shadow);
  EXPECT_EQ(p.stage.light.shadow_radius, stage.light.shadow_radius);
  EXPECT_EQ(p.stage.environment.planar_ground_shadow, stage.environment.planar_ground_shadow);
  const auto near = [](const Vec3& a, const Vec3& b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z) < 1e-3f;
  };
  EXPECT_TRUE(near(p.stage.floor_colour, stage.floor_colour));
  EXPECT_TRUE(near(p.stage.environment.sky_top, stage.environment.sky_top));
  EXPECT_TRUE(near(p.stage.environment.sky_bottom, stage.environment.sky_bottom));
  EXPECT_TRUE(near(p.stage.environment.ground_shadow, stage.environment.ground_shadow));
  EXPECT_TRUE(near(p.stage.light.colour, stage.light.colour));
  EXPECT_TRUE(near(p.stage.light.direction, stage.light.direction));
}

TEST(Config, EveryKeyStandsInTheReferenceWithAComment) {
  std::istringstream lines{std::string(defaults_toml())};
  std::string line, table;
  std::set<std::string> seen;
  while (std::getline(lines, line)) {
    if (line.rfind("[", 0) == 0) {
      table = line.substr(1, line.find(']') - 1);
    } else if (const auto equals = line.find(" ="); equals != std::string::npos && line[0] != '#') {
      seen.insert(table + "." + line.substr(0, equals));
      EXPECT_LE(line.size(), 120u) << line;
    }
  }
  EXPECT_EQ(seen.size(), config_detail::fields().size());
  for (const config_detail::Field& field : config_detail::fields())
    EXPECT_TRUE(seen.count(field.key)) << field.key;
}

TEST(Config, TheReferenceIsAProject) {
  const auto loaded = parse(std::string(defaults_toml()));
  ASSERT_TRUE(loaded) << to_text(loaded.error());
}

TEST(Config, LaterLayersWinKeyByKey) {
  const auto loaded = parse("[render]\nfps = 24\npreset = \"final\"\n[encode]\ncrf = 20\n",
                            "[render]\npreset = \"preview\"\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->project.film.fps, 24);
  EXPECT_EQ(loaded->project.render.preset, Preset::preview);
  EXPECT_EQ(loaded->project.film.crf, 20);
  EXPECT_EQ(loaded->project.render.width, 1280);
}

TEST(Config, KeepsTheSourceOfEveryValue) {
  const auto loaded = parse("[render]\nfps = 24\nsize = [640, 360]\n", "[render]\nfps = 60\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  const ConfigEntry fps = entry(*loaded, "render.fps");
  EXPECT_EQ(fps.value, "60");
  EXPECT_EQ(fps.file, "project.local.toml");
  EXPECT_EQ(fps.line, 2);
  EXPECT_EQ(fps.column, 1);
  EXPECT_EQ(entry(*loaded, "render.size").value, "[640, 360]");
  EXPECT_EQ(entry(*loaded, "render.size").file, "project.toml");
  EXPECT_EQ(entry(*loaded, "encode.crf").file, "defaults.toml");
}

TEST(Config, PathsStartAtTheProjectsFolder) {
  const auto loaded = parse(
      "[character]\nfile = \"モデル/初音 ミク.pmx\"\n[motion]\nfiles = \"/abs/a.vmd\"\n"
      "[song]\nfile = \"../s.wav\"\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->project.character.file, "dance/モデル/初音 ミク.pmx");
  EXPECT_EQ(loaded->project.motion.files, std::vector<std::string>{"/abs/a.vmd"});
  EXPECT_EQ(loaded->project.song.file, "s.wav");
  EXPECT_EQ(loaded->project.camera.files.size(), 0u);
}

TEST(Config, InlineAndDottedTablesMergeLikeOthers) {
  const auto loaded = parse("render.fps = 24\nencode = { crf = 30, hold = 1 }\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->project.film.fps, 24);
  EXPECT_EQ(loaded->project.film.crf, 30);
  EXPECT_EQ(loaded->project.film.fade_seconds, 2);
}

TEST(Config, TheFilmHasTheRendersSize) {
  const auto loaded = parse("[render]\nsize = [1920, 1080]\n");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->project.film.width, 1920);
  EXPECT_EQ(loaded->project.film.height, 1080);
}

TEST(Config, AProjectsNameCannotLeaveTheOutFolder) {
  const auto loaded = parse("[project]\nname = \"../../x\"\n");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->project.name, ".._.._x");
}

TEST(Config, ValuesAreWrittenAsTomlThatReadsBack) {
  const auto loaded = parse("[project]\nname = \"a\\\"b\\\\c\\td\"\n");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  const auto again = parse("[project]\nname = " + entry(*loaded, "project.name").value + "\n");
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_EQ(again->project.name, loaded->project.name);
}

TEST(Config, SurvivesDeepNesting) {
  EXPECT_NE(error_of(std::string(100000, '[')), "no error");
  EXPECT_NE(error_of("a = " + std::string(100000, '[')), "no error");
  std::string dotted = "a";
  for (int i = 0; i < 20000; ++i) dotted += ".a";
  EXPECT_NE(error_of(dotted + " = 1\n"), "no error");
}

}  // namespace
}  // namespace odori
