#include "odori/model/expression.h"

#include <gtest/gtest.h>

#include "odori/model/licence.h"

namespace odori {
namespace {

TEST(Expression, KnowsWhatIsHeldBackTogether) {
  EXPECT_EQ(kind_of("blinkLeft"), ExpressionKind::blink);
  EXPECT_EQ(kind_of("lookDown"), ExpressionKind::look_at);
  EXPECT_EQ(kind_of("oh"), ExpressionKind::mouth);
  EXPECT_EQ(kind_of("happy"), ExpressionKind::other);
  EXPECT_EQ(kind_of("Blink"), ExpressionKind::other);
  EXPECT_EQ(kind_of(""), ExpressionKind::other);
}

TEST(Licence, SaysEachTermThatTheFileSays) {
  Licence licence;
  EXPECT_TRUE(is_empty(licence));
  EXPECT_TRUE(to_lines(licence).empty());
  licence.authors = {"A", "B"};
  licence.commercial_usage = "personalProfit";
  licence.redistribution = false;
  licence.violent_usage = true;
  EXPECT_FALSE(is_empty(licence));
  EXPECT_EQ(to_lines(licence),
            (std::vector<std::string>{"author: A", "author: B", "commercial use: personalProfit",
                                      "redistribution: not allowed", "violent use: allowed"}));
}

}  // namespace
}  // namespace odori
