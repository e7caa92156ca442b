#include <algorithm>

#include "odori/base/assert.h"
#include "odori/base/parallel.h"
#include "odori/pose/skin.h"
#include "skin.h"

namespace odori {
namespace {

Vec4 blend(Vec4 to, float weight) { return Vec4{1, 1, 1, 1} + (to - Vec4{1, 1, 1, 1}) * weight; }
Vec3 blend(Vec3 to, float weight) { return Vec3{1, 1, 1} + (to - Vec3{1, 1, 1}) * weight; }
float blend(float to, float weight) { return 1 + (to - 1) * weight; }

MaterialState own_state(const Material& material) {
  MaterialState s;
  s.diffuse = material.mmd.diffuse;
  s.specular = material.mmd.specular;
  s.specular_power = material.mmd.specular_power;
  s.ambient = material.mmd.ambient;
  s.edge_colour = material.mmd.edge_colour;
  s.edge_size = material.mmd.edge_size;
  return s;
}

// Products and sums of all material morphs on one material.
struct Change {
  MaterialState multiply{{1, 1, 1, 1}, {1, 1, 1}, 1, {1, 1, 1}, {1, 1, 1, 1}, 1};
  MaterialState add;
  bool any = false;

  void take(const MaterialOffset& o, float w) {
    any = true;
    if (o.add) {
      add.diffuse = add.diffuse + o.diffuse * w;
      add.specular += o.specular * w;
      add.specular_power += o.specular_power * w;
      add.ambient += o.ambient * w;
      add.edge_colour = add.edge_colour + o.edge_colour * w;
      add.edge_size += o.edge_size * w;
      add.texture_add = add.texture_add + o.texture * w;
      add.sphere_add = add.sphere_add + o.sphere * w;
      add.toon_add = add.toon_add + o.toon * w;
    } else {
      multiply.diffuse = multiply.diffuse * blend(o.diffuse, w);
      multiply.specular = multiply.specular * blend(o.specular, w);
      multiply.specular_power *= blend(o.specular_power, w);
      multiply.ambient = multiply.ambient * blend(o.ambient, w);
      multiply.edge_colour = multiply.edge_colour * blend(o.edge_colour, w);
      multiply.edge_size *= blend(o.edge_size, w);
      multiply.texture_multiply = multiply.texture_multiply * blend(o.texture, w);
      multiply.sphere_multiply = multiply.sphere_multiply * blend(o.sphere, w);
      multiply.toon_multiply = multiply.toon_multiply * blend(o.toon, w);
    }
  }

  void apply(MaterialState& s) const {
    s.diffuse = s.diffuse * multiply.diffuse + add.diffuse;
    s.specular = s.specular * multiply.specular + add.specular;
    s.specular_power = s.specular_power * multiply.specular_power + add.specular_power;
    s.ambient = s.ambient * multiply.ambient + add.ambient;
    s.edge_colour = s.edge_colour * multiply.edge_colour + add.edge_colour;
    s.edge_size = s.edge_size * multiply.edge_size + add.edge_size;
    s.texture_multiply = multiply.texture_multiply;
    s.sphere_multiply = multiply.sphere_multiply;
    s.toon_multiply = multiply.toon_multiply;
    s.texture_add = add.texture_add;
    s.sphere_add = add.sphere_add;
    s.toon_add = add.toon_add;
  }
};

bool is_active(const Model& model, const Pose& pose, std::size_t morph, MorphKind kind) {
  return pose.effective_weight[morph] != 0 && model.morphs[morph].kind == kind;
}

void dress_materials(const Model& model, const Pose& pose, DressedMesh& out) {
  const std::vector<Material>& materials = model.mesh.materials;
  bool any = false;
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    any |= is_active(model, pose, m, MorphKind::material);
  }
  for (std::size_t i = 0; i < materials.size(); ++i) {
    out.materials[i] = own_state(materials[i]);
    if (!any) continue;
    Change change;
    for (std::size_t m = 0; m < model.morphs.size(); ++m) {
      if (!is_active(model, pose, m, MorphKind::material)) continue;
      for (const MaterialOffset& o : model.morphs[m].materials) {
        if (!is_set(o.material) || at(o.material) == i) change.take(o, pose.effective_weight[m]);
      }
    }
    if (change.any) change.apply(out.materials[i]);
  }
}

void dress_uvs(const Model& model, const Pose& pose, DressedMesh& out) {
  const Mesh& mesh = model.mesh;
  bool moved = false;
  for (std::size_t m = 0; m < model.morphs.size(); ++m)
    moved |= is_active(model, pose, m, MorphKind::uv);
  if (!moved && !out.uvs_moved) return;
  out.uvs_moved = moved;
  out.uvs = mesh.uvs;
  out.additional_uv1 = mesh.additional_uvs[0];
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    if (!is_active(model, pose, m, MorphKind::uv)) continue;
    const float w = pose.effective_weight[m];
    const std::uint8_t channel = model.morphs[m].uv_channel;
    for (const UvOffset& o : model.morphs[m].uvs) {
      if (channel == 0 && o.vertex < out.uvs.size()) {
        out.uvs[o.vertex] = out.uvs[o.vertex] + Vec2{o.offset.x, o.offset.y} * w;
      } else if (channel == 1 && o.vertex < out.additional_uv1.size()) {
        out.additional_uv1[o.vertex] = out.additional_uv1[o.vertex] + o.offset * w;
      }
    }
  }
}

