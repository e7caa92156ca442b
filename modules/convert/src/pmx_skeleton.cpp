#include <algorithm>

#include "pmx_import.h"

namespace odori::pmx_import {
namespace {

// Where following `next` (index or -1) leads back to its start, the link of the smallest index in
// the loop is set to -1. Gives the indices whose links were cut, in order.
std::vector<std::int32_t> cut_loops(std::vector<std::int32_t>& next) {
  std::vector<std::int32_t> cut;
  std::vector<std::int32_t> walk(next.size(), -1);  // the start of the walk that came by
  for (std::size_t start = 0; start < next.size(); ++start) {
    auto at = static_cast<std::int32_t>(start);
    while (at >= 0 && walk[static_cast<std::size_t>(at)] < 0) {
      walk[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(start);
      at = next[static_cast<std::size_t>(at)];
    }
    if (at < 0 || walk[static_cast<std::size_t>(at)] != static_cast<std::int32_t>(start)) continue;
    std::int32_t smallest = at;
    for (std::int32_t i = next[static_cast<std::size_t>(at)]; i != at;
         i = next[static_cast<std::size_t>(i)]) {
      smallest = std::min(smallest, i);
    }
    next[static_cast<std::size_t>(smallest)] = -1;
    cut.push_back(smallest);
  }
  std::sort(cut.begin(), cut.end());
  return cut;
}

// File indices, each after its parent, otherwise in file order.
std::vector<std::int32_t> parents_first(const std::vector<std::int32_t>& parent) {
  std::vector<std::int32_t> order;
  order.reserve(parent.size());
  std::vector<bool> done(parent.size(), false);
  std::vector<std::int32_t> path;
  for (std::size_t i = 0; i < parent.size(); ++i) {
    for (auto at = static_cast<std::int32_t>(i); at >= 0 && !done[static_cast<std::size_t>(at)];
         at = parent[static_cast<std::size_t>(at)]) {
      path.push_back(at);
      done[static_cast<std::size_t>(at)] = true;
    }
    order.insert(order.end(), path.rbegin(), path.rend());
    path.clear();
  }
  return order;
}

std::uint16_t flags_of(const io::PmxBone& b) {
  const auto bit = [&](io::PmxBoneFlag from, BoneFlag to) { return (b.flags & from) ? to : 0; };
  return static_cast<std::uint16_t>(
      bit(io::kPmxRotatable, kRotatable) | bit(io::kPmxTranslatable, kTranslatable) |
      bit(io::kPmxVisible, kVisible) | bit(io::kPmxOperable, kOperable) |
      bit(io::kPmxAfterPhysics, kAfterPhysics));
}

void add_bone(Context& c, std::int32_t in_file, std::int32_t parent_in_file) {
  const io::PmxBone& b = c.document.bones[static_cast<std::size_t>(in_file)];
  Skeleton& s = c.model.skeleton;
  const BoneIndex parent = parent_in_file < 0
                               ? BoneIndex::none
                               : s.from_file_index[static_cast<std::size_t>(parent_in_file)];
  const auto place = [&](std::int32_t i) {
    const auto k = static_cast<std::size_t>(i);
    return mirror_z(c.place(c.document.bones[k].position, k));
  };
  const Vec3 position = place(in_file);
  s.from_file_index[static_cast<std::size_t>(in_file)] =
      static_cast<BoneIndex>(static_cast<std::int32_t>(s.size()));
  s.names.push_back(text_of(b.name));
  s.names_en.push_back(text_of(b.name_en));
  s.parent.push_back(parent);
  s.rest_position.push_back(position);
  s.rest_translation.push_back(is_set(parent) ? position - s.rest_position[at(parent)] : position);
  s.rest_rotation.push_back({});
  Vec3 tail = position;
  if (!(b.flags & io::kPmxTailIsBone)) {
    tail += mirror_z(c.place(b.tail_offset, static_cast<std::size_t>(in_file)));
  } else if (b.tail >= 0 && static_cast<std::size_t>(b.tail) < c.document.bones.size()) {
    tail = place(b.tail);
  }
  s.tail.push_back(tail);
  s.flags.push_back(flags_of(b));
  s.layer.push_back(b.layer);
  s.file_index.push_back(in_file);
}

// Meshes need a bone to hang on.
void add_root(Context& c) {
  Skeleton& s = c.model.skeleton;
  c.model.warnings.add(WarningKind::no_bones);
  s.names = {"root"};
  s.names_en = {"root"};
  s.parent = {BoneIndex::none};
  s.rest_position = s.rest_translation = s.tail = {Vec3{}};
  s.rest_rotation = {Quat{}};
  s.flags = {kRotatable | kTranslatable | kVisible | kOperable};
  s.layer = {0};
  s.file_index = {-1};
}

// Ratios and angles for which arithmetic stays exact; false for what is not finite.
bool moderate(float v) { return std::fabs(v) <= 1e4f; }
bool moderate(Vec3 v) { return moderate(v.x) && moderate(v.y) && moderate(v.z); }

bool has_append(const io::PmxBone& b) {
  return b.flags & (io::kPmxAppendRotation | io::kPmxAppendTranslation);
}

void appends(Context& c) {
  const auto& bones = c.document.bones;
  const auto ignored = [&](std::size_t i) {
    c.model.warnings.add(WarningKind::bad_append, i, text_of(bones[i].name));
  };
  std::vector<std::int32_t> source(bones.size(), -1);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!has_append(bones[i])) continue;
    const std::int32_t from = bones[i].append_source;
    const bool there = from >= 0 && static_cast<std::size_t>(from) < bones.size();
    if (there && from != static_cast<std::int32_t>(i) && moderate(bones[i].append_ratio)) {
      source[i] = from;
    } else if (from != -1 || bones[i].append_ratio != 0) {
      ignored(i);
    }
  }
  for (const std::int32_t i : cut_loops(source)) ignored(static_cast<std::size_t>(i));
  Skeleton& s = c.model.skeleton;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto file = static_cast<std::size_t>(s.file_index[i]);
    if (source[file] < 0) continue;
    const io::PmxBone& b = bones[file];
    s.appends.push_back({static_cast<BoneIndex>(static_cast<std::int32_t>(i)),
                         s.from_file_index[static_cast<std::size_t>(source[file])], b.append_ratio,
                         (b.flags & io::kPmxAppendRotation) != 0,
                         (b.flags & io::kPmxAppendTranslation) != 0,
                         (b.flags & io::kPmxAppendLocal) != 0});
  }
}

