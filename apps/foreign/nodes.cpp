// Nodes and their animation. A node's movement is that of its whole chain; where a part of it
// moves, the whole is worked out at each of the keys' times. Source: "FBX SDK: Computing
// transformation matrices" (World = ParentWorld * T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 *
// Soff * Sp * S * Sp^-1).
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "odori/io/gltf_build.h"
#include "parts.h"

namespace odori::foreign {
namespace {

struct Trs {
  aiVector3D translation, scale{1, 1, 1};
  aiQuaternion rotation;
};

bool finite(float v) { return std::isfinite(v); }
bool finite(const aiVector3D& v) { return finite(v.x) && finite(v.y) && finite(v.z); }
bool finite(const aiQuaternion& q) {
  return finite(q.x) && finite(q.y) && finite(q.z) && finite(q.w);
}

Trs parts_of(const aiMatrix4x4& m) {
  Trs trs;
  m.Decompose(trs.scale, trs.rotation, trs.translation);
  if (!finite(trs.translation)) trs.translation = {};
  if (!finite(trs.scale)) trs.scale = {1, 1, 1};
  if (!finite(trs.rotation)) trs.rotation = {};
  trs.rotation.Normalize();
  return trs;
}

aiMatrix4x4 whole_of(const Trs& t) { return aiMatrix4x4(t.scale, t.rotation, t.translation); }

bool is_part(const aiNode& node) { return text_of(node.mName).find(kPart) != std::string::npos; }
aiMatrix4x4 rest_of(const NodeChain& chain) {
  aiMatrix4x4 whole;
  for (const aiNode* link : chain.links) whole = whole * link->mTransformation;
  return whole;
}

// ---- keys

template <class Value, class Key>
Value sample(const Key* keys, unsigned count, double time,
             Value (*blend)(const Value&, const Value&, float)) {
  const Key* end = keys + count;
  const Key* after =
      std::upper_bound(keys, end, time, [](double t, const Key& k) { return t < k.mTime; });
  if (after == keys) return keys->mValue;
  const Key* before = after - 1;
  if (after == end || !(after->mTime > before->mTime)) return before->mValue;
  const double t = (time - before->mTime) / (after->mTime - before->mTime);
  return blend(before->mValue, after->mValue, static_cast<float>(t));
}

aiVector3D straight(const aiVector3D& a, const aiVector3D& b, float t) { return a + (b - a) * t; }
aiQuaternion turned(const aiQuaternion& a, const aiQuaternion& b, float t) {
  aiQuaternion out;
  aiQuaternion::Interpolate(out, a, b, t);
  return out.Normalize();
}

Trs at_time(const aiNodeAnim& channel, const Trs& rest, double time) {
  Trs trs = rest;
  if (channel.mNumPositionKeys > 0)
    trs.translation = sample(channel.mPositionKeys, channel.mNumPositionKeys, time, straight);
  if (channel.mNumRotationKeys > 0)
    trs.rotation = sample(channel.mRotationKeys, channel.mNumRotationKeys, time, turned);
  if (channel.mNumScalingKeys > 0)
    trs.scale = sample(channel.mScalingKeys, channel.mNumScalingKeys, time, straight);
  return trs;
}

void note_times(const aiNodeAnim& channel, std::set<double>& times) {
  const auto note = [&](const auto* keys, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      if (std::isfinite(keys[i].mTime) && keys[i].mTime >= 0) times.insert(keys[i].mTime);
  };
  note(channel.mPositionKeys, channel.mNumPositionKeys);
  note(channel.mRotationKeys, channel.mNumRotationKeys);
  note(channel.mScalingKeys, channel.mNumScalingKeys);
}

using Channels = std::map<std::string, const aiNodeAnim*>;

const aiNodeAnim* find(const Channels& channels, const aiNode& node) {
  const auto it = channels.find(text_of(node.mName));
  return it == channels.end() ? nullptr : it->second;
}

// A channel of the named node itself holds the whole movement where no part has one of its own.
struct Mover {
  const NodeChain& chain;
  std::vector<const aiNodeAnim*> of_link;  // null: at rest
  bool whole = false;
  // At rest the library undoes the post-rotation, as it should; in the keys of a whole movement it
  // adds it. Twice the undone one puts that right.
  aiQuaternion turn_back;

