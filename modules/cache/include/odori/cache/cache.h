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

namespace odori {

// A key grows by everything a result depends on: content, never time stamps.
class CacheKey {
 public:
  explicit CacheKey(std::string_view stage) { add("stage", stage); }
  CacheKey& add(std::string_view label, std::string_view text);
  CacheKey& add(std::string_view label, Bytes content);
  CacheKey& add(std::string_view label, double value);
  std::string hex() const;  // 16 digits

 private:
  Sha256 hash_;
};

// Named blobs.
class BlobStore {
 public:
  virtual ~BlobStore() = default;
  virtual std::optional<std::vector<std::byte>> get(const std::string& name) const = 0;
  virtual Result<void> put(const std::string& name, Bytes data) = 0;
};

std::unique_ptr<BlobStore> make_folder_store(const std::string& folder);
std::unique_ptr<BlobStore> make_memory_store();

}  // namespace odori
