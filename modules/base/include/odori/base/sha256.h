// SHA-256 (FIPS 180-4), streaming.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "odori/base/bytes.h"

namespace odori {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  void update(Bytes data);
  void update(std::string_view text) { update(std::as_bytes(std::span(text))); }
  template <class T>
  requires std::is_arithmetic_v<T>
  void update_value(T value) { update(std::as_bytes(std::span(&value, 1))); }
  Digest finish();

 private:
  void block(const std::uint8_t* data);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> buffer_{};
  std::size_t used_ = 0;
  std::uint64_t length_ = 0;
};

std::string to_hex(const Sha256::Digest& digest);
std::string sha256_hex(Bytes data);

}  // namespace odori
