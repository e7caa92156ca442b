#include "odori/convert/bvh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "odori/math/trig.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

using io::BvhChannel;

constexpr double kMostRows = 1e7;
constexpr std::array<Vec3, 3> kAxes = {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

bool is_rotation(BvhChannel c) { return c >= BvhChannel::x_rotation; }
std::size_t axis_of(BvhChannel c) { return static_cast<std::size_t>(c) % 3; }

Quat about(std::size_t axis, double degrees) {
  const auto [s, c] = trig::sincos(degrees * (trig::kPi / 360));
  const Vec3 a = kAxes[axis] * static_cast<float>(s);
  return {a.x, a.y, a.z, static_cast<float>(c)};
}

double whole_rate(double frame_time) {
  const double rate = 1 / frame_time, whole = std::floor(rate + 0.5);
  return std::fabs(rate - whole) <= 1e-4 * rate && whole > 0 ? whole : rate;
}

void add_bone(Skeleton& s, const io::BvhJoint& joint) {
  const auto index = static_cast<std::int32_t>(s.size());
  const auto parent = static_cast<BoneIndex>(joint.parent);
  s.names.push_back(joint.name);
  s.names_en.push_back(joint.name);
  s.parent.push_back(parent);
  s.rest_translation.push_back(joint.offset);
  s.rest_position.push_back(is_set(parent) ? s.rest_position[at(parent)] + joint.offset
                                           : joint.offset);
  s.rest_rotation.push_back({});
  s.tail.push_back(s.rest_position.back() + joint.end_site.value_or(Vec3{}));
  s.flags.push_back(kRotatable | kTranslatable | kVisible | kOperable);
  s.layer.push_back(0);
  s.file_index.push_back(index);
  s.from_file_index.push_back(static_cast<BoneIndex>(index));
}

// A joint with children points to the first of them.
void point_at_children(Skeleton& s) {
  std::vector<bool> pointed(s.size(), false);
  for (std::size_t b = 0; b < s.size(); ++b) {
    if (!is_set(s.parent[b]) || pointed[at(s.parent[b])]) continue;
    pointed[at(s.parent[b])] = true;
    s.tail[at(s.parent[b])] = s.rest_position[b];
  }
}

// The root with the most bones below it: many readers of BVH know one root alone, and what stands
// beside it in MMD's models are goals of IK.
std::size_t main_root(const Skeleton& s) {
  std::vector<std::size_t> below(s.size(), 1);
  std::size_t best = 0;
  for (std::size_t b = s.size(); b-- > 0;) {
    if (is_set(s.parent[b]))
      below[at(s.parent[b])] += below[b];
    else if (is_set(s.parent[best]) || below[b] >= below[best])
      best = b;
  }
  return best;
}

// The bones of the main tree, each behind its parent and all that hangs on it: the order of a BVH.
std::vector<std::size_t> depth_first(const Skeleton& s) {
  if (s.size() == 0) return {};
  std::vector<std::vector<std::size_t>> children(s.size());
  for (std::size_t b = s.size(); b-- > 0;) {
    if (is_set(s.parent[b])) children[at(s.parent[b])].push_back(b);
  }
  std::vector<std::size_t> order, open = {main_root(s)};
  while (!open.empty()) {
    const std::size_t b = open.back();
    open.pop_back();
    order.push_back(b);
    open.insert(open.end(), children[b].begin(), children[b].end());
  }
  return order;
}

// Angles (z, x, y) in degrees with q = Rz Rx Ry, of the two ways to write it, and of all turns, the
// one nearest to `before`.
std::array<double, 3> angles_near(Quat q, const std::array<double, 3>& before) {
  const double x = static_cast<double>(q.x), y = static_cast<double>(q.y),
               z = static_cast<double>(q.z), w = static_cast<double>(q.w);
  const double sine = std::clamp(2 * (y * z + w * x), -1.0, 1.0);
  double az = trig::atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z));
  double ay = trig::atan2(2 * (w * y - x * z), 1 - 2 * (x * x + y * y));
  if (std::fabs(sine) > 1 - 1e-7) {  // Y and Z turn about one line: all goes to Z
    az = trig::atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
    ay = 0;
  }
  const double ax = trig::asin(sine), half = trig::kPi;
  const auto near = [&](double radians, double wanted) {
    const double degrees = radians * (180 / trig::kPi);
    return degrees + 360 * std::floor((wanted - degrees) / 360 + 0.5);
  };
  const auto both = [&](double z_, double x_, double y_) {
    return std::array{near(z_, before[0]), near(x_, before[1]), near(y_, before[2])};
  };
  const auto one = both(az, ax, ay), other = both(az + half, half - ax, ay + half);
  const auto apart = [&](const std::array<double, 3>& a) {
    return std::fabs(a[0] - before[0]) + std::fabs(a[1] - before[1]) + std::fabs(a[2] - before[2]);
  };
  return apart(other) < apart(one) ? other : one;
}

