// Vocaloid Pose Data: one pose as text, in the file's own axes and units.
// Layout: what MMD writes, and docs/formats.md.
#pragma once

#include <string>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/text.h"
#include "odori/base/warning.h"
#include "odori/math/quat.h"

namespace odori::io {

struct VpdBone {
  std::string name;
  Vec3 translation;
  Quat rotation;  // as the file has it
};

struct VpdMorph {  // not MMD's own: other programs write them
  std::string name;
  float weight = 0;
};

struct VpdDocument {
  std::string model_name;  // "Miku.osm"
  std::vector<VpdBone> bones;
  std::vector<VpdMorph> morphs;
  Encoding encoding = Encoding::cp932;
  bool crlf = true;  // lines end with CR LF
  Warnings warnings;
};

// Blocks may stand in any number, whatever the header says (told as a warning). Errors, with their
// line: malformed, truncated, not_finite. Memory stays within 6x the data.
Result<VpdDocument> decode_vpd(Bytes data);

// As MMD writes it, so that its files come back byte for byte. Errors: usage (a name that the
// encoding does not have; numbers that are not finite).
Result<std::vector<std::byte>> encode_vpd(const VpdDocument& document);

bool looks_like_vpd(Bytes data);

}  // namespace odori::io
