#include "odori/retarget/morphs.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

MorphTrack track(const char* name, float weight = 1) {
  return {{name, {}, false}, {0, 5}, {0, weight}};
}
std::vector<Morph> morphs(std::initializer_list<const char*> names) {
  std::vector<Morph> out;
  for (const char* n : names) out.emplace_back().name = n;
  return out;
}
std::vector<std::string> names(const MappedMorphs& m) {
  std::vector<std::string> out;
  for (const MorphTrack& t : m.tracks) out.push_back(t.name.text);
  return out;
}
using Names = std::vector<std::string>;

TEST(MapMorphs, MmdDrivesVrmAndBack) {
  const std::vector<MorphTrack> mmd = {track("あ"),       track("い"),         track("う"),
                                       track("え"),       track("お"),         track("まばたき"),
                                       track("ウィンク"), track("ウィンク右"), track("笑い")};
  const auto vrm1 = map_morphs(
      mmd, morphs({"happy", "aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight"}),
      "vrm");
  EXPECT_EQ(names(vrm1),
            (Names{"aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight", "happy"}));
  EXPECT_EQ(vrm1.renamed.size(), 9u);
  const auto vrm0 = map_morphs(
      mmd, morphs({"A", "I", "U", "E", "O", "Blink", "Blink_L", "Blink_R", "Joy"}), "vrm");
  EXPECT_EQ(names(vrm0), (Names{"A", "I", "U", "E", "O", "Blink", "Blink_L", "Blink_R", "Joy"}));
  // To a character of whom only the vocabulary is known.
  const auto back = map_morphs(vrm1.tracks, {}, "mmd");
  EXPECT_EQ(names(back),
            (Names{"あ", "い", "う", "え", "お", "まばたき", "ウィンク２", "ｳｨﾝｸ２右", "笑い"}));
  EXPECT_EQ(back.tracks[0].weight, (std::vector<float>{0, 1}));
  EXPECT_EQ(names(map_morphs(mmd, {}, "mmd")),
            (Names{"あ", "い", "う", "え", "お", "まばたき", "ウィンク", "ウィンク右", "笑い"}));
}

TEST(MapMorphs, TheSameNameWinsAndNothingIsDrivenTwice) {
  const auto out =
      map_morphs({track("あ２"), track("あ"), track("ｳｨﾝｸ２"), track("照れ"), track("い", 0)},
                 morphs({"あ", "ウィンク２", "い"}), "mmd");
  EXPECT_EQ(names(out), (Names{"あ", "ｳｨﾝｸ２"}));  // found with widths folded when it is bound
  EXPECT_EQ(out.lost, (Names{"あ２", "照れ"}));
  EXPECT_TRUE(out.renamed.empty());
}

}  // namespace
}  // namespace odori