  aiMatrix4x4 at(double time) const {
    if (whole) {
      Trs trs = at_time(*of_link.back(), {}, time);
      trs.rotation = trs.rotation * turn_back;
      return whole_of(trs);
    }
    aiMatrix4x4 m;
    for (std::size_t i = 0; i < of_link.size(); ++i) {
      const aiNode& link = *chain.links[i];
      if (!of_link[i]) {
        m = m * link.mTransformation;
        continue;
      }
      m = m * whole_of(at_time(*of_link[i], parts_of(link.mTransformation), time));
    }
    return m;
  }
};

std::optional<Mover> mover_of(const NodeChain& chain, const Channels& channels) {
  Mover mover{chain, {}, false, {}};
  std::size_t moving = 0;
  for (const aiNode* link : chain.links) {
    mover.of_link.push_back(find(channels, *link));
    moving += mover.of_link.back() ? 1 : 0;
    if (!text_of(link->mName).ends_with(std::string(kPart) + "PostRotation")) continue;
    const aiQuaternion undone = parts_of(link->mTransformation).rotation;
    mover.turn_back = undone * undone;
  }
  if (moving == 0) return std::nullopt;
  mover.whole = moving == 1 && mover.of_link.back() != nullptr;
  return mover;
}

// ---- into the document

class Track {
 public:
  void add(float time, const Trs& trs) {
    times_.push_back(time);
    aiQuaternion q = trs.rotation;
    if (rotations_.size() >= 4) {  // the short way from the key before
      const float* last = rotations_.data() + rotations_.size() - 4;
      if (last[0] * q.x + last[1] * q.y + last[2] * q.z + last[3] * q.w < 0)
        q = aiQuaternion(-q.w, -q.x, -q.y, -q.z);
    }
    rotations_.insert(rotations_.end(), {q.x, q.y, q.z, q.w});
    const aiVector3D &p = trs.translation, &s = trs.scale;
    translations_.insert(translations_.end(), {p.x, p.y, p.z});
    scales_.insert(scales_.end(), {s.x, s.y, s.z});
  }

  void write(io::GltfIndex node, io::GltfAnimation& animation, io::GltfDocument& document) const {
    const io::GltfIndex input =
        io::add_floats(document, times_, io::GltfType::scalar, 0, io::GltfBounds::stated);
    const auto channel = [&](io::GltfPath path, const std::vector<float>& values,
                             io::GltfType type) {
      animation.samplers.emplace_back();
      animation.samplers.back().input = input;
      animation.samplers.back().output = io::add_floats(document, values, type);
      animation.channels.emplace_back();
      animation.channels.back().sampler = static_cast<io::GltfIndex>(animation.samplers.size()) - 1;
      animation.channels.back().node = node;
      animation.channels.back().path = path;
    };
    channel(io::GltfPath::translation, translations_, io::GltfType::vec3);
    channel(io::GltfPath::rotation, rotations_, io::GltfType::vec4);
    if (!same(scales_)) channel(io::GltfPath::scale, scales_, io::GltfType::vec3);
  }
  bool empty() const { return times_.empty(); }

