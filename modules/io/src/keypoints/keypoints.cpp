#include "odori/io/keypoints.h"

#include <algorithm>
#include <cmath>

#include "json/json_scan.h"
#include "json/ndjson.h"

namespace odori::io {
namespace {

constexpr double kMostFrame = 9007199254740992;  // beyond it a double skips numbers

class KeypointReader {
 public:
  // `before`: frames of the file that came before those in `out`.
  KeypointReader(JsonScanner& in, KeypointDocument& out, std::uint64_t before = 0)
      : in_(in), out_(out), before_(before) {}

  // A frame, a document of frames, or an array of frames.
  void value() {
    if (in_.peek() == '[') {
      in_.elements([&] { frame(); });
      return;
    }
    KeypointFrame made;
    bool has_frames = false, has_points = false;
    Given given;
    in_.members([&](std::string_view key) {
      if (key == "frames") {
        has_frames = true;
        in_.elements([&] { frame(); });
      } else if (key == "fps") {
        fps();
      } else if (key == "schema" || key == "format") {
        schema();
      } else {
        has_points |= member(key, made, given);
      }
    });
    if (!has_frames && !has_points)
      in_.fail(Code::malformed, "an object with neither points nor frames");
    if (!has_frames) add(std::move(made), given);
  }

 private:
  struct Given {
    bool frame = false, time = false;
  };

  void frame() {
    KeypointFrame made;
    Given given;
    bool has_points = false;
    in_.members([&](std::string_view key) { has_points |= member(key, made, given); });
    if (!has_points) in_.fail(Code::malformed, "a frame without points");
    add(std::move(made), given);
  }

  void add(KeypointFrame&& made, Given given) {
    if (!in_.ok()) return;
    if (!given.frame) made.frame = static_cast<std::int64_t>(before_ + out_.frames.size());
    if (!given.time) made.time_ms = static_cast<double>(made.frame) * 1000 / out_.fps;
    out_.frames.push_back(std::move(made));
  }

  // Whether it was the points.
  bool member(std::string_view key, KeypointFrame& made, Given& given) {
    if (key == "frame") {
      const double value = in_.number();
      if (value < 0 || value > kMostFrame || value != std::floor(value))
        in_.fail(Code::malformed, "a frame number that is not whole");
      else
        made.frame = static_cast<std::int64_t>(value);
      given.frame = true;
    } else if (key == "timeMs") {
      made.time_ms = in_.number();
      given.time = true;
    } else if (key == "points" || key == "pose") {
      list(made.points, kBodyPoints, "points", [&](auto& point) { keypoint(point); });
      return true;
    } else if (key == "angles") {
      list(made.angles, kJointAngles, "angles", [&](auto& angle) {
        if (!in_.take_null()) angle = static_cast<float>(in_.number());
      });
    } else {
      in_.skip();
    }
    return false;
  }

  template <class Item, class Read>
  void list(std::vector<Item>& items, std::size_t count, const char* what, Read read) {
    items.clear();
    if (in_.take_null()) return;
    items.reserve(count);
    std::size_t found = 0;
    in_.elements([&] {
      if (++found > count) {
        in_.fail(Code::malformed, std::string("more than ") + std::to_string(count) + " " + what);
        return;
      }
      read(items.emplace_back());
    });
    if (found != count)
      in_.fail(Code::malformed,
               std::to_string(found) + " " + what + " instead of " + std::to_string(count));
  }

  void keypoint(std::optional<Keypoint>& out) {
    if (in_.take_null()) return;
    Keypoint p;
    in_.expect('[');
    p.x = static_cast<float>(in_.number());
    in_.expect(',');
    p.y = static_cast<float>(in_.number());
    in_.expect(',');
    p.z = static_cast<float>(in_.number());
    in_.expect(',');
    p.confidence = static_cast<float>(in_.number());
    in_.expect(']');
    if (p == Keypoint{}) {
      out_.warnings.add(WarningKind::bad_value, out_.frames.size(),
                        "a point of nothing but zeros, read as missing");
      return;
    }
    out = p;
  }

  void fps() {
    const double value = in_.number();
    if (value > 0) {
      out_.fps = value;
    } else {
      in_.fail(Code::malformed, "a frame rate that is not above zero");
    }
  }

  void schema() {
    const std::string name = in_.text();
    if (name.rfind("mediapipe33@0.", 0) != 0)
      out_.warnings.add(WarningKind::version_unknown, 0, name);
  }

