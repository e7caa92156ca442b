#include "figure/physics.h"

#include "figure/curve.h"
#include "figure/landmarks.h"
#include "odori/math/quat.h"

namespace odori::demo::figure {
namespace {

using io::PmxBody;
using io::PmxJoint;

// Bodies collide with those of other groups only, as the masks say.
enum Group : std::uint8_t { kBodyGroup = 0, kSkirtGroup = 1, kHairGroup = 2 };
constexpr std::uint16_t bit(Group g) { return static_cast<std::uint16_t>(1u << g); }
enum Shape : std::uint8_t { kSphere = 0, kBox = 1, kCapsule = 2 };

struct Axes {
  Vec3 x, y, z;
};

// y along `up`, z as near to `out` as can be (MMD's axes).
Axes axes_from(Vec3 up, Vec3 out) {
  const Vec3 y = normalise(up), x = normalise(cross(y, out));
  return {x, y, cross(x, y)};
}

// The angles of Ry * Rx * Rz, in which PMX keeps rotations.
Vec3 euler_yxz(const Axes& a) {
  return {static_cast<float>(trig::asin(-a.z.y)), angle_of(a.z.x, a.z.z), angle_of(a.x.y, a.y.y)};
}

class Physics {
 public:
  Physics(const Rig& rig, io::PmxDocument& document) : rig_(rig), doc_(document) {}

  // A collider between two points given in Odori's axes; a = b gives a sphere.
  std::int32_t collider(const std::string& name, const std::string& bone, Vec3 a, Vec3 b,
                        float radius) {
    PmxBody body = new_body(name, bone, kBodyGroup, bit(kSkirtGroup) | bit(kHairGroup));
    const Vec3 d = mirror_z(b) - mirror_z(a);
    body.position = (mirror_z(a) + mirror_z(b)) * 0.5f;
    body.shape = length(d) > 0 ? kCapsule : kSphere;
    body.size = {radius, length(d), 0};
    if (length(d) > 0) {
      body.rotation = euler_yxz(
          axes_from(d, std::fabs(normalise(d).z) < 0.9f ? Vec3{0, 0, -1} : Vec3{1, 0, 0}));
    }
    return push(body);
  }

  struct Chain {
    std::string name;
    int count = 1;
    Group group = kHairGroup;
    Vec3 out;              // Odori's axes: the outer side
    float half_width = 0;  // of a box; 0 = capsules
    float radius = 0.2f;
    float mass = 0.5f;
    float swing = 20;  // degrees a joint may turn
    float spring = 0;
    int free_of_body = 0;  // so many bodies at the root collide with nothing
  };

  // Hangs the chain's bodies on each other and the first on `anchor`; gives the bodies.
  std::vector<std::int32_t> chain(std::int32_t anchor, const Chain& c) {
    std::vector<std::int32_t> made;
    for (int i = 0; i < c.count; ++i) {
      const std::string name = c.name + std::to_string(i);
      const io::PmxBone& bone = rig_.bones[static_cast<std::size_t>(rig_.at(name))];
      const Vec3 a = mirror_z(bone.position), b = mirror_z(end_of(bone));
      const Axes axes = axes_from(a - b, mirror_z(c.out));
      const std::uint16_t mask = i < c.free_of_body ? std::uint16_t{0} : bit(kBodyGroup);
      PmxBody body = new_body(name, name, c.group, mask);
      const float k = static_cast<float>(i) / static_cast<float>(c.count), l = length(b - a);
      body.shape = c.half_width > 0 ? kBox : kCapsule;
      body.size = c.half_width > 0 ? Vec3{c.half_width * (0.55f + 0.45f * k), l * 0.48f, 0.07f}
                                   : Vec3{c.radius * (1 - 0.45f * k),
                                          std::max(l - 2 * c.radius * (1 - 0.45f * k), 0.05f), 0};
      body.position = (a + b) * 0.5f;
      body.rotation = euler_yxz(axes);
      body.mass = c.mass * (1 - 0.6f * k);
      body.linear_damping = c.half_width > 0 ? 0.9f : 0.75f;
      body.angular_damping = 0.95f;
      body.friction = 0.5f;
      body.mode = 1;
      made.push_back(push(body));
      PmxJoint joint = new_joint(name, i == 0 ? anchor : made[made.size() - 2], made.back());
      joint.position = a;
      joint.rotation = body.rotation;
      const float swing = radians(c.swing * (1 + 0.5f * k));
      joint.rotation_low = {-swing, -swing * 0.3f, -swing * 0.7f};
      joint.rotation_high = {swing, swing * 0.3f, swing * 0.7f};
      joint.spring_rotation = Vec3{1, 1, 1} * (c.spring * (1 - 0.7f * k));
      doc_.joints.push_back(joint);
    }
    return made;
  }

  // Keeps neighbours of a ring about as far apart as they are at rest.
  void side_joint(const std::string& name, std::int32_t a, std::int32_t b, float give) {
    const PmxBody& from = doc_.bodies[static_cast<std::size_t>(a)];
    const PmxBody& to = doc_.bodies[static_cast<std::size_t>(b)];
    PmxJoint joint = new_joint(name, a, b);
    joint.position = (from.position + to.position) * 0.5f;
    joint.rotation = from.rotation;
    joint.translation_low = {-give, -give * 0.4f, -give};
    joint.translation_high = {give * 0.5f, give * 0.4f, give};
    const float turn = radians(35);
    joint.rotation_low = {-turn, -turn, -turn};
    joint.rotation_high = {turn, turn, turn};
    doc_.joints.push_back(joint);
  }

