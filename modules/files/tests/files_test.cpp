#include "odori/files/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace odori {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

// A folder of its own for each test.
class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("odori_files_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string put(const std::string& name, std::string_view content) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  struct Entry {
    std::string name, content;
    bool link = false;
  };
  // Names are written as they are, byte by byte.
  std::string zip(const std::string& name, const std::vector<Entry>& entries) const {
    int error = 0;
    zip_t* z = zip_open(path(name).c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
    for (const Entry& e : entries) {
      zip_source_t* s = zip_source_buffer(z, e.content.data(), e.content.size(), 0);
      const zip_int64_t i = zip_file_add(z, e.name.c_str(), s, ZIP_FL_ENC_RAW);
      EXPECT_GE(i, 0);
      if (e.link) {
        zip_file_set_external_attributes(z, static_cast<zip_uint64_t>(i), 0, ZIP_OPSYS_UNIX,
                                         0120777u << 16);
      }
    }
    EXPECT_EQ(zip_close(z), 0);
    return path(name);
  }

  fs::path folder_;
};

TEST_F(Files, ReadTellsWhatIsWrong) {
  const auto missing = read_file(path("no.pmx"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Code::not_found);
  EXPECT_EQ(missing.error().file, path("no.pmx"));
  EXPECT_EQ(read_file(folder_.string()).error().code, Code::io);
  put("big", "12345");
  EXPECT_EQ(read_file(path("big"), 4).error().code, Code::too_large);
  EXPECT_EQ(read_file(path("big"), 5)->size(), 5u);
}

TEST_F(Files, ReadNeverWaitsForGood) {
  for (const char* endless : {"/dev/zero", "/dev/null"}) {
    const auto read = read_file(endless);
    ASSERT_FALSE(read) << endless;
    EXPECT_EQ(read.error().code, Code::io);
    EXPECT_FALSE(read.error().hint.empty());
  }
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const auto silent = read_file(path("pipe"));
  ASSERT_FALSE(silent);
  EXPECT_NE(silent.error().what.find("pipe"), std::string::npos);
  std::thread writer([&] { std::ofstream(path("pipe")) << "dance"; });
  const auto read = read_file(path("pipe"));
  writer.join();
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(*read, bytes("dance"));
}

TEST_F(Files, LinksStayInTheirFolder) {
  put("secret", "of others");
  put("model/x.pmx", "model");
  put("model/face.png", "face");
  fs::create_symlink("../secret", path("model/out.png"));
  fs::create_symlink("face.png", path("model/in.png"));
  fs::create_directory_symlink(folder_, path("model/up"));
  const auto opened = open_file(path("model/x.pmx"), {".pmx"});
  ASSERT_TRUE(opened) << to_text(opened.error());
  const FileSource& source = *opened->source;
  EXPECT_EQ(*source.read("in.png"), bytes("face"));
  for (const char* name : {"out.png", "up/secret"}) {
    const auto read = source.read(name);
    ASSERT_FALSE(read) << name;
    EXPECT_EQ(read.error().code, Code::denied) << name;
  }
  // Named on the command line a link is a file like any other.
  EXPECT_EQ(*read_file(path("model/out.png")), bytes("of others"));
}

TEST_F(Files, ReadTakesFilesThatTellNoSize) {
  const auto status = read_file("/proc/self/status");
  ASSERT_TRUE(status);
  EXPECT_GT(status->size(), 0u);
}

TEST_F(Files, WriteReplacesWholeFilesAndLeavesNothingElse) {
  const std::string to = path("a/b/c.bin");
  ASSERT_TRUE(write_file_atomically(to, bytes("first")));
  ASSERT_TRUE(write_file_atomically(to, bytes("second")));
  EXPECT_EQ(*read_file(to), bytes("second"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "a/b"), fs::directory_iterator()), 1);
  put("file", "x");
  EXPECT_FALSE(write_file_atomically(path("file/below"), bytes("x")));
}

