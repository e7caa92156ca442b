#include <algorithm>
#include <map>

#include "odori/base/bytes.h"
#include "odori/base/text.h"
#include "odori/math/trig.h"
#include "pmx_export.h"

namespace odori::pmx_export {
namespace {

io::PmxSkin kind_of(SkinKind kind) {
  switch (kind) {
    case SkinKind::bdef1:
      return io::PmxSkin::bdef1;
    case SkinKind::bdef2:
      return io::PmxSkin::bdef2;
    case SkinKind::bdef4:
      return io::PmxSkin::bdef4;
    case SkinKind::sdef:
      return io::PmxSkin::sdef;
    case SkinKind::qdef:
      return io::PmxSkin::qdef;
  }
  return io::PmxSkin::bdef1;
}

void vertices(Context& c) {
  const Mesh& m = c.model.mesh;
  auto& to = c.document.vertices;
  to.resize(m.size());
  for (std::size_t i = 0; i < m.size(); ++i) {
    io::PmxVertex& v = to[i];
    v.position = c.point(m.positions[i]);
    v.normal = mirror_z(m.normals[i]);
    v.uv = m.uvs[i];
    v.edge_scale = m.edge_scale[i];
    for (std::size_t k = 0; k < 4; ++k)
      v.bones[k] = c.bone(static_cast<BoneIndex>(m.skin.bones[i][k]));
    v.weights = m.skin.weights[i];
  }
  for (const SkinRun& run : m.skin.runs)
    for (std::uint32_t i = run.begin; i < run.end; ++i) to[i].skin = kind_of(run.kind);
  for (const SdefPoints& p : m.skin.sdef)
    c.document.sdef.push_back({c.point(p.c), c.point(p.r0), c.point(p.r1)});
}

void additional_uvs(Context& c) {
  const Mesh& m = c.model.mesh;
  std::size_t count = 0;
  for (std::size_t k = 0; k < m.additional_uvs.size(); ++k)
    if (!m.additional_uvs[k].empty()) count = k + 1;
  c.document.header.additional_uvs = static_cast<std::uint8_t>(count);
  c.document.additional_uvs.resize(m.size() * count);
  for (std::size_t i = 0; i < m.size(); ++i)
    for (std::size_t k = 0; k < count; ++k)
      if (!m.additional_uvs[k].empty())
        c.document.additional_uvs[i * count + k] = m.additional_uvs[k][i];
}

// The mirror turns triangles round.
void add_triangles(const std::vector<std::uint32_t>& from, std::size_t first, std::size_t count,
                   std::vector<std::uint32_t>& to) {
  for (std::size_t i = first; i + 2 < first + count; i += 3)
    to.insert(to.end(), {from[i], from[i + 2], from[i + 1]});
}

// A PMX's materials take the faces one after the other.
void indices(Context& c) {
  const Mesh& m = c.model.mesh;
  std::size_t next = 0;
  const bool in_a_row = std::all_of(m.materials.begin(), m.materials.end(), [&](const Material& x) {
    const bool follows = x.first_index == next;
    next += x.index_count;
    return follows;
  });
  if (in_a_row) {
    add_triangles(m.indices, 0, m.indices.size(), c.document.indices);
    return;
  }
  for (const Material& x : m.materials)
    add_triangles(m.indices, x.first_index, x.index_count, c.document.indices);
}

bool is_picture_name(std::string_view name) {
  constexpr std::string_view kEndings[] = {".png", ".jpg", ".jpeg", ".bmp", ".tga",
                                           ".dds", ".gif", ".webp", ".sph", ".spa"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return ends_with(name, ending); });
}

bool is_no_letter_of_a_file(char c) {
  return static_cast<unsigned char>(c) < 0x20 ||
         std::string_view("<>:\"/\\|?*").find(c) != std::string_view::npos;
}

std::string ending_of(const std::vector<std::byte>& bytes) {
  if (begins_with(bytes, "\xFF\xD8")) return ".jpg";
  if (begins_with(bytes, "BM")) return ".bmp";
  if (begins_with(bytes, "DDS")) return ".dds";
  return ".png";
}

io::PmxMaterial material_of(const Material& m) {
  io::PmxMaterial out;
  out.name = text(m.name);
  out.name_en = text(m.name_en);
  const MmdShading& s = m.mmd;
  out.diffuse = s.diffuse;
  out.specular = s.specular;
  out.specular_power = s.specular_power;
  out.ambient = s.ambient;
  out.edge_colour = s.edge_colour;
  out.edge_size = s.edge_size;
  out.texture = static_cast<std::int32_t>(m.texture);
  out.sphere = static_cast<std::int32_t>(s.sphere);
  out.sphere_mode = static_cast<std::uint8_t>(s.sphere_mode);
  out.shared_toon = !is_set(s.toon);
  out.toon = is_set(s.toon) ? static_cast<std::int32_t>(s.toon) : s.shared_toon;
  const auto bit = [](bool on, io::PmxMaterialFlag flag) { return on ? flag : 0; };
  out.flags = static_cast<std::uint8_t>(
      bit(m.both_sides, io::kPmxBothSides) | bit(s.ground_shadow, io::kPmxGroundShadow) |
      bit(s.casts_shadow, io::kPmxCastsShadow) | bit(s.receives_shadow, io::kPmxReceivesShadow) |
      bit(s.edge, io::kPmxEdge) | bit(s.vertex_colour, io::kPmxVertexColour) |
      bit(m.primitive == Primitive::points, io::kPmxPoints) |
      bit(m.primitive == Primitive::lines, io::kPmxLines));
  out.index_count = m.index_count / 3 * 3;
  return out;
}

io::PmxMorphKind kind_of(const Morph& m) {
  switch (m.kind) {
    case MorphKind::group:
      return io::PmxMorphKind::group;
    case MorphKind::vertex:
      return io::PmxMorphKind::vertex;
    case MorphKind::bone:
      return io::PmxMorphKind::bone;
    case MorphKind::uv:
      return static_cast<io::PmxMorphKind>(static_cast<int>(io::PmxMorphKind::uv) + m.uv_channel);
    case MorphKind::material:
      return io::PmxMorphKind::material;
    case MorphKind::flip:
      return io::PmxMorphKind::flip;
    case MorphKind::impulse:
      return io::PmxMorphKind::impulse;
  }
  return io::PmxMorphKind::vertex;
}

io::PmxMorph morph_of(const Context& c, const Morph& m) {
  io::PmxMorph out;
  out.name = text(m.name);
  out.name_en = text(m.name_en);
  out.panel = static_cast<std::uint8_t>(m.panel);
  out.kind = kind_of(m);
  for (const MorphMember& o : m.members)
    out.indexed.push_back({static_cast<std::int32_t>(o.morph), o.ratio});
  for (const VertexOffset& o : m.vertices) out.vertices.push_back({o.vertex, c.point(o.offset)});
  for (const BoneOffset& o : m.bones)
    out.bones.push_back({c.bone(o.bone), c.point(o.translation), mirror_z(o.rotation)});
  for (const UvOffset& o : m.uvs) out.uvs.push_back({o.vertex, o.offset});
  for (const MaterialOffset& o : m.materials)
    out.materials.push_back({static_cast<std::int32_t>(o.material),
                             o.add ? std::uint8_t{1} : std::uint8_t{0}, o.diffuse, o.specular,
                             o.specular_power, o.ambient, o.edge_colour, o.edge_size, o.texture,
                             o.sphere, o.toon});
  for (const ImpulseOffset& o : m.impulses)
    out.impulses.push_back({static_cast<std::int32_t>(o.body),
                            o.local ? std::uint8_t{1} : std::uint8_t{0},
                            c.point(o.velocity),
                            {-o.torque.x, -o.torque.y, o.torque.z}});
  return out;
}

// The angles of from_euler_yxz (z first, then x, then y), in MMD's axes. The one about y first;
// what it leaves is x after z. So a small error of the one goes into the others and not into the
// whole, also where x is a quarter turn.
Vec3 angles_of(Quat rotation) {
  const Quat m = mirror_z(rotation);
  const double x = static_cast<double>(m.x), y = static_cast<double>(m.y),
               z = static_cast<double>(m.z), w = static_cast<double>(m.w);
  const double about_y = trig::atan2(2 * (x * z + w * y), w * w - x * x - y * y + z * z);
  const auto [s, c] = trig::sincos(about_y / 2);
  const double rest_x = c * x - s * z, rest_y = c * y - s * w, rest_z = c * z + s * x,
               rest_w = c * w + s * y;
  const double about_z = 2 * trig::atan2(rest_z, rest_w);
  const auto [sz, cz] = trig::sincos(about_z / 2);
  const double about_x = 2 * trig::atan2(rest_x * cz - rest_y * sz, rest_w * cz + rest_z * sz);
  return {static_cast<float>(about_x), static_cast<float>(about_y), static_cast<float>(about_z)};
}

}  // namespace

