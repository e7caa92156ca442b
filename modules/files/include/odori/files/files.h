// What lies on disk. The only room, beside the apps, that opens files for the core; paths are
// UTF-8.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/warning.h"

namespace odori {

inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{2} << 30;

// Errors: not_found, denied, io, too_large; the error names the file.
Result<std::vector<std::byte>> read_file(const std::string& path,
                                         std::uint64_t max_bytes = kMaxFileBytes);

// Temporary file beside it, flushed, renamed into place: never half a file at `path`. Makes missing
// folders.
Result<void> write_file_atomically(const std::string& path, Bytes data);

// For files that are written bit by bit: a name beside `path` that no other process uses; rename it
// into place when it is whole. Takes away what processes that were killed have left there.
std::string part_beside(const std::string& path);

// What a person can do about an errno; may be empty.
std::string_view advice_for(int system_error);

// A place that holds named files: a folder, or an archive. Archive entries that leave the archive's
// root, links, and bombs (beyond the limits below) are refused and listed in warnings().
class FileSource {
 public:
  virtual ~FileSource() = default;
  virtual const std::vector<std::string>& names()
      const = 0;  // relative, '/' between folders, sorted
  // The name that equals `path` but for case; null when there is none.
  virtual const std::string* find(const std::string& path) const = 0;
  virtual Result<std::vector<std::byte>> read(const std::string& name) const = 0;
  virtual const Warnings& warnings() const = 0;
};

struct ArchiveLimits {
  std::uint64_t entries = 20'000, entry_bytes = std::uint64_t{1} << 30,
                total_bytes = std::uint64_t{2} << 30;
  std::uint64_t ratio = 300;  // unpacked to packed, for entries above 1 MiB
};

// A file with the place it lies in: "models/x/x.pmx" -> its folder; "models/x" -> the one model (or
// motion) in that folder; "x.zip" -> the archive and the one in it; "x.zip!/a/x.pmx" -> that entry.
// Archive names that are not UTF-8 are read as cp932, or GBK where that explains them better.
struct OpenedFile {
  std::shared_ptr<const FileSource> source;
  std::string name;  // within the source
  std::vector<std::byte> bytes;
  std::string path{};  // of the file itself: "models/x/x.pmx", "x.zip!/a/x.pmx"
};

// `wanted`: the file name endings that count when an archive or a folder must choose (".pmx", ...),
// the dearest first: the others count only where it has no such file. Several that fit are an error
// that lists them. Errors: as read_file, malformed (archive), denied, io (such a folder).
Result<OpenedFile> open_file(const std::string& path, const std::vector<std::string>& wanted,
                             const ArchiveLimits& limits = {});

// An archive in memory. Errors: malformed.
Result<std::shared_ptr<const FileSource>> open_archive(std::vector<std::byte> bytes,
                                                       const ArchiveLimits& limits = {});

// How a path inside a file is found: from the folder of `from`, both slashes, case ignored, never
// outside the source. Errors: not_found, denied.
Result<std::string> resolve_inside(const FileSource& source, const std::string& from,
                                   const std::string& path);

}  // namespace odori
