// Models of the shared data, where that folder exists.
#include "odori/convert/mmd.h"
#include "same_model.h"
#include "test_files.h"

namespace odori {
namespace {

using same_model::again;
using same_model::expect_same;
using same_model::imported;

TEST(ExportPmx, RealModelsComeBack) {
  std::size_t read = 0;
  for (const auto& path : testing_files::shared_data({".pmx", ".pmd"})) {
    SCOPED_TRACE(path.string());
    const auto bytes = testing_files::bytes_of(path);
    Model model;
    if (path.extension() == ".pmx") {
      const auto document = io::decode_pmx(bytes);
      if (!document || document->bones.empty()) continue;
      model = imported(*document);
    } else {
      const auto document = io::decode_pmd(bytes);
      if (!document || document->bones.empty()) continue;
      auto made = import_pmd(*document);
      ASSERT_TRUE(made);
      model = std::move(*made);
    }
    expect_same(model, again(model));
    ++read;
  }
  if (read == 0) GTEST_SKIP() << "no shared data";
}

}  // namespace
}  // namespace odori
