#include "odori/io/bvh.h"

#include <gtest/gtest.h>

namespace odori::io {
namespace {

Bytes bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

const char* const kTwoJoints = R"(HIERARCHY
ROOT mixamorig:Hips
{
	OFFSET 0.0 90.5 -.5
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Bip01 Spine.001
	{
		OFFSET 0 1e1 0
		CHANNELS 3 Yrotation Zrotation Xrotation
		End Site
		{
			OFFSET 0 5 0
		}
	}
	JOINT Shoulder_End
	{
		OFFSET 3 0 0
	}
}
MOTION
Frames: 2
Frame Time: 0.0333333
1 2 3 10 20 30 40. .5e2 -60
0 0 0 0 0 0 0 0 -0
)";

TEST(Bvh, ReadsSkeletonAndMotion) {
  const auto doc = decode_bvh(bytes(kTwoJoints));
  ASSERT_TRUE(doc) << to_text(doc.error());
  ASSERT_EQ(doc->joints.size(), 3u);
  EXPECT_EQ(doc->joints[0].name, "mixamorig:Hips");
  EXPECT_EQ(doc->joints[0].offset, (Vec3{0, 90.5f, -0.5f}));
  EXPECT_EQ(doc->joints[0].channels.size(), 6u);
  EXPECT_EQ(doc->joints[0].channels[3], BvhChannel::z_rotation);
  EXPECT_EQ(doc->joints[1].name, "Bip01 Spine.001");
  EXPECT_EQ(doc->joints[1].parent, 0);
  EXPECT_EQ(doc->joints[1].end_site, (Vec3{0, 5, 0}));
  EXPECT_EQ(doc->joints[2].name, "Shoulder_End");  // a joint, whatever its name
  EXPECT_EQ(doc->joints[2].parent, 0);
  EXPECT_FALSE(doc->joints[2].end_site);
  EXPECT_EQ(doc->frame_time, 0.0333333);
  EXPECT_EQ(doc->frames(), 2u);
  EXPECT_EQ(doc->channels, 9u);
  EXPECT_EQ(doc->values[6], 40);
  EXPECT_EQ(doc->values[7], 50);
  EXPECT_EQ(doc->values[8], -60);
  EXPECT_TRUE(doc->warnings.empty());
}

void expect_equal(const BvhDocument& a, const BvhDocument& b) {
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) {
    EXPECT_EQ(a.joints[i].name, b.joints[i].name);
    EXPECT_EQ(a.joints[i].parent, b.joints[i].parent);
    EXPECT_EQ(a.joints[i].offset, b.joints[i].offset);
    EXPECT_EQ(a.joints[i].channels, b.joints[i].channels);
    EXPECT_EQ(a.joints[i].end_site, b.joints[i].end_site);
  }
  EXPECT_EQ(a.frame_time, b.frame_time);
  EXPECT_EQ(a.values, b.values);
}

TEST(Bvh, ComesBackFromItsText) {
  BvhDocument doc = *decode_bvh(bytes(kTwoJoints));
  doc.values[0] = 1e-7f;  // never with an exponent: not every reader knows them
  const auto text = encode_bvh(doc);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->find("e-"), std::string::npos);
  const auto again = decode_bvh(bytes(*text));
  ASSERT_TRUE(again) << to_text(again.error());
  expect_equal(doc, *again);
}

TEST(Bvh, TakesWhatProgramsWrite) {
  // Windows lines, keywords in other cases, braces behind names, two roots, no motion at all.
  const auto doc = decode_bvh(
      bytes("hierarchy\r\nROOT a {\r\nOFFSET 0 0 0\r\nChannels 1 xROTATION\r\n"
            "End site {\r\nOFFSET 1 0 0\r\n}\r\n}\r\nROOT b\r\n{\r\nOFFSET 0 0 0\r\n}\r\n"
            "MOTION\r\nFrames: 0\r\nFrame Time: 0\r\n"));
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->joints[0].name, "a");
  EXPECT_EQ(doc->joints[1].parent, -1);
  EXPECT_EQ(doc->frames(), 0u);
  EXPECT_EQ(doc->frame_time, 1.0 / 30);
  EXPECT_EQ(doc->warnings.count(WarningKind::bad_value), 1u);
}

