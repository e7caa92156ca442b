// Whatever is taken as VRM has indices that are in range.
#include <cstdlib>

#include "odori/io/vrm.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  const auto gltf = decode_gltf(std::as_bytes(std::span(data, size)));
  if (!gltf || !is_vrm(*gltf)) return 0;
  const auto vrm = decode_vrm(*gltf);
  if (!vrm) return 0;
  const auto expect = [](GltfIndex index, std::size_t count) {
    if (index < -1 || (index >= 0 && static_cast<std::size_t>(index) >= count)) std::abort();
  };
  const std::size_t nodes = gltf->nodes.size();
  for (const VrmHumanBone& bone : vrm->human_bones) expect(bone.node, nodes);
  for (const VrmExpression& e : vrm->expressions) {
    for (const VrmMorphBind& bind : e.morphs) {
      expect(bind.node, nodes);
      expect(bind.mesh, gltf->meshes.size());
    }
    for (const VrmColourBind& bind : e.colours) expect(bind.material, gltf->materials.size());
    for (const VrmTextureBind& bind : e.textures) expect(bind.material, gltf->materials.size());
  }
  for (const VrmCollider& collider : vrm->colliders) expect(collider.node, nodes);
  for (const VrmSpring& spring : vrm->springs) {
    for (const VrmSpringJoint& joint : spring.joints) expect(joint.node, nodes);
    for (const GltfIndex group : spring.collider_groups) expect(group, vrm->collider_groups.size());
    expect(spring.centre, nodes);
  }
  for (const VrmConstraint& c : vrm->constraints) expect(c.source, nodes);
  if (vrm->materials.size() != gltf->materials.size()) std::abort();
  return 0;
}