class Exporter {
 public:
  Exporter(const Model& model, const Clip& clip, const BvhOptions& options)
      : model_(model), clip_(clip), options_(options) {}

  BvhExport run() {
    skeleton();
    const double seconds = (options_.last_frame - options_.first_frame) / clip_.rate;
    const auto rows = static_cast<std::size_t>(std::floor(seconds * options_.rate + 1e-9)) + 1;
    out_.document.frame_time = 1 / options_.rate;
    out_.document.values.reserve(rows * out_.document.channels);
    for (std::size_t row = 0; row < rows; ++row)
      add_row(options_.first_frame + static_cast<double>(row) / options_.rate * clip_.rate);
    losses();
    return std::move(out_);
  }

 private:
  struct Source {
    std::size_t bone = 0;
    const BoneTrack* track = nullptr;
    BoneCursor cursor;
    bool moves = false;
    Quat rest_world;  // of the bone at rest, model space
    std::array<double, 3> angles{};
  };

  void skeleton() {
    const Skeleton& s = model_.skeleton;
    std::map<std::string_view, const BoneTrack*> tracks;
    for (const BoneTrack& track : clip_.bones) tracks.emplace(track.name.text, &track);
    std::vector<std::int32_t> joint_of(s.size(), -1);
    std::vector<Quat> rest_world(s.size());
    for (std::size_t b = 0; b < s.size(); ++b)
      rest_world[b] = is_set(s.parent[b]) ? rest_world[at(s.parent[b])] * s.rest_rotation[b]
                                          : s.rest_rotation[b];
    std::vector<bool> has_child(s.size(), false);
    for (const std::size_t b : depth_first(s)) {
      Source source{b, nullptr, {}, !is_set(s.parent[b]), rest_world[b], {}};
      if (const auto it = tracks.find(s.names[b]); it != tracks.end()) source.track = it->second;
      if (source.track)
        for (const Vec3& t : source.track->translation) source.moves |= !(t == Vec3{});
      io::BvhJoint joint;
      joint.name = s.names[b];
      joint.offset = s.rest_position[b] * options_.scale;
      if (is_set(s.parent[b])) {
        joint.parent = joint_of[at(s.parent[b])];
        has_child[at(s.parent[b])] = true;
        joint.offset = (s.rest_position[b] - s.rest_position[at(s.parent[b])]) * options_.scale;
      }
      if (source.moves)
        joint.channels = {BvhChannel::x_position, BvhChannel::y_position, BvhChannel::z_position};
      joint.channels.insert(joint.channels.end(), {BvhChannel::z_rotation, BvhChannel::x_rotation,
                                                   BvhChannel::y_rotation});
      joint_of[b] = static_cast<std::int32_t>(sources_.size());
      out_.document.channels += joint.channels.size();
      out_.document.joints.push_back(std::move(joint));
      sources_.push_back(source);
    }
    for (std::size_t j = 0; j < sources_.size(); ++j) {
      const std::size_t b = sources_[j].bone;
      if (!has_child[b])
        out_.document.joints[j].end_site = (s.tail[b] - s.rest_position[b]) * options_.scale;
    }
  }

  void add_row(double frame) {
    for (std::size_t j = 0; j < sources_.size(); ++j) {
      Source& source = sources_[j];
      const BoneValue value =
          source.track ? source.cursor.sample(*source.track, frame) : BoneValue();
      if (source.moves) {
        // Rotation and movement are said in the bone's rest frame, a BVH's in the model's.
        const BoneIndex parent = model_.skeleton.parent[source.bone];
        const Quat above =
            is_set(parent)
                ? source.rest_world * conjugate(model_.skeleton.rest_rotation[source.bone])
                : Quat{};
        const Vec3 p =
            out_.document.joints[j].offset + rotate(above, value.translation) * options_.scale;
        out_.document.values.insert(out_.document.values.end(), {p.x, p.y, p.z});
      }
      const Quat turn = source.rest_world * value.rotation * conjugate(source.rest_world);
      source.angles = angles_near(turn, source.angles);
      for (const double a : source.angles) out_.document.values.push_back(static_cast<float>(a));
    }
  }

