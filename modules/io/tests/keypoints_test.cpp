#include "odori/io/keypoints.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace odori::io {
namespace {

Bytes bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

KeypointFrame dancer(std::int64_t number) {
  KeypointFrame f;
  f.frame = number;
  f.time_ms = static_cast<double>(number) * 1000 / 30;
  for (std::size_t i = 0; i < kBodyPoints; ++i) {
    const auto x = static_cast<float>(i);
    f.points.emplace_back(Keypoint{0.5f + x / 100, 1 / (x + 1), -x * 1e-6f, i % 3 ? 1.0f : 0.5f});
  }
  for (std::size_t i = 0; i < kJointAngles; ++i)
    f.angles.emplace_back(std::cos(static_cast<float>(number + static_cast<int>(i))));
  f.points[7].reset();
  f.angles[8].reset();
  return f;
}

std::vector<KeypointFrame> dance(int frames) {
  std::vector<KeypointFrame> made;
  for (int i = 0; i < frames; ++i) made.push_back(dancer(i));
  made.back().points.clear();
  made.back().angles.clear();
  return made;
}

std::string ndjson(int frames) {
  auto text = encode_keypoints_ndjson(dance(frames));
  EXPECT_TRUE(text);
  return text ? *text : std::string();
}

std::string points(const std::string& one, int count = 33) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i ? "," : "") + one;
  return text + "]";
}

TEST(KeypointsDecode, RefusesWhatIsNone) {
  for (const char* text :
       {"", " ", "x", "{", "{}", "[", "[1]", "null", "{\"frame\":1}", "{\"frames\":3}",
        "{\"points\":3}", "{\"points\":[]}", "{\"fps\":0,\"frames\":[]}",
        "{\"fps\":30,\"frames\":[{}]}", "{\"points\":null}}", "{\"points\":null,}"}) {
    EXPECT_FALSE(decode_keypoints(bytes(text))) << text;
  }
}

TEST(KeypointsDecode, CountsMustBeThoseOfABody) {
  EXPECT_TRUE(decode_keypoints(bytes("{\"points\":" + points("[1,2,3,1]") + "}")));
  for (const int n : {1, 32, 34, 400}) {
    const auto d = decode_keypoints(bytes("{\"points\":" + points("[1,2,3,1]", n) + "}"));
    ASSERT_FALSE(d) << n;
    EXPECT_EQ(d.error().code, Code::malformed);
  }
  EXPECT_FALSE(decode_keypoints(bytes("{\"points\":null,\"angles\":[1,2]}")));
}

TEST(KeypointsDecode, RefusesNumbersThatAreNone) {
  for (const char* one :
       {"[1,2,3]", "[1,2,3,4,5]", "[NaN,1,1,1]", "[1e99,1,1,1]", "[+1,1,1,1]", "[.5,1,1,1]",
        "[\"1\",1,1,1]", "[-,1,1,1]", "[1 2,1,1]", "1", "{}", "true"}) {
    EXPECT_FALSE(decode_keypoints(bytes("{\"points\":" + points(one) + "}"))) << one;
  }
  EXPECT_FALSE(decode_keypoints(bytes("{\"frame\":1.5,\"points\":null}")));
  EXPECT_FALSE(decode_keypoints(bytes("{\"frame\":-1,\"points\":null}")));
}

TEST(KeypointsDecode, ReadsTheLineOfTheContract) {
  const auto d = decode_keypoints(
      bytes("{\"frame\":0,\"timeMs\":0.0,\"points\":" + points("[0.5,0.5,0.0,1.0]") +
            ",\"angles\":" + points("1.0", 9) + "}\n"));
  ASSERT_TRUE(d) << to_text(d.error());
  ASSERT_EQ(d->frames.size(), 1u);
  EXPECT_EQ(*d->frames[0].points[32], (Keypoint{0.5f, 0.5f, 0, 1}));
  EXPECT_EQ(*d->frames[0].angles[8], 1.0f);
}

TEST(KeypointsDecode, MissingIsNotZero) {
  const auto d =
      decode_keypoints(bytes("{\"points\":" + points("null") +
                             ",\"angles\":[0,null,1,null,1,1,1,1,null]}\n{\"points\":null}\n" +
                             "{\"points\":" + points("[0,0,0.0,0]") + "}"));
  ASSERT_TRUE(d) << to_text(d.error());
  ASSERT_EQ(d->frames.size(), 3u);
  EXPECT_FALSE(d->frames[0].points[0]);
  EXPECT_EQ(d->frames[0].angles[0], 0.0f);
  EXPECT_FALSE(d->frames[0].angles[1]);
  EXPECT_TRUE(d->frames[1].points.empty());
  EXPECT_FALSE(d->frames[2].points[5]);
  EXPECT_EQ(d->warnings.count(WarningKind::bad_value), 33u);
  const auto text = encode_keypoints_ndjson(d->frames);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->find("[0,"), text->find("[0,null"));  // the angle alone
}

TEST(KeypointsDecode, FramesWithoutNumbersGetThoseOfTheirPlace) {
  const auto d = decode_keypoints(
      bytes("{\"fps\":25,\"frames\":[{\"points\":null},{\"points\":null,\"frame\":9},"
            "{\"points\":null,\"more\":{\"a\":[1,{}]}}]}"));
  ASSERT_TRUE(d) << to_text(d.error());
  EXPECT_EQ(d->fps, 25);
  EXPECT_EQ(d->frames[1].frame, 9);
  EXPECT_EQ(d->frames[1].time_ms, 360);
  EXPECT_EQ(d->frames[2].frame, 2);
}

