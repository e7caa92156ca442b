// Results that were slow to make, under names that carry a hash of all their inputs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/sha256.h"
#include "odori/cache/npz.h"

namespace odori {

// A key grows by everything a result depends on: content, never time stamps. Labels and lengths are
// hashed too, so that no two lists of inputs run together.
class CacheKey {
 public:
  explicit CacheKey(std::string_view stage) { add("stage", stage); }
  CacheKey& add(std::string_view label, std::string_view text);
  CacheKey& add(std::string_view label, const char* text) {
    return add(label, std::string_view(text));
  }
  CacheKey& add(std::string_view label, Bytes content);
  CacheKey& add(std::string_view label, double value);
  std::string hex() const;  // 16 digits

 private:
  Sha256 hash_;
};

// Named blobs. A name is one path component ("proxy_0123456789abcdef.npz").
class BlobStore {
 public:
  virtual ~BlobStore() = default;
  // Nothing: not there, or not readable.
  virtual std::optional<std::vector<std::byte>> get(const std::string& name) const = 0;
  // Replaces. Errors: usage (the name), io, denied.
  virtual Result<void> put(const std::string& name, Bytes data) = 0;
};

// Writes atomically; several processes may share the folder, which is made by the first put().
std::unique_ptr<BlobStore> make_folder_store(const std::string& folder);
// May be shared by threads.
std::unique_ptr<BlobStore> make_memory_store();

// Arrays kept as .npz. Nothing: not there. An error: there, but damaged, which is to be told to the
// user before the result is made again.
Result<std::optional<std::vector<NpyArray>>> load_arrays(const BlobStore& store,
                                                         const std::string& name);
Result<void> save_arrays(BlobStore& store, const std::string& name,
                         std::span<const NpyArray> arrays);

}  // namespace odori
