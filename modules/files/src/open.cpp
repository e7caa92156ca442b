#include <sys/stat.h>

#include <algorithm>

#include "names.h"
#include "odori/base/text.h"
#include "sources.h"

namespace odori {
namespace {

constexpr std::string_view kInto = "!/";
constexpr std::size_t kShown = 12;  // names of files, in a message

bool is_folder(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

// The names with the first wanted ending that any name has.
std::vector<std::string> fitting_names(const FileSource& source,
                                       const std::vector<std::string>& wanted) {
  std::vector<std::string> fitting;
  for (std::size_t i = 0; i < wanted.size() && fitting.empty(); ++i) {
    for (const std::string& name : source.names()) {
      // What the system of an Apple machine adds to archives is no model.
      const bool added = name.starts_with("__MACOSX/");
      if (!added && ends_with_one_of(name, {wanted[i]})) fitting.push_back(name);
    }
  }
  return fitting;
}

Result<std::string> choose(const FileSource& source, const std::string& archive,
                           const std::vector<std::string>& wanted) {
  const std::vector<std::string> fitting = fitting_names(source, wanted);
  if (fitting.size() == 1) return fitting[0];
  if (fitting.empty()) {
    std::string what = "the archive holds no " + listed(wanted, "or") + " file";
    if (!source.warnings().empty()) what += "; " + to_text(source.warnings().list()[0]);
    return fail(Code::not_found, std::move(what));
  }
  return fail(Code::usage,
              "the archive holds " + std::to_string(fitting.size()) +
                  " files that fit: " + listed(fitting, kShown),
              Error::kNoOffset, "name the one: " + archive + std::string(kInto) + fitting[0]);
}

Result<OpenedFile> open_in_archive(const std::string& archive, const std::string& entry,
                                   const std::vector<std::string>& wanted,
                                   const ArchiveLimits& limits) {
  auto source = archive_source(archive, limits);
  if (!source) return fail_in(archive, source.error());
  OpenedFile out{*source, {}, {}, {}};
  auto name =
      entry.empty() ? choose(**source, archive, wanted) : resolve_inside(**source, {}, entry);
  if (!name) return fail_in(archive, name.error());
  out.name = *name;
  out.path = archive + std::string(kInto) + out.name;
  auto bytes = out.source->read(out.name);
  if (!bytes) {
    Error error = bytes.error();
    error.file = out.path;
    return tl::unexpected(std::move(error));
  }
  out.bytes = std::move(*bytes);
  return out;
}

// The path of the one file in a folder that fits.
Result<std::string> choose_in_folder(std::string path, std::vector<std::string> wanted) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  std::erase(wanted, ".zip");  // is no model before it is looked into
  const auto folder = folder_source(path);
  std::vector<std::string> fitting = fitting_names(*folder, wanted);
  const bool one = fitting.size() == 1;
  if (fitting.empty()) fitting = fitting_names(*folder, {".zip"});
  for (std::string& name : fitting) name.insert(0, path == "/" ? path : path + "/");
  if (one) return fitting[0];
  std::string hint = fitting.empty() ? "there is no " + listed(wanted, "or") + " file in it"
                     : fitting.size() == 1
                         ? "give the file in it: " + fitting[0]
                         : "give one of the files in it: " + listed(fitting, kShown);
  return fail_in(path, Error{Code::io, "it is a folder", Error::kNoOffset, std::move(hint), {}});
}

}  // namespace

Result<OpenedFile> open_file(const std::string& path, const std::vector<std::string>& wanted,
                             const ArchiveLimits& limits) {
  if (is_folder(path)) {
    const auto chosen = choose_in_folder(path, wanted);
    return chosen ? open_file(*chosen, wanted, limits) : tl::unexpected(chosen.error());
  }
  for (std::size_t at = path.find(kInto); at != std::string::npos; at = path.find(kInto, at + 1)) {
    const std::string archive = path.substr(0, at);
    if (is_file(archive)) return open_in_archive(archive, path.substr(at + 2), wanted, limits);
  }
  const bool zip = ends_with_one_of(path, {".zip"}) && !ends_with_one_of(".zip", wanted);
  if (zip && is_file(path)) return open_in_archive(path, {}, wanted, limits);
  auto bytes = read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::size_t slash = path.rfind('/');
  OpenedFile out;
  const std::string folder = slash == std::string::npos ? std::string()
                             : slash == 0               ? std::string("/")
                                                        : path.substr(0, slash);
  out.source = folder_source(folder);
  out.name = slash == std::string::npos ? path : path.substr(slash + 1);
  out.bytes = std::move(*bytes);
  out.path = path;
  return out;
}

}  // namespace odori
