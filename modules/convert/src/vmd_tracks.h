// Numbers for 15-byte names, in order of first appearance.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace odori {

// Open addressing over the name's bytes before the NUL, held as two 64-bit words. Keys of one bone
// mostly stand together in a file, so the last answer is tried first. The numbers depend on the
// order of the calls alone.
class NameTable {
 public:
  std::uint32_t intern(const std::array<std::uint8_t, 15>& name) {
    Key key = key_of(name);
    if (last_ < keys_.size() && keys_[last_] == key) return last_;
    if (keys_.size() * 2 >= slots_.size()) grow();
    std::size_t at = hash(key) & (slots_.size() - 1);
    while (slots_[at] != kFree && !(keys_[slots_[at]] == key)) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] == kFree) {
      slots_[at] = static_cast<std::uint32_t>(keys_.size());
      keys_.push_back(key);
    }
    return last_ = slots_[at];
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Key {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

  // Zeros everything from the first zero byte on; gives whether there was one.
  static bool cut_at_nul(std::uint64_t& word) {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    const std::uint64_t zeros = (word - kOnes) & ~word & (kOnes << 7);
    if (zeros == 0) return false;
    word &= (zeros & (~zeros + 1)) - 1;  // the lowest mark is exact, those above it may not be
    return true;
  }
  static Key key_of(const std::array<std::uint8_t, 15>& name) {
    Key key;
    std::memcpy(&key.low, name.data(), 8);
    std::memcpy(&key.high, name.data() + 8, 7);
    if (cut_at_nul(key.low)) {
      key.high = 0;
    } else {
      cut_at_nul(key.high);
    }
    return key;
  }
  static std::size_t hash(Key key) {
    std::uint64_t h = key.low * 0x9E3779B97F4A7C15u ^ (key.high * 0xC2B2AE3D27D4EB4Fu);
    h ^= h >> 29;
    return static_cast<std::size_t>(h * 0x9E3779B97F4A7C15u >> 17);
  }
  void grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, kFree);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      std::size_t at = hash(keys_[i]) & (slots_.size() - 1);
      while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = i;
    }
  }

  std::vector<Key> keys_;
  std::vector<std::uint32_t> slots_;
  std::uint32_t last_ = 0;
};

}  // namespace odori
