#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>

#include "odori/base/text.h"
#include "odori/convert/mmd.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

constexpr double kLastFrame = 4294967294.0;
constexpr const char* kCameraName = "カメラ・照明";  // what MMD calls the model of a camera file

// Writes `text` into a field of N bytes by the first code page that has all its characters.
template <std::size_t N>
std::array<std::uint8_t, N> field_of(std::string_view text, Warnings& losses, std::size_t record) {
  std::array<std::uint8_t, N> field{};
  Encoding encoding = Encoding::cp932;
  auto bytes = encode(encoding, text);
  if (!bytes) {
    losses.add(WarningKind::name_encoding, record, text);
    encoding = Encoding::gbk;
    bytes = encode(encoding, text);
  }
  if (!bytes) {
    encoding = Encoding::utf8;
    bytes = encode(encoding, text);
  }
  std::size_t n = std::min(bytes->size(), N);
  if (n < bytes->size()) {
    losses.add(WarningKind::name_too_long, record, text);
    while (n > 0 && decode(encoding, Bytes(*bytes).first(n)).cut) --n;
  }
  if (n > 0) std::memcpy(field.data(), bytes->data(), n);
  return field;
}

// The source's own bytes where it had some.
template <std::size_t N>
std::array<std::uint8_t, N> field_of(const TrackName& name, Warnings& losses, std::size_t record) {
  if (name.raw.empty() || name.raw.size() > N) return field_of<N>(name.text, losses, record);
  std::array<std::uint8_t, N> field{};
  std::memcpy(field.data(), name.raw.data(), name.raw.size());
  return field;
}

class VmdWriter {
 public:
  explicit VmdWriter(const Clip& clip) : clip_(clip), scale_(clip.rate > 0 ? 30 / clip.rate : 1) {}

  VmdExport run() {
    model_name();
    bones();
    morphs();
    camera();
    lights_and_shadows();
    properties();
    return std::move(out_);
  }

 private:
  // The frame at 30 a second; nothing when a VMD cannot hold it.
  std::optional<std::uint32_t> frame_of(double frame, std::size_t record) {
    const double exact = frame * scale_;
    const double whole = std::floor(exact + 0.5);
    if (!(whole >= 0 && whole <= kLastFrame)) {
      out_.losses.add(WarningKind::frame_out_of_range, record);
      return std::nullopt;
    }
    if (std::fabs(exact - whole) > 1e-6) {
      out_.losses.add(WarningKind::other, record, "a frame number that is not whole, rounded");
    }
    return static_cast<std::uint32_t>(whole);
  }

