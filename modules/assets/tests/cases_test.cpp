// The small broken and odd files of the shared cases, made anew for each run where the script is at
// hand: each gets the behaviour that its row asks for. MMD's own formats and archives.
#include "cases.h"

#include <cmath>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

io::PmxDocument document_of(const std::string& path) {
  const auto bytes = read_file(path);
  EXPECT_TRUE(bytes);
  auto d = io::decode_pmx(*bytes);
  EXPECT_TRUE(d) << to_text(d.error());
  return d ? *d : io::PmxDocument{};
}

TEST_F(Cases, D01MissingTailSectionsAreEmpty) {
  EXPECT_EQ(clip("D01_vmd_ends_after_light.vmd").bones[0].frame.size(), 2u);
  const Clip c = clip("D01b_vmd_ends_after_morph.vmd");
  EXPECT_EQ(c.morphs[0].name.text, "あ");
  EXPECT_EQ(c.warnings.count(WarningKind::missing_section), 1u);
}

TEST_F(Cases, D02NamesCutInHalfACharacterLoad) {
  const Clip c = clip("D02_vmd_name_cut_mid_sjis.vmd");
  EXPECT_EQ(c.bones[0].name.raw.size(), 15u);
  EXPECT_TRUE(c.bones[0].name.cut);
  EXPECT_EQ(clip("D02b_vmd_model_name_cut_mid_sjis.vmd").model_name, "あああああああああa");
}

TEST_F(Cases, D03NamesEndAtTheNul) {
  const Clip c = clip("D03_vmd_garbage_after_nul.vmd");
  ASSERT_EQ(c.bones.size(), 1u);
  EXPECT_EQ(c.bones[0].name.text, "頭");
}

TEST_F(Cases, D04ZeroQuaternionIsIdentity) {
  const Clip c = clip("D04_vmd_zero_quaternion.vmd");
  EXPECT_EQ(c.bones[0].rotation[0], Quat{});
  EXPECT_EQ(c.warnings.count(WarningKind::zero_quaternion), 1u);
}

TEST_F(Cases, D05OtherEncodingsAreFound) {
  EXPECT_EQ(clip("D05_vmd_gbk_name.vmd").bones[0].name.text, "左带_0");
  const Clip c = clip("D05b_vmd_utf8_name.vmd");
  EXPECT_EQ(c.bones[0].name.text, "头部");
  EXPECT_EQ(c.warnings.count(WarningKind::name_encoding), 1u);
}

TEST_F(Cases, D06TheLastDuplicateWins) {
  const Clip c = clip("D06_vmd_duplicate_and_unsorted_keys.vmd");
  EXPECT_EQ(c.bones[0].frame, (std::vector<double>{0, 10, 20}));
  EXPECT_EQ(c.bones[0].rotation[2], Quat{});
  EXPECT_EQ(c.warnings.count(WarningKind::duplicate_key), 1u);
  EXPECT_EQ(c.warnings.count(WarningKind::unsorted_keys), 1u);
}

TEST_F(Cases, D07PhysicsAndIkSwitchesAreKept) {
  const Clip c = clip("D07_vmd_physics_toggle_and_ik_off.vmd");
  EXPECT_EQ(c.bones[0].physics_off, (std::vector<std::uint8_t>{0, 1}));
  ASSERT_EQ(c.property.ik.size(), 2u);
  EXPECT_TRUE(c.property.ik[0][0].enabled);
  EXPECT_FALSE(c.property.ik[1][1].enabled);
}

TEST_F(Cases, D09CameraCutsKeepBothKeys) {
  EXPECT_EQ(clip("D09_vmd_camera_cut_adjacent_frames.vmd").camera.frame,
            (std::vector<double>{0, 171, 172}));
}

TEST_F(Cases, D10CountsThatLieAreRefusedWithTheirPlace) {
  const auto huge = load_clip(path("D10_vmd_count_lies_huge.vmd"));
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().code, Code::too_large);
  EXPECT_NE(huge.error().offset, Error::kNoOffset);
  const auto cut = load_clip(path("D10b_vmd_truncated_in_key.vmd"));
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, Code::truncated);
}

TEST_F(Cases, D11KeysBeyondAllTimeAreLeftOut) {
  const Clip c = clip("D11_vmd_huge_frame_nan_inf.vmd");
  EXPECT_EQ(last_frame(c), 0);
  EXPECT_EQ(c.warnings.count(WarningKind::frame_out_of_range), 1u);
}

