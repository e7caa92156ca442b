// Files that tests and benchmarks of several rooms read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace odori::testing_files {

namespace fs = std::filesystem;
using File = std::pair<std::string, std::vector<std::byte>>;  // path, content

inline std::vector<std::byte> bytes_of(const fs::path& path) {
  std::vector<std::byte> data(fs::file_size(path));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
  return data;
}

// All files below the folder, sorted; none where there is no such folder.
inline std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> found;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

#ifdef ODORI_SOURCE_DIR
// The shared test data with one of the endings, in the folder that the environment names as
// ODORI_SHARED, else the one beside the source tree. Empty where there is none.
inline std::vector<fs::path> shared_data(const std::vector<std::string_view>& endings) {
  const char* given = std::getenv("ODORI_SHARED");
  std::vector<fs::path> found = files_below(fs::path(given ? given : ODORI_SHARED_DIR) / "data");
  std::erase_if(found, [&](const fs::path& path) {
    const std::string ending = path.extension().string();
    return std::find(endings.begin(), endings.end(), ending) == endings.end();
  });
  return found;
}
#endif

// The files that the environment names in ODORI_BENCH_FILES, parted by ':'.
inline std::vector<File> bench_files() {
  std::vector<File> files;
  const char* given = std::getenv("ODORI_BENCH_FILES");
  const std::string list = given ? given : "";
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(':', at), list.size());
    const std::string path = list.substr(at, end - at);
    at = end + 1;
    if (fs::is_regular_file(path)) files.emplace_back(path, bytes_of(path));
  }
  return files;
}

}  // namespace odori::testing_files