TEST(Bvh, TheRowsCountAndNotTheirNumber) {
  const std::string head =
      "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\n";
  for (const auto& [text, frames] : {std::pair{"MOTION\nFrames: 3\nFrame Time: .1\n1 2\n", 1u},
                                     {"MOTION\nFrames: 2\nFrame Time: .1\n1 2\n3 4\n5 6\n", 3u},
                                     {"MOTION\nFrames: 1\nFrame Time: .1\n1 2\n3", 1u}}) {
    const auto doc = decode_bvh(bytes(head + text));
    ASSERT_TRUE(doc) << to_text(doc.error());
    EXPECT_EQ(doc->frames(), frames);
    EXPECT_EQ(doc->warnings.count(WarningKind::bad_value), 1u);
  }
}

TEST(Bvh, SaysWhatIsWrongAndWhere) {
  const auto error = [](std::string_view text) {
    const auto doc = decode_bvh(bytes(text));
    EXPECT_FALSE(doc) << text;
    return doc ? std::string() : to_text(doc.error());
  };
  EXPECT_EQ(error("HIERARCHY\nROOT a\n{\nOFFSET 0 zero 0\n}\n"),
            "line 4: a number is wanted, not \"zero\"");
  EXPECT_EQ(error("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Wrotation\n}"),
            "line 5: a channel (Xposition ... Zrotation) is wanted, not \"Wrotation\"");
  EXPECT_EQ(error("HIERARCHY\nROOT a\n{\nJOINT b\n{\n}\nMOTION\n"),
            "line 7: a joint without its \"}\"");
  EXPECT_NE(error("HIERARCHY\nMOTION\nFrames: 0\nFrame Time: 1\n"), "");
  EXPECT_NE(error("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 99999999 Xrotation\n}\n"), "");
  EXPECT_EQ(decode_bvh(bytes("HIERARCHY\nROOT a\n{\nOFFSET 0 nan 0\n}\n")).error().code,
            Code::not_finite);
  EXPECT_EQ(decode_bvh(bytes("HIERARCHY\nROOT a\n{\nOFFSET 0 1e39 0\n}\n")).error().code,
            Code::not_finite);
}

TEST(Bvh, CutOrChangedAnywhereItIsReadOrRefused) {
  const std::string text = kTwoJoints;
  for (std::size_t n = 0; n < text.size(); ++n) (void)decode_bvh(bytes(text.substr(0, n)));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'{', '}', '9', '\n', '\xFF'}) {
      std::string changed = text;
      changed[i] = c;
      const auto doc = decode_bvh(bytes(changed));
      if (!doc) continue;
      const auto again = encode_bvh(*doc);
      ASSERT_TRUE(again) << to_text(again.error());
      expect_equal(*doc, *decode_bvh(bytes(*again)));
    }
  }
}

TEST(Bvh, RefusesToWriteWhatIsNoSkeleton) {
  BvhDocument doc = *decode_bvh(bytes(kTwoJoints));
  doc.joints[2].parent = 2;
  EXPECT_FALSE(encode_bvh(doc));
  doc.joints[2].parent = 0;
  doc.values.pop_back();
  EXPECT_FALSE(encode_bvh(doc));
}

TEST(Bvh, ANameThatEndsInHalfACharacterLeavesNoBraceBehind) {
  const auto doc =
      decode_bvh(bytes("HIERARCHY\nROOT \x8d\xb6 {\xe5\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 0\n"
                       "Frame Time: 1\n"));
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->joints[0].name, "\u5de6");
  const auto text = encode_bvh(*doc);
  ASSERT_TRUE(text);
  EXPECT_TRUE(decode_bvh(bytes(*text)));
}

TEST(Bvh, IsKnownByItsFirstWord) {
  EXPECT_TRUE(looks_like_bvh(bytes("\n Hierarchy\nROOT")));
  EXPECT_FALSE(looks_like_bvh(bytes("HIERARCHICAL")));
  EXPECT_FALSE(looks_like_bvh({}));
}

}  // namespace
}  // namespace odori::io
