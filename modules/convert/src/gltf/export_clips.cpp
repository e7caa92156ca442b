#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gltf/export.h"
#include "odori/motion/sample.h"

namespace odori::gltf_export {
namespace {

using io::GltfIndex;
using io::GltfInterpolation;
using io::GltfPath;

constexpr double kMostKeys = 1e7;                     // of one track
constexpr std::size_t kLongest = 64;                  // keys that one straight span may stand for
constexpr float kSameTurn = 1e-6f, kSameWay = 1e-6f;  // of four numbers; metres

// Values of one channel at rising frames.
template <class Value>
struct Channel {
  std::vector<double> frame;
  std::vector<Value> value, in, out;  // slopes by the second, of splines
};

Quat blend(Quat a, Quat b, float t) { return slerp(a, b, t); }
Vec3 blend(Vec3 a, Vec3 b, float t) { return lerp(a, b, t); }
bool same(Quat a, Quat b) {
  const Quat d{a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
  return dot(d, d) <= kSameTurn * kSameTurn;
}
bool same(Vec3 a, Vec3 b) { return length_squared(a - b) <= kSameWay * kSameWay; }

// Leaves out keys that lie on the straight way between those that stay.
template <class Value>
void reduce(Channel<Value>& c) {
  const std::size_t n = c.frame.size();
  if (n < 2) return;
  std::vector<std::size_t> kept = {0};
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const std::size_t from = kept.back(), to = i + 1;
    bool straight = to - from <= kLongest || c.value[from] == c.value[to];
    if (c.value[from] == c.value[to] && c.value[from] == c.value[i]) continue;
    for (std::size_t k = to - from <= kLongest ? from + 1 : i; straight && k < to; ++k) {
      const auto t =
          static_cast<float>((c.frame[k] - c.frame[from]) / (c.frame[to] - c.frame[from]));
      straight = same(blend(c.value[from], c.value[to], t), c.value[k]);
    }
    if (!straight) kept.push_back(i);
  }
  kept.push_back(n - 1);
  if (kept.size() == 2 && c.value[0] == c.value[n - 1]) kept.pop_back();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    c.frame[i] = c.frame[kept[i]];
    c.value[i] = c.value[kept[i]];
  }
  c.frame.resize(kept.size());
  c.value.resize(kept.size());
}

class Animation {
 public:
  Animation(Context& c, const Clip& clip)
      : c_(c), clip_(clip), stride_(clip.rate / c.options.rate.value_or(clip.rate)) {}

  void run(std::size_t index) {
    out_.name = clip_.model_name.empty() ? "motion_" + std::to_string(index + 1) : clip_.model_name;
    const Skeleton& s = c_.model.skeleton;
    std::map<std::string_view, std::size_t> bone_of;
    for (std::size_t b = 0; b < s.size(); ++b) bone_of.emplace(s.names[b], b);
    std::size_t without = 0;
    for (const BoneTrack& track : clip_.bones) {
      const auto it = bone_of.find(track.name.text);
      if (it == bone_of.end() || track.frame.empty())
        without += track.frame.empty() ? 0 : 1;
      else
        bone(it->second, track);
    }
    c_.lost(without, "tracks of bones that the character does not have");
    morphs();
    c_.lost(clip_.camera.frame.size(), "camera keys");
    c_.lost(clip_.light.frame.size(), "light keys");
    c_.lost(clip_.shadow.frame.size(), "shadow keys");
    c_.lost(clip_.property.frame.size(), "keys of visibility and IK");
    if (!out_.channels.empty()) c_.builder.document.animations.push_back(std::move(out_));
  }

