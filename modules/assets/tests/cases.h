// The small broken and odd files of the shared cases, made anew for each run where the script is at
// hand.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "odori/assets/load.h"

namespace odori {

namespace fs = std::filesystem;

class Cases : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const char* given = std::getenv("ODORI_SHARED");
    const fs::path script = fs::path(given ? given : ODORI_SHARED_DIR) / "cases/mk_give.py";
    if (!fs::exists(script)) return;
    folder_ = fs::temp_directory_path() / ("odori_cases_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    const std::string command =
        "python3 '" + script.string() + "' '" + folder_.string() + "' > /dev/null";
    made_ = std::system(command.c_str()) == 0;
  }
  static void TearDownTestSuite() {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  void SetUp() override {
    if (!made_) GTEST_SKIP() << "no shared cases here";
  }

  static std::string path(const char* name) { return (folder_ / "give" / name).string(); }
  static Clip clip(const char* name) {
    auto c = load_clip(path(name));
    EXPECT_TRUE(c) << to_text(c.error());
    return c ? *c : Clip{};
  }
  static Model model(const char* name) {
    auto m = load_model(path(name));
    EXPECT_TRUE(m) << to_text(m.error());
    return m ? *m : Model{};
  }
  static inline fs::path folder_;
  static inline bool made_ = false;
};

}  // namespace odori
