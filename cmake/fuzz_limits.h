// How much memory a fuzz target may hold while it reads a file and makes one of it again.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// A target whose format packs its content (ZIP, pictures) defines it as true and is not measured.
extern const bool odori_fuzz_packed __attribute__((weak));
}

namespace odori::fuzz {

constexpr std::size_t kTimes = 8;
// For names, maps and messages, which even the smallest file needs.
constexpr std::size_t kAllowance = std::size_t{64} << 10;

constexpr std::size_t most_memory(std::size_t file) { return kAllowance + kTimes * file; }
inline bool is_packed() { return &odori_fuzz_packed && odori_fuzz_packed; }

}  // namespace odori::fuzz
