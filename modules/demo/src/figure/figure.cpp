#include "odori/demo/figure.h"

#include "figure/landmarks.h"
#include "figure/morphs.h"
#include "figure/parts.h"
#include "figure/physics.h"
#include "figure/textures.h"

namespace odori::demo {
namespace {

using namespace figure;

// In the order of the model's texture list.
enum Texture : std::int32_t {
  kSkinPicture,
  kFacePicture,
  kEyesPicture,
  kClothPicture,
  kSkirtPicture,
  kHairPicture,
  kSkinToon,
  kClothToon,
  kHairToon,
  kMetalSphere,
  kHairSphere
};

struct Painter {
  const char* name;
  Picture (*paint)();
};
constexpr Painter kPainters[] = {{"skin.png", paint_skin},
                                 {"face.png", paint_face},
                                 {"eyes.png", paint_eyes},
                                 {"cloth.png", paint_cloth},
                                 {"skirt.png", paint_skirt},
                                 {"hair.png", paint_hair},
                                 {"toon_skin.png", paint_toon_skin},
                                 {"toon_cloth.png", paint_toon_cloth},
                                 {"toon_hair.png", paint_toon_hair},
                                 {"sphere_metal.png", paint_metal_sphere},
                                 {"sphere_hair.png", paint_hair_sphere}};

constexpr std::uint8_t kShadows = io::kPmxGroundShadow | io::kPmxCastsShadow;
constexpr std::uint8_t kSolid = kShadows | io::kPmxReceivesShadow | io::kPmxEdge;

struct MaterialRow {
  const char* name;
  const char* english;
  std::int32_t texture, toon;
  std::uint8_t flags;
  float edge_size;
  Vec3 edge_colour;
  std::int32_t sphere;
  float alpha, specular;
};
constexpr Vec3 kSkinEdge = colour::kSkin * Vec3{0.62f, 0.30f, 0.28f};
constexpr Vec3 kClothEdge = colour::kNavy * Vec3{0.55f, 0.45f, 0.65f};
constexpr Vec3 kHairEdge = colour::kHairRoot * Vec3{0.52f, 0.40f, 0.60f};
constexpr MaterialRow kRows[kMaterials] = {
    {"肌", "skin", kSkinPicture, kSkinToon, kSolid, 0.8f, kSkinEdge, -1, 1, 0},
    // No shadow map on the face: its normals are an egg's, not its own.
    {"顔", "face", kFacePicture, kSkinToon, kShadows | io::kPmxEdge, 0.8f, kSkinEdge, -1, 1, 0},
    {"白目・口", "eye white and mouth", kEyesPicture, kSkinToon, 0, 0, {}, -1, 1, 0},
    {"瞳", "iris", kEyesPicture, -1, 0, 0, {}, -1, 1, 0},
    {"目元・線", "lids and lines", kClothPicture, kSkinToon, io::kPmxBothSides, 0, {}, -1, 1, 0},
    {"照れ", "blush", kEyesPicture, -1, 0, 0, {}, -1, 0, 0},
    {"服", "cloth", kClothPicture, kClothToon, kSolid, 0.9f, kClothEdge, -1, 1, 0},
    {"服両面", "cloth, both sides", kClothPicture, kClothToon, kSolid | io::kPmxBothSides, 0.9f,
     kClothEdge, -1, 1, 0},
    {"スカート", "skirt", kSkirtPicture, kClothToon, kSolid, 1.0f, kClothEdge, -1, 1, 0},
    {"金具", "metal", kClothPicture, kClothToon, kSolid, 0.6f,
     colour::kGold* Vec3{0.5f, 0.35f, 0.3f}, kMetalSphere, 1, 0.4f},
    {"髪", "hair", kHairPicture, kHairToon, kSolid, 1.0f, kHairEdge, kHairSphere, 1, 0},
    {"前髪", "fringe", kHairPicture, kHairToon, kSolid, 1.0f, kHairEdge, kHairSphere, 1, 0},
};

io::PmxMaterial to_material(const MaterialRow& row, std::size_t indices) {
  io::PmxMaterial m;
  m.name.text = row.name;
  m.name_en.text = row.english;
  m.diffuse = {1, 1, 1, row.alpha};
  m.ambient = {0.4f, 0.4f, 0.4f};  // with MMD's light of 154/255: the picture as it is
  m.specular = Vec3{1, 1, 1} * row.specular;
  m.specular_power = 20;
  m.flags = row.flags;
  m.edge_colour = {row.edge_colour.x, row.edge_colour.y, row.edge_colour.z, 1};
  m.edge_size = row.edge_size;
  m.texture = row.texture;
  m.sphere = row.sphere;
  m.sphere_mode = row.sphere >= 0 ? 2 : 0;
  m.shared_toon = false;
  m.toon = row.toon;
  m.index_count = static_cast<std::uint32_t>(indices);
  return m;
}

io::PmxVertex to_vertex(const Vertex& v) {
  io::PmxVertex out;
  out.position = mirror_z(v.position);
  out.normal = mirror_z(v.normal);
  out.uv = v.uv;
  out.edge_scale = v.edge;
  const auto& w = v.skin.weight;
  const std::size_t count = w[2] > 0 ? 4 : w[1] > 0 ? 2 : 1;
  out.skin = count == 4 ? io::PmxSkin::bdef4 : count == 2 ? io::PmxSkin::bdef2 : io::PmxSkin::bdef1;
  out.weights = {0, 0, 0, 0};
  for (std::size_t i = 0; i < count; ++i) {
    out.bones[i] = v.skin.bone[i];
    out.weights[i] = w[i];
  }
  if (count == 1) out.weights[0] = 1;
  return out;
}

// Gives the first vertex of each material.
std::array<std::uint32_t, kMaterials> add_meshes(const Parts& parts, io::PmxDocument& doc) {
  std::array<std::uint32_t, kMaterials> first{};
  for (std::size_t m = 0; m < kMaterials; ++m) {
    const Mesh& mesh = parts.mesh[m];
    first[m] = static_cast<std::uint32_t>(doc.vertices.size());
    for (const Vertex& v : mesh.vertices) doc.vertices.push_back(to_vertex(v));
    // MMD's fronts are clockwise.
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
      for (const std::size_t k : {i, i + 2, i + 1})
        doc.indices.push_back(first[m] + mesh.indices[k]);
    }
    doc.materials.push_back(to_material(kRows[m], mesh.indices.size()));
  }
  return first;
}

io::PmxBone to_bone(io::PmxBone b) {
  b.position = mirror_z(b.position);
  b.tail_offset = mirror_z(b.tail_offset);
  b.fixed_axis = mirror_z(b.fixed_axis);
  b.local_x = mirror_z(b.local_x);
  b.local_z = mirror_z(b.local_z);
  return b;
}

}  // namespace

FigureFiles make_dancer(const FigureOptions& options) {
  FigureFiles out;
  io::PmxDocument& doc = out.model;
  doc.name.text = "オドリ";
  doc.name_en.text = "Odori dancer";
  doc.comment.text = "数表から作られた踊り子。CC0";
  doc.comment_en.text = "A dancer made from tables. CC0.";
  const Rig rig = make_rig(options.head_scale);
  const Parts parts = make_parts(rig);
  const auto first = add_meshes(parts, doc);
  for (const io::PmxBone& b : rig.bones) doc.bones.push_back(to_bone(b));
  doc.morphs = make_morphs(parts, rig, first);
  doc.frames = display_frames(rig, doc.morphs.size());
  add_physics(rig, doc);
  for (const Painter& p : kPainters) {
    doc.textures.push_back({p.name});
    out.pictures.push_back({p.name, p.paint()});
  }
  return out;
}

}  // namespace odori::demo
