#include "odori/motion/reduce.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "keys.h"
#include "odori/math/bezier_fit.h"
#include "odori/math/trig.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/compare.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

// Room for rounding between the fit, in double, and what players compute in float.
constexpr double kMargin = 0.998;

using Exact4 = std::array<double, 4>;
double dot(const Exact4& a, const Exact4& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}
// Of unit length in double, too: a float's last bit is as large as small tolerances' cosines.
Exact4 exact(Quat q) {
  Exact4 e{static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z),
           static_cast<double>(q.w)};
  const double scale = 1 / std::sqrt(dot(e, e));
  for (double& v : e) v *= scale;
  return e;
}

// Samples of one or more values that share a curve, between two of them; points without a change
// in the end need no curve, only closeness.
struct SpanFit {
  const std::vector<double>& frames;
  std::vector<CurvePoint> points;

  double time(std::size_t a, std::size_t b, std::size_t i) const {
    return (frames[i] - frames[a]) / (frames[b] - frames[a]);
  }

  // MMD's curves rise from 0 to 1: samples that leave that, or fall, beyond their slack have none.
  bool can_be_followed() const {
    double most = 0;
    for (const CurvePoint& p : points) {
      if (p.value - p.slack > 1 || p.value + p.slack < most) return false;
      most = std::max(most, p.value - p.slack);
    }
    return true;
  }

  // The curve through the points; nothing when there is none within their slacks.
  std::optional<BezierCurve> curve() const {
    if (!can_be_followed()) return std::nullopt;
    const FittedCurve fit = fit_curve(points);
    if (fit.worst > 1) return std::nullopt;
    return fit.curve;
  }

  // Scalars: value(i) from sample a to sample b, each within `tolerance`.
  template <class Value>
  std::optional<BezierCurve> scalar(std::size_t a, std::size_t b, double tolerance, Value value) {
    const double start = value(a), change = value(b) - start;
    points.clear();
    for (std::size_t i = a + 1; i < b; ++i) {
      const double off = value(i) - start;
      if (std::fabs(change) < 1e-12) {
        if (std::fabs(off) > tolerance) return std::nullopt;
      } else {
        // A falling value is a rising one seen from its end.
        points.push_back({time(a, b, i), off / change, tolerance / std::fabs(change)});
      }
    }
    return curve();
  }

  // Vectors on a line with one curve for all components.
  template <class Value>
  std::optional<BezierCurve> on_line(std::size_t a, std::size_t b, double tolerance, Value value) {
    const Vec3 start = value(a), d = value(b) - start;
    const auto squared = static_cast<double>(length_squared(d));
    points.clear();
    for (std::size_t i = a + 1; i < b; ++i) {
      const Vec3 off = value(i) - start;
      const double along = squared > 0 ? static_cast<double>(odori::dot(off, d)) / squared : 0.0;
      const auto across = static_cast<double>(length_squared(off - d * static_cast<float>(along)));
      const double room = tolerance * tolerance - across;
      if (room <= 0) return std::nullopt;
      if (squared > 0) points.push_back({time(a, b, i), along, std::sqrt(room / squared)});
    }
    return curve();
  }

  // Rotations on the arc from a to b. The distance of a sample from the arc takes its share of the
  // tolerance (radians): cos(half of the whole) = cos(half across) * cos(half along).
  std::optional<BezierCurve> on_arc(std::size_t a, std::size_t b, double tolerance,
                                    const std::vector<Exact4>& value) {
    const Exact4& start = value[a];
    Exact4 end = value[b];
    double d = dot(start, end);
    if (d < 0) {
      for (double& v : end) v = -v;
      d = -d;
    }
    const double arc = trig::acos(std::min(d, 1.0)), limit = trig::cos(tolerance / 2);
    const bool turns = arc > 1e-6;
    Exact4 side{};  // across the start, in the plane of the arc
    if (turns) {
      const double scale = 1 / trig::sin(arc);
      for (std::size_t k = 0; k < 4; ++k) side[k] = (end[k] - d * start[k]) * scale;
    }
    points.clear();
    for (std::size_t i = a + 1; i < b; ++i) {
      double along = dot(value[i], start), beside = turns ? dot(value[i], side) : 0;
      if (along * (1 + d) + beside * trig_sine(d) < 0) {
        along = -along;
        beside = -beside;
      }
      const double in_plane = turns ? std::sqrt(along * along + beside * beside) : along;
      if (in_plane <= limit) return std::nullopt;
      if (!turns) continue;
      const double slack = trig::acos(std::min(limit / in_plane, 1.0));
      points.push_back(
          {time(a, b, i), trig::atan2(beside, along) / arc, std::max(slack, 1e-9) / arc});
    }
    return curve();
  }
  static double trig_sine(double cosine) { return std::sqrt(std::max(1 - cosine * cosine, 0.0)); }
};

