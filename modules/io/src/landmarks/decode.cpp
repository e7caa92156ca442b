#include <algorithm>
#include <cmath>
#include <optional>

#include "json/json_scan.h"
#include "json/ndjson.h"
#include "landmarks/kinds.h"

namespace odori::io {
namespace {

using landmarks::kBlendshapes;
using landmarks::KindRow;
using landmarks::kKinds;

class LandmarkReader {
 public:
  // `before`: frames of the file that came before those in `out`.
  LandmarkReader(JsonScanner& in, LandmarkRecording& out, std::uint64_t before = 0)
      : in_(in), out_(out), before_(before) {}

  // A recording, a head, a frame, or an array of frames.
  void value() {
    if (in_.peek() == '[') {
      in_.elements([&] { frame(); });
      return;
    }
    Pending made;
    bool head = false;
    in_.members([&](std::string_view key) {
      if (key == "frames") {
        head = true;
        in_.elements([&] { frame(); });
      } else if (head_member(key)) {
        head = true;
      } else {
        member(key, made);
      }
    });
    if (made.sets) {
      add(made);
    } else if (!head) {
      in_.fail(Code::malformed, "an object with neither landmarks nor frames");
    }
  }

 private:
  struct Pending {
    LandmarkFrame frame;
    bool sets = false;  // one at least was named, be it null
    std::optional<double> number, seconds;
  };

  void frame() {
    Pending made;
    in_.members([&](std::string_view key) { member(key, made); });
    if (!made.sets) in_.fail(Code::malformed, "a frame that names no landmarks");
    add(made);
  }

  void add(Pending& made) {
    if (!in_.ok()) return;
    const double place = made.number.value_or(static_cast<double>(before_ + out_.frames.size()));
    made.frame.time = made.seconds.value_or(place / out_.fps);
    std::sort(made.frame.sets.begin(), made.frame.sets.end(),
              [](const LandmarkSet& a, const LandmarkSet& b) { return a.kind < b.kind; });
    out_.frames.push_back(std::move(made.frame));
  }

  bool head_member(std::string_view key) {
    const auto whole = [&](auto& to, double most) {
      const double value = in_.number();
      if (value < 0 || value > most || value != std::floor(value))
        in_.fail(Code::malformed, std::string(key) + ": a whole number expected");
      else
        to = static_cast<std::decay_t<decltype(to)>>(value);
    };
    if (key == "fps") {
      const double value = in_.number();
      if (value > 0) out_.fps = value;
      if (!(value > 0)) in_.fail(Code::malformed, "a frame rate that is not above zero");
    } else if (key == "width") {
      whole(out_.width, 1e6);
    } else if (key == "height") {
      whole(out_.height, 1e6);
    } else if (key == "firstFrame") {
      whole(out_.first_frame, 9007199254740992.0);
    } else if (key == "kind") {
      out_.kind = in_.text();
    } else if (key == "source") {
      out_.source = in_.text();
    } else if (key == "detector") {
      out_.detector = in_.text();
    } else {
      return false;
    }
    return true;
  }

  void member(std::string_view key, Pending& made) {
    for (const KindRow& row : kKinds) {
      if (std::find(row.names.begin(), row.names.end(), key) == row.names.end()) continue;
      made.sets = true;
      return set(row, made.frame.sets);
    }
    if (key == "time") {
      made.seconds = in_.number();
    } else if (key == "timeMs" || key == "timestampMs") {
      made.seconds = in_.number() / 1000;
    } else if (key == "frame") {
      made.number = in_.number();
    } else if (key == "blendshapes" || key == "faceBlendshapes") {
      made.sets = true;
      blendshapes(made.frame.blendshapes);
    } else {
      in_.skip();
    }
  }

