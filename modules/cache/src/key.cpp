#include <bit>

#include "odori/cache/cache.h"

namespace odori {
namespace {

void add_part(Sha256& hash, char kind, std::string_view label, Bytes content) {
  hash.update_value(kind);
  hash.update_value(static_cast<std::uint64_t>(label.size()));
  hash.update(label);
  hash.update_value(static_cast<std::uint64_t>(content.size()));
  hash.update(content);
}

}  // namespace

CacheKey& CacheKey::add(std::string_view label, std::string_view text) {
  add_part(hash_, 't', label, std::as_bytes(std::span(text)));
  return *this;
}

CacheKey& CacheKey::add(std::string_view label, Bytes content) {
  add_part(hash_, 'b', label, content);
  return *this;
}

CacheKey& CacheKey::add(std::string_view label, double value) {
  add_part(hash_, 'n', label, std::as_bytes(std::span(&value, 1)));
  return *this;
}

std::string CacheKey::hex() const {
  Sha256 copy = hash_;
  return to_hex(copy.finish()).substr(0, 16);
}

}  // namespace odori