 private:
  // The frames at which a track is written: its own keys, and where its spans are no straight lines
  // those of the wanted rate.
  std::vector<double> frames_of(const BoneTrack& t) const {
    std::vector<double> frames;
    const double last = t.frame.back();
    const bool curved =
        t.interpolation == Interpolation::bezier && (last - t.frame.front()) / stride_ <= kMostKeys;
    for (std::size_t i = 0; i < t.frame.size(); ++i) {
      if (i > 0 && curved && bends(t, i)) {
        for (double f = std::floor(t.frame[i - 1] / stride_ + 1e-6) + 1;
             f * stride_ < t.frame[i] - 1e-6; ++f)
          if (f * stride_ > t.frame[i - 1]) frames.push_back(f * stride_);
      }
      frames.push_back(t.frame[i]);
    }
    std::erase_if(frames, [](double f) { return !(f >= 0); });
    return frames;
  }
  static bool bends(const BoneTrack& t, std::size_t key) {
    if (t.rotation[key] == t.rotation[key - 1] && t.translation[key] == t.translation[key - 1])
      return false;
    if (key >= t.curve.size()) return true;
    return !std::all_of(t.curve[key].begin(), t.curve[key].end(),
                        [](const BezierCurve& b) { return b.is_linear(); });
  }

  void bone(std::size_t b, const BoneTrack& t) {
    const Skeleton& s = c_.model.skeleton;
    const auto node = static_cast<GltfIndex>(b);
    const bool cubic =
        t.interpolation == Interpolation::cubic && t.tangents.size() == t.frame.size();
    Channel<Quat> turn;
    Channel<Vec3> move;
    turn.frame = cubic ? t.frame : frames_of(t);
    if (turn.frame.empty() || turn.frame.front() < 0) return;
    BoneCursor cursor;
    for (std::size_t i = 0; i < turn.frame.size(); ++i) {
      const BoneValue v = cubic ? BoneValue{t.rotation[i], t.translation[i], false}
                                : cursor.sample(t, turn.frame[i]);
      Quat q = normalise(s.rest_rotation[b] * v.rotation);
      if (!cubic && !turn.value.empty() && dot(turn.value.back(), q) < 0) q = -q;
      turn.value.push_back(q);
      move.value.push_back((s.rest_translation[b] + v.translation) * c_.metres);
      if (cubic) slopes(s.rest_rotation[b], t.tangents[i], turn, move);
    }
    move.frame = turn.frame;
    const auto kind = cubic                                    ? GltfInterpolation::cubic_spline
                      : t.interpolation == Interpolation::step ? GltfInterpolation::step
                                                               : GltfInterpolation::linear;
    if (kind == GltfInterpolation::linear) {
      reduce(turn);
      reduce(move);
    }
    const Vec3 rest = s.rest_translation[b] * c_.metres;
    const bool turns = cubic || std::any_of(turn.value.begin(), turn.value.end(), [&](Quat q) {
                         return !same(with_positive_w(q), with_positive_w(s.rest_rotation[b]));
                       });
    const bool moves = cubic || std::any_of(move.value.begin(), move.value.end(),
                                            [&](Vec3 v) { return !same(v, rest); });
    if (turns) add(node, GltfPath::rotation, turn, kind);
    if (moves) add(node, GltfPath::translation, move, kind);
  }

  void slopes(Quat rest, const BoneTangents& t, Channel<Quat>& turn, Channel<Vec3>& move) const {
    const auto rate = static_cast<float>(clip_.rate);
    const auto scaled = [&](Quat q) {
      return Quat{q.x * rate, q.y * rate, q.z * rate, q.w * rate};
    };
    turn.in.push_back(scaled(rest * t.rotation_in));
    turn.out.push_back(scaled(rest * t.rotation_out));
    move.in.push_back(t.translation_in * (c_.metres * rate));
    move.out.push_back(t.translation_out * (c_.metres * rate));
  }

  GltfIndex times(const std::vector<double>& frames) {
    std::vector<float> seconds;
    seconds.reserve(frames.size());
    for (const double f : frames) seconds.push_back(static_cast<float>(f / clip_.rate));
    const auto [it, is_new] = times_.emplace(std::move(seconds), -1);
    if (is_new) it->second = c_.builder.floats(io::GltfType::scalar, it->first, 0, true);
    return it->second;
  }

