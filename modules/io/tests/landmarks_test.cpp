#include "odori/io/landmarks.h"

#include <gtest/gtest.h>

#include <limits>

namespace odori::io {
namespace {

Bytes bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

LandmarkSet set_of(LandmarkKind kind, std::size_t count, bool visible, float shift) {
  LandmarkSet s;
  s.kind = kind;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i) + shift;
    s.points.push_back({x / 100, 1 / (x + 1), -x * 1e-3f});
    if (visible) s.visibility.push_back(0.99f - x / 1000);
  }
  return s;
}

LandmarkRecording recording() {
  LandmarkRecording r;
  r.fps = 23.976;
  r.width = 720;
  r.height = 1280;
  r.kind = "motion";
  r.source = "踊り \"1\".mp4";
  r.first_frame = 30;
  LandmarkFrame all, some, none;
  all.time = 1.25;
  all.sets = {set_of(LandmarkKind::pose, 33, true, 0),
              set_of(LandmarkKind::pose_world, 33, true, 1),
              set_of(LandmarkKind::left_hand, 21, false, 2),
              set_of(LandmarkKind::left_world, 21, false, 3),
              set_of(LandmarkKind::right_hand, 21, false, 4),
              set_of(LandmarkKind::right_world, 21, false, 5),
              set_of(LandmarkKind::face, 478, false, 6)};
  all.blendshapes = {{9, 0.5f}, {25, 0.125f}};
  some.time = 1.5;
  some.sets = {set_of(LandmarkKind::pose, 33, true, 7), set_of(LandmarkKind::face, 468, false, 8)};
  none.time = 1.75;
  r.frames = {all, some, none};
  return r;
}

void expect_same(const LandmarkRecording& a, const LandmarkRecording& b) {
  EXPECT_EQ(a.fps, b.fps);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.detector, b.detector);
  EXPECT_EQ(a.first_frame, b.first_frame);
  EXPECT_TRUE(a.frames == b.frames);
}

std::string list(const std::string& one, int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i ? "," : "") + one;
  return text + "]";
}

TEST(LandmarksDecode, RefusesWhatIsNone) {
  for (const char* text :
       {"", "x", "{}", "[1]", "null", "{\"time\":1}", "{\"frames\":1}", "{\"frames\":[{}]}",
        "{\"pose\":3}", "{\"pose\":[[1,2,3]]}", "{\"pose\":[1,2,3]}", "{\"fps\":-1,\"frames\":[]}",
        "{\"width\":1.5,\"frames\":[]}", "{\"pose\":null", "{\"pose\":[[[1,2,3]",
        "{\"pose\":[[[]]]}"}) {
    EXPECT_FALSE(decode_landmarks(bytes(text))) << text;
  }
  EXPECT_TRUE(decode_landmarks(bytes("{\"pose\":null}")));
  EXPECT_TRUE(decode_landmarks(bytes("{\"pose\":[]}")));
  EXPECT_TRUE(decode_landmarks(bytes("{\"frames\":[]}")));
}

TEST(LandmarksDecode, CountsMustBeThoseOfTheSet) {
  const auto read = [](const char* name, int n) {
    return decode_landmarks(bytes("{\"" + std::string(name) + "\":" + list("[1,2,3]", n) + "}"))
        .has_value();
  };
  EXPECT_TRUE(read("pose", 33) && read("left", 21) && read("face", 478) && read("face", 468));
  for (const int n : {1, 20, 22, 32, 34, 467, 470, 479, 5000}) {
    EXPECT_FALSE(read("pose", n)) << n;
    EXPECT_FALSE(read("rightWorld", n)) << n;
    EXPECT_FALSE(read("face", n)) << n;
  }
}

TEST(LandmarksDecode, MissingIsNotZero) {
  const auto d = decode_landmarks(
      bytes("{\"pose\":" + list("[0,0.1,0,0.9]", 33) + ",\"leftHand\":" + list("[0,0,0]", 21) +
            "}\n{\"pose\":" + list("[0.5,0,0,0]", 33) + ",\"leftHand\":null}\n"));
  ASSERT_TRUE(d) << to_text(d.error());
  ASSERT_EQ(d->frames.size(), 2u);
  for (const LandmarkFrame& f : d->frames) {
    EXPECT_TRUE(f.find(LandmarkKind::pose));
    EXPECT_FALSE(f.find(LandmarkKind::left_hand));
  }
  EXPECT_EQ(d->warnings.count(WarningKind::bad_value), 1u);
  const auto text = encode_landmarks_ndjson(*d);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("\"left\":null"), std::string::npos);
}