  JsonScanner& in_;
  KeypointDocument& out_;
  std::uint64_t before_;
};

// Names the frame, or the line, in which something is wrong.
tl::unexpected<Error> fail_at(Error error, const char* what, std::uint64_t number) {
  error.what = std::string(what) + " " + std::to_string(number) + ": " + error.what;
  return tl::unexpected<Error>(std::move(error));
}

bool is_finite(const Keypoint& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) &&
         std::isfinite(p.confidence);
}

tl::unexpected<Error> usage(const KeypointFrame& frame, const char* what) {
  return odori::fail(Code::usage, "frame " + std::to_string(frame.frame) + ": " + what);
}

// A frame without a line's end.
Result<void> write_frame(const KeypointFrame& frame, std::string& out) {
  if ((!frame.points.empty() && frame.points.size() != kBodyPoints) ||
      (!frame.angles.empty() && frame.angles.size() != kJointAngles))
    return usage(frame, "another number of points or angles than a body has");
  if (frame.frame < 0 || !std::isfinite(frame.time_ms)) return usage(frame, "no time");
  for (const auto& p : frame.points)
    if (p && !is_finite(*p)) return usage(frame, "a point that is not finite");
  for (const auto& a : frame.angles)
    if (a && !std::isfinite(*a)) return usage(frame, "an angle that is not finite");
  constexpr std::size_t kNumbers = 2 + 4 * kBodyPoints + kJointAngles;
  TextRoom room(out, kNumbers * (TextRoom::kMostNumber + 2) + 100);
  room.put("{\"frame\":");
  room.number(frame.frame);
  room.put(",\"timeMs\":");
  room.number(frame.time_ms);
  room.put(",\"points\":");
  if (frame.points.empty()) room.put("null");
  for (std::size_t i = 0; i < frame.points.size(); ++i) {
    room.put(i == 0 ? '[' : ',');
    const auto& p = frame.points[i];
    if (!p) {
      room.put("null");
      continue;
    }
    room.put('[');
    room.number(p->x);
    room.put(',');
    room.number(p->y);
    room.put(',');
    room.number(p->z);
    room.put(',');
    room.number(p->confidence);
    room.put(']');
  }
  room.put(frame.points.empty() ? ",\"angles\":" : "],\"angles\":");
  if (frame.angles.empty()) room.put("null");
  for (std::size_t i = 0; i < frame.angles.size(); ++i) {
    room.put(i == 0 ? '[' : ',');
    if (frame.angles[i]) {
      room.number(*frame.angles[i]);
    } else {
      room.put("null");
    }
  }
  room.put(frame.angles.empty() ? "}" : "]}");
  room.finish();
  return {};
}

std::string_view text_of(Bytes data) {
  std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  return text;
}

}  // namespace

Result<KeypointDocument> decode_keypoints(Bytes data) {
  KeypointDocument out;
  const std::string_view text = text_of(data);
  // No frame is shorter than {"points":null}, and each ends with a brace: room is asked for once.
  const auto braces = static_cast<std::size_t>(std::count(text.begin(), text.end(), '}'));
  out.frames.reserve(std::min(braces, text.size() / 15));
  JsonScanner in(text, data.size() - text.size());
  KeypointReader reader(in, out);
  do {
    reader.value();
  } while (in.ok() && !in.at_end());
  if (!in.ok()) return fail_at(in.error(), "frame", out.frames.size());
  return out;
}

Result<void> encode_keypoint_line(const KeypointFrame& frame, std::string& out) {
  if (auto done = write_frame(frame, out); !done) return done;
  out += '\n';
  return {};
}

Result<std::string> encode_keypoints_ndjson(const std::vector<KeypointFrame>& frames) {
  std::string out;
  for (const KeypointFrame& frame : frames)
    if (auto done = encode_keypoint_line(frame, out); !done) return tl::unexpected(done.error());
  return out;
}

Result<std::string> encode_keypoints_json(const KeypointDocument& document) {
  if (!(document.fps > 0) || !std::isfinite(document.fps))
    return odori::fail(Code::usage, "a frame rate that is not above zero");
  std::string out = "{\"schema\":\"mediapipe33@0.1.0\",\"fps\":";
  TextRoom room(out, TextRoom::kMostNumber);
  room.number(document.fps);
  room.finish();
  out += ",\"frames\":[";
  for (std::size_t i = 0; i < document.frames.size(); ++i) {
    if (i > 0) out += ',';
    if (auto done = write_frame(document.frames[i], out); !done)
      return tl::unexpected(done.error());
  }
  return out + "]}\n";
}

bool looks_like_keypoints(Bytes data) {
  constexpr std::size_t kLook = 4096;
  const std::string_view text = text_of(data).substr(0, kLook);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
  return text.find("\"points\":") != std::string_view::npos ||
         text.find("mediapipe33@") != std::string_view::npos;
}

struct KeypointStream::State {
  LineJoiner lines;
  KeypointDocument document;  // the frames of the line being read
  std::uint64_t frames = 0;
  std::optional<Error> failed;

  auto reader(std::vector<KeypointFrame>& out) {
    return [this, &out](std::string_view line, std::uint64_t offset) -> Result<void> {
      JsonScanner in(line, offset);
      document.frames.clear();
      KeypointReader(in, document, frames).value();
      if (in.ok() && !in.at_end()) in.fail(Code::malformed, "more than one object");
      if (!in.ok()) return fail_at(in.error(), "line", lines.line());
      frames += document.frames.size();
      for (KeypointFrame& frame : document.frames) out.push_back(std::move(frame));
      return {};
    };
  }
  Result<void> keep(Result<void> done) {
    if (!done) failed = done.error();
    return done;
  }
};

KeypointStream::KeypointStream() : state_(std::make_unique<State>()) {}
KeypointStream::~KeypointStream() = default;

Result<void> KeypointStream::feed(Bytes chunk, std::vector<KeypointFrame>& frames) {
  if (state_->failed) return tl::unexpected(*state_->failed);
  return state_->keep(state_->lines.feed(chunk, state_->reader(frames)));
}

Result<void> KeypointStream::finish(std::vector<KeypointFrame>& frames) {
  if (state_->failed) return tl::unexpected(*state_->failed);
  return state_->keep(state_->lines.finish(state_->reader(frames)));
}

}  // namespace odori::io
