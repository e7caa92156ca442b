#include "figure/morphs.h"

namespace odori::demo::figure {
namespace {

using io::PmxMorph;

enum Panel : std::uint8_t { kBrows = 1, kEyes = 2, kMouths = 3, kOthers = 4 };

struct Expression {
  const char* name;
  const char* english;
  Panel panel;
  void (*set)(FaceState&);
};

void mouth(FaceState& s, float width, float open, float up, float corner, float round) {
  s.mouth_width = width;
  s.mouth_open = open;
  s.mouth_up = up;
  s.mouth_corner = corner;
  s.mouth_round = round;
}

constexpr Expression kExpressions[] = {
    {"真面目", "serious", kBrows, [](FaceState& s) { s.brow_straight = 1; }},
    {"困る", "sadness", kBrows, [](FaceState& s) { s.brow_sad = 1; }},
    {"にこり", "cheerful", kBrows,
     [](FaceState& s) {
       s.brow_joy = 1;
       s.brow_up = 0.35f;
     }},
    {"怒り", "anger", kBrows,
     [](FaceState& s) {
       s.brow_angry = 1;
       s.lash_drop = 0.6f;
     }},
    {"上", "go up", kBrows, [](FaceState& s) { s.brow_up = 1; }},
    {"下", "go down", kBrows, [](FaceState& s) { s.brow_up = -0.9f; }},
    {"まばたき", "blink", kEyes,
     [](FaceState& s) {
       s.close = {1, 1};
     }},
    {"笑い", "blink happy", kEyes,
     [](FaceState& s) {
       s.joy = {1, 1};
     }},
    {"ウィンク", "wink", kEyes,
     [](FaceState& s) {
       s.joy = {1, 0};
     }},
    {"ウィンク右", "wink right", kEyes,
     [](FaceState& s) {
       s.joy = {0, 1};
     }},
    {"ウィンク２", "wink2", kEyes,
     [](FaceState& s) {
       s.close = {1, 0};
     }},
    {"ｳｨﾝｸ２右", "wink2 right", kEyes,
     [](FaceState& s) {
       s.close = {0, 1};
     }},
    {"びっくり", "surprised", kEyes, [](FaceState& s) { s.wide = 1; }},
    {"なごみ", "calm", kEyes, [](FaceState& s) { s.soft = 1; }},
    {"じと目", "stare", kEyes, [](FaceState& s) { s.soft = 2.2f; }},
    {"瞳小", "small pupils", kEyes, [](FaceState& s) { s.iris = 0.66f; }},
    {"あ", "a", kMouths, [](FaceState& s) { mouth(s, 0.165f, 0.235f, 0.03f, 0.045f, 0); }},
    {"い", "i", kMouths, [](FaceState& s) { mouth(s, 0.20f, 0.09f, 0.01f, 0.045f, 0); }},
    {"う", "u", kMouths, [](FaceState& s) { mouth(s, 0.065f, 0.085f, 0.03f, 0, 1); }},
    {"え", "e", kMouths, [](FaceState& s) { mouth(s, 0.165f, 0.15f, 0.02f, 0.045f, 0); }},
    {"お", "o", kMouths, [](FaceState& s) { mouth(s, 0.105f, 0.19f, 0.05f, 0, 1); }},
    {"ワ", "wa", kMouths, [](FaceState& s) { mouth(s, 0.215f, 0.26f, 0, 0.075f, 0.5f); }},
    {"にやり", "grin", kMouths,
     [](FaceState& s) {
       s.mouth_width = 0.19f;
       s.mouth_smirk = 1;
     }},
    {"にっこり", "smile", kMouths,
     [](FaceState& s) {
       s.mouth_width = 0.20f;
       s.mouth_corner = 0.10f;
     }},
    {"への字", "pout", kMouths,
     [](FaceState& s) {
       s.mouth_width = 0.12f;
       s.mouth_corner = -0.06f;
     }},
};

PmxMorph new_morph(const char* name, const char* english, Panel panel, io::PmxMorphKind kind) {
  PmxMorph m;
  m.name.text = name;
  m.name_en.text = english;
  m.panel = panel;
  m.kind = kind;
  return m;
}

void add_difference(PmxMorph& morph, const Mesh& rest, const Mesh& posed, std::uint32_t first,
                    float scale) {
  for (std::size_t i = 0; i < rest.vertices.size(); ++i) {
    const Vec3 d = posed.vertices[i].position - rest.vertices[i].position;
    if (length(d) > 1e-5f) {
      morph.vertices.push_back({first + static_cast<std::uint32_t>(i), mirror_z(d * scale)});
    }
  }
}

// The cheeks' material is there all the time with alpha 0; the morph lets it show.
PmxMorph shy() {
  PmxMorph m = new_morph("照れ", "blush", kOthers, io::PmxMorphKind::material);
  io::PmxMorphMaterial change;
  change.material = static_cast<std::int32_t>(Material::blush);
  change.operation = 1;
  change.diffuse = {0, 0, 0, 1};
  m.materials.push_back(change);
  return m;
}

PmxMorph group(const char* name, const char* english, const std::vector<PmxMorph>& all,
               std::initializer_list<std::pair<const char*, float>> members) {
  PmxMorph m = new_morph(name, english, kOthers, io::PmxMorphKind::group);
  for (const auto& [member, ratio] : members) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].name.text == member) m.indexed.push_back({static_cast<std::int32_t>(i), ratio});
    }
  }
  return m;
}

}  // namespace

std::vector<PmxMorph> make_morphs(const Parts& parts, const Rig& rig,
                                  const std::array<std::uint32_t, kMaterials>& first) {
  const FaceParts rest = face_parts({});
  const auto at = [&](Material m, std::uint32_t local) {
    return first[static_cast<std::size_t>(m)] + local;
  };
  std::vector<PmxMorph> out;
  for (const Expression& e : kExpressions) {
    FaceState state;
    e.set(state);
    const FaceParts posed = face_parts(state);
    PmxMorph morph = new_morph(e.name, e.english, e.panel, io::PmxMorphKind::vertex);
    add_difference(morph, rest.lids, posed.lids, at(Material::line, parts.lids), rig.head_scale);
    add_difference(morph, rest.white, posed.white, at(Material::white, parts.white),
                   rig.head_scale);
    add_difference(morph, rest.iris, posed.iris, at(Material::iris, parts.iris), rig.head_scale);
    add_difference(morph, rest.line, posed.line, at(Material::line, parts.line), rig.head_scale);
    out.push_back(std::move(morph));
  }
  out.push_back(shy());
  out.push_back(
      group("笑顔", "happy face", out, {{"にこり", 0.7f}, {"笑い", 1.0f}, {"にっこり", 0.8f}}));
  return out;
}

}  // namespace odori::demo::figure