  void losses() {
    const auto lost = [&](std::size_t n, const char* what) {
      if (n > 0) out_.losses.push_back(std::to_string(n) + what);
    };
    lost(model_.skeleton.size() - sources_.size(), " bones that stand beside the main tree");
    lost(clip_.morphs.size(), " morph tracks");
    lost(clip_.camera.frame.size(), " camera keys");
    lost(clip_.light.frame.size(), " light keys");
    lost(clip_.shadow.frame.size(), " shadow keys");
    lost(clip_.property.frame.size(), " keys of visibility and IK");
    lost(model_.skeleton.appends.size(), " appends: bake the motion to keep what they do");
    lost(model_.skeleton.iks.size(), " IK chains: bake the motion to keep what they do");
    std::size_t without = 0;
    for (const BoneTrack& track : clip_.bones)
      without += is_set(find_bone(model_.skeleton, track.name.text)) ? 0 : 1;
    lost(without, " tracks of bones that the skeleton does not have");
  }

  const Model& model_;
  const Clip& clip_;
  const BvhOptions& options_;
  BvhExport out_;
  std::vector<Source> sources_;  // by joint
};

}  // namespace

Result<Capture> import_bvh(const io::BvhDocument& doc) {
  std::size_t channels = 0;
  for (std::size_t j = 0; j < doc.joints.size(); ++j) {
    if (doc.joints[j].parent >= static_cast<std::int32_t>(j))
      return fail(Code::usage, "joint " + std::to_string(j) + " stands before its parent");
    channels += doc.joints[j].channels.size();
  }
  if (channels != doc.channels || doc.joints.empty())
    return fail(Code::usage, "values that do not fit the joints");
  Capture out;
  out.model.metres_per_unit = 0.01f;
  out.model.warnings = doc.warnings;
  for (const io::BvhJoint& joint : doc.joints) add_bone(out.model.skeleton, joint);
  point_at_children(out.model.skeleton);
  Clip& clip = out.clip;
  clip.warnings = doc.warnings;
  clip.rate = whole_rate(doc.frame_time);
  std::vector<double> frames(doc.frames());
  for (std::size_t f = 0; f < frames.size(); ++f) frames[f] = static_cast<double>(f);
  std::size_t first = 0;  // of the joint's values in a row
  for (const io::BvhJoint& joint : doc.joints) {
    if (!joint.channels.empty() && !frames.empty()) {
      BoneTrack& track = clip.bones.emplace_back();
      track.name.text = joint.name;
      track.interpolation = Interpolation::linear;
      track.frame = frames;
      track.curve.resize(frames.size());
      for (std::size_t f = 0; f < frames.size(); ++f) {
        Quat q;
        std::array<float, 3> p = {joint.offset.x, joint.offset.y, joint.offset.z};
        for (std::size_t c = 0; c < joint.channels.size(); ++c) {
          const float v = doc.values[f * doc.channels + first + c];
          const std::size_t axis = axis_of(joint.channels[c]);
          if (is_rotation(joint.channels[c]))
            q = q * about(axis, static_cast<double>(v));
          else
            p[axis] = v;
        }
        track.rotation.push_back(normalise(q));
        track.translation.push_back(Vec3{p[0], p[1], p[2]} - joint.offset);
      }
    }
    first += joint.channels.size();
  }
  return out;
}

Result<BvhExport> export_bvh(const Model& model, const Clip& clip, const BvhOptions& options) {
  const double seconds = (options.last_frame - options.first_frame) / clip.rate;
  if (!(clip.rate > 0) || !(options.rate > 0) || !(seconds >= 0) ||
      !(seconds * options.rate <= kMostRows) || !std::isfinite(options.scale)) {
    return fail(Code::usage, "a range of frames or a rate that no BVH can have");
  }
  return Exporter(model, clip, options).run();
}

}  // namespace odori