TEST_F(Files, WritingTakesAwayWhatTheKilledHaveLeft) {
  const std::string to = path("舞/x.npz");
  const std::string mine = part_beside(to);
  EXPECT_EQ(fs::path(mine).parent_path(), fs::path(to).parent_path());
  const std::size_t number = mine.rfind(std::to_string(::getpid()));
  const auto of = [&](const std::string& process) {
    return put("舞/" + fs::path(mine.substr(0, number) + process + "-0.part").filename().string(),
               "half");
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_GT(child, 0);
  ::waitpid(child, nullptr, 0);
  const std::string killed = of(std::to_string(child)), alive = of(std::to_string(::getpid()));
  const std::string elsewhere =
      put("舞/x.npz.other-1-" + std::to_string(child) + "-0.part", "half");
  const std::string named_alike = put("舞/x.npz.part", "a file of somebody's");
  ASSERT_TRUE(write_file_atomically(to, bytes("whole")));
  EXPECT_FALSE(fs::exists(killed));
  for (const std::string& kept : {alive, elsewhere, named_alike}) EXPECT_TRUE(fs::exists(kept));
}

TEST_F(Files, SystemErrorsComeWithAdvice) {
  EXPECT_NE(advice_for(ENOSPC).find("no room"), std::string_view::npos);
  EXPECT_FALSE(advice_for(EACCES).empty());
  EXPECT_TRUE(advice_for(0).empty());
}

TEST_F(Files, AFolderStandsForTheOneFileThatFits) {
  put("model/a/x.PMX", "pmx");
  put("model/a/tex.png", "picture");
  put("model/readme.txt", "text");
  const auto opened = open_file(path("model") + "/", {".pmx", ".zip"});
  ASSERT_TRUE(opened) << to_text(opened.error());
  EXPECT_EQ(opened->path, path("model/a/x.PMX"));
  EXPECT_EQ(opened->name, "x.PMX");
  EXPECT_EQ(opened->bytes, open_file(path("model/a/x.PMX"), {})->bytes);
  EXPECT_TRUE(resolve_inside(*opened->source, opened->name, "TEX.png"));
  EXPECT_FALSE(resolve_inside(*opened->source, opened->name, "../readme.txt"));
}

TEST_F(Files, AnyOtherFolderInPlaceOfAFileNamesWhatItHolds) {
  put("model/x.zip", "zip");
  auto opened = open_file(path("model") + "/", {".pmx", ".zip"});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().hint, "give the file in it: " + path("model/x.zip"));
  put("model/a/x.PMX", "pmx");
  put("model/b.pmx", "pmx");
  opened = open_file(path("model"), {".pmx"});
  EXPECT_EQ(opened.error().hint,
            "give one of the files in it: " + path("model/a/x.PMX") + ", " + path("model/b.pmx"));
  put("pictures/a.png", "picture");
  opened = open_file(path("pictures"), {".vmd"});
  EXPECT_EQ(opened.error().hint, "there is no .vmd file in it");
}

TEST_F(Files, ResolveStaysInside) {
  put("model/x.pmx", "pmx");
  put("model/TEX/Face.png", "face");
  put("secret.png", "no");
  const auto opened = open_file(path("model/x.pmx"), {".pmx"});
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->name, "x.pmx");
  const FileSource& s = *opened->source;
  EXPECT_EQ(*resolve_inside(s, "x.pmx", "tex\\FACE.PNG"), "TEX/Face.png");
  EXPECT_EQ(*resolve_inside(s, "x.pmx", "./TEX/../tex//Face.png"), "TEX/Face.png");
  EXPECT_EQ(*resolve_inside(s, "TEX/y.pmx", "face.png"), "TEX/Face.png");
  EXPECT_EQ(*resolve_inside(s, "TEX/y.pmx", "..\\x.pmx"), "x.pmx");
  for (const char* bad : {"..\\secret.png", "../secret.png", "/etc/passwd", "C:\\x.png", "\\x.png",
                          "TEX/../../secret.png"}) {
    const auto result = resolve_inside(s, "x.pmx", bad);
    ASSERT_FALSE(result) << bad;
    EXPECT_EQ(result.error().code, Code::denied) << bad;
  }
  EXPECT_EQ(resolve_inside(s, "x.pmx", "none.png").error().code, Code::not_found);
  EXPECT_EQ(resolve_inside(s, "x.pmx", "").error().code, Code::not_found);
  EXPECT_EQ(s.read("../secret.png").error().code, Code::denied);
  EXPECT_EQ(*s.read("TEX/Face.png"), bytes("face"));
}

TEST_F(Files, FolderListingEndsAtLinksThatGoInCircles) {
  put("model/x.pmx", "pmx");
  fs::create_directory_symlink(folder_ / "model", folder_ / "model/again");
  const auto opened = open_file(path("model/x.pmx"), {".pmx"});
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->source->names(), (std::vector<std::string>{"x.pmx"}));
}

TEST_F(Files, ArchiveGivesItsOneModel) {
  const std::string archive =
      zip("m.zip", {{"dir/Model.PMX", "pmx"}, {"dir/tex/a.png", "png"}, {"readme.txt", "hi"}});
  const auto opened = open_file(archive, {".pmx"});
  ASSERT_TRUE(opened) << to_text(opened.error());
  EXPECT_EQ(opened->name, "dir/Model.PMX");
  EXPECT_EQ(opened->bytes, bytes("pmx"));
  EXPECT_EQ(*resolve_inside(*opened->source, opened->name, "TEX\\A.png"), "dir/tex/a.png");
  EXPECT_EQ(*opened->source->read("dir/tex/a.png"), bytes("png"));
  EXPECT_EQ(resolve_inside(*opened->source, opened->name, "..\\..\\a").error().code, Code::denied);
}

