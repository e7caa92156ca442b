#include <gtest/gtest.h>

#include "odori/render/renderer.h"

namespace odori {
namespace {

TEST(RenderDevices, EveryListedDeviceHasAName) {
  for (const RenderDevice& device : list_render_devices()) {
    EXPECT_FALSE(device.name.empty());
    EXPECT_FALSE(device.version.empty());
  }
}

TEST(RenderDevices, TheRendererTakesTheFirstOfTheList) {
  const std::vector<RenderDevice> list = list_render_devices();
  auto renderer = make_gl_renderer();
  if (list.empty()) {
    ASSERT_FALSE(renderer.has_value());
    EXPECT_EQ(renderer.error().code, Code::not_found);
    EXPECT_NE(renderer.error().hint.find("package"), std::string::npos);
    GTEST_SKIP() << "no device to draw with: " << to_text(renderer.error());
  }
  ASSERT_TRUE(renderer.has_value()) << to_text(renderer.error());
  EXPECT_EQ((*renderer)->device().name, list[0].name);
}

}  // namespace
}  // namespace odori
