#include <algorithm>
#include <cmath>

#include "json/json_tree.h"
#include "json/ndjson.h"
#include "landmarks/kinds.h"

namespace odori::io {
namespace {

using landmarks::kBlendshapes;
using landmarks::KindRow;
using landmarks::kKinds;

tl::unexpected<Error> usage(const std::string& what) { return odori::fail(Code::usage, what); }

Result<void> check(const LandmarkFrame& frame) {
  const auto finite = [](float v) { return std::isfinite(v); };
  if (!std::isfinite(frame.time)) return usage("a frame without a time");
  for (const LandmarkSet& set : frame.sets) {
    const KindRow& row = kKinds[static_cast<std::size_t>(set.kind)];
    const std::size_t n = set.points.size();
    if ((n != row.points && n != row.fewer) ||
        (!set.visibility.empty() && set.visibility.size() != n))
      return usage(std::string(row.names[0]) + ": " + std::to_string(n) + " points");
    if (!std::all_of(set.points.begin(), set.points.end(), [](Vec3 v) { return is_finite(v); }) ||
        !std::all_of(set.visibility.begin(), set.visibility.end(), finite))
      return usage(std::string(row.names[0]) + ": a number that is not finite");
  }
  for (const BlendshapeWeight& w : frame.blendshapes)
    if (w.shape >= kBlendshapes.size() || !finite(w.weight)) return usage("a blendshape");
  return {};
}

void write_set(const LandmarkSet& set, TextRoom& room) {
  for (std::size_t i = 0; i < set.points.size(); ++i) {
    const Vec3 p = set.points[i];
    room.put(i == 0 ? "[[" : ",[");
    room.number(p.x);
    room.put(',');
    room.number(p.y);
    room.put(',');
    room.number(p.z);
    if (!set.visibility.empty()) {
      room.put(',');
      room.number(set.visibility[i]);
    }
    room.put(']');
  }
  room.put(']');
}

// Every set is named, so that what was not seen stands there as null.
Result<void> write_frame(const LandmarkFrame& frame, std::string& out) {
  if (auto done = check(frame); !done) return done;
  constexpr std::size_t kPoint = 4 * (TextRoom::kMostNumber + 1) + 4, kName = 32;
  std::size_t most = 200 + kKinds.size() * kName;
  for (const LandmarkSet& set : frame.sets) most += set.points.size() * kPoint;
  most += frame.blendshapes.size() * (TextRoom::kMostNumber + kName);
  TextRoom room(out, most);
  room.put("{\"time\":");
  room.number(frame.time);
  for (const KindRow& row : kKinds) {
    room.put(",\"");
    room.put(row.names[0]);
    room.put("\":");
    if (const LandmarkSet* set = frame.find(row.kind)) {
      write_set(*set, room);
    } else {
      room.put("null");
    }
  }
  for (std::size_t i = 0; i < frame.blendshapes.size(); ++i) {
    const BlendshapeWeight& w = frame.blendshapes[i];
    room.put(i == 0 ? ",\"blendshapes\":{\"" : ",\"");
    room.put(kBlendshapes[w.shape]);
    room.put("\":");
    room.number(w.weight);
  }
  room.put(frame.blendshapes.empty() ? "}" : "}}");
  room.finish();
  return {};
}

// The head's members without braces.
Result<std::string> head_of(const LandmarkRecording& r) {
  if (!(r.fps > 0) || !std::isfinite(r.fps)) return usage("a frame rate that is not above zero");
  if (r.width < 0 || r.height < 0 || r.first_frame < 0) return usage("a size below zero");
  std::string out = "\"fps\":";
  write_json_number(out, r.fps);
  out += ",\"width\":" + std::to_string(r.width) + ",\"height\":" + std::to_string(r.height);
  const auto text = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    out += std::string(",\"") + name + "\":";
    write_json_text(out, value);
  };
  text("kind", r.kind);
  text("source", r.source);
  text("detector", r.detector);
  if (r.first_frame > 0) out += ",\"firstFrame\":" + std::to_string(r.first_frame);
  return out;
}

}  // namespace

std::span<const std::string_view> blendshape_names() { return kBlendshapes; }

const LandmarkSet* LandmarkFrame::find(LandmarkKind kind) const {
  for (const LandmarkSet& set : sets)
    if (set.kind == kind) return &set;
  return nullptr;
}

Result<void> encode_landmark_line(const LandmarkFrame& frame, std::string& out) {
  if (auto done = write_frame(frame, out); !done) return done;
  out += '\n';
  return {};
}

Result<std::string> encode_landmarks(const LandmarkRecording& recording) {
  auto head = head_of(recording);
  if (!head) return head;
  std::string out = "{" + *head + ",\"frames\":[";
  for (std::size_t i = 0; i < recording.frames.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    if (auto done = write_frame(recording.frames[i], out); !done)
      return tl::unexpected(done.error());
  }
  out += "]}\n";
  return out;
}

Result<std::string> encode_landmarks_ndjson(const LandmarkRecording& recording) {
  auto head = head_of(recording);
  if (!head) return head;
  std::string out = "{" + *head + "}\n";
  for (const LandmarkFrame& frame : recording.frames)
    if (auto done = encode_landmark_line(frame, out); !done) return tl::unexpected(done.error());
  return out;
}

}  // namespace odori::io
