// Numbers for 15-byte names, in order of first appearance.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <map>

namespace odori {

// Keyed by the name's bytes before the NUL, held as two 64-bit words. Keys of one bone mostly stand
// together in a file, so the last answer is tried first. A tree, since a file made to hurt could
// make every name of a hash table fall into one slot.
class NameTable {
 public:
  std::uint32_t intern(const std::array<std::uint8_t, 15>& name) {
    const Key key = key_of(name);
    if (key == last_key_ && !numbers_.empty()) return last_;
    last_key_ = key;
    last_ = numbers_.emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
    return last_;
  }

 private:
  struct Key {
    std::uint64_t low = 0, high = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
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

  std::map<Key, std::uint32_t> numbers_;
  Key last_key_;
  std::uint32_t last_ = 0;
};

}  // namespace odori
