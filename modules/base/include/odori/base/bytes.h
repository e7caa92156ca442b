// Reading and writing little-endian binary formats.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "odori/base/result.h"

namespace odori {

static_assert(std::endian::native == std::endian::little);

using Bytes = std::span<const std::byte>;

// Whether the mark that tells a format stands first.
inline bool begins_with(Bytes data, std::string_view mark) {
  return data.size() >= mark.size() &&
         (mark.empty() || std::memcmp(data.data(), mark.data(), mark.size()) == 0);
}

// Latches the first failure: after it every read gives zeros and count() gives 0, so that decoding
// reads like the format's description and is checked once, at the end.
class ByteReader {
 public:
  explicit ByteReader(Bytes data) : data_(data) {}

  bool ok() const { return ok_; }
  std::size_t offset() const { return at_; }
  std::size_t remaining() const { return data_.size() - at_; }
  // The first failure. Only to be asked when !ok().
  const Error& error() const { return error_; }

  template <class T>
  requires std::is_trivially_copyable_v<T> T read() {
    T value{};
    if (const std::byte* p = take(sizeof(T))) std::memcpy(&value, p, sizeof(T));
    return value;
  }

  // A span into the data; empty after a failure.
  Bytes bytes(std::size_t n) {
    const std::byte* p = take(n);
    return p ? Bytes(p, n) : Bytes();
  }

  void skip(std::size_t n) { (void)take(n); }

  // A uint32 count of records of at least `record_bytes` each: fails when the data cannot hold
  // them.
  std::size_t count(std::size_t record_bytes);
  // The same for a signed 32-bit count; a negative one fails.
  std::size_t signed_count(std::size_t record_bytes);

  // Names what is read from here on; stands in the error's text.
  void section(const char* name) { section_ = name; }
  void fail(Code code, std::string what);

 private:
  const std::byte* take(std::size_t n) {
    if (n > remaining() || !ok_) {
      if (ok_) fail_truncated(n);
      return nullptr;
    }
    const std::byte* p = data_.data() + at_;
    at_ += n;
    return p;
  }
  void fail_truncated(std::size_t wanted);

  Bytes data_;
  std::size_t at_ = 0;
  bool ok_ = true;
  const char* section_ = "file";
  Error error_;
};

class ByteWriter {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void write(const T& value) {
    const auto bits = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    data_.insert(data_.end(), bits.begin(), bits.end());
  }
  void bytes(Bytes data) { data_.insert(data_.end(), data.begin(), data.end()); }
  void reserve(std::size_t n) { data_.reserve(n); }
  std::size_t size() const { return data_.size(); }
  std::vector<std::byte> take() { return std::move(data_); }

 private:
  std::vector<std::byte> data_;
};

}  // namespace odori
