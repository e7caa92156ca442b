#include <algorithm>
#include <numbers>
#include <string>

#include "pmd_import.h"

namespace odori::pmd_import {
namespace {

using Kind = io::PmdBoneKind;

// PMD has no layers: all bones move first, then IK, then the bones that copy a rotation. A bone is
// never evaluated before its parent.
std::vector<std::int32_t> layers_of(const io::PmdDocument& d) {
  const std::size_t n = d.bones.size();
  std::vector<std::int32_t> own(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const Kind kind = d.bones[i].kind;
    if (kind == Kind::ik) own[i] = 1;
    if (kind == Kind::under_rotate || kind == Kind::follow_rotate) own[i] = 2;
  }
  for (const io::PmdIk& ik : d.iks) {
    if (ik.bone < n) own[ik.bone] = std::max(own[ik.bone], 1);
  }
  std::vector<std::int32_t> layer(n, -1);
  std::vector<bool> passed(n, false);
  std::vector<std::size_t> path;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t at = i;
    for (; at < n && !passed[at]; at = d.bones[at].parent) {
      passed[at] = true;
      path.push_back(at);
    }
    std::int32_t above = at < n ? std::max(layer[at], 0) : 0;
    for (; !path.empty(); path.pop_back()) {
      above = layer[path.back()] = std::max(own[path.back()], above);
    }
  }
  return layer;
}

std::uint16_t flags_of(Kind kind) {
  constexpr int kTurns = io::kPmxRotatable | io::kPmxOperable | io::kPmxTailIsBone;
  const auto flags = [](int bits) { return static_cast<std::uint16_t>(bits); };
  switch (kind) {
    case Kind::rotate_and_move:
    case Kind::ik:
      return flags(kTurns | io::kPmxVisible | io::kPmxTranslatable);
    case Kind::ik_target:
    case Kind::hidden:
    case Kind::follow_rotate:
      return flags(kTurns);
    case Kind::rotate:
    case Kind::unknown:
    case Kind::ik_link:
    case Kind::under_rotate:
    case Kind::twist:
      break;
  }
  return flags(kTurns | io::kPmxVisible);
}

void append_rotation(io::PmxBone& b, std::uint16_t source, float ratio) {
  b.flags |= io::kPmxAppendRotation;
  b.append_source = index_of(source);
  b.append_ratio = ratio;
}

void twist(Context& c, std::size_t i, io::PmxBone& out) {
  const io::PmdBone& b = c.from.bones[i];
  out.tail = -1;
  const bool points = b.tail != 0 && c.has_bone(b.tail);
  const Vec3 axis = points ? normalise(c.from.bones[b.tail].position - b.position) : Vec3{};
  if (!is_finite(axis) || axis == Vec3{}) {
    c.warn(WarningKind::bad_value, i, "a twist bone without an axis");
    return;
  }
  out.flags |= io::kPmxFixedAxis;
  out.fixed_axis = axis;
}

void bone(Context& c, std::size_t i, io::PmxBone& out) {
  const io::PmdBone& b = c.from.bones[i];
  const std::vector<io::PmdText20> none;
  out.name = c.text(b.name, i);
  out.name_en = c.english(c.from.english ? c.from.english->bones : none, i);
  out.position = b.position;
  out.parent = index_of(b.parent);
  out.tail = b.tail == 0 ? -1 : index_of(b.tail);
  out.flags = flags_of(b.kind);
  if (b.kind == Kind::under_rotate) append_rotation(out, b.ik, 1);
  if (b.kind == Kind::twist) twist(c, i, out);
  if (b.kind == Kind::follow_rotate) {
    append_rotation(out, b.tail, static_cast<float>(static_cast<std::int16_t>(b.ik)) / 100);
    out.tail = -1;
  }
  if (b.kind > Kind::follow_rotate) {
    c.warn(WarningKind::bad_value, i, "a bone of kind " + std::to_string(static_cast<int>(b.kind)));
  }
}

// MMD knows knees by their name: they bend backwards only.
void limit_knee(io::PmxIkLink& link) {
  constexpr float kPi = std::numbers::pi_v<float>;
  link.limited = true;
  link.low = {-kPi, 0, 0};
  link.high = {-kPi / 360, 0, 0};
}

void ik(Context& c, std::size_t i) {
  const io::PmdIk& k = c.from.iks[i];
  if (!c.has_bone(k.bone)) {
    return c.warn(WarningKind::bad_ik, i, "a chain of bone " + std::to_string(k.bone));
  }
  io::PmxBone& out = c.to.bones[k.bone];
  if (out.flags & io::kPmxIk) {
    return c.warn(WarningKind::bad_ik, i, "a second chain of " + out.name.text);
  }
  out.flags |= io::kPmxIk;
  out.ik_target = index_of(k.target);
  out.ik_loops = k.loops;
  out.ik_unit_angle = k.unit_angle * 4;
  for (const std::uint16_t link : k.links) {
    io::PmxIkLink& l = out.ik_links.emplace_back();
    l.bone = index_of(link);
    const bool knee =
        c.has_bone(link) && c.to.bones[link].name.text.find("ひざ") != std::string::npos;
    if (knee) limit_knee(l);
  }
}

}  // namespace

void bones(Context& c) {
  const std::vector<std::int32_t> layers = layers_of(c.from);
  c.to.bones.resize(c.from.bones.size());
  for (std::size_t i = 0; i < c.to.bones.size(); ++i) {
    bone(c, i, c.to.bones[i]);
    c.to.bones[i].layer = layers[i];
  }
  for (std::size_t i = 0; i < c.from.iks.size(); ++i) ik(c, i);
}

}  // namespace odori::pmd_import