 private:
  Vec3 end_of(const io::PmxBone& b) const {
    return b.tail >= 0 ? rig_.bones[static_cast<std::size_t>(b.tail)].position
                       : b.position + b.tail_offset;
  }

  PmxBody new_body(const std::string& name, const std::string& bone, Group group,
                   std::uint16_t mask) const {
    PmxBody body;
    body.name.text = name;
    body.name_en = rig_.bones[static_cast<std::size_t>(rig_.at(bone))].name_en;
    body.bone = rig_.at(bone);
    body.group = group;
    body.collides_with = mask;
    body.linear_damping = body.angular_damping = 0.5f;
    body.friction = 0.5f;
    return body;
  }

  static PmxJoint new_joint(const std::string& name, std::int32_t a, std::int32_t b) {
    PmxJoint joint;
    joint.name.text = name;
    joint.body_a = a;
    joint.body_b = b;
    return joint;
  }

  std::int32_t push(const PmxBody& body) {
    doc_.bodies.push_back(body);
    return static_cast<std::int32_t>(doc_.bodies.size() - 1);
  }

  const Rig& rig_;
  io::PmxDocument& doc_;
};

void add_limb_colliders(Physics& p) {
  for (const float s : {1.0f, -1.0f}) {
    const auto on = [s](Vec3 v) { return Vec3{v.x * s, v.y, v.z}; };
    const std::string side = s > 0 ? "左" : "右";
    p.collider(side + "腕", side + "腕", on(lerp(kShoulder, kElbow, 0.1f)),
               on(lerp(kShoulder, kElbow, 0.9f)), 0.36f);
    p.collider(side + "ひじ", side + "ひじ", on(lerp(kElbow, kWrist, 0.05f)),
               on(lerp(kElbow, kWrist, 0.95f)), 0.32f);
    p.collider(side + "手首", side + "手首", on(kWrist + kArm * 0.5f), on(kWrist + kArm * 0.5f),
               0.40f);
    p.collider(side + "足", side + "足D", on(kHip - Vec3{0, 0.2f, 0}), on(lerp(kHip, kKnee, 0.85f)),
               0.62f);
    p.collider(side + "ひざ", side + "ひざD", on(lerp(kKnee, kAnkle, 0.05f)),
               on(lerp(kKnee, kAnkle, 0.9f)), 0.40f);
  }
}

void add_skirt(Physics& p, std::int32_t hips) {
  std::vector<std::vector<std::int32_t>> columns;
  for (int k = 0; k < kSkirtColumns; ++k) {
    const float a = static_cast<float>(k) / kSkirtColumns * 2 * kPi;
    Physics::Chain c{
        "スカート_" + std::to_string(k) + "_", kSkirtRows, kSkirtGroup, {sine(a), 0.4f, cosine(a)}};
    c.half_width = 0.58f;
    c.mass = 0.4f;
    c.swing = 26;
    c.spring = 8;
    columns.push_back(p.chain(hips, c));
  }
  for (std::size_t row = 0; row < kSkirtRows; ++row) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::size_t next = (k + 1) % columns.size();
      p.side_joint("スカート横_" + std::to_string(k) + "_" + std::to_string(row), columns[k][row],
                   columns[next][row], 0.06f + 0.10f * static_cast<float>(row));
    }
  }
}

void add_hair(Physics& p, std::int32_t head) {
  for (const float s : {1.0f, -1.0f}) {
    const std::string side = s > 0 ? "左" : "右";
    Physics::Chain tail{side + "髪_", kTailBones, kHairGroup, {s, 0, -0.3f}};
    tail.radius = 0.38f;
    tail.mass = 0.6f;
    tail.swing = 28;
    tail.spring = 12;
    tail.free_of_body = 1;
    p.chain(head, tail);
    Physics::Chain lock{side + "横髪_", 3, kHairGroup, {s, 0, 0.3f}};
    lock.radius = 0.10f;
    lock.mass = 0.15f;
    lock.swing = 14;
    lock.spring = 10;
    lock.free_of_body = 3;  // they lie against the cheek
    p.chain(head, lock);
  }
}

}  // namespace

void add_physics(const Rig& rig, io::PmxDocument& document) {
  Physics p(rig, document);
  const Vec3 head = scaled_head(rig, {0, 16.95f, -0.15f});
  const std::int32_t head_body = p.collider("頭", "頭", head, head, 1.28f * rig.head_scale);
  p.collider("首", "首", {0, 14.6f, -0.12f}, {0, 15.4f, -0.08f}, 0.38f);
  p.collider("胸", "上半身2", {-0.45f, 13.2f, 0.05f}, {0.45f, 13.2f, 0.05f}, 0.78f);
  p.collider("腹", "上半身", {0, 11.3f, 0}, {0, 12.2f, 0}, 0.68f);
  const std::int32_t hips =
      p.collider("下半身", "下半身", {-0.35f, 9.9f, -0.08f}, {0.35f, 9.9f, -0.08f}, 0.88f);
  add_limb_colliders(p);
  add_skirt(p, hips);
  add_hair(p, head_body);
}

}  // namespace odori::demo::figure