TEST_F(Files, ArchiveWithSeveralModelsListsThem) {
  const std::string archive = zip("m.zip", {{"a.pmx", "1"}, {"b/b.pmx", "2"}});
  const auto several = open_file(archive, {".pmx"});
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().code, Code::usage);
  EXPECT_NE(several.error().what.find("a.pmx, b/b.pmx"), std::string::npos);
  EXPECT_EQ(open_file(archive + "!/b/B.pmx", {".pmx"})->bytes, bytes("2"));
  EXPECT_EQ(open_file(archive + "!/c.pmx", {".pmx"}).error().code, Code::not_found);
  EXPECT_EQ(open_file(archive, {".vmd"}).error().code, Code::not_found);
  EXPECT_EQ(open_file(path("none.zip"), {".vmd"}).error().code, Code::not_found);
}

TEST_F(Files, ArchiveGivesWhatIsWantedMost) {
  const std::string archive = zip("m.zip", {{"a.pmd", "1"}, {"b.pmd", "2"}, {"z/b.PMX", "3"}});
  EXPECT_EQ(open_file(archive, {".pmx", ".pmd"})->bytes, bytes("3"));
  EXPECT_EQ(open_file(archive, {".pmd", ".pmx"}).error().code, Code::usage);
  EXPECT_EQ(open_file(archive, {".vmd", ".pmx"})->name, "z/b.PMX");
}

TEST_F(Files, ArchiveRefusesEntriesThatAreNotSafe) {
  const std::string archive = zip("m.zip", {{"../../evil.txt", "x"},
                                            {"/abs.txt", "x"},
                                            {"C:\\x.txt", "x"},
                                            {"link.png", "/etc/passwd", true},
                                            {"ok/model.pmx", "pmx"}});
  const auto opened = open_file(archive, {".pmx"});
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->source->names(), (std::vector<std::string>{"ok/model.pmx"}));
  EXPECT_EQ(opened->source->warnings().count(WarningKind::entry_refused), 4u);
  EXPECT_FALSE(opened->source->read("../../evil.txt"));
}

TEST_F(Files, ArchiveRefusesBombs) {
  const std::string zeros(3 << 20, '\0');
  const std::string archive = zip("m.zip", {{"a.pmx", "1"}, {"bomb.bin", zeros}});
  ArchiveLimits limits;
  const auto opened = open_file(archive, {".pmx"}, limits);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->source->warnings().count(WarningKind::entry_refused), 1u);
  limits.ratio = 100'000;
  EXPECT_EQ(open_file(archive, {".bin"}, limits)->bytes.size(), zeros.size());
  limits.total_bytes = 1 << 20;
  EXPECT_FALSE(open_file(archive, {".bin"}, limits));
  limits = {};
  limits.entries = 1;
  EXPECT_EQ(open_file(archive, {".pmx"}, limits)->source->names().size(), 1u);
}

TEST_F(Files, ArchiveNamesAreReadAsTheirBytesSay) {
  const std::string archive = zip("m.zip", {{"\x8f\x89\x89\xb9\x83\x7e\x83\x4e.pmx", "cp932"},
                                            {"\xd7\xf3\xb4\xf8.vmd", "gbk"},
                                            {"初音.txt", "utf8"}});
  EXPECT_EQ(open_file(archive, {".pmx"})->name, "初音ミク.pmx");
  EXPECT_EQ(open_file(archive, {".vmd"})->name, "左带.vmd");
  EXPECT_EQ(open_file(archive, {".txt"})->name, "初音.txt");
}

TEST_F(Files, DamagedArchivesAreErrors) {
  put("noise.zip", std::string(300, 'x'));
  EXPECT_EQ(open_file(path("noise.zip"), {".pmx"}).error().code, Code::malformed);
  const std::string archive = zip("m.zip", {{"a.pmx", std::string(400, 'a') + "bcdefg"}});
  const auto whole = *read_file(archive);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    auto cut = open_archive({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)});
    if (cut) (void)(*cut)->read("a.pmx");
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto bad = whole;
    bad[i] ^= std::byte{0xFF};
    auto opened = open_archive(bad);
    if (!opened) continue;
    for (const std::string& name : (*opened)->names()) (void)(*opened)->read(name);
  }
}

}  // namespace
}  // namespace odori