// Chooses the keys that stay: from each as far as feasible(from, to) goes. `must` = keys that are
// never dropped. The span to the next key is always feasible.
template <class Feasible>
std::vector<std::size_t> reach_far(std::size_t keys, const std::vector<bool>& must,
                                   Feasible feasible) {
  std::vector<std::size_t> kept{0};
  std::size_t guess = 8;
  while (kept.back() + 1 < keys) {
    const std::size_t from = kept.back();
    std::size_t most = 1;
    while (from + most + 1 < keys && !must[from + most]) ++most;
    std::size_t good = 1, bad = most + 1;
    for (std::size_t step = std::min(guess, most); good < most;) {
      if (step > good && feasible(from, from + step)) {
        good = step;
        step = std::min(2 * good, most);
      } else {
        bad = std::min(bad, std::max(step, good + 1));
        break;
      }
    }
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      (feasible(from, from + middle) ? good : bad) = middle;
    }
    guess = std::max<std::size_t>(good, 2);
    kept.push_back(from + good);
  }
  return kept;
}

// The places of a track's keys among its samples.
std::vector<std::size_t> places_of(const std::vector<double>& keys,
                                   const std::vector<double>& frames) {
  std::vector<std::size_t> place;
  std::size_t at = 0;
  for (const double key : keys) {
    while (frames[at] != key) ++at;
    place.push_back(at);
  }
  return place;
}

class BoneReducer {
 public:
  BoneReducer(const BoneTrack& track, const ReduceOptions& options)
      : track_(track),
        frames_(frames_between_keys(track.frame)),
        place_(places_of(track.frame, frames_)),
        fit_{frames_, {}},
        angle_(options.degrees * kMargin * (trig::kPi / 180)),
        length_(options.units * kMargin) {
    BoneCursor cursor;
    for (const double frame : frames_) {
      const BoneValue value = cursor.sample(track, frame);
      rotation_.push_back(exact(value.rotation));
      const Vec3 t = value.translation;
      translation_.push_back(
          {static_cast<double>(t.x), static_cast<double>(t.y), static_cast<double>(t.z)});
    }
    // Three channels that are each off by a part must not be off by more together.
    int moving = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto same = [&](const auto& v) { return v[c] == translation_.front()[c]; };
      moves_[c] = !std::all_of(translation_.begin(), translation_.end(), same);
      moving += moves_[c] ? 1 : 0;
    }
    if (moving > 1) length_ /= std::sqrt(static_cast<double>(moving));
  }

  BoneTrack run() {
    BoneTrack out = keys::empty_like(track_);
    const std::size_t n = track_.frame.size();
    std::vector<bool> must(n, false);
    bool switched = false;
    for (std::size_t i = 1; i < n && !track_.physics_off.empty(); ++i) {
      must[i] = track_.physics_off[i] != track_.physics_off[i - 1];
      switched = switched || must[i];
    }
    if (!switched && stays()) {
      keys::append(out, track_, 0, track_.frame[0]);
      return out;
    }
    out.interpolation = Interpolation::bezier;
    const auto kept =
        reach_far(n, must, [&](std::size_t a, std::size_t b) { return curves(a, b).has_value(); });
    for (std::size_t i = 0; i < kept.size(); ++i) {
      keys::append(out, track_, kept[i], track_.frame[kept[i]]);
      if (i > 0 && kept[i] - kept[i - 1] > 1) out.curve.back() = *curves(kept[i - 1], kept[i]);
      if (track_.interpolation == Interpolation::linear && (i == 0 || kept[i] - kept[i - 1] == 1))
        out.curve.back() = {};
    }
    return out;
  }

 private:
  // Nothing ever leaves the first key's pose by more than allowed.
  bool stays() const {
    const double limit = trig::cos(angle_ / 2);
    for (std::size_t i = 1; i < frames_.size(); ++i) {
      if (!(rotation_[i] == rotation_[0]) && std::fabs(dot(rotation_[i], rotation_[0])) <= limit)
        return false;
      for (std::size_t c = 0; c < 3; ++c)
        if (std::fabs(translation_[i][c] - translation_[0][c]) > length_) return false;
    }
    return true;
  }

  std::optional<std::array<BezierCurve, 4>> curves(std::size_t from, std::size_t to) {
    const std::size_t a = place_[from], b = place_[to];
    std::array<BezierCurve, 4> out;
    const auto turn = fit_.on_arc(a, b, angle_, rotation_);
    if (!turn) return std::nullopt;
    out[3] = *turn;
    for (std::size_t c = 0; c < 3; ++c) {
      if (!moves_[c]) continue;
      const auto curve =
          fit_.scalar(a, b, length_, [&](std::size_t i) { return translation_[i][c]; });
      if (!curve) return std::nullopt;
      out[c] = *curve;
    }
    return out;
  }

  const BoneTrack& track_;
  std::vector<double> frames_;
  std::vector<std::size_t> place_;
  SpanFit fit_;
  double angle_, length_;  // tolerances: radians; units a channel
  std::vector<Exact4> rotation_;
  std::vector<std::array<double, 3>> translation_;
  std::array<bool, 3> moves_{};
};

