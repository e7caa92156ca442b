#include "names.h"

#include <algorithm>

#include "odori/files/files.h"

namespace odori {

bool clean_path(std::string_view path, std::string& out) {
  std::vector<std::string_view> parts;
  out.clear();
  if (path.find('\0') != std::string_view::npos) return false;
  if (!path.empty() && (path[0] == '/' || path[0] == '\\')) return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find_first_of("/\\", at), path.size());
    const std::string_view part = path.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return false;
      parts.pop_back();
      continue;
    }
    // "C:", and "C:x" too.
    if (parts.empty() && part.size() >= 2 && part[1] == ':') return false;
    parts.push_back(part);
  }
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '/';
    out += part;
  }
  return true;
}

std::string fold_case(std::string_view path) {
  std::string out(path);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] >= 'A' && out[i] <= 'Z') out[i] = static_cast<char>(out[i] - 'A' + 'a');
    // U+FF21..U+FF3A is EF BC A1..BA; the small letters follow at EF BD 81..9A.
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(out[k]); };
    if (i + 2 < out.size() && byte(i) == 0xEF && byte(i + 1) == 0xBC && byte(i + 2) >= 0xA1 &&
        byte(i + 2) <= 0xBA) {
      out[i + 1] = static_cast<char>(0xBD);
      out[i + 2] = static_cast<char>(byte(i + 2) - 0x20);
    }
  }
  return out;
}

void NameIndex::build(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names_ = std::move(names);
  for (std::size_t i = 0; i < names_.size(); ++i) folded_.emplace(fold_case(names_[i]), i);
}

const std::string* NameIndex::find(const std::string& path) const {
  const auto it = folded_.find(fold_case(path));
  return it == folded_.end() ? nullptr : &names_[it->second];
}

bool ends_with_one_of(std::string_view name, const std::vector<std::string>& endings) {
  const std::string folded = fold_case(name);
  return std::any_of(endings.begin(), endings.end(),
                     [&](const std::string& e) { return folded.ends_with(fold_case(e)); });
}

std::string_view folder_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

Result<std::string> resolve_inside(const FileSource& source, const std::string& from,
                                   const std::string& path) {
  std::string wanted(folder_of(from));
  std::string check = path;
  std::replace(check.begin(), check.end(), '\\', '/');
  const bool absolute =
      (!check.empty() && check[0] == '/') || (check.size() >= 2 && check[1] == ':');
  if (!wanted.empty()) wanted += '/';
  wanted += check;
  std::string clean;
  if (absolute || !clean_path(wanted, clean)) {
    return fail(Code::denied, "the path \"" + path + "\" leaves its folder", Error::kNoOffset,
                "put the file beside the model");
  }
  const auto& names = source.names();
  if (std::binary_search(names.begin(), names.end(), clean)) return clean;
  const std::string* found = source.find(clean);
  if (!found) return fail(Code::not_found, "there is no file \"" + path + "\"");
  return *found;
}

}  // namespace odori
