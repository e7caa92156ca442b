// RIFF WAVE: uncompressed sound.
#pragma once

#include <cstdint>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"

namespace odori::io {

struct WavDocument {
  std::uint32_t sample_rate = 48000;  // Hz
  std::uint16_t channels = 2;
  std::vector<float> samples;  // -1..1, interleaved: left, right, left, ...

  std::size_t frames() const { return channels ? samples.size() / channels : 0; }
};

// PCM of 8, 16, 24 or 32 bits and float of 32 or 64; other chunks are skipped. A data chunk longer
// than the file (a recording that was cut, a stream) is read as far as it goes.
// Errors: truncated, malformed, unsupported (a codec), not_finite.
Result<WavDocument> decode_wav(Bytes data);

// PCM of 16 bits; what is outside -1..1 is clamped. Gives back every sample of a decoded 16-bit
// file. Errors: usage (no channels, a part of a frame), not_finite, too_large (4 GiB).
Result<std::vector<std::byte>> encode_wav(const WavDocument& document);

bool looks_like_wav(Bytes data);

}  // namespace odori::io
