#include <algorithm>
#include <cmath>

#include "gltf/import.h"
#include "odori/motion/sample.h"

namespace odori::gltf_import {
namespace {

using io::GltfInterpolation;
using io::GltfPath;

constexpr double kOnFrame = 2e-3;  // frames that a key may be off a whole one
constexpr double kLastFrame = 1e7;
constexpr double kMostKeys = 5e7;  // of one animation, after resampling

// A sampler with its keys in order, one at a time (the last of those at one time).
struct Keys {
  GltfInterpolation kind = GltfInterpolation::linear;
  std::vector<double> frame;
  std::size_t width = 0;     // numbers of a value
  std::vector<float> value;  // key x (in-slope, value, out-slope when cubic) x width

  std::size_t size() const { return frame.size(); }
  std::size_t parts() const { return kind == GltfInterpolation::cubic_spline ? 3 : 1; }
  // part: 0 the slope before, 1 the value, 2 the slope after.
  const float* at(std::size_t key, std::size_t part = 1) const {
    const std::size_t p = parts() == 3 ? part : 0;
    return value.data() + (key * parts() + p) * width;
  }
};

double rate_of(const io::GltfDocument& d, const io::GltfAnimation& animation) {
  constexpr std::array<double, 7> kRates = {30, 60, 24, 25, 50, 120, 100};
  std::array<bool, kRates.size()> fits;
  fits.fill(true);
  for (const io::GltfSampler& s : animation.samplers) {
    for (const float t : io::read_floats(d, s.input)) {
      for (std::size_t r = 0; r < kRates.size(); ++r) {
        const double frame = static_cast<double>(t) * kRates[r];
        fits[r] = fits[r] && std::fabs(frame - std::floor(frame + 0.5)) <= 10 * kOnFrame;
      }
    }
  }
  for (std::size_t r = 0; r < kRates.size(); ++r)
    if (fits[r]) return kRates[r];
  return 30;
}

Keys keys_of(const io::GltfDocument& d, const io::GltfSampler& s, double rate) {
  Keys out;
  out.kind = s.interpolation;
  const std::vector<float> times = io::read_floats(d, s.input),
                           values = io::read_floats(d, s.output);
  if (times.empty()) return out;
  const std::size_t row = values.size() / times.size();
  out.width = row / out.parts();
  std::vector<std::size_t> order(times.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  for (const std::size_t i : order) {
    double frame = static_cast<double>(times[i]) * rate;
    const double whole = std::floor(frame + 0.5);
    if (std::fabs(frame - whole) <= 10 * kOnFrame) frame = whole;
    if (!(std::fabs(frame) <= kLastFrame)) continue;
    if (!out.frame.empty() && out.frame.back() == frame) {
      out.frame.pop_back();
      out.value.resize(out.value.size() - row);
    }
    out.frame.push_back(frame);
    out.value.insert(out.value.end(), values.begin() + static_cast<std::ptrdiff_t>(i * row),
                     values.begin() + static_cast<std::ptrdiff_t>((i + 1) * row));
  }
  return out;
}

Interpolation kind_of(GltfInterpolation kind) {
  return kind == GltfInterpolation::step           ? Interpolation::step
         : kind == GltfInterpolation::cubic_spline ? Interpolation::cubic
                                                   : Interpolation::linear;
}

class Animation {
 public:
  Animation(Context& c, const io::GltfAnimation& animation, std::size_t index)
      : c_(c), d_(c.document), animation_(animation), index_(index) {}

  Clip run() {
    clip_.model_name = c_.out.model.meta.name;
    clip_.rate = rate_ = rate_of(d_, animation_);
    struct Moves {
      const io::GltfChannel *rotation = nullptr, *translation = nullptr, *weights = nullptr;
    };
    std::vector<Moves> by_node(d_.nodes.size());
    for (const io::GltfChannel& channel : animation_.channels) {
      if (channel.node < 0 || channel.path == GltfPath::other) {
        told(WarningKind::other, "a channel that an extension describes");
        continue;
      }
      Moves& moves = by_node[static_cast<std::size_t>(channel.node)];
      if (channel.path == GltfPath::rotation) moves.rotation = &channel;
      if (channel.path == GltfPath::translation) moves.translation = &channel;
      if (channel.path == GltfPath::weights) moves.weights = &channel;
      if (channel.path == GltfPath::scale) scale(channel);
    }
    for (std::size_t n = 0; n < by_node.size(); ++n) {
      if (by_node[n].rotation || by_node[n].translation)
        bone(n, by_node[n].rotation, by_node[n].translation);
      if (by_node[n].weights) weights(n, *by_node[n].weights);
    }
    return std::move(clip_);
  }

 private:
  void told(WarningKind kind, const std::string& what) { clip_.warnings.add(kind, index_, what); }

  Keys keys(const io::GltfChannel* channel) const {
    if (!channel) return {};
    return keys_of(d_, animation_.samplers[static_cast<std::size_t>(channel->sampler)], rate_);
  }

  void scale(const io::GltfChannel& channel) {
    const Keys k = keys(&channel);
    const io::GltfNode& node = d_.nodes[static_cast<std::size_t>(channel.node)];
    const std::array<float, 3> rest = {node.scale.x, node.scale.y, node.scale.z};
    for (std::size_t i = 0; i < k.size(); ++i) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::fabs(k.at(i)[axis] - rest[axis]) <= 1e-3f * std::fabs(rest[axis])) continue;
        return told(WarningKind::other, "bones that grow: " + name_of(channel.node));
      }
    }
  }

