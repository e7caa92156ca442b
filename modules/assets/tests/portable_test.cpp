#include "odori/assets/portable.h"

#include <gtest/gtest.h>

#include "odori/assets/load.h"
#include "odori/io/image.h"

namespace odori {
namespace {

// One blue pixel as a BMP of 24 bits.
std::vector<std::byte> bmp() {
  const unsigned char header[58] = {'B', 'M', 58, 0, 0, 0, 0, 0, 0, 0,   54, 0, 0, 0,  40,
                                    0,   0,   0,  1, 0, 0, 0, 1, 0, 0,   0,  1, 0, 24, 0,
                                    0,   0,   0,  0, 4, 0, 0, 0, 0, 0,   0,  0, 0, 0,  0,
                                    0,   0,   0,  0, 0, 0, 0, 0, 0, 255, 0,  0, 0};
  std::vector<std::byte> out;
  for (const unsigned char c : header) out.push_back(std::byte{c});
  return out;
}

std::vector<std::byte> png(std::uint8_t alpha) {
  Picture p;
  p.width = p.height = 1;
  p.rgba = {9, 8, 7, alpha};
  p.has_alpha = true;
  return *io::encode_png(p);
}

TEST(PortableTextures, BecomePngWhereTheyMust) {
  Model model;
  const std::vector<std::byte> broken(40, std::byte{1}), cut = png(0);
  model.mesh.textures = {{"a.bmp", "a.bmp", bmp()},
                         {"whole.png", "whole.png", png(255)},
                         {"cut.png", "cut.png", cut},
                         {"broken", "broken", broken},
                         {"unused.bmp", "unused.bmp", bmp()}};
  for (int t = 0; t < 4; ++t) {
    Material m;
    m.texture = TextureIndex{t};
    model.mesh.materials.push_back(m);
  }
  make_textures_portable(model);
  const auto& textures = model.mesh.textures;
  EXPECT_EQ(textures[0].bytes[0], std::byte{0x89});
  const auto blue = decode_texture(textures[0]);
  ASSERT_TRUE(blue);
  EXPECT_EQ(blue->rgba, (std::vector<std::uint8_t>{0, 0, 255, 255}));
  EXPECT_EQ(textures[1].bytes[25], std::byte{2});  // no alpha channel any more
  EXPECT_EQ(textures[2].bytes, cut);
  EXPECT_EQ(textures[3].bytes, broken);
  EXPECT_EQ(textures[4].bytes, bmp());
}

}  // namespace
}  // namespace odori
