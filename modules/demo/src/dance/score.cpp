#include "score.h"

#include <algorithm>
#include <cmath>

#include "odori/base/assert.h"
#include "odori/demo/song.h"

namespace odori::demo {
namespace {

int round_frame(float x) { return static_cast<int>(std::floor(x + 0.5f)); }

template <class T>
const T& named(const std::vector<T>& table, std::string_view name) {
  const auto it =
      std::find_if(table.begin(), table.end(), [&](const T& entry) { return entry.name == name; });
  ODORI_ASSERT(it != table.end());  // a slip in the tables
  return *it;
}

// -1..1, the same for the same place: no two repeats are quite alike.
float variation(int bar, int quarter_count) {
  std::uint32_t h = static_cast<std::uint32_t>(bar) * 2654435761u ^
                    static_cast<std::uint32_t>(quarter_count) * 40503u;
  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  return static_cast<float>(static_cast<double>(h) / 4294967295.0 * 2 - 1);
}

Torso scaled(const Torso& t, float side, float size) {
  Torso out = t;
  for (float* v : {&out.push, &out.turn, &out.twist, &out.tilt, &out.cock}) *v *= side * size;
  for (float* v : {&out.tip, &out.lean, &out.nod}) *v *= size;
  out.look *= side;
  return out;
}

class Layout {
 public:
  Layout() : torsos_(torso_poses()), arms_(arm_poses()) {}

  void begin() {
    const Start s = start();
    spot_ = {s.home_x, 0, s.home_z};
    out_.turns.push_back({0, s.turn});
    out_.spots.push_back({0, spot_});
    for (std::size_t k = 0; k < 2; ++k) {
      const Step& foot = s.feet[k];
      out_.feet[k].push_back(
          {0, 0, foot.x * kStance + s.home_x, foot.z + s.home_z, foot.yaw, foot.heel, foot.lift});
    }
  }

  void add(int bar, const Move& move, const Place& place) {
    bar_ = bar;
    sign_ = place.mirrored ? -1.0f : 1.0f;
    mirrored_ = place.mirrored;
    add_rows(move, place.amplitude);
    add_steps(move);
    for (const ArmWave& wave : move.waves) {
      out_.waves.push_back({frame(wave.count), (wave.from == 'R') != mirrored_ ? 1 : 0, wave.size});
    }
    for (const Expression& e : move.expressions) {
      std::string_view morph = e.morph;
      if (mirrored_ && morph == "ウィンク") {
        morph = "ウィンク右";
      } else if (mirrored_ && morph == "ウィンク右") {
        morph = "ウィンク";
      }
      out_.expressions.push_back({morph, {frame(e.count), e.weight}});
    }
    float last = 0;
    for (const Turn& turn : move.turns) {
      last = turn.degrees * sign_;
      out_.turns.push_back({frame(turn.count), base_ + last});
    }
    // A finished round becomes the new front.
    const float rounds = std::floor((std::fabs(last) + 60) / 360);
    base_ += (last < 0 ? -360 : 360) * rounds;
    for (const Travel& t : move.travels) {
      out_.spots.push_back({frame(t.count), spot_after(move, t.count)});
    }
    spot_ = spot_after(move, 99);
  }

  Score finish() {
    for (auto& foot : out_.feet) {
      std::stable_sort(foot.begin(), foot.end(),
                       [](const FootMark& a, const FootMark& b) { return a.frame < b.frame; });
      for (std::size_t i = 1; i < foot.size(); ++i) {  // a pivot stays where the foot is
        if (foot[i].kind != 'p') continue;
        foot[i].x = foot[i - 1].x;
        foot[i].z = foot[i - 1].z;
      }
    }
    out_.end = frame_of(kBars, 1);
    return std::move(out_);
  }

 private:
  int frame(float count) const { return frame_of(static_cast<float>(bar_), count); }

  Vec3 spot_after(const Move& move, float count) const {
    Vec3 spot = spot_;
    for (const Travel& t : move.travels) {
      if (t.count <= count + 0.01f) spot += Vec3{t.x * sign_, 0, t.z};
    }
    return spot;
  }

  int arm_index(std::string_view name) const {
    if (name.empty()) return -1;
    return static_cast<int>(&named(arms_, name) - arms_.data());
  }

