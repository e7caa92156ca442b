// Layout: PKWARE APPNOTE 6.3, stored entries only.
#include "odori/cache/npz.h"

#include <zlib.h>

#include <algorithm>

#include "npy.h"
#include "odori/base/assert.h"

namespace odori {
namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22;
constexpr std::uint16_t kVersion = 20, kUtf8 = 0x0800;
constexpr std::uint16_t kDate = 0x0021;  // 1 January 1980: the same arrays, the same bytes
constexpr std::string_view kEnding = ".npy";

struct Entry {
  std::string name;  // with its ending
  std::uint16_t flags = 0, method = 0;
  std::uint32_t crc = 0, packed = 0, size = 0, offset = 0;
};

std::uint32_t checksum(Bytes data) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()));
}

// What the local header and the directory share, from the flags on.
void write_common(const Entry& e, ByteWriter& out) {
  out.write(e.flags);
  out.write(e.method);
  out.write(std::uint16_t{0});
  out.write(kDate);
  out.write(e.crc);
  out.write(e.packed);
  out.write(e.size);
  out.write(static_cast<std::uint16_t>(e.name.size()));
  out.write(std::uint16_t{0});
}

void write_local(const Entry& e, Bytes content, ByteWriter& out) {
  out.write(kLocal);
  out.write(kVersion);
  write_common(e, out);
  out.bytes(std::as_bytes(std::span(e.name)));
  out.bytes(content);
}

void write_central(const Entry& e, ByteWriter& out) {
  out.write(kCentral);
  out.write(kVersion);
  out.write(kVersion);
  write_common(e, out);
  out.write(std::uint16_t{0});  // comment
  out.write(std::uint16_t{0});  // disk
  out.write(std::uint16_t{0});  // attributes
  out.write(std::uint32_t{0});
  out.write(e.offset);
  out.bytes(std::as_bytes(std::span(e.name)));
}

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Directory {
  std::size_t entries = 0, bytes = 0, offset = 0;
};

// The end record is the last thing in the file; a comment behind it is not expected.
Result<Directory> read_end(Bytes data) {
  const auto not_zip = [] { return fail(Code::malformed, "no zip directory at the end"); };
  if (data.size() < kEndBytes) return fail(Code::truncated, "too short for an .npz", data.size());
  ByteReader in(data.last(kEndBytes));
  if (in.read<std::uint32_t>() != kEnd) return not_zip();
  const auto disk = in.read<std::uint16_t>(), first_disk = in.read<std::uint16_t>(),
             here = in.read<std::uint16_t>(), all = in.read<std::uint16_t>();
  Directory out{all, in.read<std::uint32_t>(), in.read<std::uint32_t>()};
  const auto comment = in.read<std::uint16_t>();
  const std::size_t before = data.size() - kEndBytes;
  if (disk != 0 || first_disk != 0 || here != all || comment != 0) return not_zip();
  if (out.offset > before || out.bytes != before - out.offset) {
    return fail(Code::malformed, "the zip directory does not fit the file");
  }
  return out;
}

Entry read_central(ByteReader& in) {
  Entry e;
  const std::size_t at = in.offset();
  if (in.read<std::uint32_t>() != kCentral && in.ok()) {
    in.fail(Code::malformed, "zip directory entry at " + std::to_string(at) + " is damaged");
  }
  in.skip(4);
  e.flags = in.read<std::uint16_t>();
  e.method = in.read<std::uint16_t>();
  in.skip(4);
  e.crc = in.read<std::uint32_t>();
  e.packed = in.read<std::uint32_t>();
  e.size = in.read<std::uint32_t>();
  const auto name = in.read<std::uint16_t>(), extra = in.read<std::uint16_t>(),
             comment = in.read<std::uint16_t>();
  in.skip(8);
  e.offset = in.read<std::uint32_t>();
  e.name = text_of(in.bytes(name));
  in.skip(std::size_t{extra} + comment);
  return e;
}

