#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "odori/convert/mmd.h"
#include "screen.h"
#include "vmd_tracks.h"

namespace odori {
namespace {

bool usable(const io::VmdBoneKey& k) { return small(k.translation) && finite(k.rotation); }
bool usable(const io::VmdMorphKey& k) { return small(k.weight); }
bool usable(const io::VmdCameraKey& k) {
  return small(k.distance) && small(k.target) && small(k.rotation);
}
bool usable(const io::VmdLightKey& k) { return small(k.colour) && small(k.direction); }
bool usable(const io::VmdShadowKey& k) { return small(k.distance); }
bool usable(const io::VmdPropertyKey&) { return true; }

// Which records can be played; the others are left out, with a warning.
class Screen {
 public:
  Screen(std::uint32_t max_frame, Warnings& warnings)
      : max_frame_(max_frame), warnings_(warnings) {}
  template <class Key>
  bool pass(const Key& key, std::size_t record) {
    if (key.frame > max_frame_) {
      warnings_.add(WarningKind::frame_out_of_range, record, "frame " + std::to_string(key.frame));
      return false;
    }
    if (usable(key)) return true;
    warnings_.add(WarningKind::not_finite, record, "frame " + std::to_string(key.frame));
    return false;
  }

 private:
  std::uint32_t max_frame_;
  Warnings& warnings_;
};

// Records of one track in the order in which they are to be played: sorted by frame, of those on
// one frame the last in the file. `records` holds indices in file order and is changed in place.
template <class Key>
std::span<std::uint32_t> in_order(std::span<std::uint32_t> records, const std::vector<Key>& keys,
                                  Warnings& warnings) {
  const auto frame = [&](std::uint32_t i) { return keys[i].frame; };
  bool rising = true, sorted = true;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const std::uint32_t before = frame(records[i - 1]), now = frame(records[i]);
    rising &= before < now;
    sorted &= before <= now;
  }
  if (rising) return records;
  if (!sorted) {
    const auto late = std::is_sorted_until(records.begin(), records.end(),
                                           [&](auto a, auto b) { return frame(a) < frame(b); });
    warnings.add(WarningKind::unsorted_keys, *late);
    std::sort(records.begin(), records.end(), [&](std::uint32_t a, std::uint32_t b) {
      return frame(a) != frame(b) ? frame(a) < frame(b) : a < b;
    });
  }
  std::size_t n = 0;
  for (const std::uint32_t r : records) {
    if (n > 0 && frame(records[n - 1]) == frame(r)) {
      warnings.add(WarningKind::duplicate_key, r, "frame " + std::to_string(frame(r)));
      --n;
    }
    records[n++] = r;
  }
  return records.first(n);
}

// All usable records of a section without names, in playing order.
template <class Key>
std::vector<std::uint32_t> one_track(const std::vector<Key>& keys, Screen& screen,
                                     Warnings& warnings) {
  std::vector<std::uint32_t> records;
  records.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (screen.pass(keys[i], i)) records.push_back(static_cast<std::uint32_t>(i));
  }
  records.resize(in_order(std::span(records), keys, warnings).size());
  return records;
}

// The records of a section with 15-byte names, grouped by name: `records` of track t are
// [begin[t], begin[t + 1]), in file order; `first` is the record that names the track.
struct Groups {
  std::vector<std::uint32_t> records, begin, first;
};

template <class Key>
Groups group_by_name(const std::vector<Key>& keys, Screen& screen) {
  constexpr std::uint32_t kLeftOut = ~std::uint32_t{0};
  Groups g;
  NameTable names;
  std::vector<std::uint32_t> track(keys.size());
  std::vector<std::uint32_t> size;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!screen.pass(keys[i], i)) {
      track[i] = kLeftOut;
      continue;
    }
    track[i] = names.intern(keys[i].name);
    if (track[i] == size.size()) {
      size.push_back(0);
      g.first.push_back(static_cast<std::uint32_t>(i));
    }
    ++size[track[i]];
  }
  g.begin.resize(size.size() + 1);
  std::partial_sum(size.begin(), size.end(), g.begin.begin() + 1);
  g.records.resize(g.begin.back());
  std::vector<std::uint32_t> at(g.begin.begin(), g.begin.end() - 1);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (track[i] != kLeftOut) g.records[at[track[i]]++] = static_cast<std::uint32_t>(i);
  }
  return g;
}

TrackName track_name(std::span<const std::uint8_t> field, Warnings& warnings,
                     std::uint64_t record) {
  io::VmdText text = io::vmd_text(field, &warnings, record);
  return {std::move(text.text), std::move(text.raw), text.cut};
}

bool physics_off(const io::VmdBoneKey& k) { return k.curve[2] == 0x63 && k.curve[3] == 0x0F; }

