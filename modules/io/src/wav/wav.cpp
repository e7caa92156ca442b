#include "odori/io/wav.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace odori::io {
namespace {

constexpr std::uint32_t four(const char (&tag)[5]) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<std::uint8_t>(tag[i]);
  return value;
}

constexpr std::uint16_t kPcm = 1, kFloat = 3, kExtensible = 0xFFFE;

struct Format {
  std::uint16_t tag = 0, channels = 0, block = 0, bits = 0;
  std::uint32_t rate = 0;
};

Format read_format(ByteReader& in) {
  Format f;
  f.tag = in.read<std::uint16_t>();
  f.channels = in.read<std::uint16_t>();
  f.rate = in.read<std::uint32_t>();
  in.skip(4);  // bytes a second
  f.block = in.read<std::uint16_t>();
  f.bits = in.read<std::uint16_t>();
  if (f.tag == kExtensible && in.ok()) {
    in.skip(8);  // size of the extension, valid bits, speakers
    f.tag = in.read<std::uint16_t>();
  }
  return f;
}

Result<void> check(const Format& f) {
  const bool pcm = f.tag == kPcm && (f.bits == 8 || f.bits == 16 || f.bits == 24 || f.bits == 32);
  const bool floating = f.tag == kFloat && (f.bits == 32 || f.bits == 64);
  if (!pcm && !floating) {
    return fail(Code::unsupported,
                "WAVE format " + std::to_string(f.tag) + " with " + std::to_string(f.bits) +
                    " bits is not plain sound",
                Error::kNoOffset, "convert it: ffmpeg -i in.wav -c:a pcm_s16le out.wav");
  }
  if (f.channels == 0 || f.rate == 0 || f.block != f.channels * (f.bits / 8)) {
    return fail(Code::malformed, "WAVE format: " + std::to_string(f.channels) + " channels of " +
                                     std::to_string(f.bits) + " bits at " + std::to_string(f.rate) +
                                     " Hz in blocks of " + std::to_string(f.block) + " bytes");
  }
  return {};
}

float sample(ByteReader& in, const Format& f) {
  if (f.tag == kFloat) {
    return f.bits == 32 ? in.read<float>() : static_cast<float>(in.read<double>());
  }
  switch (f.bits) {
    case 8:
      return static_cast<float>(in.read<std::uint8_t>() - 128) / 128.0f;
    case 16:
      return static_cast<float>(in.read<std::int16_t>()) / 32768.0f;
    case 24: {
      const auto low = in.read<std::uint16_t>();
      const auto high = in.read<std::int8_t>();
      return static_cast<float>(high * 65536 + low) / 8388608.0f;
    }
    default:
      return static_cast<float>(in.read<std::int32_t>()) / 2147483648.0f;
  }
}

Result<WavDocument> read_data(Bytes data, std::size_t at, const Format& f) {
  WavDocument out;
  out.sample_rate = f.rate;
  out.channels = f.channels;
  out.samples.resize(data.size() / f.block * f.channels);
  ByteReader in(data);
  for (std::size_t i = 0; i < out.samples.size(); ++i) {
    out.samples[i] = sample(in, f);
    if (!std::isfinite(out.samples[i])) {
      return fail(Code::not_finite, "sample " + std::to_string(i) + " is not a finite number",
                  at + i * (f.bits / 8));
    }
  }
  return out;
}

}  // namespace

bool looks_like_wav(Bytes data) {
  ByteReader in(data);
  const auto riff = in.read<std::uint32_t>();
  in.skip(4);
  return riff == four("RIFF") && in.read<std::uint32_t>() == four("WAVE");
}

Result<WavDocument> decode_wav(Bytes data) {
  if (!looks_like_wav(data)) {
    return fail(Code::malformed, "a WAVE file begins with RIFF....WAVE; this one does not", 0);
  }
  ByteReader in(data);
  in.section("header");
  in.skip(12);
  Format format;
  bool known = false;
  while (in.ok() && in.remaining() >= 8) {
    in.section("chunk");
    const auto tag = in.read<std::uint32_t>();
    const std::size_t length = in.read<std::uint32_t>();
    const std::size_t here = in.offset(), held = std::min(length, in.remaining());
    if (tag == four("data")) {
      if (!known) return fail(Code::malformed, "the sound comes before its format", here);
      return read_data(in.bytes(held), here, format);
    }
    if (tag == four("fmt ")) {
      ByteReader chunk(in.bytes(held));
      chunk.section("format");
      format = read_format(chunk);
      if (!chunk.ok()) return tl::unexpected(chunk.error());
      if (auto sound = check(format); !sound) return tl::unexpected(sound.error());
      known = true;
    } else {
      in.skip(held);
    }
    if (length % 2 == 1 && in.remaining() > 0) in.skip(1);
  }
  return fail(Code::truncated, "the file ends before its sound", data.size(),
              "the file is cut short; get it again");
}

Result<std::vector<std::byte>> encode_wav(const WavDocument& document) {
  const std::size_t n = document.samples.size();
  if (document.channels == 0 || document.channels > 0x7FFF || document.sample_rate == 0 ||
      n % document.channels != 0) {
    return fail(Code::usage, std::to_string(n) + " samples do not make whole frames of " +
                                 std::to_string(document.channels) + " channels");
  }
  if (n > (std::numeric_limits<std::uint32_t>::max() - 36) / 2) {
    return fail(Code::too_large, "a WAVE file holds at most 4 GiB");
  }
  const auto bytes = static_cast<std::uint32_t>(n * 2);
  const auto block = static_cast<std::uint16_t>(document.channels * 2);
  ByteWriter out;
  out.reserve(44 + bytes);
  out.write(four("RIFF"));
  out.write(std::uint32_t{36 + bytes});
  out.write(four("WAVE"));
  out.write(four("fmt "));
  out.write(std::uint32_t{16});
  out.write(kPcm);
  out.write(document.channels);
  out.write(document.sample_rate);
  out.write(std::uint32_t{document.sample_rate * block});
  out.write(block);
  out.write(std::uint16_t{16});
  out.write(four("data"));
  out.write(bytes);
  for (std::size_t i = 0; i < n; ++i) {
    const float v = document.samples[i];
    if (!std::isfinite(v)) {
      return fail(Code::not_finite, "sample " + std::to_string(i) + " is not a finite number");
    }
    const float scaled = std::floor(std::clamp(v, -1.0f, 1.0f) * 32768.0f + 0.5f);
    out.write(static_cast<std::int16_t>(std::min(scaled, 32767.0f)));
  }
  return out.take();
}

}  // namespace odori::io