constexpr std::int32_t kMostLoops = 256;   // more than MMD itself allows (255)
constexpr std::size_t kMostLinks = 1'024;  // far beyond any model; bounds the solver's time

// The mirror turns rotations about x and y round: their limits swap and change sign.
IkLink link_of(Context& c, const io::PmxIkLink& l, std::size_t file) {
  IkLink link{c.bone(l.bone, file), l.limited, {}, {}};
  if (!l.limited) return link;
  if (!moderate(l.low) || !moderate(l.high)) {
    c.model.warnings.add(WarningKind::bad_value, file, "IK limits that make no sense");
    link.limited = false;
    return link;
  }
  const auto [x0, x1] = std::minmax({l.low.x, l.high.x});
  const auto [y0, y1] = std::minmax({l.low.y, l.high.y});
  const auto [z0, z1] = std::minmax({l.low.z, l.high.z});
  link.low = {-x1, -y1, z0};
  link.high = {-x0, -y0, z1};
  return link;
}

void iks(Context& c) {
  Skeleton& s = c.model.skeleton;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s.file_index[i] < 0) continue;
    const auto file = static_cast<std::size_t>(s.file_index[i]);
    const io::PmxBone& b = c.document.bones[file];
    if (!(b.flags & io::kPmxIk)) continue;
    const auto off = [&] { c.model.warnings.add(WarningKind::bad_ik, file, text_of(b.name)); };
    Ik ik;
    ik.bone = static_cast<BoneIndex>(static_cast<std::int32_t>(i));
    const bool there =
        b.ik_target >= 0 && static_cast<std::size_t>(b.ik_target) < c.document.bones.size();
    if (!there || !moderate(b.ik_unit_angle) || b.ik_links.size() > kMostLinks) {
      off();
      continue;
    }
    ik.effector = s.from_file_index[static_cast<std::size_t>(b.ik_target)];
    ik.loops = std::clamp(b.ik_loops, 0, kMostLoops);
    if (ik.loops != b.ik_loops) {
      c.model.warnings.add(WarningKind::bad_value, file, std::to_string(b.ik_loops) + " IK loops");
    }
    ik.unit_angle = b.ik_unit_angle;
    bool whole = true;
    for (const io::PmxIkLink& l : b.ik_links) {
      ik.links.push_back(link_of(c, l, file));
      whole &= is_set(ik.links.back().bone);
    }
    if (!whole || ik.links.empty()) {
      off();
      continue;
    }
    s.iks.push_back(std::move(ik));
  }
}

void axes(Context& c) {
  Skeleton& s = c.model.skeleton;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s.file_index[i] < 0) continue;
    const auto file = static_cast<std::size_t>(s.file_index[i]);
    const io::PmxBone& b = c.document.bones[file];
    const auto bone = static_cast<BoneIndex>(static_cast<std::int32_t>(i));
    const auto usable = [&](Vec3 v) {
      const bool good = is_finite(v) && std::isfinite(length(v)) && length(v) > 1e-6f;
      if (!good) c.model.warnings.add(WarningKind::bad_value, file, "an axis without direction");
      return good;
    };
    if ((b.flags & io::kPmxFixedAxis) && usable(b.fixed_axis)) {
      // What is of unit length already stays to the bit.
      const bool unit = std::fabs(length_squared(b.fixed_axis) - 1) <= 1e-6f;
      s.fixed_axes.push_back({bone, mirror_z(unit ? b.fixed_axis : normalise(b.fixed_axis))});
    }
    if ((b.flags & io::kPmxLocalAxes) && usable(b.local_x) && usable(b.local_z)) {
      s.local_axes.push_back({bone, mirror_z(b.local_x), mirror_z(b.local_z)});
    }
  }
}

}  // namespace

void skeleton(Context& c) {
  const auto& bones = c.document.bones;
  c.model.skeleton.from_file_index.assign(bones.size(), BoneIndex::none);
  if (bones.empty()) return add_root(c);
  std::vector<std::int32_t> parent(bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    parent[i] = c.index(bones[i].parent, bones.size(), i, "parent");
  }
  for (const std::int32_t i : cut_loops(parent)) {
    c.model.warnings.add(WarningKind::parent_loop, static_cast<std::uint64_t>(i),
                         text_of(bones[static_cast<std::size_t>(i)].name));
  }
  for (const std::int32_t i : parents_first(parent)) {
    add_bone(c, i, parent[static_cast<std::size_t>(i)]);
  }
  appends(c);
  iks(c);
  axes(c);
}

}  // namespace odori::pmx_import
