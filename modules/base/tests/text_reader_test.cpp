#include "odori/base/text_reader.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

TEST(TextReader, WordsNumbersAndLines) {
  TextReader in("\xEF\xBB\xBFJOINT  left hand \r\n\tOFFSET 1 .3e2 40.\r\r\nEnd");
  EXPECT_EQ(in.word(), "JOINT");
  EXPECT_EQ(in.rest_of_line(), "left hand");
  EXPECT_EQ(in.peek_word(), "OFFSET");
  EXPECT_EQ(in.line(), 2u);
  EXPECT_EQ(in.word(), "OFFSET");
  EXPECT_EQ(in.number(), 1);
  EXPECT_EQ(in.number(), 30);
  EXPECT_EQ(in.whole_number(0), 40);
  EXPECT_EQ(in.rest_of_line(), "");
  EXPECT_EQ(in.word(), "End");
  EXPECT_EQ(in.line(), 4u);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(in.word(), "");
  EXPECT_TRUE(in.ok());
}

TEST(TextReader, SaysWhereANumberIsNone) {
  const auto failure = [](std::string_view text) {
    TextReader in(text);
    EXPECT_EQ(in.number() + in.number(), 0) << text;
    EXPECT_FALSE(in.ok());
    EXPECT_TRUE(in.at_end());
    return in.error();
  };
  EXPECT_EQ(failure("0\n\nx7").what, "line 3: a number is wanted, not \"x7\"");
  EXPECT_EQ(failure("0 1,5").code, Code::malformed);
  EXPECT_EQ(failure("0").code, Code::truncated);
  for (const char* wild : {"0 nan", "0 -inf", "0 -1.#IND", "0 1e999"})
    EXPECT_EQ(failure(wild).code, Code::not_finite) << wild;
  TextReader in("2.5");
  EXPECT_EQ(in.whole_number(1), 1);
  EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace odori
