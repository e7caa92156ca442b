#include "odori/model/rescale.h"

namespace odori {

void rescale(Model& model, float metres_per_unit) {
  const float k = model.metres_per_unit / metres_per_unit;
  model.metres_per_unit = metres_per_unit;
  if (k == 1) return;
  const auto all = [k](std::vector<Vec3>& list) {
    for (Vec3& v : list) v *= k;
  };
  Skeleton& s = model.skeleton;
  all(s.rest_position);
  all(s.rest_translation);
  all(s.tail);
  all(model.mesh.positions);
  for (SdefPoints& p : model.mesh.skin.sdef)
    for (Vec3* v : {&p.c, &p.r0, &p.r1}) *v *= k;
  for (Morph& morph : model.morphs) {
    for (VertexOffset& o : morph.vertices) o.offset *= k;
    for (BoneOffset& o : morph.bones) o.translation *= k;
    for (ImpulseOffset& o : morph.impulses) o.velocity *= k;
  }
  for (Body& body : model.bodies) {
    body.size *= k;
    body.position *= k;
  }
  for (Joint& joint : model.joints)
    for (Vec3* v : {&joint.position, &joint.translation_low, &joint.translation_high}) *v *= k;
  for (SpringCollider& c : model.springs.colliders) {
    c.offset *= k;
    c.tail *= k;
    c.radius *= k;
  }
  for (SpringChain& chain : model.springs.chains) {
    if (chain.end) *chain.end *= k;
    for (SpringJoint& joint : chain.joints) {
      joint.hit_radius *= k;
      joint.stiffness *= k;
      joint.gravity_power *= k;
    }
  }
  if (model.look_at) model.look_at->offset_from_head *= k;
}

}  // namespace odori