void mesh(Context& c) {
  vertices(c);
  additional_uvs(c);
  indices(c);
}

// Textures that lay inside a file have names for people, of which several may be alike, or none: a
// PMX names files.
void textures(Context& c) {
  const std::vector<Texture>& all = c.model.mesh.textures;
  std::map<std::string, std::size_t> first;  // the texture that has the name
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Texture& t = all[i];
    std::string name = t.name.empty() ? "texture_" + std::to_string(i) : t.name;
    if (!t.bytes.empty() && !is_picture_name(name)) {
      std::replace_if(name.begin(), name.end(), is_no_letter_of_a_file, '_');
      name += ending_of(t.bytes);
    }
    const auto [it, fresh] = first.emplace(name, i);
    if (!fresh && all[it->second].bytes != t.bytes)
      name.insert(name.rfind('.'), "_" + std::to_string(i));
    c.document.textures.push_back(text(name));
  }
}

void materials(Context& c) {
  textures(c);
  for (const Material& m : c.model.mesh.materials) c.document.materials.push_back(material_of(m));
}

void morphs(Context& c) {
  for (const Morph& m : c.model.morphs) c.document.morphs.push_back(morph_of(c, m));
}

void bodies(Context& c) {
  for (const Body& b : c.model.bodies) {
    io::PmxBody out;
    out.name = text(b.name);
    out.bone = c.bone(b.bone);
    out.group = b.group;
    out.collides_with = b.collides_with;
    out.shape = static_cast<std::uint8_t>(b.shape);
    out.size = c.lengths(b.size);
    out.position = c.point(b.position);
    out.rotation = angles_of(b.rotation);
    out.mass = b.mass;
    out.linear_damping = b.linear_damping;
    out.angular_damping = b.angular_damping;
    out.restitution = b.restitution;
    out.friction = b.friction;
    out.mode = static_cast<std::uint8_t>(b.mode);
    c.document.bodies.push_back(std::move(out));
  }
  for (const Joint& j : c.model.joints) {
    io::PmxJoint out;
    out.name = text(j.name);
    out.kind = j.kind;
    out.body_a = static_cast<std::int32_t>(j.a);
    out.body_b = static_cast<std::int32_t>(j.b);
    out.position = c.point(j.position);
    out.rotation = angles_of(j.rotation);
    const Vec3 low = c.lengths(j.translation_low), high = c.lengths(j.translation_high);
    out.translation_low = {low.x, low.y, -high.z};
    out.translation_high = {high.x, high.y, -low.z};
    out.rotation_low = {-j.rotation_high.x, -j.rotation_high.y, j.rotation_low.z};
    out.rotation_high = {-j.rotation_low.x, -j.rotation_low.y, j.rotation_high.z};
    out.spring_translation = j.spring_translation;
    out.spring_rotation = j.spring_rotation;
    c.document.joints.push_back(std::move(out));
  }
}

}  // namespace odori::pmx_export
