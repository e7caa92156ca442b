#include <algorithm>
#include <filesystem>
#include <mutex>

#include "names.h"
#include "sources.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

// A model's folder holds hundreds of files; a home folder with a model in it must not cost minutes.
constexpr std::size_t kMostNames = 50'000;
constexpr int kDeepest = 12;

class Folder : public FileSource {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  // Listed when first asked: a motion needs no neighbours.
  const std::vector<std::string>& names() const override {
    std::call_once(once_, [this] { list(); });
    return index_.names();
  }
  const std::string* find(const std::string& path) const override {
    (void)names();
    return index_.find(path);
  }
  Result<std::vector<std::byte>> read(const std::string& name) const override {
    std::string clean;
    if (!clean_path(name, clean) || clean.empty()) {
      return fail(Code::denied, "the path \"" + name + "\" leaves its folder");
    }
    const std::string path = path_.empty() ? clean : path_ + "/" + clean;
    if (!stays_inside(path))
      return fail(Code::denied, "\"" + name + "\" is a link that leaves its folder",
                  Error::kNoOffset, "put the file itself there");
    return read_file(path);
  }
  const Warnings& warnings() const override {
    (void)names();
    return warnings_;
  }

 private:
  // Links may stand for files of the same folder, never for others: a folder may have come with
  // them from anywhere. What cannot be followed is left to whoever opens it.
  bool stays_inside(const std::string& path) const {
    std::error_code ec;
    const fs::path root = fs::canonical(path_.empty() ? "." : path_, ec);
    if (ec) return true;
    const fs::path target = fs::canonical(path, ec);
    if (ec) return true;
    return std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first ==
           root.end();
  }

  // Does not follow links to folders, so that there are no circles.
  void list() const {
    std::vector<std::string> found;
    std::error_code ec;
    const fs::path root = path_.empty() ? fs::path(".") : fs::path(path_);
    fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, ec);
    for (; !ec && it != fs::recursive_directory_iterator(); it.increment(ec)) {
      if (found.size() >= kMostNames) {
        warnings_.add(WarningKind::entry_refused, found.size(), "too many files beside the model");
        break;
      }
      if (it.depth() >= kDeepest) it.disable_recursion_pending();
      std::error_code ignored;
      if (it->is_regular_file(ignored)) {
        found.push_back(it->path().lexically_relative(root).generic_string());
      }
    }
    index_.build(std::move(found));
  }

  std::string path_;
  mutable std::once_flag once_;
  mutable NameIndex index_;
  mutable Warnings warnings_;
};

}  // namespace

std::shared_ptr<const FileSource> folder_source(std::string path) {
  return std::make_shared<Folder>(std::move(path));
}

}  // namespace odori
