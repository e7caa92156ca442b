#include "odori/convert/formats.h"

#include <gtest/gtest.h>

#include <set>

namespace odori {
namespace {

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(Formats, EveryRowIsWhole) {
  std::set<std::string_view> names, endings;
  for (const Format& f : formats()) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name;
    EXPECT_FALSE(f.what.empty());
    ASSERT_FALSE(f.endings.empty()) << f.name;
    for (const std::string_view e : f.endings) EXPECT_TRUE(endings.insert(e).second) << e;
    EXPECT_TRUE(f.looks_like) << f.name;
    EXPECT_NE(f.reads | f.writes, 0) << f.name;
    EXPECT_EQ(f.writes != 0, f.write != nullptr) << f.name;
    EXPECT_EQ(format_named("A/B" + std::string(f.endings[0])), &f);
  }
}

TEST(Formats, NothingIsToldFromNothing) {
  EXPECT_EQ(format_of({}), nullptr);
  EXPECT_EQ(format_of(bytes_of("hello")), nullptr);
  EXPECT_EQ(format_named("x.unknown"), nullptr);
  EXPECT_EQ(format_named(""), nullptr);
}

TEST(Formats, ContentTells) {
  EXPECT_EQ(format_of(bytes_of("PMX "))->name, "PMX");
  EXPECT_EQ(format_of(bytes_of("Vocaloid Motion Data 0002\0\0\0\0\0"))->name, "VMD");
  EXPECT_EQ(format_of(bytes_of("Vocaloid Pose Data file\r\n"))->name, "VPD");
  EXPECT_EQ(format_of(bytes_of("HIERARCHY\nROOT a\n"))->name, "BVH");
}

TEST(Formats, WritersRefuseWhatTheyCannotWork) {
  for (const Format& f : formats()) {
    if (!f.write) continue;
    const auto written = f.write({}, {});
    ASSERT_FALSE(written) << f.name;
    EXPECT_EQ(written.error().code, Code::usage) << f.name;
    EXPECT_FALSE(written.error().hint.empty()) << f.name;
  }
}

TEST(Formats, ReadersRefuseAnEmptyFile) {
  for (const Format& f : formats()) {
    if (f.read) {
      EXPECT_FALSE(f.read({}, {})) << f.name;
    }
  }
}

TEST(Formats, EndingsKeepTheTablesOrder) {
  const auto models = endings_read(kHoldsModel);
  ASSERT_GE(models.size(), 2u);
  EXPECT_EQ(models[0], ".pmx");
  EXPECT_EQ(models[1], ".pmd");
  EXPECT_EQ(endings_read(kHoldsMotion | kHoldsPose)[0], ".vmd");
  EXPECT_TRUE(endings_read(0).empty());
}

}  // namespace
}  // namespace odori
