#include "figure/landmarks.h"
#include "figure/rig.h"
#include "figure/tails.h"

namespace odori::demo::figure {
namespace {

using Shares = std::map<std::int32_t, float>;  // ordered: ties are broken by the bone's index

// The four largest shares, made to sum to one; shares below 2 % of the largest are dropped.
Skin to_skin(const Shares& shares) {
  std::vector<std::pair<float, std::int32_t>> list;
  for (const auto& [bone, share] : shares) list.push_back({share, bone});
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const float least = list.front().first * 0.02f;
  std::size_t count = 0;
  float sum = 0;
  while (count < std::min<std::size_t>(4, list.size()) && list[count].first > least)
    sum += list[count++].first;
  Skin skin;
  for (std::size_t i = 0; i < 4; ++i) {
    skin.bone[i] = i < count ? list[i].second : 0;
    skin.weight[i] = i < count ? list[i].first / sum : 0;
  }
  return skin;
}

// Shares of the bones `name` + 0 .. count-1 of a chain at place r = 0 .. count-1.
void add_chain(Shares& shares, const Rig& rig, const std::string& name, int count, float r,
               float share) {
  r = std::clamp(r, 0.0f, static_cast<float>(count - 1));
  const int i = static_cast<int>(r);
  const float f = r - static_cast<float>(i);
  shares[rig.at(name + std::to_string(i))] += share * (1 - f) + 1e-6f;
  shares[rig.at(name + std::to_string(std::min(i + 1, count - 1)))] += share * f;
}

const char* side_name(float x) { return x > 0 ? "左" : "右"; }

}  // namespace

void weigh_rigid(Mesh& mesh, std::int32_t bone) {
  for (Vertex& v : mesh.vertices) v.skin = {{bone, 0, 0, 0}, {1, 0, 0, 0}};
}

void weigh_body(Mesh& mesh, const Rig& rig, bool fingers) {
  for (Vertex& v : mesh.vertices) {
    const Vec3 p = v.position;
    Shares shares;
    for (const Segment& s : rig.segments) {
      const float side = static_cast<float>(s.side);
      if ((s.finger && !fingers) || (s.side != 0 && p.x * side < -0.45f)) continue;
      const Vec3 d = s.b - s.a;
      const float t = std::clamp(dot(p - s.a, d) / dot(d, d), 0.0f, 1.0f);
      const float q = std::max(length(p - s.a - d * t) / s.radius, 0.15f), q2 = q * q;
      const float fade = s.side != 0 ? smooth_step(-0.45f, 0.25f, p.x * side) : 1.0f;
      shares[s.bone] += fade / (q2 * q2 * q2);
    }
    v.skin = to_skin(shares);
  }
}

void weigh_foot(Mesh& mesh, const Rig& rig) {
  for (Vertex& v : mesh.vertices) {
    const Vec3 p = v.position;
    const std::string side = side_name(p.x);
    const float foot = smooth_step(1.5f, 0.8f, p.y), toes = smooth_step(0.42f, 0.80f, p.z);
    v.skin = to_skin({{rig.at(side + "足首D"), foot * (1 - toes) + 1e-4f},
                      {rig.at(side + "足先EX"), foot * toes},
                      {rig.at(side + "ひざD"), 1 - foot}});
  }
}

void weigh_skirt(Mesh& mesh, const Rig& rig) {
  for (Vertex& v : mesh.vertices) {
    const Vec3 p = v.position;
    float turn = angle_of(p.x, (p.z + 0.04f) / 0.88f) / (2 * kPi);
    if (turn < 0) turn += 1;
    const float place = turn * kSkirtColumns, down = std::clamp((10.95f - p.y) / 2.6f, 0.0f, 1.0f);
    const int column = static_cast<int>(place) % kSkirtColumns;
    const float f = place - std::floor(place), root = smooth_step(0.13f, 0.0f, down);
    Shares shares{{rig.at("下半身"), root + 1e-6f}};
    for (int k = 0; k < 2; ++k) {
      const std::string name = "スカート_" + std::to_string((column + k) % kSkirtColumns) + "_";
      add_chain(shares, rig, name, kSkirtRows, down * kSkirtRows - 0.5f,
                (k == 0 ? 1 - f : f) * (1 - root));
    }
    v.skin = to_skin(shares);
  }
}

void weigh_tails(Mesh& mesh, const Rig& rig) {
  for (Vertex& v : mesh.vertices) {
    const Vec3 p = v.position;
    const float place = place_on_tail({std::fabs(p.x), p.y, p.z});
    Shares shares;
    add_chain(shares, rig, side_name(p.x) + std::string("髪_"), kTailBones,
              place * kTailBones - 0.5f, 1);
    v.skin = to_skin(shares);
  }
}

void weigh_side_hair(Mesh& mesh, const Rig& rig) {
  const std::array<Vec3, 4> joints = side_hair_joints();
  for (Vertex& v : mesh.vertices) {
    const float y = v.position.y, head = smooth_step(joints[0].y - 0.35f, joints[0].y + 0.2f, y);
    Shares shares{{rig.at("頭"), head}};
    const float place = (joints[0].y - y) / (joints[0].y - joints[3].y) * 3 - 0.5f;
    add_chain(shares, rig, side_name(v.position.x) + std::string("横髪_"), 3, place, 1 - head);
    v.skin = to_skin(shares);
  }
}

}  // namespace odori::demo::figure
