// The fuzzers' seeds and what they once found: each is read without harm, and what is taken comes
// back byte for byte.
#include <gtest/gtest.h>

#include "odori/io/bvh.h"
#include "odori/io/gltf.h"
#include "odori/io/keypoints.h"
#include "odori/io/landmarks.h"
#include "odori/io/pmd.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
#include "odori/io/vpd.h"
#include "odori/io/vrm.h"
#include "test_files.h"

namespace odori::io {
namespace {

template <class Check>
void replay(const char* target, Check check) {
  const auto seeds = testing_files::fuzz_seeds(target);
  EXPECT_FALSE(seeds.empty());
  for (const auto& [path, data] : seeds) check(data, path);
}

TEST(FuzzReplay, Vmd) {
  replay("vmd_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_vmd(data);
    if (document) {
      EXPECT_EQ(encode_vmd(*document), data) << path;
    }
  });
}

TEST(FuzzReplay, Pmd) {
  replay("pmd_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_pmd(data);
    if (!document) return;
    const auto again = encode_pmd(*document);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(*again, data) << path;
  });
}

TEST(FuzzReplay, Pmx) {
  replay("pmx_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_pmx(data);
    if (!document) return;
    const auto again = encode_pmx(*document);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(*again, data) << path;
  });
}

TEST(FuzzReplay, Bvh) {
  replay("bvh_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_bvh(data);
    if (!document) return;
    const auto text = encode_bvh(*document);
    ASSERT_TRUE(text) << path;
    const auto again = decode_bvh(std::as_bytes(std::span(*text)));
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(again->values, document->values) << path;
  });
}

TEST(FuzzReplay, Gltf) {
  replay("gltf_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_gltf(data);
    if (!document) return;
    const auto glb = encode_glb(*document);
    ASSERT_TRUE(glb) << path;
    const auto again = decode_gltf(*glb);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(encode_glb(*again), *glb) << path;
  });
}

TEST(FuzzReplay, Vpd) {
  replay("vpd_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_vpd(data);
    if (!document) return;
    const auto again = encode_vpd(*document);
    ASSERT_TRUE(again) << path;
    EXPECT_TRUE(decode_vpd(*again)) << path;
  });
}

TEST(FuzzReplay, Vrm) {
  replay("vrm_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto gltf = decode_gltf(data);
    if (!gltf || !is_vrm(*gltf)) return;
    const auto document = decode_vrm(*gltf);
    ASSERT_TRUE(document) << path << to_text(document.error());
    EXPECT_TRUE(looks_like_vrm(data)) << path;
  });
}

TEST(FuzzReplay, Vrma) {
  replay("vrma_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto gltf = decode_gltf(data);
    if (!gltf || !is_vrma(*gltf)) return;
    const auto document = decode_vrma(*gltf);
    ASSERT_TRUE(document) << path << to_text(document.error());
    EXPECT_TRUE(looks_like_vrma(data)) << path;
  });
}

TEST(FuzzReplay, Keypoints) {
  replay("keypoints_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_keypoints(data);
    if (!document) return;
    const auto text = encode_keypoints_json(*document);
    ASSERT_TRUE(text) << path;
    const auto again = decode_keypoints(std::as_bytes(std::span(*text)));
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(again->frames, document->frames) << path;
  });
}

TEST(FuzzReplay, Landmarks) {
  replay("landmarks_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto recording = decode_landmarks(data);
    if (!recording) return;
    const auto text = encode_landmarks(*recording);
    ASSERT_TRUE(text) << path;
    const auto again = decode_landmarks(std::as_bytes(std::span(*text)));
    ASSERT_TRUE(again) << path;
    EXPECT_TRUE(again->frames == recording->frames) << path;
  });
}

}  // namespace
}  // namespace odori::io