// The content of an entry, checked against its checksum.
Result<Bytes> read_content(Bytes data, const Entry& e) {
  const auto damaged = [&](const char* what) {
    return fail(Code::malformed, "array \"" + e.name + "\" " + what, e.offset);
  };
  if (e.method != 0 || (e.flags & 1)) {
    return fail(Code::unsupported, "array \"" + e.name + "\" is packed or locked", e.offset,
                "write it with numpy.savez, not savez_compressed");
  }
  if (e.packed != e.size || e.offset > data.size()) return damaged("does not fit the file");
  ByteReader in(data.subspan(e.offset));
  in.section("array");
  if (in.read<std::uint32_t>() != kLocal && in.ok()) return damaged("is not where it should be");
  in.skip(22);
  const auto name = in.read<std::uint16_t>(), extra = in.read<std::uint16_t>();
  const Bytes name_here = in.bytes(name);
  in.skip(extra);
  const Bytes content = in.bytes(e.size);
  if (!in.ok()) return tl::unexpected(in.error());
  if (text_of(name_here) != e.name) return damaged("has another name in the directory");
  if (checksum(content) != e.crc) return damaged("is damaged: its checksum does not fit");
  return content;
}

}  // namespace

std::vector<std::byte> encode_npz(std::span<const NpyArray> arrays) {
  ODORI_ASSERT(arrays.size() <= 65535);
  std::size_t total = kEndBytes;
  for (const NpyArray& a : arrays) {
    total += npy_bytes(a) + kLocalBytes + kCentralBytes + 2 * (a.name.size() + kEnding.size());
  }
  ODORI_ASSERT(total < 0xFFFFFFFFu);
  ByteWriter out, directory;
  out.reserve(total);
  for (const NpyArray& a : arrays) {
    ByteWriter content;
    content.reserve(npy_bytes(a));
    write_npy(a, content);
    const auto bytes = content.take();
    Entry e{a.name + std::string(kEnding)};
    ODORI_ASSERT(e.name.size() <= 65535);
    const bool ascii = std::all_of(e.name.begin(), e.name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 128; });
    e.flags = ascii ? std::uint16_t{0} : kUtf8;
    e.crc = checksum(bytes);
    e.packed = e.size = static_cast<std::uint32_t>(bytes.size());
    e.offset = static_cast<std::uint32_t>(out.size());
    write_local(e, bytes, out);
    write_central(e, directory);
  }
  const auto offset = static_cast<std::uint32_t>(out.size());
  const auto list = directory.take();
  out.bytes(list);
  out.write(kEnd);
  out.write(std::uint32_t{0});
  out.write(static_cast<std::uint16_t>(arrays.size()));
  out.write(static_cast<std::uint16_t>(arrays.size()));
  out.write(static_cast<std::uint32_t>(list.size()));
  out.write(offset);
  out.write(std::uint16_t{0});
  return out.take();
}

Result<std::vector<NpyArray>> decode_npz(Bytes data) {
  const auto directory = read_end(data);
  if (!directory) return tl::unexpected(directory.error());
  ByteReader in(data.subspan(directory->offset, directory->bytes));
  in.section("zip directory");
  std::vector<NpyArray> out;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < directory->entries; ++i) {
    const Entry entry = read_central(in);
    if (!in.ok()) return tl::unexpected(in.error());
    auto content = read_content(data, entry);
    if (!content) return tl::unexpected(content.error());
    // Entries that share bytes would let a small file fill the memory.
    taken += content->size();
    if (taken > data.size()) return fail(Code::malformed, "arrays lie on top of each other");
    std::string name = entry.name;
    if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    auto array = read_npy(std::move(name), *content);
    if (!array) return tl::unexpected(array.error());
    out.push_back(std::move(*array));
  }
  if (in.remaining() > 0) return fail(Code::malformed, "more in the zip directory than it counts");
  return out;
}

}  // namespace odori
