#include "odori/pose/names.h"

#include <gtest/gtest.h>

#include "odori/base/text.h"

namespace odori {
namespace {

TrackName named(const std::string& text) { return {text, {}, false}; }

struct Got {
  std::size_t thing = 99;
  MatchKind kind = MatchKind::exact;
};

// What each wanted name got, 99 = nothing.
std::vector<Got> match(const std::vector<TrackName>& wanted, const std::vector<std::string>& names,
                       const std::vector<std::string>& names_en = {}) {
  std::vector<const TrackName*> list;
  for (const TrackName& n : wanted) list.push_back(&n);
  std::vector<Got> got(wanted.size());
  for (const NameMatch& m : match_names(list, {names, names_en}, 15, false))
    got[m.wanted] = {m.things.front(), m.kind};
  return got;
}

TEST(MatchNames, NothingMatchesNothing) {
  EXPECT_TRUE(match_names({}, {}, 15, true).empty());
  EXPECT_EQ(match({named("a"), named("")}, {"", "b"})[0].thing, 99u);
}

TEST(MatchNames, KnownSpellingsMeanTheSame) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"左腕捩れ", "左腕捩"},   {"腕捩.L", "左腕捩"},         {"右膝", "右ひざ"},
      {"グルーヴ", "グルーブ"}, {"左つま先ＩＫ", "左爪先IK"}, {"左足D", "左足"},
      {"Center", "center"},     {"左人差指１", "左人指1"},    {"すべての親", "全ての親"}};
  for (const auto& [track, bone] : pairs) {
    EXPECT_EQ(match({named(track)}, {"頭", bone})[0].thing, 1u) << track;
    EXPECT_EQ(match({named(track)}, {"頭", bone})[0].kind, MatchKind::spelling) << track;
    EXPECT_EQ(match({named(bone)}, {"頭", "右" + bone})[0].thing, 99u) << bone;
  }
}

TEST(MatchNames, ABoneIsGivenOnceAndToTheSurest) {
  const auto got = match({named("左足D"), named("左足"), named("左足")}, {"左足"});
  EXPECT_EQ(got[0].thing, 99u);
  EXPECT_EQ(got[1].thing, 0u);
  EXPECT_EQ(got[1].kind, MatchKind::exact);
  EXPECT_EQ(got[2].thing, 99u);
  // With both bones there, each has its own.
  const auto both = match({named("左足D"), named("左足")}, {"左足", "左足D"});
  EXPECT_EQ(both[0].thing, 1u);
  EXPECT_EQ(both[1].thing, 0u);
}

TEST(MatchNames, WrongEncodingsAreReadAgain) {
  const std::string name = "左足首";
  for (const Encoding was : {Encoding::gbk, Encoding::utf8}) {
    // Written in one encoding, shown in another.
    const auto bytes = encode(was, name);
    ASSERT_TRUE(bytes);
    const std::string wrong =
        decode(was == Encoding::gbk ? Encoding::cp932 : Encoding::gbk, *bytes).text;
    TrackName track = named(wrong);
    for (const std::byte b : *bytes) track.raw += static_cast<char>(b);
    EXPECT_EQ(match({track}, {"頭", name})[0].thing, 1u);
    EXPECT_EQ(match({track}, {"頭", name})[0].kind, MatchKind::encoding);
  }
  // The character's name is the wrong one, the motion's is right.
  const std::string shown = decode(Encoding::cp932, *encode(Encoding::gbk, "左手")).text;
  EXPECT_EQ(match({named("左手")}, {"頭", shown})[0].thing, 1u);
}

TEST(MatchNames, EnglishNamesComeLast) {
  const auto got =
      match({named("left arm"), named("Head")}, {"左腕", "head"}, {"left arm", "neck"});
  EXPECT_EQ(got[0].thing, 0u);
  EXPECT_EQ(got[0].kind, MatchKind::english);
  EXPECT_EQ(got[1].thing, 1u);
  EXPECT_EQ(got[1].kind, MatchKind::spelling);
}

TEST(NearestNames, FewestChangesFirst) {
  const std::vector<std::string> names{"左スカート1", "右スカート1", "左スカート2", "頭"};
  EXPECT_EQ(nearest_names("左スカート３", names, 2),
            (std::vector<std::string>{"左スカート1", "左スカート2"}));
  EXPECT_TRUE(nearest_names("表情", names, 3).empty());
  EXPECT_TRUE(nearest_names("", names, 3).empty());
  EXPECT_TRUE(nearest_names(std::string(100'000, 'x'), names, 3).empty());
}

}  // namespace
}  // namespace odori