  std::string name_of(io::GltfIndex node) const {
    const Skeleton& s = c_.out.model.skeleton;
    return s.names[at(c_.out.bone_of_node[static_cast<std::size_t>(node)])];
  }

  // A track of one channel, relative to rest.
  BoneTrack track_of(std::size_t node, const Keys& k, bool turns) const {
    BoneTrack t;
    t.name.text = name_of(static_cast<io::GltfIndex>(node));
    t.interpolation = kind_of(k.kind);
    t.frame = k.frame;
    t.curve.resize(k.size());
    t.rotation.resize(k.size());
    t.translation.resize(k.size());
    const bool cubic = t.interpolation == Interpolation::cubic;
    if (cubic) t.tangents.resize(k.size());
    // Slopes are said by the second.
    const auto slope = static_cast<float>(1 / rate_);
    for (std::size_t i = 0; i < k.size(); ++i) {
      if (turns) {
        const Quat to_rest = conjugate(c_.local_rotation[node]);
        const auto value = [&](std::size_t part) {
          const float* v = k.at(i, part);
          return Quat{v[0], v[1], v[2], v[3]};
        };
        const Quat turned = root_turn(node) * value(1);
        const float length = std::sqrt(dot(turned, turned));
        t.rotation[i] = normalise(to_rest * turned);
        if (!cubic) continue;
        const float scale = length > 0 ? slope / length : 0;
        t.tangents[i].rotation_in = scaled(to_rest * root_turn(node) * value(0), scale);
        t.tangents[i].rotation_out = scaled(to_rest * root_turn(node) * value(2), scale);
      } else {
        const auto value = [&](std::size_t part, Vec3 origin) {
          const float* v = k.at(i, part);
          return moved(node, Vec3{v[0], v[1], v[2]} - origin);
        };
        t.translation[i] = value(1, rest_of(node));
        if (!cubic) continue;
        t.tangents[i].translation_in = value(0, {}) * slope;
        t.tangents[i].translation_out = value(2, {}) * slope;
      }
    }
    return t;
  }
  static Quat scaled(Quat q, float s) {
    const Quat out{q.x * s, q.y * s, q.z * s, q.w * s};
    return std::isfinite(dot(out, out)) ? out : Quat{0, 0, 0, 0};
  }
  Quat root_turn(std::size_t node) const {
    return c_.options.faces_back && c_.parent[node] < 0 ? Quat{0, 1, 0, 0} : Quat{};
  }
  Vec3 rest_of(std::size_t node) const {
    const io::GltfNode& n = d_.nodes[node];
    if (n.matrix) return {(*n.matrix)[12], (*n.matrix)[13], (*n.matrix)[14]};
    return n.translation;
  }
  // A way in the parent's axes, its scale worked in, as said by the parent's rest frame.
  Vec3 moved(std::size_t node, Vec3 way) const {
    const io::GltfIndex above = c_.parent[node];
    if (above < 0) {
      const Vec3 near = c_.place(to_doubles(way), node);
      return c_.options.faces_back ? Vec3{-near.x, near.y, -near.z} : near;
    }
    const Transform& parent = c_.world[static_cast<std::size_t>(above)];
    const Quat turn = c_.world_rotation[static_cast<std::size_t>(above)];
    return rotate(conjugate(turn), c_.place(apply_linear(parent, to_doubles(way)), node));
  }

  void bone(std::size_t node, const io::GltfChannel* rotation, const io::GltfChannel* translation) {
    const Keys turn_keys = keys(rotation), move_keys = keys(translation);
    BoneTrack turn = track_of(node, turn_keys, true), move = track_of(node, move_keys, false);
    if (turn.frame.empty() || move.frame.empty()) {
      BoneTrack& one = turn.frame.empty() ? move : turn;
      if (!one.frame.empty()) clip_.bones.push_back(std::move(one));
      return;
    }
    if (turn.frame == move.frame && turn.interpolation == move.interpolation) {
      turn.translation = std::move(move.translation);
      for (std::size_t i = 0; i < turn.tangents.size(); ++i) {
        turn.tangents[i].translation_in = move.tangents[i].translation_in;
        turn.tangents[i].translation_out = move.tangents[i].translation_out;
      }
      clip_.bones.push_back(std::move(turn));
      return;
    }
    clip_.bones.push_back(together(turn, move));
  }

