// Names of files inside a source: what is safe, and how they are compared.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace odori {

// '/' between folders, no "." and no empty parts; nothing when the path is absolute, has a drive, a
// NUL, or leaves its root by "..".
bool clean_path(std::string_view path, std::string& out);

// For comparing without case: ASCII and full-width letters in small ones.
std::string fold_case(std::string_view path);

// Names, sorted, and where each stands without its case: of two that differ in case only the first
// counts.
class NameIndex {
 public:
  void build(std::vector<std::string> names);
  const std::vector<std::string>& names() const { return names_; }
  const std::string* find(const std::string& path) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> folded_;
};

bool ends_with_one_of(std::string_view name, const std::vector<std::string>& endings);

// "a/b" of "a/b/c.pmx"; empty when there is no folder.
std::string_view folder_of(std::string_view name);

}  // namespace odori