  // Calls put(frame, i) for every key; of two on one frame the last stays, which `drop` ensures by
  // taking back the one before.
  template <class Put, class Drop>
  void keys(const std::vector<double>& frames, Put put, Drop drop) {
    std::optional<std::uint32_t> last;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const auto frame = frame_of(frames[i], i);
      if (!frame) continue;
      if (last == frame) {
        out_.losses.add(WarningKind::duplicate_key, i);
        drop();
      }
      put(*frame, i);
      last = frame;
    }
  }
  template <class Key, class Make>
  void keys_of(const std::vector<double>& frames, std::vector<Key>& to, Make make) {
    keys(
        frames, [&](std::uint32_t frame, std::size_t i) { to.push_back(make(frame, i)); },
        [&] { to.pop_back(); });
  }

  io::VmdName15 track_field(const TrackName& name, std::map<io::VmdName15, std::string>& used,
                            std::size_t record) {
    const io::VmdName15 field = field_of<15>(name, out_.losses, record);
    if (!used.emplace(field, name.text).second) {
      out_.losses.add(WarningKind::name_collision, record, name.text);
    }
    return field;
  }

  void model_name() {
    const bool only_camera = clip_.bones.empty() && clip_.morphs.empty() &&
                             !(clip_.camera.frame.empty() && clip_.light.frame.empty());
    const std::string name =
        clip_.model_name.empty() && only_camera ? kCameraName : clip_.model_name;
    const auto field = field_of<20>(name, out_.losses, 0);
    out_.document.model_name.assign(field.begin(), field.end());
  }

  io::VmdBoneKey bone_key(const BoneTrack& t, const io::VmdName15& name, std::uint32_t frame,
                          std::size_t i) {
    std::array<io::VmdCurve, 4> curves;
    if (t.interpolation == Interpolation::bezier && i < t.curve.size()) {
      for (std::size_t c = 0; c < 4; ++c) {
        const BezierCurve& b = t.curve[i][c];
        curves[c] = {b.x1, b.y1, b.x2, b.y2};
      }
    }
    const bool off = i < t.physics_off.size() && t.physics_off[i] != 0;
    return {name, frame, mirror_z(t.translation[i]), mirror_z(t.rotation[i]),
            io::vmd_curve_bytes(curves, off)};
  }

  void bones() {
    std::map<io::VmdName15, std::string> used;
    auto& to = out_.document.bones;
    for (std::size_t n = 0; n < clip_.bones.size(); ++n) {
      const BoneTrack t = without_tangents(clip_.bones[n]);
      if (clip_.bones[n].interpolation == Interpolation::cubic && !clip_.bones[n].frame.empty())
        out_.losses.add(WarningKind::other, n, "splines, as a key on every frame");
      const io::VmdName15 name = track_field(t.name, used, n);
      const std::size_t first = to.size();
      keys(
          t.frame,
          [&](std::uint32_t frame, std::size_t i) {
            // A VMD knows no steps: the old value is held until the frame before.
            const bool step = t.interpolation == Interpolation::step && to.size() > first;
            if (step && to.back().frame + 1 < frame) {
              to.push_back(to.back());
              to.back().frame = frame - 1;
            }
            to.push_back(bone_key(t, name, frame, i));
          },
          [&] { to.pop_back(); });
    }
  }

  void morphs() {
    std::map<io::VmdName15, std::string> used;
    for (std::size_t n = 0; n < clip_.morphs.size(); ++n) {
      const MorphTrack& t = clip_.morphs[n];
      const io::VmdName15 name = track_field(t.name, used, n);
      keys_of(t.frame, out_.document.morphs, [&](std::uint32_t frame, std::size_t i) {
        return io::VmdMorphKey{name, frame, t.weight[i]};
      });
    }
  }

  void camera() {
    const CameraTrack& t = clip_.camera;
    keys_of(t.frame, out_.document.cameras, [&](std::uint32_t frame, std::size_t i) {
      io::VmdCameraKey k;
      k.frame = frame;
      k.distance = t.distance[i];
      k.target = mirror_z(t.target[i]);
      k.rotation = t.rotation[i];
      const float fov = std::clamp(std::floor(t.fov[i] + 0.5f), 1.0f, 179.0f);
      if (fov != t.fov[i]) {
        out_.losses.add(WarningKind::other, i,
                        "a field of view that is not whole degrees, rounded");
      }
      k.fov = static_cast<std::uint32_t>(fov);
      k.orthographic = i < t.orthographic.size() ? t.orthographic[i] : std::uint8_t{0};
      for (std::size_t c = 0; c < 6; ++c) {
        const BezierCurve b = i < t.curve.size() ? t.curve[i][c] : BezierCurve{};
        const std::array<std::uint8_t, 4> stored = {b.x1, b.x2, b.y1, b.y2};
        std::copy(stored.begin(), stored.end(), k.curve.begin() + static_cast<int>(4 * c));
      }
      return k;
    });
  }

  void lights_and_shadows() {
    const LightTrack& light = clip_.light;
    keys_of(light.frame, out_.document.lights, [&](std::uint32_t frame, std::size_t i) {
      return io::VmdLightKey{frame, light.colour[i], mirror_z(light.direction[i])};
    });
    const ShadowTrack& shadow = clip_.shadow;
    keys_of(shadow.frame, out_.document.shadows, [&](std::uint32_t frame, std::size_t i) {
      return io::VmdShadowKey{frame, shadow.mode[i], shadow.distance[i]};
    });
  }

  void properties() {
    const PropertyTrack& t = clip_.property;
    keys_of(t.frame, out_.document.properties, [&](std::uint32_t frame, std::size_t i) {
      io::VmdPropertyKey k{frame, t.visible[i], {}};
      if (i >= t.ik.size()) return k;
      for (const IkSwitch& s : t.ik[i]) {
        k.ik.push_back({field_of<20>(s.name, out_.losses, i), s.enabled});
      }
      return k;
    });
  }

  const Clip& clip_;
  double scale_;
  VmdExport out_;
};

}  // namespace

VmdExport export_vmd(const Clip& clip) { return VmdWriter(clip).run(); }

}  // namespace odori
