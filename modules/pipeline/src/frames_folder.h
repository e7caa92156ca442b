// <out>/frames: one PNG a picture, and a note of what they were drawn with.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "odori/base/picture.h"
#include "odori/cache/claims.h"
#include "odori/pipeline/build.h"
#include "render_key.h"

namespace odori {

std::string picture_name(std::int64_t picture);  // "000123.png"

// What the frames in a folder were drawn with; nothing where there is no note.
std::optional<FrameSettings> read_settings(const std::string& folder);

// Claims may be asked for on one thread while pictures are published on another.
class FramesFolder {
 public:
  // Ready for frames of these settings. Frames of others are renamed away with their folder, and
  // come back when the settings do. Errors: denied (another process draws with the others now), io.
  static Result<FramesFolder> open(const std::string& folder, const FrameSettings& settings,
                                   const BuildTalk& talk);

  bool finished(std::int64_t picture) const { return claims_->finished(picture); }
  Result<ClaimState> claim(std::int64_t picture);
  void release(std::int64_t picture);
  // Puts the claimed picture in its place and releases it. Errors: io, and denied where the folder
  // has been given to other settings meanwhile.
  Result<void> publish(std::int64_t picture, const Picture& pixels);

 private:
  FramesFolder(std::string folder, std::string key, FrameClaims claims);

  std::string folder_, key_;
  std::unique_ptr<std::mutex> mutex_;
  std::unique_ptr<FrameClaims> claims_;
};

}  // namespace odori
