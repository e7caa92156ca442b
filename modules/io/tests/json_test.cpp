#include <gtest/gtest.h>

#include "json/json_tree.h"
#include "json/json_writer.h"

namespace odori::io {
namespace {

std::string written(const JsonValue& value) {
  std::string text;
  value.write(text);
  return text;
}

TEST(JsonTree, ReadsAndWritesWhatStandsThere) {
  const std::string text =
      R"({"a":[1,-2,0.5,1e300,9007199254740993,"x",[],{},[[null]]],"b":{"c":true,"d":false},"":"q\"\\\n"})";
  const auto tree = JsonTree::parse(text);
  ASSERT_TRUE(tree) << to_text(tree.error());
  const JsonValue root = tree->root();
  EXPECT_EQ(root.size(), 3u);
  EXPECT_EQ(root["a"].size(), 9u);
  EXPECT_EQ(root["b"]["c"].boolean(), true);
  EXPECT_EQ(root[""].text(), "q\"\\\n");
  EXPECT_FALSE(root["z"]["y"].there());
  EXPECT_EQ(root["a"]["not an object"].kind(), JsonKind::absent);
  EXPECT_EQ(written(root["b"]), R"({"c":true,"d":false})");
  EXPECT_EQ(written(root["a"]), R"([1,-2,0.5,1e+300,9007199254740992,"x",[],{},[[null]]])");
  const std::string once = written(root);
  const auto again = JsonTree::parse(once);
  ASSERT_TRUE(again);
  EXPECT_EQ(written(again->root()), once);
}

TEST(JsonTree, KnowsWholeNumbersFromOthers) {
  const auto tree = JsonTree::parse("[3, 3.0, 3.5, 1e30, -0.0, \"3\"]");
  ASSERT_TRUE(tree);
  std::vector<std::optional<std::int64_t>> found;
  for (const JsonMember m : tree->root()) found.push_back(m.value.integer());
  EXPECT_EQ(found, (std::vector<std::optional<std::int64_t>>{3, 3, {}, {}, 0, {}}));
  EXPECT_EQ(written(tree->root()), "[3,3,3.5,1e+30,-0.0,\"3\"]");
}

TEST(JsonTree, OfTwoMembersOfOneNameTheLastCounts) {
  const auto tree = JsonTree::parse(R"({"a":1,"a":2})");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->root()["a"].number(), 2.0);
}

TEST(JsonTree, RefusesWhatIsNoJson) {
  for (const char* text : {"", "{", "[1,]", "{\"a\"}", "nul", "[1] 2", "\"\\ud800\"", "\"\xff\"",
                           "[1e999]", "[01]", "{\"a\":1,}"}) {
    const auto tree = JsonTree::parse(text);
    ASSERT_FALSE(tree) << text;
    EXPECT_EQ(tree.error().code, Code::malformed) << text;
    EXPECT_NE(tree.error().offset, Error::kNoOffset) << text;
  }
  EXPECT_EQ(JsonTree::parse("[1,\n x]").error().offset, 5u);
}

TEST(JsonTree, RefusesTooDeepText) {
  const std::string deep(JsonTree::kMostDepth, '['), end(JsonTree::kMostDepth, ']');
  EXPECT_TRUE(JsonTree::parse(deep + end));
  const auto tree = JsonTree::parse("[" + deep + end + "]");
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, Code::too_large);
  EXPECT_FALSE(JsonTree::parse(std::string(1'000'000, '[')));
}

TEST(JsonTree, CostsLittleForEveryKindOfText) {
  for (const char* piece : {"0,", "[],", "{},", "\"\",", "0.5,", "{\"\":0},"}) {
    std::string text = "[";
    while (text.size() < 1 << 20) text += piece;
    text.back() = ']';
    const auto tree = JsonTree::parse(text);
    ASSERT_TRUE(tree);
    EXPECT_LE(tree->memory(), 4 * text.size() + 4096) << piece;
  }
}

TEST(JsonWriter, PutsCommasAndEscapes) {
  JsonWriter w;
  w.begin_object();
  w.key("a\"");
  w.begin_array();
  w.number(1);
  w.number(0.1f);
  w.text("\x01\xff!");
  w.begin_object();
  w.end_object();
  w.end_array();
  w.key("b");
  w.boolean(false);
  w.end_object();
  EXPECT_EQ(w.take(), "{\"a\\\"\":[1,0.1,\"\\u0001\xEF\xBF\xBD!\",{}],\"b\":false}");
}

}  // namespace
}  // namespace odori::io