  void set(const KindRow& row, std::vector<LandmarkSet>& sets) {
    if (in_.take_null()) return;
    LandmarkSet made;
    made.kind = row.kind;
    std::size_t place = 0;
    bool nested = false;
    in_.elements([&] {
      // A list of persons: the first counts.
      if (place++ == 0 && in_.peek() == '[') {
        nested = points_or_coordinates(row, made);
      } else if (nested) {
        in_.skip();
        out_.warnings.add(WarningKind::bad_value, out_.frames.size(), "a second person, left out");
      } else {
        point(row, made);
      }
    });
    if (!in_.ok() || made.points.empty()) return;
    if (made.points.size() != row.points && made.points.size() != row.fewer) {
      in_.fail(Code::malformed, std::string(row.names[0]) + ": " +
                                    std::to_string(made.points.size()) + " points instead of " +
                                    std::to_string(row.points));
      return;
    }
    if (!made.visibility.empty() && made.visibility.size() != made.points.size()) {
      in_.fail(Code::malformed, std::string(row.names[0]) + ": visibility for some points only");
      return;
    }
    const auto zero = [](Vec3 v) { return v == Vec3{}; };
    if (std::all_of(made.points.begin(), made.points.end(), zero)) {
      out_.warnings.add(WarningKind::bad_value, out_.frames.size(),
                        "landmarks of nothing but zeros, read as not seen");
      return;
    }
    for (LandmarkSet& old : sets)
      if (old.kind == made.kind) return void(old = std::move(made));
    sets.push_back(std::move(made));
  }

  // The first element of a set begins with a bracket: the coordinates of a point, or a list of
  // points. Whether it was the latter.
  bool points_or_coordinates(const KindRow& row, LandmarkSet& made) {
    in_.expect('[');
    const char next = in_.peek();
    if (next != '[' && next != '{' && next != ']') {
      coordinates(row, made);
      return false;
    }
    if (in_.take(']')) return true;
    do {
      point(row, made);
    } while (in_.ok() && in_.take(','));
    in_.expect(']');
    return true;
  }

  void point(const KindRow& row, LandmarkSet& made) {
    if (in_.peek() == '[') {
      in_.expect('[');
      coordinates(row, made);
      return;
    }
    Vec3 p;
    std::optional<float> seen;
    int axes = 0;
    in_.members([&](std::string_view key) {
      const auto axis = [&](float& to) {
        to = static_cast<float>(in_.number());
        ++axes;
      };
      if (key == "x") {
        axis(p.x);
      } else if (key == "y") {
        axis(p.y);
      } else if (key == "z") {
        axis(p.z);
      } else if (key == "visibility" && in_.peek() != 'n') {
        seen = static_cast<float>(in_.number());
      } else {
        in_.skip();
      }
    });
    if (axes != 3) in_.fail(Code::malformed, "a point without its three coordinates");
    add_point(row, p, seen, made);
  }

  // After the opening bracket.
  void coordinates(const KindRow& row, LandmarkSet& made) {
    Vec3 p;
    p.x = static_cast<float>(in_.number());
    in_.expect(',');
    p.y = static_cast<float>(in_.number());
    in_.expect(',');
    p.z = static_cast<float>(in_.number());
    std::optional<float> seen;
    if (in_.take(',')) seen = static_cast<float>(in_.number());
    in_.expect(']');
    add_point(row, p, seen, made);
  }

  void add_point(const KindRow& row, Vec3 p, std::optional<float> seen, LandmarkSet& made) {
    if (!in_.ok()) return;
    if (made.points.size() == row.points)
      return in_.fail(Code::malformed, std::string(row.names[0]) + ": more than " +
                                           std::to_string(row.points) + " points");
    if (made.points.empty()) made.points.reserve(row.points);
    made.points.push_back(p);
    if (seen) made.visibility.push_back(*seen);
  }

  // {"jawOpen":0.1,...}, or MediaPipe's lists of categories.
  void blendshapes(std::vector<BlendshapeWeight>& to) {
    if (in_.take_null()) return;
    if (in_.peek() == '{') {
      in_.members([&](std::string_view key) { weight(key, to); });
      return;
    }
    in_.elements([&] {
      std::string_view name;
      std::optional<float> score;
      in_.members([&](std::string_view key) {
        if (key == "categories") {
          in_.elements([&] { category(to); });
        } else if (key == "categoryName") {
          name = in_.raw_text();
        } else if (key == "score") {
          score = static_cast<float>(in_.number());
        } else {
          in_.skip();
        }
      });
      if (score) add_weight(name, *score, to);
    });
  }