  void add_rows(const Move& move, float amplitude) {
    std::vector<Row> rows = move.rows;
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.count < b.count; });
    for (const Row& row : rows) {
      ScoreRow r;
      r.frame = frame(row.count);
      std::string_view name = row.torso;
      r.has_torso = !name.empty();
      if (r.has_torso) {
        const float side = name[0] == '-' ? -sign_ : sign_;
        if (name[0] == '-') name.remove_prefix(1);
        const float size = amplitude * (1 + 0.06f * variation(bar_, round_frame(row.count * 4)));
        r.torso = scaled(named(torsos_, name), side, size);
      }
      r.arm[0] = arm_index(mirrored_ ? row.right : row.left);
      r.arm[1] = arm_index(mirrored_ ? row.left : row.right);
      r.style = row.style;
      r.weight = row.weight * sign_;
      r.drop = row.drop;
      r.bounce = move.bounce * amplitude;
      out_.rows.push_back(r);
    }
  }

  void add_steps(const Move& move) {
    for (const Step& step : move.steps) {
      const Vec3 spot = spot_after(move, step.count);
      FootMark mark;
      mark.frame = frame(step.count);
      mark.duration =
          std::max(3, static_cast<int>(step.duration * static_cast<float>(kFramesPerBeat)));
      mark.x = step.x * sign_ * kStance + spot.x;
      mark.z = step.z + spot.z;
      mark.yaw = step.yaw * sign_ + base_;
      mark.heel = step.heel;
      mark.lift = step.lift;
      mark.kind = step.kind;
      out_.feet[(step.foot == 'R') != mirrored_ ? 1 : 0].push_back(mark);
    }
  }

  std::vector<Torso> torsos_;
  std::vector<ArmPose> arms_;
  Score out_;
  int bar_ = 0;
  bool mirrored_ = false;
  float sign_ = 1;
  float base_ = 0;
  Vec3 spot_;
};

// Slope of the direction at a mark: none where it stops or comes back, else the harmonic mean of
// both sides, which never overshoots.
float slope_at(const std::vector<TurnMark>& t, std::size_t i) {
  if (i == 0 || i + 1 >= t.size()) return 0;
  const auto rate = [&](std::size_t k) {
    return (t[k + 1].degrees - t[k].degrees) /
           static_cast<float>(std::max(t[k + 1].frame - t[k].frame, 1));
  };
  const float before = rate(i - 1), after = rate(i);
  return before * after <= 0 ? 0 : 2 * before * after / (before + after);
}

}  // namespace

int frame_of(float bar, float count) {
  return round_frame((bar * static_cast<float>(kBeatsPerBar) + count - 1) *
                     static_cast<float>(kFramesPerBeat));
}

Score lay_out() {
  Layout layout;
  layout.begin();
  const std::vector<Move> table = moves();
  const std::vector<Place> song = places();
  ODORI_ASSERT(song.size() == static_cast<std::size_t>(kBars));
  for (std::size_t bar = 0; bar < song.size(); ++bar) {
    layout.add(static_cast<int>(bar), named(table, song[bar].move), song[bar]);
  }
  return layout.finish();
}

float direction_at(const Score& score, float frame) {
  const std::vector<TurnMark>& t = score.turns;
  std::size_t i = 0;
  while (i + 1 < t.size() && static_cast<float>(t[i + 1].frame) <= frame) ++i;
  if (i + 1 >= t.size()) return t.back().degrees;
  const auto span = static_cast<float>(std::max(t[i + 1].frame - t[i].frame, 1));
  const float u = std::clamp((frame - static_cast<float>(t[i].frame)) / span, 0.0f, 1.0f);
  const float a = slope_at(t, i) * span, b = slope_at(t, i + 1) * span;
  const float v = 1 - u;
  return t[i].degrees * v * v * (1 + 2 * u) + a * u * v * v +
         t[i + 1].degrees * u * u * (3 - 2 * u) - b * u * u * v;
}

bool is_turning(const Score& score, int frame) {
  return std::fabs(direction_at(score, static_cast<float>(frame + 1)) -
                   direction_at(score, static_cast<float>(frame - 1))) > 0.05f;
}

Vec3 spot_at(const Score& score, float frame) {
  const std::vector<TravelMark>& t = score.spots;
  std::size_t i = 0;
  while (i + 1 < t.size() && static_cast<float>(t[i + 1].frame) <= frame) ++i;
  if (i + 1 >= t.size()) return t.back().spot;
  const auto span = static_cast<float>(std::max(t[i + 1].frame - t[i].frame, 1));
  const float u = std::clamp((frame - static_cast<float>(t[i].frame)) / span, 0.0f, 1.0f);
  return lerp(t[i].spot, t[i + 1].spot, u);
}

}  // namespace odori::demo
