// Biovision Hierarchy: a skeleton and its motion as text, in the file's own axes and units.
// Layout: M. Meredith, S. Maddock, "Motion Capture File Formats Explained", 2001; what real files
// do beyond it stands in docs/formats.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/warning.h"
#include "odori/math/vec.h"

namespace odori::io {

enum class BvhChannel : std::uint8_t {
  x_position,
  y_position,
  z_position,
  x_rotation,
  y_rotation,
  z_rotation
};

struct BvhJoint {
  std::string name;          // the whole rest of its line
  std::int32_t parent = -1;  // an earlier joint; -1: a root
  Vec3 offset;               // from the parent
  // In the file's order: rotations act in it from the left, R = R1 R2 R3. Degrees.
  std::vector<BvhChannel> channels;
  std::optional<Vec3> end_site;  // where the last bone of a limb ends, from this joint
};

struct BvhDocument {
  std::vector<BvhJoint> joints;  // parents first
  double frame_time = 1.0 / 30;  // seconds, > 0
  std::size_t channels = 0;      // of all joints: values of one frame
  std::vector<float> values;     // frame by frame, in the order of the joints and their channels
  Warnings warnings;

  std::size_t frames() const { return channels > 0 ? values.size() / channels : 0; }
};

// Keywords in any case; a number of frames that does not fit the rows gives way to the rows.
// Errors, with their line: malformed, truncated (no motion), not_finite, too_large (beyond 10,000
// joints). Memory stays within 6x the data.
Result<BvhDocument> decode_bvh(Bytes data);

// decode_bvh(encode_bvh(x)) == x for what decode_bvh gives. Errors: usage (joints
// that are not in the order of a walk through the tree, values that do not fill whole frames, a
// time that is not above 0).
Result<std::string> encode_bvh(const BvhDocument& document);

bool looks_like_bvh(Bytes data);

}  // namespace odori::io