TEST(LandmarksDecode, TakesMediaPipesOwnResults) {
  const std::string point = "{\"x\":0.5,\"y\":0.25,\"z\":-1e-3,\"visibility\":0.75,\"presence\":1}";
  const auto d = decode_landmarks(bytes(
      "{\"fps\":25,\"frames\":[{\"poseLandmarks\":[" + list(point, 33) + "," + list(point, 33) +
      "],\"leftHandLandmarks\":[],\"faceLandmarks\":[" + list("{\"x\":1,\"y\":2,\"z\":3}", 478) +
      "],\"faceBlendshapes\":[{\"categories\":[{\"index\":25,\"score\":0.5,\"categoryName\":"
      "\"jawOpen\",\"displayName\":"
      "\"\"},{\"categoryName\":\"other\",\"score\":1}],\"headIndex\":-1}]},{\"pose\":" +
      list(point, 33) + "}]}"));
  ASSERT_TRUE(d) << to_text(d.error());
  ASSERT_EQ(d->frames.size(), 2u);
  const LandmarkFrame& f = d->frames[0];
  const LandmarkSet* pose = f.find(LandmarkKind::pose);
  ASSERT_TRUE(pose);
  EXPECT_EQ(pose->points.size(), 33u);
  EXPECT_EQ(pose->points[32], (Vec3{0.5f, 0.25f, -1e-3f}));
  EXPECT_EQ(pose->visibility[0], 0.75f);
  ASSERT_TRUE(f.find(LandmarkKind::face));
  EXPECT_TRUE(f.find(LandmarkKind::face)->visibility.empty());
  EXPECT_FALSE(f.find(LandmarkKind::left_hand));
  ASSERT_EQ(f.blendshapes.size(), 1u);
  EXPECT_EQ(blendshape_names()[f.blendshapes[0].shape], "jawOpen");
  EXPECT_EQ(d->frames[1].time, 0.04);
  EXPECT_EQ(d->warnings.count(WarningKind::bad_value), 1u);  // the second person
}

TEST(LandmarksDecode, TextsAreDecoded) {
  const auto d =
      decode_landmarks(bytes(R"({"source":"a\"\\\u8e0a\ud83d\ude00\ud800\n","frames":[]})"));
  ASSERT_TRUE(d);
  EXPECT_EQ(d->source, "a\"\\踊😀\xef\xbf\xbd\n");
  for (const char* bad : {R"({"source":"\x","frames":[]})", R"({"source":"\u12","frames":[]})",
                          R"({"source":"a)", R"({"source":"a\)"})
    EXPECT_FALSE(decode_landmarks(bytes(bad))) << bad;
}

TEST(LandmarksRoundTrip, BothFormsGiveTheRecording) {
  const LandmarkRecording r = recording();
  const auto json = encode_landmarks(r), lines = encode_landmarks_ndjson(r);
  ASSERT_TRUE(json && lines);
  for (const std::string& text : {*json, *lines}) {
    const auto d = decode_landmarks(bytes(text));
    ASSERT_TRUE(d) << to_text(d.error());
    expect_same(*d, r);
    EXPECT_TRUE(d->warnings.empty());
    EXPECT_EQ(*encode_landmarks(*d), *json);
    EXPECT_TRUE(looks_like_landmarks(bytes(text)));
  }
  EXPECT_FALSE(looks_like_landmarks(bytes("{\"points\":[]}")));
  EXPECT_FALSE(looks_like_landmarks(bytes("{\"asset\":{},\"nodes\":[{\"name\":\"left\"}]}")));
}

TEST(LandmarksEncode, RefusesWhatCannotBeRead) {
  LandmarkRecording r = recording();
  r.frames[0].sets[0].points.pop_back();
  EXPECT_FALSE(encode_landmarks(r));
  r = recording();
  r.frames[0].sets[2].points[3].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(encode_landmarks(r));
  r = recording();
  r.frames[0].blendshapes[0].shape = 99;
  EXPECT_FALSE(encode_landmarks_ndjson(r));
  r = recording();
  r.fps = 0;
  EXPECT_FALSE(encode_landmarks(r));
}

TEST(LandmarkStream, ChunksOfAnySizeGiveTheSame) {
  const LandmarkRecording r = recording();
  const std::string text = *encode_landmarks_ndjson(r);
  for (const std::size_t size : {1u, 3u, 4096u, 1000000u}) {
    LandmarkStream stream;
    std::vector<LandmarkFrame> frames;
    for (std::size_t at = 0; at < text.size(); at += size)
      ASSERT_TRUE(stream.feed(bytes(std::string_view(text).substr(at, size)), frames)) << size;
    ASSERT_TRUE(stream.finish(frames));
    EXPECT_TRUE(frames == r.frames) << size;
    EXPECT_EQ(stream.head().width, 720);
    EXPECT_EQ(stream.head().source, r.source);
  }
}

TEST(LandmarksHarm, CutAnywhereIsAnErrorOrFewerFrames) {
  LandmarkRecording r = recording();
  r.frames[0].sets.resize(3);
  r.frames[1].sets.resize(1);
  const std::string text = *encode_landmarks(r);
  for (std::size_t n = 0; n + 2 < text.size(); ++n)
    EXPECT_FALSE(decode_landmarks(bytes(std::string_view(text).substr(0, n)))) << n;
}

TEST(LandmarksHarm, FlippedBytesAreReadOrRefused) {
  LandmarkRecording r = recording();
  r.frames[0].sets.resize(2);
  r.frames[1].sets.resize(1);
  const std::string text = *encode_landmarks(r);
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const int bits : {1, 16, 255}) {
      std::string odd = text;
      odd[at] = static_cast<char>(odd[at] ^ bits);
      const auto d = decode_landmarks(bytes(odd));
      if (!d) {
        continue;
      }
      const auto again = encode_landmarks(*d);
      ASSERT_TRUE(again);
      EXPECT_TRUE(decode_landmarks(bytes(*again))->frames == d->frames);
    }
  }
}

}  // namespace
}  // namespace odori::io
