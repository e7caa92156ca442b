// Frames of one film shared out over processes and machines through a folder they all see:
// 000123.png is a finished frame, 000123.claim says who is at it.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "odori/base/bytes.h"
#include "odori/base/result.h"

namespace odori {

enum class ClaimState : std::uint8_t {
  mine,      // to be drawn by the caller, then finish() or release()
  finished,  // the picture is there
  taken,     // somebody else is at it; ask again later
};

struct ClaimOptions {
  // A claim whose process is gone is taken over at once when it was made on this machine. Whether a
  // process elsewhere still lives cannot be seen: its claim counts for this long.
  double foreign_seconds = 600;
};

// One process's view of the folder; not to be shared by threads. What is still claimed is released
// when it goes.
class FrameClaims {
 public:
  // Makes the folder. Errors: io, denied.
  static Result<FrameClaims> open(const std::string& folder, const ClaimOptions& options = {});
  ~FrameClaims();
  FrameClaims(FrameClaims&& other) noexcept;
  FrameClaims& operator=(FrameClaims&&) = delete;

  // Never waits for another process's frame. Errors: io, denied.
  Result<ClaimState> claim(std::int64_t frame);
  // Puts the picture in place, whole or not at all, and releases the claim. A finished frame that
  // is already there stays as it is. Errors: usage (not claimed), io, denied.
  Result<void> finish(std::int64_t frame, Bytes png);
  // Gives the frame back undrawn.
  Result<void> release(std::int64_t frame);

  bool finished(std::int64_t frame) const;
  std::string frame_path(std::int64_t frame) const;  // FOLDER/000123.png

 private:
  FrameClaims() = default;
  std::string claim_path(std::int64_t frame) const;
  Result<bool> take_over(std::int64_t frame);

  std::string folder_;
  std::string self_;  // what our claims say
  ClaimOptions options_;
  std::set<std::int64_t> held_;
};

}  // namespace odori