// Rest positions with the vertex morphs: the model's own, or a changed copy in `out`.
const Vec3* morph_vertices(const Model& model, const Pose& pose, DressedMesh& out) {
  bool copied = false;
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    if (!is_active(model, pose, m, MorphKind::vertex)) continue;
    if (!copied) out.positions = model.mesh.positions;
    copied = true;
    const float w = pose.effective_weight[m];
    for (const VertexOffset& o : model.morphs[m].vertices) {
      if (o.vertex < out.positions.size()) out.positions[o.vertex] += o.offset * w;
    }
  }
  return copied ? out.positions.data() : model.mesh.positions.data();
}

}  // namespace

DressedMesh make_dressed_mesh(const Model& model) {
  DressedMesh out;
  out.positions = model.mesh.positions;
  out.normals = model.mesh.normals;
  out.uvs = model.mesh.uvs;
  out.additional_uv1 = model.mesh.additional_uvs[0];
  out.materials.resize(model.mesh.materials.size());
  for (std::size_t i = 0; i < out.materials.size(); ++i) {
    out.materials[i] = own_state(model.mesh.materials[i]);
  }
  out.skin_rotation.resize(model.skeleton.size());
  out.skin_plan = std::make_shared<const SkinPlan>(make_skin_plan(model.mesh));
  return out;
}

void dress(const Model& model, const Pose& pose, unsigned threads, DressedMesh& out) {
  const Mesh& mesh = model.mesh;
  ODORI_ASSERT(out.positions.size() == mesh.size() && out.normals.size() == mesh.size() &&
               out.materials.size() == mesh.materials.size());
  dress_materials(model, pose, out);
  dress_uvs(model, pose, out);
  SkinInput in;
  in.mesh = &mesh;
  in.skin = pose.skin;
  in.positions = morph_vertices(model, pose, out);
  in.plan = out.skin_plan.get();
  // Where the bones rest unturned, as in MMD, their rotation is that of the skin matrix.
  in.rotation = pose.world_rotation;
  for (const Quat& rest : model.skeleton.rest_rotation) {
    if (rest == Quat{}) continue;
    for (std::size_t b = 0; b < pose.skin.size(); ++b) {
      const Affine& a = pose.skin[b];
      out.skin_rotation[b] =
          from_basis({a.x.x, a.x.y, a.x.z}, {a.y.x, a.y.y, a.y.z}, {a.z.x, a.z.y, a.z.z});
    }
    in.rotation = out.skin_rotation;
    break;
  }
  constexpr std::size_t kGrain = 4096;
  parallel_for(in.plan->size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    skin_vertices(in, begin, end, out.positions.data(), out.normals.data());
  });
}

}  // namespace odori