 private:
  static bool same(const std::vector<float>& scales) {
    for (std::size_t i = 3; i < scales.size(); ++i)
      if (std::fabs(scales[i] - scales[i % 3]) > 1e-4f * std::fabs(scales[i % 3])) return false;
    return true;
  }
  std::vector<float> times_, translations_, rotations_, scales_;
};

Track track_of(const Mover& mover, double ticks_per_second, double unit) {
  std::set<double> times;
  for (const aiNodeAnim* channel : mover.of_link)
    if (channel) note_times(*channel, times);
  Track track;
  float last = -1;
  for (const double time : times) {
    const auto seconds = static_cast<float>(time / ticks_per_second);
    if (!(seconds > last)) continue;
    last = seconds;
    Trs trs = parts_of(mover.at(time));
    trs.translation *= static_cast<float>(unit);
    if (finite(trs.translation)) track.add(seconds, trs);
  }
  return track;
}

// Weights of all the blend shapes of the node's mesh, key by key. "node*0" is how the library names
// the channel of the first mesh of a node.
void add_weights(const aiMeshMorphAnim& channel, const Nodes& nodes, double ticks_per_second,
                 io::GltfAnimation& animation, io::GltfDocument& document) {
  const std::string full = text_of(channel.mName);
  const auto node = nodes.by_name.find(full.substr(0, full.rfind('*')));
  if (node == nodes.by_name.end()) return;
  const io::GltfIndex mesh = document.nodes[static_cast<std::size_t>(node->second)].mesh;
  if (mesh < 0) return;
  const std::size_t targets =
      document.meshes[static_cast<std::size_t>(mesh)].primitives.front().targets.size();
  if (targets == 0) return;
  std::vector<float> times, weights;
  float last = -1;
  for (unsigned k = 0; k < channel.mNumKeys; ++k) {
    const aiMeshMorphKey& key = channel.mKeys[k];
    const auto seconds = static_cast<float>(key.mTime / ticks_per_second);
    if (!(seconds > last)) continue;
    last = seconds;
    times.push_back(seconds);
    std::vector<float> row(targets, 0.0f);
    for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i)
      if (key.mValues[i] < targets && std::isfinite(key.mWeights[i]))
        row[key.mValues[i]] = static_cast<float>(key.mWeights[i]);
    weights.insert(weights.end(), row.begin(), row.end());
  }
  if (times.empty()) return;
  animation.samplers.emplace_back();
  animation.samplers.back().input =
      io::add_floats(document, times, io::GltfType::scalar, 0, io::GltfBounds::stated);
  animation.samplers.back().output = io::add_floats(document, weights, io::GltfType::scalar);
  animation.channels.emplace_back();
  animation.channels.back().sampler = static_cast<io::GltfIndex>(animation.samplers.size()) - 1;
  animation.channels.back().node = node->second;
  animation.channels.back().path = io::GltfPath::weights;
}

}  // namespace

Nodes add_nodes(const aiScene& scene, double unit, io::GltfDocument& document) {
  Nodes nodes;
  struct Waiting {
    const aiNode* node;
    io::GltfIndex parent;
    NodeChain above;
  };
  std::vector<Waiting> stack{{scene.mRootNode, -1, {}}};
  while (!stack.empty()) {
    Waiting now = std::move(stack.back());
    stack.pop_back();
    NodeChain chain = std::move(now.above);
    chain.links.push_back(now.node);
    io::GltfIndex parent = now.parent;
    if (!is_part(*now.node)) {
      const auto index = static_cast<io::GltfIndex>(document.nodes.size());
      if (parent >= 0) document.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
      io::GltfNode& node = document.nodes.emplace_back();
      node.name = text_of(now.node->mName);
      const Trs rest = parts_of(rest_of(chain));
      const auto metres = static_cast<float>(unit);
      node.translation = {rest.translation.x * metres, rest.translation.y * metres,
                          rest.translation.z * metres};
      node.rotation = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
      node.scale = {rest.scale.x, rest.scale.y, rest.scale.z};
      nodes.by_name.emplace(node.name, index);
      nodes.chains.push_back(std::move(chain));
      chain = {};
      parent = index;
    }
    for (unsigned i = now.node->mNumChildren; i-- > 0;)
      stack.push_back({now.node->mChildren[i], parent, chain});
  }
  document.scenes.emplace_back().nodes = {0};
  document.scene = 0;
  return nodes;
}

void add_animations(const aiScene& scene, const Nodes& nodes, double unit,
                    io::GltfDocument& document) {
  for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
    const aiAnimation& from = *scene.mAnimations[a];
    const double rate = from.mTicksPerSecond > 0 ? from.mTicksPerSecond : 25;
    Channels channels;
    for (unsigned i = 0; i < from.mNumChannels; ++i)
      channels.emplace(text_of(from.mChannels[i]->mNodeName), from.mChannels[i]);
    io::GltfAnimation animation;
    animation.name = text_of(from.mName);
    for (std::size_t n = 0; n < nodes.chains.size(); ++n) {
      const auto mover = mover_of(nodes.chains[n], channels);
      if (!mover) continue;
      const Track track = track_of(*mover, rate, unit);
      if (!track.empty()) track.write(static_cast<io::GltfIndex>(n), animation, document);
    }
    for (unsigned i = 0; i < from.mNumMorphMeshChannels; ++i)
      add_weights(*from.mMorphMeshChannels[i], nodes, rate, animation, document);
    if (!animation.channels.empty()) document.animations.push_back(std::move(animation));
  }
}

}  // namespace odori::foreign
