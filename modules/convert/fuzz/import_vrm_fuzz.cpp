// A model holds what import_vrm promises, whatever the file says.
#include <cmath>

#include "odori/convert/vrm.h"
#include "odori/io/vrm.h"
#include "sound_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori;
  using import_fuzz::expect;
  const auto gltf = io::decode_gltf(std::as_bytes(std::span(data, size)));
  if (!gltf || !io::is_vrm(*gltf)) return 0;
  const auto vrm = io::decode_vrm(*gltf);
  if (!vrm) return 0;
  const auto made = import_vrm(*gltf, *vrm);
  if (!made) return 0;
  const Model& model = made->model;
  import_fuzz::expect_sound(model.skeleton);
  import_fuzz::expect_sound(model);
  const auto is_bone = [&](BoneIndex b) { return import_fuzz::fits(b, model.skeleton.size()); };
  for (const BoneIndex b : model.humanoid.bone) expect(is_bone(b));
  for (const Expression& e : model.expressions) {
    expect(import_fuzz::fits(e.morph, model.morphs.size(), false));
    for (const ColourBind& c : e.colours)
      expect(import_fuzz::fits(c.material, model.mesh.materials.size(), false));
  }
  for (const SpringCollider& c : model.springs.colliders)
    expect(is_bone(c.bone) && is_finite(c.offset) && is_finite(c.tail) && std::isfinite(c.radius));
  for (const SpringChain& chain : model.springs.chains) {
    for (const SpringJoint& j : chain.joints)
      expect(import_fuzz::fits(j.bone, model.skeleton.size(), false));
    for (const std::uint32_t g : chain.groups) expect(g < model.springs.groups.size());
    if (chain.end) expect(is_finite(*chain.end));
  }
  for (const Constraint& c : model.constraints) expect(is_bone(c.bone) && is_bone(c.source));
  for (const Material& m : model.mesh.materials)
    if (m.mtoon) expect(import_fuzz::fits(m.mtoon->shade, model.mesh.textures.size()));
  return 0;
}