BoneTrack bone_track(std::span<const std::uint32_t> records,
                     const std::vector<io::VmdBoneKey>& keys, Warnings& warnings) {
  BoneTrack t;
  const std::size_t n = records.size();
  t.frame.resize(n);
  t.rotation.resize(n);
  t.translation.resize(n);
  t.curve.resize(n);
  bool any_off = false;
  for (std::size_t i = 0; i < n; ++i) {
    const io::VmdBoneKey& k = keys[records[i]];
    t.frame[i] = k.frame;
    t.rotation[i] = mirror_z(unit(k.rotation, warnings, records[i]));
    t.translation[i] = mirror_z(k.translation);
    for (std::size_t c = 0; c < 4; ++c) {
      const std::uint8_t* b = &k.curve[16 * c];
      t.curve[i][c] = {b[0], b[4], b[8], b[12]};
    }
    any_off |= physics_off(k);
  }
  if (any_off) {
    t.physics_off.resize(n);
    for (std::size_t i = 0; i < n; ++i) t.physics_off[i] = physics_off(keys[records[i]]);
  }
  return t;
}

void import_bones(const io::VmdDocument& doc, Screen& screen, Clip& clip) {
  Groups g = group_by_name(doc.bones, screen);
  for (std::size_t t = 0; t < g.first.size(); ++t) {
    const auto records =
        in_order(std::span(g.records).subspan(g.begin[t], g.begin[t + 1] - g.begin[t]), doc.bones,
                 clip.warnings);
    clip.bones.push_back(bone_track(records, doc.bones, clip.warnings));
    clip.bones.back().name = track_name(doc.bones[g.first[t]].name, clip.warnings, g.first[t]);
  }
}

void import_morphs(const io::VmdDocument& doc, Screen& screen, Clip& clip) {
  Groups g = group_by_name(doc.morphs, screen);
  for (std::size_t t = 0; t < g.first.size(); ++t) {
    const auto records =
        in_order(std::span(g.records).subspan(g.begin[t], g.begin[t + 1] - g.begin[t]), doc.morphs,
                 clip.warnings);
    MorphTrack& track = clip.morphs.emplace_back();
    track.name = track_name(doc.morphs[g.first[t]].name, clip.warnings, g.first[t]);
    track.frame.reserve(records.size());
    track.weight.reserve(records.size());
    for (const std::uint32_t r : records) {
      track.frame.push_back(doc.morphs[r].frame);
      track.weight.push_back(doc.morphs[r].weight);
    }
  }
}

void import_camera(const io::VmdDocument& doc, Screen& screen, Clip& clip) {
  CameraTrack& t = clip.camera;
  for (const std::uint32_t r : one_track(doc.cameras, screen, clip.warnings)) {
    const io::VmdCameraKey& k = doc.cameras[r];
    t.frame.push_back(k.frame);
    t.target.push_back(mirror_z(k.target));
    t.distance.push_back(k.distance);
    t.rotation.push_back(k.rotation);
    if (k.fov < 1 || k.fov > 179) {
      clip.warnings.add(WarningKind::bad_value, r, "field of view " + std::to_string(k.fov));
    }
    t.fov.push_back(static_cast<float>(std::clamp<std::uint32_t>(k.fov, 1, 179)));
    t.orthographic.push_back(k.orthographic != 0);
    auto& curves = t.curve.emplace_back();
    for (std::size_t c = 0; c < 6; ++c) {
      const std::uint8_t* b = &k.curve[4 * c];
      curves[c] = {b[0], b[2], b[1], b[3]};  // stored x1, x2, y1, y2
    }
  }
}

void import_light_and_shadow(const io::VmdDocument& doc, Screen& screen, Clip& clip) {
  for (const std::uint32_t r : one_track(doc.lights, screen, clip.warnings)) {
    const io::VmdLightKey& k = doc.lights[r];
    clip.light.frame.push_back(k.frame);
    clip.light.colour.push_back(k.colour);
    clip.light.direction.push_back(mirror_z(k.direction));
  }
  for (const std::uint32_t r : one_track(doc.shadows, screen, clip.warnings)) {
    const io::VmdShadowKey& k = doc.shadows[r];
    clip.shadow.frame.push_back(k.frame);
    clip.shadow.mode.push_back(k.mode);
    clip.shadow.distance.push_back(k.distance);
  }
}

void import_properties(const io::VmdDocument& doc, Screen& screen, Clip& clip) {
  for (const std::uint32_t r : one_track(doc.properties, screen, clip.warnings)) {
    const io::VmdPropertyKey& k = doc.properties[r];
    clip.property.frame.push_back(k.frame);
    clip.property.visible.push_back(k.visible != 0);
    auto& switches = clip.property.ik.emplace_back();
    for (const io::VmdIkSwitch& s : k.ik) {
      switches.push_back({track_name(s.name, clip.warnings, r), s.enabled != 0});
    }
  }
}

}  // namespace

Clip import_vmd(const io::VmdDocument& doc, std::uint32_t max_frame) {
  Clip clip;
  clip.rate = 30;
  clip.warnings = doc.warnings;
  // What stands behind the NUL is what MMD's own buffer held before.
  const auto end = std::find(doc.model_name.begin(), doc.model_name.end(), std::uint8_t{0});
  clip.model_name = io::vmd_text(std::span(doc.model_name.begin(), end), &clip.warnings).text;
  Screen screen(max_frame, clip.warnings);
  import_bones(doc, screen, clip);
  import_morphs(doc, screen, clip);
  import_camera(doc, screen, clip);
  import_light_and_shadow(doc, screen, clip);
  import_properties(doc, screen, clip);
  return clip;
}

}  // namespace odori
