// VRMC_springBone-1.0 with VRMC_springBone_extended_collider-1.0.
#include "vrm/reader.h"

namespace odori::io::vrm {
namespace {

using At = Reader::At;

// Says whether the shape was one that is known.
bool read_shape(Reader& in, JsonValue shape, VrmCollider& out) {
  bool inside = false;
  if (const JsonValue sphere = in.object(shape, "sphere"); sphere.there()) {
    const At here(in, "sphere");
    in.flag(sphere, "inside", inside);
    out.shape = inside ? VrmShape::inside_sphere : VrmShape::sphere;
    in.vec3(sphere, "offset", out.offset);
    in.number(sphere, "radius", out.radius);
    return true;
  }
  if (const JsonValue capsule = in.object(shape, "capsule"); capsule.there()) {
    const At here(in, "capsule");
    in.flag(capsule, "inside", inside);
    out.shape = inside ? VrmShape::inside_capsule : VrmShape::capsule;
    in.vec3(capsule, "offset", out.offset);
    in.vec3(capsule, "tail", out.tail);
    in.number(capsule, "radius", out.radius);
    return true;
  }
  if (const JsonValue plane = in.object(shape, "plane"); plane.there()) {
    const At here(in, "plane");
    out.shape = VrmShape::plane;
    in.vec3(plane, "offset", out.offset);
    in.vec3(plane, "normal", out.normal);
    return true;
  }
  return false;
}

void read_collider(Reader& in, JsonValue v, VrmDocument& out) {
  VrmCollider& collider = out.colliders.emplace_back();
  in.index(v, "node", in.gltf.nodes.size(), collider.node);
  // The extension replaces the plain shape, which is there for those who do not know it.
  constexpr const char* kExtended = "VRMC_springBone_extended_collider";
  if (const JsonValue extended = v["extensions"][kExtended]; extended.is_object()) {
    const At here(in, kExtended);
    if (read_shape(in, in.object(extended, "shape"), collider)) return;
  }
  const JsonValue shape = in.object(v, "shape");
  const At here(in, "shape");
  if (!read_shape(in, shape, collider) && in.ok())
    in.warn(WarningKind::bad_value, in.where() + ": no shape that is known");
}

void read_spring(Reader& in, JsonValue v, VrmDocument& out) {
  VrmSpring& spring = out.springs.emplace_back();
  in.text(v, "name", spring.name);
  in.index(v, "center", in.gltf.nodes.size(), spring.centre);
  in.each(v, "joints", sizeof(VrmSpringJoint), [&](std::string_view, JsonValue j) {
    VrmSpringJoint joint;
    in.index(j, "node", in.gltf.nodes.size(), joint.node);
    in.number(j, "hitRadius", joint.hit_radius);
    in.number(j, "stiffness", joint.stiffness);
    in.number(j, "gravityPower", joint.gravity_power);
    in.number(j, "dragForce", joint.drag);
    in.vec3(j, "gravityDir", joint.gravity_direction);
    if (!in.ok()) return;
    if (joint.node < 0) return in.wrong(Code::malformed, "node is missing");
    spring.joints.push_back(joint);
  });
  in.each(v, "colliderGroups", sizeof(GltfIndex), [&](std::string_view, JsonValue g) {
    GltfIndex group = -1;
    in.index(g, out.collider_groups.size(), group);
    if (group >= 0) spring.collider_groups.push_back(group);
  });
}

}  // namespace

void read_springs(Reader& in, JsonValue root, VrmDocument& out) {
  in.each(root, "colliders", sizeof(VrmCollider),
          [&](std::string_view, JsonValue v) { read_collider(in, v, out); });
  in.each(root, "colliderGroups", sizeof(VrmColliderGroup), [&](std::string_view, JsonValue v) {
    VrmColliderGroup& group = out.collider_groups.emplace_back();
    in.text(v, "name", group.name);
    in.each(v, "colliders", sizeof(GltfIndex), [&](std::string_view, JsonValue c) {
      GltfIndex collider = -1;
      in.index(c, out.colliders.size(), collider);
      if (collider >= 0) group.colliders.push_back(collider);
    });
  });
  in.each(root, "springs", sizeof(VrmSpring),
          [&](std::string_view, JsonValue v) { read_spring(in, v, out); });
}

}  // namespace odori::io::vrm