  template <class Value>
  void add(GltfIndex node, GltfPath path, const Channel<Value>& from, GltfInterpolation kind) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < from.value.size(); ++i) {
      if (!from.in.empty()) values.push_back(from.in[i]);
      values.push_back(from.value[i]);
      if (!from.out.empty()) values.push_back(from.out[i]);
    }
    add(node, path, times(from.frame), c_.builder.vectors(values), kind);
  }
  void add(GltfIndex node, GltfPath path, GltfIndex input, GltfIndex output,
           GltfInterpolation kind) {
    io::GltfSampler sampler;
    sampler.input = input;
    sampler.output = output;
    sampler.interpolation = kind;
    io::GltfChannel channel;
    channel.sampler = static_cast<GltfIndex>(out_.samplers.size());
    channel.node = node;
    channel.path = path;
    out_.samplers.push_back(std::move(sampler));
    out_.channels.push_back(std::move(channel));
  }

  // --- morphs

  struct Share {
    const MorphTrack* track = nullptr;
    float ratio = 1;
  };

  // A target's weight is that of its own track and of the groups it belongs to. As Odori plays
  // motions, a track that begins later is at rest before.
  void morphs() {
    const std::vector<Morph>& all = c_.model.morphs;
    const auto targets = static_cast<std::size_t>(
        std::count_if(c_.target_of.begin(), c_.target_of.end(), [](auto t) { return t >= 0; }));
    std::map<std::string_view, const MorphTrack*> track_of;
    for (const MorphTrack& t : clip_.morphs)
      if (!t.frame.empty()) track_of[t.name.text] = &t;
    std::vector<std::vector<Share>> shares(targets);
    for (std::size_t m = 0; m < all.size(); ++m) {
      const auto it = track_of.find(all[m].name);
      if (it == track_of.end()) continue;
      const auto give = [&](std::size_t morph, float ratio) {
        if (c_.target_of[morph] >= 0)
          shares[static_cast<std::size_t>(c_.target_of[morph])].push_back({it->second, ratio});
      };
      give(m, 1);
      if (all[m].kind != MorphKind::group) continue;
      for (const MorphMember& member : all[m].members)
        if (is_set(member.morph)) give(at(member.morph), member.ratio);
    }
    std::set<const MorphTrack*> shown;
    for (const auto& list : shares)
      for (const Share& s : list) shown.insert(s.track);
    std::size_t lost = 0;
    for (const auto& [name, track] : track_of)
      lost += !shown.contains(track) && std::any_of(track->weight.begin(), track->weight.end(),
                                                    [](float w) { return w != 0; })
                  ? 1
                  : 0;
    c_.lost(lost, "morph tracks, for which the mesh has no shape");
    std::vector<double> frames;
    for (const auto& list : shares) {
      for (const Share& s : list) {
        for (const double f : s.track->frame)
          if (f >= 0) frames.push_back(f);
        if (s.track->frame.front() > 0) frames.push_back(0);
      }
    }
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    if (frames.empty() || static_cast<double>(frames.size() * targets) > kMostKeys * 4) return;
    std::vector<float> values(frames.size() * targets);
    for (std::size_t t = 0; t < targets; ++t) {
      for (const Share& s : shares[t]) {
        std::size_t cursor = 0;
        const double first = s.track->frame.front();
        const float first_weight = s.track->weight.front();
        for (std::size_t f = 0; f < frames.size(); ++f) {
          const float w = frames[f] < first ? first_weight * static_cast<float>(frames[f] / first)
                                            : sample_morph(*s.track, frames[f], cursor);
          values[f * targets + t] += w * s.ratio;
        }
      }
    }
    if (std::all_of(values.begin(), values.end(), [](float w) { return w == 0; })) return;
    add(c_.mesh_node, GltfPath::weights, times(frames),
        c_.builder.floats(io::GltfType::scalar, values), GltfInterpolation::linear);
  }

  Context& c_;
  const Clip& clip_;
  double stride_ = 1;  // frames of the clip between two written ones
  io::GltfAnimation out_;
  std::map<std::vector<float>, GltfIndex> times_;
};

}  // namespace

void animation(Context& c, const Clip& clip, std::size_t index) { Animation(c, clip).run(index); }

}  // namespace odori::gltf_export
