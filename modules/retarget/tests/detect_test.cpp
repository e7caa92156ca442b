#include "odori/retarget/detect.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "odori/model/standard.h"
#include "rigs.h"

namespace odori {
namespace {

using H = HumanBone;
using rigs::BodyOptions;

// What real rigs call: hips, spine, chest, neck, head, left upper and lower leg, foot, left
// shoulder, upper and lower arm, hand, thumb root, first joint of the index, last of the little
// finger.
constexpr std::array<HumanBone, 15> kNamed = {H::hips,
                                              H::spine,
                                              H::chest,
                                              H::neck,
                                              H::head,
                                              H::leftUpperLeg,
                                              H::leftLowerLeg,
                                              H::leftFoot,
                                              H::leftShoulder,
                                              H::leftUpperArm,
                                              H::leftLowerArm,
                                              H::leftHand,
                                              H::leftThumbMetacarpal,
                                              H::leftIndexProximal,
                                              H::leftLittleDistal};
struct Rig {
  const char* map;
  const char *left, *right;  // how the sides are told apart
  std::array<const char*, 15> names;
};
const Rig kRigs[] = {
    {"mixamo",
     "Left",
     "Right",
     {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Neck", "mixamorig:Head",
      "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot", "mixamorig:LeftShoulder",
      "mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand",
      "mixamorig:LeftHandThumb1", "mixamorig:LeftHandIndex1", "mixamorig:LeftHandPinky3"}},
    {"mixamo",
     "Left",
     "Right",
     {"mixamorig_Hips", "mixamorig_Spine", "mixamorig_Spine1", "mixamorig_Neck", "mixamorig_Head",
      "mixamorig_LeftUpLeg", "mixamorig_LeftLeg", "mixamorig_LeftFoot", "mixamorig_LeftShoulder",
      "mixamorig_LeftArm", "mixamorig_LeftForeArm", "mixamorig_LeftHand",
      "mixamorig_LeftHandThumb1", "mixamorig_LeftHandIndex1", "mixamorig_LeftHandPinky3"}},
    {"biped",
     "L",
     "R",
     {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head", "Bip01 L Thigh",
      "Bip01 L Calf", "Bip01 L Foot", "Bip01 L Clavicle", "Bip01 L UpperArm", "Bip01 L Forearm",
      "Bip01 L Hand", "Bip01 L Finger0", "Bip01 L Finger1", "Bip01 L Finger42"}},
    {"rigify",
     ".L",
     ".R",
     {"DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.004", "DEF-spine.006",
      "DEF-thigh.L", "DEF-shin.L", "DEF-foot.L", "DEF-shoulder.L", "DEF-upper_arm.L",
      "DEF-forearm.L", "DEF-hand.L", "DEF-thumb.01.L", "DEF-f_index.01.L", "DEF-f_pinky.03.L"}},
    {"vrm",
     "_L_",
     "_R_",
     {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head",
      "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg", "J_Bip_L_Foot", "J_Bip_L_Shoulder",
      "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand", "J_Bip_L_Thumb1", "J_Bip_L_Index1",
      "J_Bip_L_Little3"}},
    {"unity",
     "_L",
     "_R",
     {"Hips", "Spine", "Chest", "Neck", "Head", "UpperLeg_L", "LowerLeg_L", "Foot_L", "Shoulder_L",
      "UpperArm_L", "LowerArm_L", "Hand_L", "Thumb0_L", "IndexFinger1_L", "LittleFinger3_L"}},
    {"unity",
     "Left",
     "Right",
     {"ns:a:Hips", "ns:a:Spine", "ns:a:Chest", "ns:a:Neck", "ns:a:Head", "ns:a:Left leg",
      "ns:a:Left knee", "ns:a:Left ankle", "ns:a:Left shoulder", "ns:a:Left arm", "ns:a:Left elbow",
      "ns:a:Left wrist", "ns:a:Left Thumb Proximal", "ns:a:Left Index Proximal",
      "ns:a:Left Little Distal"}},
    {"unreal",
     "_l",
     "_r",
     {"pelvis", "spine_01", "spine_02", "neck_01", "head", "thigh_l", "calf_l", "foot_l",
      "clavicle_l", "upperarm_l", "lowerarm_l", "hand_l", "thumb_01_l", "index_01_l",
      "pinky_03_l"}},
    {"daz",
     "l",
     "r",
     {"pelvis", "abdomenLower", "abdomenUpper", "neckLower", "head", "lThighBend", "lShin", "lFoot",
      "lCollar", "lShldrBend", "lForearmBend", "lHand", "lThumb1", "lIndex1", "lPinky3"}},
    {"character_creator",
     "_L_",
     "_R_",
     {"CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine01", "CC_Base_NeckTwist01", "CC_Base_Head",
      "CC_Base_L_Thigh", "CC_Base_L_Calf", "CC_Base_L_Foot", "CC_Base_L_Clavicle",
      "CC_Base_L_Upperarm", "CC_Base_L_Forearm", "CC_Base_L_Hand", "CC_Base_L_Thumb1",
      "CC_Base_L_Index1", "CC_Base_L_Pinky3"}},
    {"biovision",
     "Left",
     "Right",
     {"Hips", "Chest", "Chest2", "Neck", "Head", "LeftHip", "LeftKnee", "LeftAnkle", "LeftCollar",
      "LeftShoulder", "LeftElbow", "LeftWrist", "LeftHandThumb1", "LeftHandIndex1",
      "LeftHandPinky3"}},
    {"mmd",
     "左",
     "右",
     {"下半身", "上半身", "上半身２", "首", "頭", "左足", "左ひざ", "左足首", "左肩", "左腕",
      "左ひじ", "左手首", "左親指０", "左人指１", "左小指３"}},
    {"mmd",
     "_L",
     "_R",
     {"lower body", "upper body", "upper body2", "neck", "head", "leg_L", "knee_L", "ankle_L",
      "shoulder_L", "arm_L", "elbow_L", "wrist_L", "thumb0_L", "fore1_L", "little3_L"}},
};

std::string other_side(const Rig& rig, const std::string& name) {
  const std::string left = rig.left;
  const std::size_t place =
      left[0] == '_' || left[0] == '.' || left == "L" ? name.rfind(left) : name.find(left);
  std::string out = name;
  return out.replace(place, left.size(), rig.right);
}

Model named_as(const Rig& rig) {
  Model m = rigs::body({.named = true});
  Model out = m;
  out.humanoid = {};
  for (std::size_t b = 0; b < m.skeleton.size(); ++b)
    out.skeleton.names[b] = out.skeleton.names_en[b] = "other" + std::to_string(b);
  for (std::size_t i = 0; i < kNamed.size(); ++i) {
    out.skeleton.names[at(m.humanoid[kNamed[i]])] = rig.names[i];
    const HumanBone mirror = mirror_of(kNamed[i]);
    if (mirror != kNamed[i])
      out.skeleton.names[at(m.humanoid[mirror])] = other_side(rig, rig.names[i]);
  }
  return out;
}

TEST(DetectHumanoid, KnowsTheRigsByTheirNames) {
  const Humanoid truth = rigs::body().humanoid;
  for (const Rig& rig : kRigs) {
    SCOPED_TRACE(std::string(rig.map) + ": " + rig.names[5]);
    const DetectedHumanoid d = detect_humanoid(named_as(rig));
    EXPECT_EQ(d.humanoid.map, rig.map);
    EXPECT_TRUE(is_whole(d.humanoid));
    EXPECT_TRUE(d.lines.empty()) << d.lines.front();
    EXPECT_EQ(d.character, std::string_view(rig.map) != "biovision");
    for (const HumanBone b : kNamed) {
      EXPECT_EQ(d.humanoid[b], truth[b]) << to_text(b);
      EXPECT_EQ(d.humanoid[mirror_of(b)], truth[mirror_of(b)]) << to_text(b);
      EXPECT_EQ(d.humanoid.source[at(b)], BoneSource::name_table);
    }
  }
}

TEST(DetectHumanoid, KnowsTheStandardSkeleton) {
  const Model m = standard_skeleton();
  const DetectedHumanoid d = detect_humanoid(m);
  EXPECT_EQ(d.humanoid.map, "mmd");
  EXPECT_TRUE(is_whole(d.humanoid));
  EXPECT_EQ(count(d.humanoid), 53u);  // all but the upper chest and the jaw
  EXPECT_EQ(d.humanoid[H::hips], find_bone(m.skeleton, "下半身"));
  EXPECT_EQ(d.mover, find_bone(m.skeleton, "センター"));
  EXPECT_TRUE(d.character);
}

TEST(DetectHumanoid, TheFileWinsOverNamesAndTheUserOverBoth) {
  Model m = rigs::body();
  std::swap(m.skeleton.names[at(m.humanoid[H::neck])], m.skeleton.names[at(m.humanoid[H::head])]);
  const DetectedHumanoid d = detect_humanoid(m);
  EXPECT_EQ(d.humanoid[H::head], m.humanoid[H::head]);
  EXPECT_EQ(d.humanoid.source[at(H::head)], BoneSource::file);
  const BoneOverride mine[] = {{H::jaw, "LeftEye"}, {H::neck, ""}, {H::chest, "no such bone"}};
  const DetectedHumanoid e = detect_humanoid(m, mine);
  EXPECT_EQ(e.humanoid[H::jaw], m.humanoid[H::leftEye]);
  EXPECT_EQ(e.humanoid.source[at(H::jaw)], BoneSource::user);
  EXPECT_FALSE(e.humanoid.has(H::leftEye));
  EXPECT_FALSE(e.humanoid.has(H::neck));
  EXPECT_EQ(e.humanoid[H::chest], m.humanoid[H::chest]);
  ASSERT_EQ(e.lines.size(), 1u);
  EXPECT_NE(e.lines[0].find("no such bone"), std::string::npos);
}

TEST(DetectHumanoid, SwappedSidesAreNoticedByTheFeet) {
  Model m = rigs::body({.toes = true, .named = false});
  const Humanoid truth = detect_humanoid(m).humanoid;
  for (auto* names : {&m.skeleton.names, &m.skeleton.names_en}) {
    for (std::string& n : *names) {
      if (n.starts_with("Left"))
        n = "Right" + n.substr(4);
      else if (n.starts_with("Right"))
        n = "Left" + n.substr(5);
    }
  }
  const DetectedHumanoid d = detect_humanoid(m);
  EXPECT_EQ(d.humanoid.bone, truth.bone);
  ASSERT_EQ(d.lines.size(), 1u);
  EXPECT_NE(d.lines[0].find("swapped"), std::string::npos);
  // A file's own word is told about, not changed.
  Model file = rigs::body({.toes = true});
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const std::size_t j = at(mirror_of(human_bone(i)));
    if (i < j) std::swap(file.humanoid.bone[i], file.humanoid.bone[j]);
  }
  const DetectedHumanoid f = detect_humanoid(file);
  EXPECT_EQ(f.humanoid.bone, file.humanoid.bone);
  EXPECT_EQ(f.lines.size(), 1u);
  // A body that looks the other way is not swapped.
  Model back = rigs::body({.toes = true, .named = false});
  for (auto* places :
       {&back.skeleton.rest_position, &back.skeleton.rest_translation, &back.skeleton.tail})
    for (Vec3& v : *places) v = {-v.x, v.y, -v.z};
  EXPECT_TRUE(detect_humanoid(back).lines.empty());
}

TEST(DetectHumanoid, NamesThatStandElsewhereInTheTreeAreNotTaken) {
  Model m = rigs::body({.named = false});
  // A helper of the same name that comes first and hangs on the head.
  const std::size_t neck = at(find_bone(m.skeleton, "Neck"));
  m.skeleton.names[neck] = m.skeleton.names_en[neck] = "LeftHand";
  const DetectedHumanoid d = detect_humanoid(m);
  EXPECT_EQ(m.skeleton.names[at(d.humanoid[H::leftHand])], "LeftHand");
  EXPECT_NE(at(d.humanoid[H::leftHand]), neck);
}

// A body whose names say nothing.
Model nameless(const BodyOptions& options) {
  Model m = rigs::body(options);
  m.humanoid = {};
  for (std::size_t b = 0; b < m.skeleton.size(); ++b)
    m.skeleton.names[b] = m.skeleton.names_en[b] = "bone" + std::to_string(b);
  return m;
}

TEST(DetectHumanoid, FindsABodyByItsShape) {
  for (int kind = 0; kind < 16; ++kind) {
    BodyOptions options;
    options.fingers = kind % 2 == 0;
    options.toes = kind % 4 < 2;
    options.trunk = kind % 8 < 4 ? 2 : 1;
    options.shoulders = kind < 8;
    options.eyes = kind % 3 == 0;
    options.scale = kind % 5 == 0 ? 100 : 1;
    SCOPED_TRACE(kind);
    const Humanoid truth = rigs::body(options).humanoid;
    const DetectedHumanoid d = detect_humanoid(nameless(options));
    ASSERT_TRUE(is_whole(d.humanoid));
    EXPECT_EQ(d.lines.size(), 1u);
    for (std::size_t i = 0; i < at(H::leftThumbMetacarpal); ++i) {
      const HumanBone b = human_bone(i);
      if (b == H::leftEye || b == H::rightEye) continue;
      EXPECT_EQ(d.humanoid.bone[i], truth.bone[i]) << to_text(b);
      if (is_set(truth.bone[i])) {
        EXPECT_EQ(d.humanoid.source[i], BoneSource::geometry);
      }
    }
  }
}

TEST(DetectHumanoid, TheShapeShowsLeftByTheToesAndUpByTheHead) {
  const Humanoid truth = rigs::body({.toes = true}).humanoid;
  for (const bool z_up : {false, true}) {
    Model m = nameless({.toes = true});
    for (auto* places : {&m.skeleton.rest_position, &m.skeleton.rest_translation, &m.skeleton.tail})
      for (Vec3& v : *places) v = z_up ? Vec3{v.x, -v.z, v.y} : Vec3{-v.x, v.y, -v.z};
    const DetectedHumanoid d = detect_humanoid(m);
    ASSERT_TRUE(is_whole(d.humanoid));
    EXPECT_EQ(d.humanoid[H::leftHand], truth[H::leftHand]);
    EXPECT_EQ(d.humanoid[H::rightFoot], truth[H::rightFoot]);
  }
}

TEST(DetectHumanoid, StrangersAreToldAbout) {
  Model m;
  EXPECT_EQ(count(detect_humanoid(m).humanoid), 0u);
  m = nameless({});
  for (Vec3& p : m.skeleton.rest_position) p = {};  // no shape either
  const DetectedHumanoid d = detect_humanoid(m);
  EXPECT_EQ(count(d.humanoid), 0u);
  EXPECT_EQ(d.humanoid.map, "");
  ASSERT_EQ(d.lines.size(), 1u);
  EXPECT_NE(d.lines[0].find("hips, spine, head"), std::string::npos);
  const auto maps = rig_map_names();
  EXPECT_GE(maps.size(), 11u);
  EXPECT_NE(std::find(maps.begin(), maps.end(), "cmu"), maps.end());
}

}  // namespace
}  // namespace odori