  // Keys of both; straight spans stay exact, others get a key on every frame.
  BoneTrack together(const BoneTrack& turn, const BoneTrack& move) {
    BoneTrack out;
    out.name = turn.name;
    std::vector<double>& frames = out.frame;
    std::merge(turn.frame.begin(), turn.frame.end(), move.frame.begin(), move.frame.end(),
               std::back_inserter(frames));
    const bool same_kind =
        turn.interpolation == move.interpolation && turn.interpolation != Interpolation::cubic;
    out.interpolation = same_kind ? turn.interpolation : Interpolation::linear;
    std::sort(frames.begin(), frames.end());
    if (!same_kind && frames.back() - frames.front() + made_ <= kMostKeys) {
      made_ += frames.back() - frames.front();
      told(WarningKind::other, "keys on every frame for " + turn.name.text);
      const double last = frames.back();
      for (double f = std::floor(frames.front()) + 1; f < last; ++f) frames.push_back(f);
      std::sort(frames.begin(), frames.end());
    }
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    out.curve.resize(frames.size());
    BoneCursor turns, moves;
    for (const double f : frames) {
      out.rotation.push_back(turns.sample(turn, f).rotation);
      out.translation.push_back(moves.sample(move, f).translation);
    }
    return out;
  }

  // --- morphs

  void weights(std::size_t node, const io::GltfChannel& channel) {
    const std::vector<MorphIndex>& morphs = c_.out.morphs_of_node[node];
    const Keys k = keys(&channel);
    if (morphs.empty() || k.size() == 0) return;
    // A key's values stand together: all slopes before, all values, all slopes after.
    const std::size_t n = morphs.size();
    if (k.value.size() != k.size() * k.parts() * n) return;
    if (k.kind != GltfInterpolation::linear && k.size() > 1)
      told(WarningKind::other, "morphs with steps or splines, as straight lines");
    for (std::size_t m = 0; m < n; ++m) {
      MorphTrack t;
      t.name.text = c_.out.model.morphs[at(morphs[m])].name;
      const float start = c_.start_weights[node][m];
      const auto put = [&](double frame, float weight) {
        t.frame.push_back(frame);
        t.weight.push_back(weight - start);
      };
      for (std::size_t i = 0; i < k.size(); ++i) {
        if (i > 0 && k.kind == GltfInterpolation::step) {
          // Held until just before: the last whole frame, or half of a shorter way.
          const double from = k.frame[i - 1], to = k.frame[i];
          const double until = std::max(std::ceil(to) - 1, (from + to) / 2);
          if (k.at(i)[m] != k.at(i - 1)[m]) put(until, k.at(i - 1)[m]);
        }
        if (i > 0 && k.kind == GltfInterpolation::cubic_spline) between(k, i, m, put);
        put(k.frame[i], k.at(i)[m]);
      }
      clip_.morphs.push_back(std::move(t));
    }
  }

  // The whole frames between key `i` - 1 and `i` of a spline.
  template <class Put>
  void between(const Keys& k, std::size_t i, std::size_t m, Put put) {
    const double from = k.frame[i - 1], to = k.frame[i], length = to - from;
    if (made_ + length > kMostKeys) return;
    made_ += length;
    const auto d = [](float v) { return static_cast<double>(v); };
    for (double f = std::floor(from) + 1; f < to; ++f) {
      const double t = (f - from) / length, t2 = t * t, t3 = t2 * t, seconds = length / rate_;
      put(f, static_cast<float>((2 * t3 - 3 * t2 + 1) * d(k.at(i - 1)[m]) +
                                (t3 - 2 * t2 + t) * seconds * d(k.at(i - 1, 2)[m]) +
                                (3 * t2 - 2 * t3) * d(k.at(i)[m]) +
                                (t3 - t2) * seconds * d(k.at(i, 0)[m])));
    }
  }

  Context& c_;
  const io::GltfDocument& d_;
  const io::GltfAnimation& animation_;
  std::size_t index_ = 0;
  double rate_ = 30, made_ = 0;
  Clip clip_;
};

}  // namespace

void clips(Context& c) {
  for (std::size_t i = 0; i < c.document.animations.size(); ++i)
    c.out.clips.push_back(Animation(c, c.document.animations[i], i).run());
}

}  // namespace odori::gltf_import