class CameraReducer {
 public:
  CameraReducer(const CameraTrack& track, const ReduceOptions& options)
      : track_(track),
        frames_(frames_between_keys(track.frame)),
        place_(places_of(track.frame, frames_)),
        fit_{frames_, {}},
        options_(options) {
    for (const double frame : frames_) values_.push_back(sample_camera_value(track, frame));
  }

  CameraTrack run() {
    CameraTrack out;
    const std::size_t n = track_.frame.size();
    std::vector<bool> must(n, false);
    for (std::size_t i = 1; i < n; ++i) {
      if (cuts_at(track_, i)) must[i - 1] = must[i] = true;
      if (values_[place_[i]].orthographic != values_[place_[i - 1]].orthographic) must[i] = true;
    }
    const auto kept =
        reach_far(n, must, [&](std::size_t a, std::size_t b) { return curves(a, b).has_value(); });
    for (std::size_t i = 0; i < kept.size(); ++i) {
      keys::append(out, track_, kept[i], track_.frame[kept[i]]);
      if (i > 0 && kept[i] - kept[i - 1] > 1) out.curve.back() = *curves(kept[i - 1], kept[i]);
    }
    // A camera that stands still.
    if (out.frame.size() == 2 && out.target[0] == out.target[1] &&
        out.rotation[0] == out.rotation[1] && out.distance[0] == out.distance[1] &&
        out.fov[0] == out.fov[1] && out.orthographic[0] == out.orthographic[1])
      keys::drop_last(out);
    return out;
  }

 private:
  std::optional<std::array<BezierCurve, 6>> curves(std::size_t from, std::size_t to) {
    const std::size_t a = place_[from], b = place_[to];
    const double angle = options_.degrees * kMargin, units = options_.units * kMargin;
    const double channel = units / std::sqrt(3.0);
    std::array<BezierCurve, 6> out;
    const auto put = [&](std::size_t c, std::optional<BezierCurve> curve) {
      if (curve) out[c] = *curve;
      return curve.has_value();
    };
    const auto value = [&](auto member) {
      return [this, member](std::size_t i) { return static_cast<double>(member(values_[i])); };
    };
    const bool found =
        put(3, fit_.on_line(a, b, angle * (trig::kPi / 180),
                            [&](std::size_t i) { return values_[i].rotation; })) &&
        put(0, fit_.scalar(a, b, channel, value([](const auto& v) { return v.target.x; }))) &&
        put(1, fit_.scalar(a, b, channel, value([](const auto& v) { return v.target.y; }))) &&
        put(2, fit_.scalar(a, b, channel, value([](const auto& v) { return v.target.z; }))) &&
        put(4, fit_.scalar(a, b, units, value([](const auto& v) { return v.distance; }))) &&
        put(5, fit_.scalar(a, b, angle, value([](const auto& v) { return v.fov; })));
    if (!found) return std::nullopt;
    return out;
  }

