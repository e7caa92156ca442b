#include <map>
#include <mutex>

#include "odori/cache/cache.h"
#include "odori/files/files.h"

namespace odori {
namespace {

// A name that stays in its folder, on every system.
bool is_plain(const std::string& name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos;
}

Result<void> check_name(const std::string& name) {
  if (is_plain(name)) return {};
  return fail(Code::usage, "\"" + name + "\" is no name for a stored result");
}

class FolderStore final : public BlobStore {
 public:
  explicit FolderStore(std::string folder) : folder_(std::move(folder)) {}

  std::optional<std::vector<std::byte>> get(const std::string& name) const override {
    if (!is_plain(name)) return std::nullopt;
    auto data = read_file(folder_ + "/" + name);
    if (!data) return std::nullopt;
    return std::move(*data);
  }

  Result<void> put(const std::string& name, Bytes data) override {
    if (auto ok = check_name(name); !ok) return ok;
    return write_file_atomically(folder_ + "/" + name, data);
  }

 private:
  std::string folder_;
};

class MemoryStore final : public BlobStore {
 public:
  std::optional<std::vector<std::byte>> get(const std::string& name) const override {
    const std::lock_guard lock(mutex_);
    const auto found = blobs_.find(name);
    if (found == blobs_.end()) return std::nullopt;
    return found->second;
  }

  Result<void> put(const std::string& name, Bytes data) override {
    if (auto ok = check_name(name); !ok) return ok;
    const std::lock_guard lock(mutex_);
    blobs_[name].assign(data.begin(), data.end());
    return {};
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::byte>> blobs_;
};

}  // namespace

std::unique_ptr<BlobStore> make_folder_store(const std::string& folder) {
  return std::make_unique<FolderStore>(folder);
}

std::unique_ptr<BlobStore> make_memory_store() { return std::make_unique<MemoryStore>(); }

Result<std::optional<std::vector<NpyArray>>> load_arrays(const BlobStore& store,
                                                         const std::string& name) {
  const auto data = store.get(name);
  if (!data) return std::optional<std::vector<NpyArray>>();
  auto arrays = decode_npz(*data);
  if (!arrays) {
    Error error = arrays.error();
    if (error.hint.empty()) error.hint = "it is made again";
    return fail_in(name, std::move(error));
  }
  return std::optional(std::move(*arrays));
}

Result<void> save_arrays(BlobStore& store, const std::string& name,
                         std::span<const NpyArray> arrays) {
  return store.put(name, encode_npz(arrays));
}

}  // namespace odori
