#include "inspect_file.h"

#include <algorithm>
#include <filesystem>

#include "inspect_facts.h"
#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/files/files.h"
#include "talk.h"

namespace odori::cli {
namespace {

// Endings of models and of motions: what archives are looked through for.
std::array<std::vector<std::string>, 2> both_kinds() { return {model_endings(), motion_endings()}; }

Result<Inspected> inspect_opened(const std::string& path, const OpenedFile& opened) {
  auto loaded = load_opened(path, opened);
  if (!loaded) return tl::unexpected(loaded.error());
  return inspect_loaded(std::move(*loaded), opened.bytes);
}

// The archive, and after it the model and the motion in it that the other verbs would take.
Result<std::vector<Inspected>> inspect_archive(const std::string& file,
                                               std::vector<std::byte> bytes) {
  const auto source = open_archive(std::move(bytes));
  if (!source) return fail_in(file, source.error());
  Inspected archive{file, "archive", {}, {}, {}, {}, {}};
  add_fact(archive, "files", (*source)->names().size());
  const std::string into = file + "!/";
  std::size_t shown = 0;
  for (const std::vector<std::string>& endings : both_kinds())
    for (const std::string& name : (*source)->names()) {
      const bool wanted = std::any_of(endings.begin(), endings.end(),
                                      [&](const auto& ending) { return ends_with(name, ending); });
      if (wanted && !name.starts_with("__MACOSX/") && shown++ < 50)
        add_fact(archive, "holds", into + name);
    }
  add_warnings(archive, (*source)->warnings());
  std::vector<Inspected> all;
  all.push_back(std::move(archive));
  for (const std::vector<std::string>& endings : both_kinds()) {
    const auto opened = open_file(file, endings);
    if (!opened && (opened.error().code == Code::usage || opened.error().code == Code::not_found))
      continue;  // several, or none
    if (!opened) return tl::unexpected(opened.error());
    auto seen = inspect_opened(opened->path, *opened);
    if (!seen) return tl::unexpected(seen.error());
    const auto same = [&](const Inspected& other) { return other.file == seen->file; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(*seen));
  }
  return all;
}

struct Unread {
  std::string_view mark;  // the first bytes, or the name's ending
  const char *what, *hint;
};
constexpr const char* kAnew = "the file is damaged or of another kind; get it again";
constexpr const char* kZip = "unpack it, or pack it anew as ZIP";
constexpr Unread kByContent[] = {
    {"Rar!", "a RAR archive, which is not read", kZip},
    {"7z\xbc\xaf", "a 7z archive, which is not read", kZip},
};
constexpr Unread kByName[] = {
    {".zip", "no ZIP archive, whatever its name says", kAnew},
    {".lzh", "an LZH archive, which is not read", kZip},
    {".toml", "a project or settings", "odori config FILE shows what it says"},
};

// What no picture or song is called, or begins with.
bool is_known_by_name(const std::string& file, Bytes bytes) {
  return format_named(file) ||
         std::any_of(std::begin(kByContent), std::end(kByContent),
                     [&](const Unread& row) { return begins_with(bytes, row.mark); }) ||
         std::any_of(std::begin(kByName), std::end(kByName),
                     [&](const Unread& row) { return ends_with(file, row.mark); });
}

}  // namespace

Error unread(const std::string& file, Bytes bytes) {
  for (const Unread& row : kByContent)
    if (begins_with(bytes, row.mark))
      return Error{Code::unsupported, row.what, Error::kNoOffset, row.hint, file};
  for (const Unread& row : kByName)
    if (ends_with(file, row.mark))
      return Error{Code::malformed, row.what, Error::kNoOffset, row.hint, file};
  if (const Format* named = format_named(file))
    return Error{Code::malformed,
                 "no " + std::string(named->name) + " " + std::string(named->what) +
                     ", whatever its name says",
                 Error::kNoOffset, kAnew, file};
  std::string read;
  for (const Format& format : formats()) read += std::string(format.name) + ", ";
  return Error{Code::unsupported, "nothing that Odori reads", Error::kNoOffset,
               "it reads " + read + "ZIP, pictures and songs", file};
}

bool may_be_media(const std::string& file, const Error& error) {
  return error.code == Code::unsupported && error.file == file && !is_known_by_name(file, {});
}

Result<std::vector<Inspected>> inspect_file(const std::string& file, MediaReader media) {
  std::vector<std::string> endings;
  for (const std::vector<std::string>& kind : both_kinds())
    endings.insert(endings.end(), kind.begin(), kind.end());
  endings.emplace_back(".zip");  // is looked into below
  auto opened = open_file(file, endings);
  if (!opened) return tl::unexpected(opened.error());
  std::vector<std::byte>& bytes = opened->bytes;
  if (bytes.empty())
    return fail_in(file,
                   Error{Code::truncated, "the file is empty", Error::kNoOffset, "get it again"});
  if (begins_with(bytes, "PK\x03\x04") || begins_with(bytes, "PK\x05\x06"))
    return inspect_archive(file, std::move(bytes));
  auto seen = format_of(bytes)                          ? inspect_opened(file, *opened)
              : media && !is_known_by_name(file, bytes) ? media(file, bytes)
                                                        : tl::unexpected(unread(file, bytes));
  if (!seen) return tl::unexpected(seen.error());
  std::vector<Inspected> all;
  all.push_back(std::move(*seen));
  return all;
}

}  // namespace odori::cli