  const CameraTrack& track_;
  std::vector<double> frames_;
  std::vector<std::size_t> place_;
  SpanFit fit_;
  ReduceOptions options_;
  std::vector<CameraValue> values_;
};

BoneTrack reduced(const BoneTrack& track, const ReduceOptions& options) {
  if (track.interpolation == Interpolation::step) return track;
  return BoneReducer(track, options).run();
}

CameraTrack reduced(const CameraTrack& track, const ReduceOptions& options) {
  return CameraReducer(track, options).run();
}

// Straight lines over the keys between two that stay: those pass within a fan of slopes that each
// key narrows.
MorphTrack reduced(const MorphTrack& t, const ReduceOptions& options) {
  MorphTrack out = keys::empty_like(t);
  const double room = options.weight * kMargin;
  const auto at = [&](std::size_t i) { return static_cast<double>(t.weight[i]); };
  keys::append(out, t, 0, t.frame[0]);
  const bool stays = std::all_of(t.weight.begin(), t.weight.end(), [&](float w) {
    return std::fabs(static_cast<double>(w) - at(0)) <= room;
  });
  for (std::size_t from = 0; !stays && from + 1 < t.frame.size();) {
    double low = -1e300, high = 1e300;
    std::size_t good = from + 1;
    for (std::size_t to = from + 1; to < t.frame.size() && low <= high; ++to) {
      const double width = t.frame[to] - t.frame[from], rise = at(to) - at(from);
      if (rise / width >= low && rise / width <= high) good = to;
      low = std::max(low, (rise - room) / width);
      high = std::min(high, (rise + room) / width);
    }
    keys::append(out, t, good, t.frame[good]);
    from = good;
  }
  return out;
}

LightTrack reduced(const LightTrack& track, const ReduceOptions&) { return track; }

bool same_key(const ShadowTrack& t, std::size_t a, std::size_t b) {
  return t.mode[a] == t.mode[b] && t.distance[a] == t.distance[b];
}
bool same_key(const PropertyTrack& t, std::size_t a, std::size_t b) {
  const auto same = [](const IkSwitch& x, const IkSwitch& y) {
    return x.name.text == y.name.text && x.enabled == y.enabled;
  };
  if (t.visible[a] != t.visible[b]) return false;
  if (t.ik.empty()) return true;
  return std::equal(t.ik[a].begin(), t.ik[a].end(), t.ik[b].begin(), t.ik[b].end(), same);
}
template <class Stepwise>
Stepwise reduced(const Stepwise& t, const ReduceOptions&) {
  Stepwise out;
  std::size_t said = 0;
  for (std::size_t i = 0; i < t.frame.size(); ++i) {
    if (i > 0 && same_key(t, said, i)) continue;
    keys::append(out, t, i, t.frame[i]);
    said = i;
  }
  return out;
}

// What stood still to the end lost its last key: one of them comes back where it made the clip
// shorter.
template <class Track>
bool give_back_end(std::vector<Track>& reduced, const std::vector<Track>& tracks, double end) {
  std::size_t next = 0;
  for (const Track& track : tracks) {
    if (track.frame.empty()) continue;
    Track& small = reduced[next++];
    if (track.frame.back() != end || small.frame.back() == end) continue;
    keys::append(small, track, track.frame.size() - 1, end);
    return true;
  }
  return false;
}

}  // namespace

Clip reduce(const Clip& clip, const ReduceOptions& options) {
  Clip out = keys::each_track(clip, [&](const auto& track) { return reduced(track, options); });
  if (const double end = film_end(clip, clip.camera); film_end(out, out.camera) < end) {
    give_back_end(out.bones, clip.bones, end) || give_back_end(out.morphs, clip.morphs, end);
  }
  return out;
}

}  // namespace odori
