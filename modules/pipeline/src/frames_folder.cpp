#include "frames_folder.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "odori/base/number_text.h"
#include "odori/files/files.h"
#include "odori/io/image.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNote = "drawn-with.txt";

std::string note_text(const FrameSettings& settings) {
  return "What the frames beside this file were drawn with. Odori sets frames of other settings "
         "aside and never mixes them.\ncontent " +
         settings.content + "\nwidth " + std::to_string(settings.width) + "\nheight " +
         std::to_string(settings.height) + "\npreset " + std::string(preset_name(settings.preset)) +
         "\nfps " + to_text(settings.fps) + "\n";
}

bool is_frame(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 4 && name.ends_with(".png") &&
         name.find_first_not_of("-0123456789") == name.size() - 4;
}

bool has_frames(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (is_frame(it->path())) return true;
  return false;
}

// A claim whose owner is alive: the path of its file. Stale ones are cleared on the way.
Result<std::optional<std::string>> live_claim(const std::string& folder) {
  std::vector<std::pair<std::int64_t, std::string>> claimed;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path path = it->path();
    if (path.extension() != ".claim") continue;
    if (const auto number = parse_number(path.stem().string()))
      claimed.emplace_back(static_cast<std::int64_t>(*number), path.string());
  }
  if (claimed.empty()) return std::optional<std::string>();
  auto claims = FrameClaims::open(folder);
  if (!claims) return tl::unexpected(claims.error());
  for (const auto& [frame, path] : claimed) {
    const auto state = claims->claim(frame);
    if (!state) return tl::unexpected(state.error());
    if (*state == ClaimState::taken) return std::optional<std::string>(path);
    if (*state == ClaimState::mine) (void)claims->release(frame);
  }
  return std::optional<std::string>();
}

// " (5 such folders lie there, 312 MB in all)", where there are several.
std::string all_set_aside(const std::string& folder) {
  const std::string begin = fs::path(folder).filename().string() + "-";
  std::size_t folders = 0;
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(folder).parent_path(), error), end; !error && it != end;
       it.increment(error)) {
    if (!it->path().filename().string().starts_with(begin) || !has_frames(it->path().string()))
      continue;
    ++folders;
    std::error_code inside;
    for (fs::directory_iterator file(it->path(), inside), last; !inside && file != last;
         file.increment(inside)) {
      std::error_code unknown;
      const std::uintmax_t size = file->file_size(unknown);
      if (!unknown) bytes += size;
    }
  }
  if (folders < 2) return {};
  return " (" + std::to_string(folders) + " such folders lie there, " +
         to_text(std::ceil(static_cast<double>(bytes) / 1e6)) + " MB in all)";
}

tl::unexpected<Error> cannot(const std::string& what, const std::string& folder,
                             const std::error_code& error) {
  return fail_in(folder, Error{Code::io, what + " (" + error.message() + ")", Error::kNoOffset,
                               std::string(advice_for(error.value()))});
}

}  // namespace

std::string picture_name(std::int64_t picture) {
  char name[48];
  std::snprintf(name, sizeof name, "%06lld.png", static_cast<long long>(picture));
  return name;
}

std::optional<FrameSettings> read_settings(const std::string& folder) {
  const auto bytes = read_file(folder + "/" + kNote, 1 << 16);
  if (!bytes) return std::nullopt;
  std::istringstream lines(
      std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
  FrameSettings settings;
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) continue;
    const std::string name = line.substr(0, space), value = line.substr(space + 1);
    const auto number = [&] { return parse_number(value).value_or(0); };
    if (name == "content") settings.content = value;
    if (name == "width") settings.width = static_cast<int>(number());
    if (name == "height") settings.height = static_cast<int>(number());
    if (name == "fps") settings.fps = number();
    for (const Preset preset : {Preset::preview, Preset::standard, Preset::final})
      if (name == "preset" && value == preset_name(preset)) settings.preset = preset;
  }
  return settings;
}

Result<FramesFolder> FramesFolder::open(const std::string& folder, const FrameSettings& settings,
                                        const BuildTalk& talk) {
  const std::string key = settings.key();
  std::error_code error;
  // Another process may do the same at the same time: whoever comes second finds it done.
  for (int attempt = 0; attempt < 10; ++attempt) {
    const auto there = read_settings(folder);
    if (there && there->key() == key) {
      auto claims = FrameClaims::open(folder);
      if (!claims) return tl::unexpected(claims.error());
      return FramesFolder(folder, key, std::move(*claims));
    }
    if (there || has_frames(folder)) {
      const auto claim = live_claim(folder);
      if (!claim) return tl::unexpected(claim.error());
      if (*claim)
        return fail_in(**claim,
                       Error{Code::denied, "another process draws this frame, with other settings",
                             Error::kNoOffset, "stop that one, or wait until it is done"});
      const std::string aside = folder + "-" + (there ? there->key() : std::string("unknown"));
      fs::rename(folder, aside, error);
      if (error) {
        if (there && fs::exists(aside) && !has_frames(folder)) {
          fs::remove(folder + "/" + kNote, error);
        } else if (attempt == 9) {
          return cannot("the frames of other settings cannot be set aside", folder, error);
        }
        continue;
      }
      if (talk.say && has_frames(aside))
        talk.say(std::string("frames of other settings are kept in ")
                     .append(aside)
                     .append(": delete it when you like")
                     .append(all_set_aside(folder)));
    }
    const std::string before = folder + "-" + key;
    if (fs::exists(before, error)) {
      fs::remove(folder, error);  // only ever an empty one
      fs::rename(before, folder, error);
      if (!error && talk.say && has_frames(folder))
        talk.say("frames that were drawn with these settings before are used again");
      continue;
    }
    const std::string note = note_text(settings);
    if (auto done = write_file_atomically(folder + "/" + kNote, std::as_bytes(std::span(note)));
        !done)
      return tl::unexpected(done.error());
  }
  return fail_in(folder, Error{Code::io, "the folder changes while it is looked at",
                               Error::kNoOffset, "is another Odori at work there? try again"});
}

FramesFolder::FramesFolder(std::string folder, std::string key, FrameClaims claims)
    : folder_(std::move(folder)),
      key_(std::move(key)),
      mutex_(std::make_unique<std::mutex>()),
      claims_(std::make_unique<FrameClaims>(std::move(claims))) {}

Result<ClaimState> FramesFolder::claim(std::int64_t picture) {
  const std::lock_guard lock(*mutex_);
  return claims_->claim(picture);
}

void FramesFolder::release(std::int64_t picture) {
  const std::lock_guard lock(*mutex_);
  (void)claims_->release(picture);  // a claim that cannot be given back goes stale by itself
}

Result<void> FramesFolder::publish(std::int64_t picture, const Picture& pixels) {
  const auto png = io::encode_png(pixels);
  if (!png) return tl::unexpected(png.error());
  const auto settings = read_settings(folder_);
  if (!settings || settings->key() != key_)
    return fail_in(folder_, Error{Code::denied, "the folder was given to other settings meanwhile",
                                  Error::kNoOffset, "start again"});
  const std::lock_guard lock(*mutex_);
  return claims_->finish(picture, *png);
}

}  // namespace odori