TEST(KeypointsDecode, ErrorsNameFrameAndByte) {
  std::string text = ndjson(3);
  const std::size_t at = text.find("points", text.find('\n') + 1) + 8;
  text[at] = '!';
  const auto d = decode_keypoints(bytes(text));
  ASSERT_FALSE(d);
  EXPECT_EQ(d.error().offset, at);
  EXPECT_NE(d.error().what.find("frame 1"), std::string::npos) << d.error().what;
}

TEST(KeypointsDecode, DepthHasALimit) {
  for (const int depth : {10, 60, 100, 100000}) {
    const std::string text = "{\"x\":" + std::string(static_cast<std::size_t>(depth), '[') +
                             std::string(static_cast<std::size_t>(depth), ']') +
                             ",\"points\":null}";
    EXPECT_EQ(decode_keypoints(bytes(text)).has_value(), depth <= 60) << depth;
  }
}

TEST(KeypointsRoundTrip, BothFormsGiveTheSameFrames) {
  KeypointDocument document;
  document.fps = 29.97;
  document.frames = dance(5);
  const auto json = encode_keypoints_json(document);
  ASSERT_TRUE(json);
  const auto a = decode_keypoints(bytes(*json)), b = decode_keypoints(bytes(ndjson(5)));
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->fps, 29.97);
  EXPECT_TRUE(a->warnings.empty());
  EXPECT_EQ(a->frames, document.frames);
  EXPECT_EQ(b->frames, document.frames);
  EXPECT_EQ(*encode_keypoints_ndjson(b->frames), ndjson(5));
  EXPECT_TRUE(looks_like_keypoints(bytes(*json)));
  EXPECT_TRUE(looks_like_keypoints(bytes(ndjson(5))));
  EXPECT_FALSE(looks_like_keypoints(bytes("{\"asset\":{}}")));
}

TEST(KeypointsEncode, NumbersAreTheSameTextEverywhere) {
  KeypointFrame f;
  f.frame = 7;
  f.time_ms = 233.33333333333334;
  f.points.assign(33, Keypoint{0.1f, 1e-9f, -16777216.0f, 1});
  f.angles.assign(9, 0.33333334f);
  std::string text;
  ASSERT_TRUE(encode_keypoint_line(f, text));
  EXPECT_EQ(
      text.substr(0, 81),
      "{\"frame\":7,\"timeMs\":233.33333333333334,\"points\":[[0.1,1e-09,-16777216,1],[0.1,1e-");
  EXPECT_NE(text.find("\"angles\":[0.33333334,0.33333334,"), std::string::npos);
}

TEST(KeypointsEncode, RefusesWhatCannotBeRead) {
  std::string out;
  KeypointFrame f = dancer(0);
  f.points.pop_back();
  EXPECT_FALSE(encode_keypoint_line(f, out));
  f = dancer(0);
  f.points[3]->x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(encode_keypoint_line(f, out));
  f = dancer(0);
  f.angles[2] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(encode_keypoint_line(f, out));
  f = dancer(-1);
  EXPECT_FALSE(encode_keypoint_line(f, out));
  EXPECT_TRUE(out.empty());
}

TEST(KeypointStream, ChunksOfAnySizeGiveTheSame) {
  std::string text = ndjson(4);
  text.insert(text.find('\n') + 1, "\r\n  \n");
  text.pop_back();  // the last line's end
  for (const std::size_t size : {1u, 2u, 7u, 1000u, 100000u}) {
    KeypointStream stream;
    std::vector<KeypointFrame> frames;
    for (std::size_t at = 0; at < text.size(); at += size)
      ASSERT_TRUE(stream.feed(bytes(std::string_view(text).substr(at, size)), frames)) << size;
    EXPECT_EQ(frames.size(), 3u);
    ASSERT_TRUE(stream.finish(frames));
    EXPECT_EQ(frames, dance(4)) << size;
  }
}

TEST(KeypointStream, NamesTheLineAndStaysFailed) {
  const std::string text = ndjson(2) + "{\"points\":nil}\n";
  KeypointStream stream;
  std::vector<KeypointFrame> frames;
  const auto done = stream.feed(bytes(text), frames);
  ASSERT_FALSE(done);
  EXPECT_EQ(frames.size(), 2u);
  EXPECT_NE(done.error().what.find("line 3"), std::string::npos) << done.error().what;
  EXPECT_EQ(done.error().offset, ndjson(2).size() + 10);
  EXPECT_FALSE(stream.feed(bytes(ndjson(1)), frames));
  EXPECT_EQ(frames.size(), 2u);
}

TEST(KeypointStream, LinesHaveALimit) {
  KeypointStream stream;
  std::vector<KeypointFrame> frames;
  const std::string blank(1000, ' ');
  Result<void> done;
  int fed = 0;
  while (done && fed < 2000) done = stream.feed(bytes(blank), frames), ++fed;
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::too_large);
  EXPECT_LT(fed, 1100);
}

TEST(KeypointsHarm, CutAnywhereIsAnErrorOrFewerFrames) {
  const std::string text = ndjson(2);
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto d = decode_keypoints(bytes(std::string_view(text).substr(0, n)));
    if (d) {
      EXPECT_LE(d->frames.size(), 2u);
    }
  }
}

TEST(KeypointsHarm, FlippedBytesAreReadOrRefused) {
  const std::string text = ndjson(2);
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const int bits : {1, 8, 64, 255}) {
      std::string odd = text;
      odd[at] = static_cast<char>(odd[at] ^ bits);
      const auto d = decode_keypoints(bytes(odd));
      if (!d) {
        continue;
      }
      const auto again = encode_keypoints_ndjson(d->frames);
      ASSERT_TRUE(again);
      EXPECT_EQ(decode_keypoints(bytes(*again))->frames, d->frames);
    }
  }
}

}  // namespace
}  // namespace odori::io
