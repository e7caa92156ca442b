#include <map>
#include <tuple>

#include "floor.h"
#include "odori/stage/compose.h"

namespace odori {
namespace {

enum class Use { surface, sphere, toon };

// Pictures of all actors; one entry for each way in which a texture is read.
class PictureTable {
 public:
  explicit PictureTable(std::vector<ScenePicture>& out) : out_(out) {}

  PictureIndex texture(const Actor& actor, TextureIndex index, Use use) {
    const std::size_t i = at(index);
    if (!is_set(index) || i >= actor.textures.size() || actor.textures[i].empty()) return -1;
    const auto key = std::make_tuple(&actor, static_cast<int>(i), use);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const std::string name =
        i < actor.model->mesh.textures.size() ? actor.model->mesh.textures[i].name : std::string();
    return known_[key] = add(name, actor.textures[i], use);
  }

  PictureIndex shared(int index) {
    if (index < 0 || index > 9) return -1;
    const auto key = std::make_tuple(static_cast<const Actor*>(nullptr), index, Use::toon);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    return known_[key] = add("toon", shared_toon(index), Use::toon);
  }

 private:
  PictureIndex add(const std::string& name, Picture pixels, Use use) {
    const bool surface = use == Use::surface;
    out_.push_back({name, std::move(pixels), surface ? Wrap::repeat : Wrap::clamp, surface});
    return static_cast<PictureIndex>(out_.size() - 1);
  }

  std::vector<ScenePicture>& out_;
  std::map<std::tuple<const Actor*, int, Use>, PictureIndex> known_;
};

PictureIndex toon_of(const Actor& actor, const MmdShading& mmd, PictureTable& pictures) {
  if (!is_set(mmd.toon)) return pictures.shared(mmd.shared_toon);
  const PictureIndex own = pictures.texture(actor, mmd.toon, Use::toon);
  const std::vector<Texture>& textures = actor.model->mesh.textures;
  if (own >= 0 || at(mmd.toon) >= textures.size()) return own;
  return pictures.shared(shared_toon_named(textures[at(mmd.toon)].name));
}

SceneMaterial to_scene(const Actor& actor, const Material& material, const StageOptions& options,
                       PictureTable& pictures) {
  const MmdShading& mmd = material.mmd;
  SceneMaterial out;
  out.first_index = material.first_index;
  out.index_count = material.index_count;
  out.primitive = static_cast<std::uint8_t>(material.primitive);
  out.texture = pictures.texture(actor, material.texture, Use::surface);
  out.sphere_mode = static_cast<std::uint8_t>(mmd.sphere_mode);
  if (mmd.sphere_mode != SphereMode::none) {
    const Use use = mmd.sphere_mode == SphereMode::sub_texture ? Use::surface : Use::sphere;
    out.sphere = pictures.texture(actor, mmd.sphere, use);
  }
  out.toon = toon_of(actor, mmd, pictures);
  out.both_sides = material.both_sides;
  out.edge = mmd.edge && options.edges;
  out.ground_shadow = mmd.ground_shadow;
  out.casts_shadow = mmd.casts_shadow;
  out.receives_shadow = mmd.receives_shadow;
  out.vertex_colour = mmd.vertex_colour && !actor.model->mesh.additional_uvs[0].empty();
  return out;
}

}  // namespace

SceneAssets build_assets(std::span<const Actor> actors, const StageOptions& options) {
  SceneAssets assets;
  PictureTable pictures(assets.pictures);
  for (const Actor& actor : actors) {
    const Mesh& mesh = actor.model->mesh;
    SceneMesh out;
    out.name = actor.model->meta.name;
    out.vertex_count = static_cast<std::uint32_t>(mesh.size());
    out.indices = mesh.indices;
    out.edge_scale = mesh.edge_scale;
    out.edge_scale.resize(mesh.size(), 1);
    for (const Material& material : mesh.materials) {
      out.materials.push_back(to_scene(actor, material, options, pictures));
    }
    assets.meshes.push_back(std::move(out));
  }
  if (has_floor(options)) assets.meshes.push_back(make_floor_mesh(options));
  return assets;
}

}  // namespace odori