  void category(std::vector<BlendshapeWeight>& to) {
    std::string_view name;
    float score = 0;
    in_.members([&](std::string_view key) {
      if (key == "categoryName") {
        name = in_.raw_text();
      } else if (key == "score") {
        score = static_cast<float>(in_.number());
      } else {
        in_.skip();
      }
    });
    add_weight(name, score, to);
  }

  void weight(std::string_view name, std::vector<BlendshapeWeight>& to) {
    add_weight(name, static_cast<float>(in_.number()), to);
  }

  void add_weight(std::string_view name, float value, std::vector<BlendshapeWeight>& to) {
    if (!in_.ok()) return;
    const auto found = std::find(kBlendshapes.begin(), kBlendshapes.end(), name);
    if (found == kBlendshapes.end()) {
      out_.warnings.add(WarningKind::other, out_.frames.size(), "a blendshape of another set");
      return;
    }
    const auto shape = static_cast<std::uint8_t>(found - kBlendshapes.begin());
    for (BlendshapeWeight& old : to)
      if (old.shape == shape) return void(old.weight = value);
    to.push_back({shape, value});
  }

  JsonScanner& in_;
  LandmarkRecording& out_;
  std::uint64_t before_;
};

tl::unexpected<Error> fail_at(Error error, const char* what, std::uint64_t number) {
  error.what = std::string(what) + " " + std::to_string(number) + ": " + error.what;
  return tl::unexpected<Error>(std::move(error));
}

std::string_view text_of(Bytes data) {
  std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  return text;
}

}  // namespace

Result<LandmarkRecording> decode_landmarks(Bytes data) {
  LandmarkRecording out;
  const std::string_view text = text_of(data);
  // No frame is shorter than {"pose":null}, and each ends with a brace: room is asked for once.
  const auto braces = static_cast<std::size_t>(std::count(text.begin(), text.end(), '}'));
  out.frames.reserve(std::min(braces, text.size() / 13));
  JsonScanner in(text, data.size() - text.size());
  LandmarkReader reader(in, out);
  do {
    reader.value();
  } while (in.ok() && !in.at_end());
  if (!in.ok()) return fail_at(in.error(), "frame", out.frames.size());
  return out;
}

bool looks_like_landmarks(Bytes data) {
  constexpr std::size_t kLook = 4096;
  const std::string_view text = text_of(data).substr(0, kLook);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
  const auto has = [&](std::string_view word) {
    return text.find("\"" + std::string(word) + "\":") != std::string_view::npos;
  };
  if (has("points") || has("asset")) return false;
  return std::any_of(kKinds.begin(), kKinds.end(), [&](const KindRow& row) {
    return std::any_of(row.names.begin(), row.names.end(), has);
  });
}

struct LandmarkStream::State {
  LineJoiner lines;
  LandmarkRecording recording;  // the head, and the frames of the line being read
  std::uint64_t frames = 0;
  std::optional<Error> failed;

  auto reader(std::vector<LandmarkFrame>& out) {
    return [this, &out](std::string_view line, std::uint64_t offset) -> Result<void> {
      JsonScanner in(line, offset);
      LandmarkReader(in, recording, frames).value();
      if (in.ok() && !in.at_end()) in.fail(Code::malformed, "more than one object");
      if (!in.ok()) return fail_at(in.error(), "line", lines.line());
      frames += recording.frames.size();
      for (LandmarkFrame& frame : recording.frames) out.push_back(std::move(frame));
      recording.frames.clear();
      return {};
    };
  }
  Result<void> keep(Result<void> done) {
    if (!done) failed = done.error();
    return done;
  }
};

LandmarkStream::LandmarkStream() : state_(std::make_unique<State>()) {}
LandmarkStream::~LandmarkStream() = default;

Result<void> LandmarkStream::feed(Bytes chunk, std::vector<LandmarkFrame>& frames) {
  if (state_->failed) return tl::unexpected(*state_->failed);
  return state_->keep(state_->lines.feed(chunk, state_->reader(frames)));
}

Result<void> LandmarkStream::finish(std::vector<LandmarkFrame>& frames) {
  if (state_->failed) return tl::unexpected(*state_->failed);
  return state_->keep(state_->lines.finish(state_->reader(frames)));
}

const LandmarkRecording& LandmarkStream::head() const { return state_->recording; }

}  // namespace odori::io