TEST_F(Cases, D12AndD13IndicesAreReadBySize) {
  EXPECT_EQ(document_of(path("D12_pmx_vertex_index_u16_40000.pmx")).indices,
            (std::vector<std::uint32_t>{39'999, 39'998, 0}));
  EXPECT_EQ(document_of(path("D13_pmx_index_sizes_differ.pmx")).indices,
            (std::vector<std::uint32_t>{199, 198, 0}));
  EXPECT_EQ(model("D12a_pmx_ok_utf16_leg_ik.pmx").skeleton.names[1], "左足");
  EXPECT_EQ(model("D12b_pmx_ok_utf8.pmx").skeleton.iks.size(), 1u);
}

TEST_F(Cases, D14BrokenIkIsOffAndLoopsAreCut) {
  const Model ik = model("D14_pmx_ik_target_out_of_range.pmx");
  EXPECT_TRUE(ik.skeleton.iks.empty());
  EXPECT_EQ(ik.warnings.count(WarningKind::bad_ik), 1u);
  const Model loop = model("D14b_pmx_parent_loop.pmx");
  EXPECT_EQ(loop.skeleton.size(), 2u);
  EXPECT_EQ(loop.warnings.count(WarningKind::parent_loop), 1u);
}

TEST_F(Cases, D15AdditionalUvsAreFourAtMost) {
  EXPECT_EQ(model("D15a_pmx_uv4_ok.pmx").mesh.additional_uvs[3].size(), 3u);
  const auto many = load_model(path("D15_pmx_uv255.pmx"));
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().code, Code::malformed);
}

TEST_F(Cases, D16AppendsKeepTheirPlaceAndLayer) {
  EXPECT_EQ(model("D16_pmx_append_child_before_ik.pmx").skeleton.appends.size(), 3u);
  const Model m = model("D16b_pmx_append_layer1_after_ik.pmx");
  EXPECT_EQ(m.skeleton.layer[at(m.skeleton.appends[0].bone)], 1);
}

TEST_F(Cases, D17TexturesStayInsideAndIgnoreCase) {
  const Model missing = model("D17_pmx_texture_backslash_case_dotdot.pmx");
  EXPECT_TRUE(missing.mesh.textures[0].bytes.empty());
  EXPECT_TRUE(missing.mesh.textures[1].bytes.empty());
  EXPECT_EQ(missing.warnings.count(WarningKind::texture_missing), 1u);
  const std::vector<std::byte> picture(3, std::byte{1});
  ASSERT_TRUE(write_file_atomically(path("tex/face.png"), picture));
  ASSERT_TRUE(write_file_atomically((folder_ / "secret.png").string(), picture));
  const Model m = model("D17_pmx_texture_backslash_case_dotdot.pmx");
  EXPECT_EQ(m.mesh.textures[0].bytes, picture);
  EXPECT_TRUE(m.mesh.textures[1].bytes.empty());
}

TEST_F(Cases, D18To20OddSections) {
  EXPECT_TRUE(document_of(path("D18_pmx21_empty_softbody.pmx")).soft_bodies.empty());
  const Model m = model("D19_pmx_rigid_bone_minus1_zero_size.pmx");
  ASSERT_EQ(m.bodies.size(), 1u);
  EXPECT_FALSE(is_set(m.bodies[0].bone));
  EXPECT_GE(m.warnings.count(WarningKind::bad_value), 1u);
  const auto negative = load_model(path("D20_pmx_count_negative.pmx"));
  ASSERT_FALSE(negative);
  EXPECT_EQ(negative.error().code, Code::malformed);
}

TEST_F(Cases, D34AndD35Archives) {
  const auto slip = open_file(path("D34_zip_slip.zip"), {".pmx"});
  ASSERT_TRUE(slip) << to_text(slip.error());
  EXPECT_EQ(slip->source->names(), (std::vector<std::string>{"ok/model.pmx"}));
  EXPECT_EQ(slip->source->warnings().count(WarningKind::entry_refused), 1u);
  const auto japanese = open_file(path("D35_zip_cp932_names.zip"), {".pmx"});
  ASSERT_TRUE(japanese);
  EXPECT_EQ(japanese->name, "初音ミク式_1.pmx");
}

}  // namespace
}  // namespace odori
