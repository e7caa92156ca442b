#include <zip.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "names.h"
#include "odori/base/text.h"
#include "sources.h"

namespace odori {
namespace {

constexpr std::uint64_t kSmallEntry = std::uint64_t{1} << 20;

struct ZipCloser {
  void operator()(zip_t* z) const { zip_discard(z); }
};
using Zip = std::unique_ptr<zip_t, ZipCloser>;

std::string text_of(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

class Archive : public FileSource {
 public:
  Archive(Zip zip, std::vector<std::byte> held, const ArchiveLimits& limits)
      : held_(std::move(held)), zip_(std::move(zip)), limits_(limits) {
    list();
  }

  const std::vector<std::string>& names() const override { return names_.names(); }
  const std::string* find(const std::string& path) const override { return names_.find(path); }
  const Warnings& warnings() const override { return warnings_; }
  Result<std::vector<std::byte>> read(const std::string& name) const override;

 private:
  void list();
  void take_entry(zip_uint64_t index);
  void refuse(zip_uint64_t index, const std::string& name, const char* why) {
    warnings_.add(WarningKind::entry_refused, index, name + " (" + why + ")");
  }

  std::vector<std::byte> held_;  // the archive itself, when it came from memory
  Zip zip_;
  ArchiveLimits limits_;
  mutable std::mutex mutex_;  // a zip_t serves one reader at a time
  NameIndex names_;
  std::map<std::string, zip_uint64_t> index_;
  std::uint64_t total_ = 0;
  Warnings warnings_;
};

// UTF-8 where the entry is flagged so or its bytes are; else the code page that explains it best.
std::string entry_name(zip_t* zip, zip_uint64_t index) {
  const char* raw = zip_get_name(zip, index, ZIP_FL_ENC_RAW);
  if (!raw) return {};
  std::string bytes = raw;
  const Bytes view = std::as_bytes(std::span(bytes));
  const bool ascii = std::all_of(bytes.begin(), bytes.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii || is_valid_utf8(view)) return bytes;
  return decode(guess_encoding(view), view).text;
}

bool is_link(zip_t* zip, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0) return false;
  return system == ZIP_OPSYS_UNIX && (attributes >> 16 & 0170000u) == 0120000u;
}

void Archive::take_entry(zip_uint64_t index) {
  const std::string name = entry_name(zip_.get(), index);
  if (name.empty() || name.back() == '/' || name.back() == '\\') return;  // a folder
  zip_stat_t info;
  zip_stat_init(&info);
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (zip_stat_index(zip_.get(), index, 0, &info) != 0 || (info.valid & kNeeded) != kNeeded) {
    return refuse(index, name, "its size is not told");
  }
  std::string clean;
  if (!clean_path(name, clean) || clean.empty()) {
    return refuse(index, name, "it leaves the archive");
  }
  if (is_link(zip_.get(), index)) return refuse(index, name, "it is a link");
  if ((info.valid & ZIP_STAT_ENCRYPTION_METHOD) && info.encryption_method != ZIP_EM_NONE) {
    return refuse(index, name, "it is encrypted");
  }
  if (info.size > limits_.entry_bytes) return refuse(index, name, "it is too large");
  if (info.size > kSmallEntry && info.size / limits_.ratio > info.comp_size) {
    return refuse(index, name, "it unpacks to too much");
  }
  if (info.size > limits_.total_bytes - total_) {
    return refuse(index, name, "the archive unpacks to too much");
  }
  total_ += info.size;
  index_.emplace(clean, index);  // of two entries with one name the first counts
}

void Archive::list() {
  const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
  const auto n = static_cast<std::uint64_t>(std::max<zip_int64_t>(count, 0));
  for (std::uint64_t i = 0; i < std::min(n, limits_.entries); ++i) take_entry(i);
  if (n > limits_.entries) {
    refuse(limits_.entries, std::to_string(n) + " entries", "too many");
  }
  std::vector<std::string> names;
  for (const auto& [name, unused] : index_) names.push_back(name);
  names_.build(std::move(names));
}

Result<std::vector<std::byte>> Archive::read(const std::string& name) const {
  const auto it = index_.find(name);
  if (it == index_.end()) return fail(Code::not_found, "the archive has no \"" + name + "\"");
  const std::lock_guard lock(mutex_);
  zip_stat_t info;
  zip_stat_init(&info);
  if (zip_stat_index(zip_.get(), it->second, 0, &info) != 0) {
    return fail(Code::malformed, "a damaged archive entry");
  }
  struct FileCloser {
    void operator()(zip_file_t* f) const { zip_fclose(f); }
  };
  const std::unique_ptr<zip_file_t, FileCloser> file(zip_fopen_index(zip_.get(), it->second, 0));
  const auto damaged = [&](std::string why) {
    return fail_in(name, Error{Code::malformed,
                               std::move(why),
                               Error::kNoOffset,
                               "the archive is damaged; get it again",
                               {}});
  };
  if (!file) return damaged(std::string("it cannot be unpacked: ") + zip_strerror(zip_.get()));
  // Grown as data come: what the directory promises may be a lie.
  std::vector<std::byte> data;
  constexpr std::size_t kStep = std::size_t{1} << 20;
  for (std::size_t used = 0; used <= info.size;) {
    const std::size_t step = std::min<std::size_t>(kStep, info.size - used + 1);
    data.resize(used + step);
    const zip_int64_t n = zip_fread(file.get(), data.data() + used, step);
    if (n < 0)
      return damaged(std::string("it cannot be unpacked: ") +
                     zip_error_strerror(zip_file_get_error(file.get())));
    used += static_cast<std::size_t>(n);
    data.resize(used);
    if (n == 0) break;
  }
  if (data.size() != info.size) return damaged("it does not unpack to the size that it names");
  return data;
}

Result<std::shared_ptr<const FileSource>> open_source(zip_source_t* source,
                                                      std::vector<std::byte> held,
                                                      const ArchiveLimits& limits) {
  zip_error_t error;
  zip_error_init(&error);
  Zip zip(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!zip) {
    zip_source_free(source);
    return fail(Code::malformed, "not a zip archive that can be read: " + text_of(error));
  }
  return std::make_shared<const Archive>(std::move(zip), std::move(held), limits);
}

}  // namespace

Result<std::shared_ptr<const FileSource>> archive_source(const std::string& path,
                                                         const ArchiveLimits& limits) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_file_create(path.c_str(), 0, -1, &error);
  if (!source) return fail(Code::io, "it cannot be opened: " + text_of(error));
  return open_source(source, {}, limits);
}

Result<std::shared_ptr<const FileSource>> open_archive(std::vector<std::byte> bytes,
                                                       const ArchiveLimits& limits) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (!source) return fail(Code::io, "it cannot be opened: " + text_of(error));
  return open_source(source, std::move(bytes), limits);
}

}  // namespace odori
