#include "odori/base/bytes.h"

namespace odori {

std::size_t ByteReader::count(std::size_t record_bytes) {
  const std::size_t at = at_;
  const auto n = read<std::uint32_t>();
  if (!ok_) return 0;
  if (n > remaining() / (record_bytes ? record_bytes : 1)) {
    at_ = at;
    fail(Code::too_large, std::string(section_) + ": a count of " + std::to_string(n) + " where " +
                              std::to_string(remaining() - sizeof n) + " bytes are left");
    return 0;
  }
  return n;
}

std::size_t ByteReader::signed_count(std::size_t record_bytes) {
  const std::size_t at = at_;
  const std::size_t n = count(record_bytes);
  if (ok_ && n > 0x7fffffffu) {
    at_ = at;
    fail(Code::malformed, std::string(section_) + ": a negative count");
    return 0;
  }
  return n;
}

void ByteReader::fail(Code code, std::string what) {
  if (!ok_) return;
  ok_ = false;
  error_ = Error{code, std::move(what), at_, {}, {}};
}

void ByteReader::fail_truncated(std::size_t wanted) {
  fail(Code::truncated, std::string(section_) + ": the file ends early (" + std::to_string(wanted) +
                            " bytes wanted, " + std::to_string(remaining()) + " left)");
  error_.hint = "the file is cut short; get it again";
}

}  // namespace odori
