#include "figure/parts.h"

#include "figure/atlas.h"
#include "figure/body.h"
#include "figure/clothes.h"
#include "figure/hair.h"
#include "figure/head.h"

namespace odori::demo::figure {
namespace {

class Collector {
 public:
  Collector(const Rig& rig, Parts& parts) : rig_(rig), parts_(parts) {}

  // Weighs by the body's rule; from a mesh that moves with the body.
  std::uint32_t body(Material m, Mesh mesh, bool fingers = false) {
    weigh_body(mesh, rig_, fingers);
    return append(parts_.of(m), mesh);
  }
  std::uint32_t rigid(Material m, Mesh mesh, std::string_view bone) {
    weigh_rigid(mesh, rig_.at(bone));
    return append(parts_.of(m), mesh);
  }
  std::uint32_t head(Material m, Mesh mesh) {
    weigh_rigid(mesh, rig_.at("頭"));
    return weighed_head(m, mesh);
  }
  std::uint32_t weighed_head(Material m, Mesh mesh) {
    for (Vertex& v : mesh.vertices) v.position = scaled_head(rig_, v.position);
    return append(parts_.of(m), mesh);
  }
  template <class Weigh>
  void with(Material m, Mesh mesh, const Weigh& weigh) {
    weigh(mesh, rig_);
    append(parts_.of(m), mesh);
  }

 private:
  const Rig& rig_;
  Parts& parts_;
};

void add_face(Collector& c, Parts& parts, const Rig& rig) {
  FaceParts face = face_parts({});
  c.head(Material::face, head_skin());
  parts.white = c.head(Material::white, face.white);
  for (Vertex& v : face.iris.vertices) {
    v.skin = {{rig.at(v.position.x > 0 ? "左目" : "右目"), 0, 0, 0}, {1, 0, 0, 0}};
  }
  parts.iris = c.weighed_head(Material::iris, face.iris);
  // Not with the face: the face has an outline, and from the side one looks under a lid.
  parts.lids = c.head(Material::line, face.lids);
  c.head(Material::line, forehead_shadow());
  parts.line = c.head(Material::line, face.line);
  c.head(Material::blush, blush_patches());
}

void add_clothes(Collector& c) {
  c.body(Material::cloth, bodice());
  c.body(Material::cloth, collar());
  c.body(Material::cloth, sleeves());
  c.body(Material::cloth, bands());
  c.rigid(Material::cloth, choker(), "首");
  c.body(Material::cloth, shorts());
  c.body(Material::cloth, stockings());
  c.body(Material::cloth, chest_bow());
  c.rigid(Material::cloth, back_bow(), "下半身");
  c.head(Material::cloth, hair_bows());
  c.with(Material::cloth, boots(), weigh_foot);
  c.with(Material::cloth, boot_details(), weigh_foot);
  c.body(Material::both_sides, cuffs());
  c.with(Material::both_sides, petticoat(), weigh_skirt);
  c.with(Material::both_sides, boot_folds(), weigh_foot);
  c.with(Material::skirt, skirt(), weigh_skirt);
  c.body(Material::metal, buttons());
  c.rigid(Material::metal, charm(), "首");
  c.with(Material::metal, buckles(), weigh_foot);
  c.head(Material::metal, hair_star());
}

void add_hair(Collector& c, const Rig& rig) {
  HairParts hair = make_hair();
  c.head(Material::hair, hair.scalp);
  c.head(Material::hair, hair.locks);
  weigh_tails(hair.tails, rig);
  c.weighed_head(Material::hair, hair.tails);
  weigh_side_hair(hair.side, rig);
  c.weighed_head(Material::hair, hair.side);
  c.head(Material::fringe, hair.fringe);
}

}  // namespace

Parts make_parts(const Rig& rig) {
  Parts parts;
  Collector c(rig, parts);
  c.body(Material::skin, neck_skin());
  c.body(Material::skin, arm_skin());
  c.body(Material::skin, thigh_skin());
  c.body(Material::skin, hand_skin(), true);
  c.head(Material::skin, ears());
  add_face(c, parts, rig);
  add_clothes(c);
  add_hair(c, rig);
  set_uv(parts.of(Material::metal), swatch(Swatch::gold));
  return parts;
}

}  // namespace odori::demo::figure
