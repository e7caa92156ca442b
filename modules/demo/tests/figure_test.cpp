// The dancer: a file that any MMD program can use, whole and symmetric, the same on every platform.
#include "odori/demo/figure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <span>

#include "odori/base/sha256.h"

namespace odori::demo {
namespace {

const FigureFiles& dancer() {
  static const FigureFiles kFiles = make_dancer();
  return kFiles;
}

std::int32_t bone(const std::string& name) {
  const auto& bones = dancer().model.bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].name.text == name) return static_cast<std::int32_t>(i);
  }
  return -1;
}

std::vector<std::string> both_sides(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& n : names) out.insert(out.end(), {"左" + n, "右" + n});
  return out;
}

TEST(Dancer, KeepsItsBudget) {
  const io::PmxDocument& d = dancer().model;
  EXPECT_LE(d.indices.size() / 3, 45000u);
  EXPECT_LE(d.vertices.size(), 32000u);
  EXPECT_LE(d.materials.size(), 12u);
}

TEST(Dancer, HasOnlyFiniteNumbersAndWholeNormals) {
  for (const io::PmxVertex& v : dancer().model.vertices) {
    ASSERT_TRUE(is_finite(v.position));
    ASSERT_NEAR(length(v.normal), 1, 1e-3);
    ASSERT_TRUE(std::isfinite(v.uv.x) && std::isfinite(v.uv.y));
  }
}

TEST(Dancer, PointsOnlyAtThingsThatExist) {
  const io::PmxDocument& d = dancer().model;
  const auto count = [](const auto& list) { return static_cast<std::int32_t>(list.size()); };
  std::uint32_t indices = 0;
  for (const io::PmxMaterial& m : d.materials) {
    indices += m.index_count;
    EXPECT_GT(m.index_count, 0u) << m.name.text;
    EXPECT_LT(m.texture, count(d.textures));
    EXPECT_LT(m.sphere, count(d.textures));
    EXPECT_LT(m.toon, count(d.textures));
  }
  EXPECT_EQ(indices, d.indices.size());
  for (const std::uint32_t i : d.indices) ASSERT_LT(i, d.vertices.size());
  for (std::int32_t i = 0; i < count(d.bones); ++i) {
    const io::PmxBone& b = d.bones[static_cast<std::size_t>(i)];
    EXPECT_LT(b.parent, i) << b.name.text << ": parents come first";
    EXPECT_LT(b.append_source, count(d.bones));
    EXPECT_LT(b.tail, count(d.bones));
  }
  for (const io::PmxBody& b : d.bodies) EXPECT_LT(b.bone, count(d.bones));
  for (const io::PmxJoint& j : d.joints) {
    EXPECT_TRUE(j.body_a >= 0 && j.body_a < count(d.bodies) && j.body_b >= 0 &&
                j.body_b < count(d.bodies));
  }
  for (const io::PmxMorph& m : d.morphs) {
    for (const auto& v : m.vertices) ASSERT_LT(v.vertex, d.vertices.size());
    for (const auto& g : m.indexed) ASSERT_LT(g.index, count(d.morphs));
  }
}

TEST(Dancer, BringsAPictureForEveryTexture) {
  const FigureFiles& f = dancer();
  ASSERT_EQ(f.model.textures.size(), f.pictures.size());
  for (std::size_t i = 0; i < f.pictures.size(); ++i) {
    const NamedPicture& p = f.pictures[i];
    EXPECT_EQ(f.model.textures[i].text, p.name);
    const auto pixels =
        static_cast<std::size_t>(p.picture.width) * static_cast<std::size_t>(p.picture.height);
    EXPECT_EQ(p.picture.rgba.size(), pixels * 4);
    EXPECT_GT(pixels, 0u);
  }
}

TEST(Dancer, HangsEveryVertexOnBonesByWeightsThatSumToOne) {
  const io::PmxDocument& d = dancer().model;
  for (const io::PmxVertex& v : d.vertices) {
    const std::size_t n = v.skin == io::PmxSkin::bdef1 ? 1 : v.skin == io::PmxSkin::bdef2 ? 2 : 4;
    float sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += v.weights[i];
      if (v.weights[i] > 0) {
        ASSERT_TRUE(v.bones[i] >= 0 && v.bones[i] < static_cast<std::int32_t>(d.bones.size()));
      }
    }
    ASSERT_NEAR(sum, 1, 1e-5);
  }
}

TEST(Dancer, HasTheSemiStandardBones) {
  std::vector<std::string> names{"全ての親", "センター", "グルーブ",       "腰",
                                 "上半身",   "上半身2",  "下半身",         "首",
                                 "頭",       "両目",     "腰キャンセル左", "腰キャンセル右"};
  const auto add = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  add(both_sides({"目", "肩P", "肩", "肩C", "腕", "腕捩", "腕捩1", "腕捩2", "腕捩3", "ひじ", "手捩",
                  "手捩1", "手捩2", "手捩3", "手首"}));
  add(both_sides({"親指０", "親指１", "親指２", "人指１", "人指２", "人指３", "中指１", "中指２",
                  "中指３", "薬指１", "薬指２", "薬指３", "小指１", "小指２", "小指３"}));
  add(both_sides({"足", "ひざ", "足首", "つま先", "足D", "ひざD", "足首D", "足先EX", "足IK親",
                  "足ＩＫ", "つま先ＩＫ"}));
  for (const std::string& n : names) EXPECT_GE(bone(n), 0) << n;
}

TEST(Dancer, HasTheStandardExpressionsInTheirPanels) {
  const std::map<std::string, int> want{
      {"真面目", 1},   {"困る", 1},     {"にこり", 1}, {"怒り", 1},     {"上", 1},
      {"下", 1},       {"まばたき", 2}, {"笑い", 2},   {"ウィンク", 2}, {"ウィンク右", 2},
      {"びっくり", 2}, {"瞳小", 2},     {"あ", 3},     {"い", 3},       {"う", 3},
      {"え", 3},       {"お", 3},       {"ワ", 3},     {"にやり", 3},   {"にっこり", 3},
      {"照れ", 4},     {"笑顔", 4}};
  std::map<std::string, int> have;
  for (const io::PmxMorph& m : dancer().model.morphs) {
    have[m.name.text] = m.panel;
    EXPECT_FALSE(m.vertices.empty() && m.materials.empty() && m.indexed.empty()) << m.name.text;
  }
  for (const auto& [name, panel] : want) EXPECT_EQ(have[name], panel) << name;
}

TEST(Dancer, BendsItsKneesByIk) {
  for (const std::string side : {"左", "右"}) {
    const io::PmxBone& leg = dancer().model.bones[static_cast<std::size_t>(bone(side + "足ＩＫ"))];
    EXPECT_EQ(leg.ik_target, bone(side + "足首"));
    ASSERT_EQ(leg.ik_links.size(), 2u);
    EXPECT_EQ(leg.ik_links[0].bone, bone(side + "ひざ"));
    EXPECT_TRUE(leg.ik_links[0].limited);
    EXPECT_LT(leg.ik_links[0].low.x, -3);
    EXPECT_LT(leg.ik_links[0].high.x, 0);
    EXPECT_EQ(leg.ik_links[1].bone, bone(side + "足"));
    const io::PmxBone& toe =
        dancer().model.bones[static_cast<std::size_t>(bone(side + "つま先ＩＫ"))];
    EXPECT_EQ(toe.ik_target, bone(side + "つま先"));
    EXPECT_EQ(toe.ik_links.at(0).bone, bone(side + "足首"));
  }
}

TEST(Dancer, MirrorsItsSkeleton) {
  for (const io::PmxBone& b : dancer().model.bones) {
    if (b.name.text.rfind("左", 0) != 0) continue;
    const std::int32_t other = bone("右" + b.name.text.substr(std::string("左").size()));
    ASSERT_GE(other, 0) << b.name.text;
    const io::PmxBone& r = dancer().model.bones[static_cast<std::size_t>(other)];
    EXPECT_EQ(b.position, (Vec3{-r.position.x, r.position.y, r.position.z})) << b.name.text;
    EXPECT_GT(b.position.x, 0) << "the left side is at +X";
  }
}

TEST(Dancer, FacesTheViewerInMmdsAxes) {
  const auto& bones = dancer().model.bones;
  EXPECT_LT(bones[static_cast<std::size_t>(bone("左つま先"))].position.z,
            bones[static_cast<std::size_t>(bone("左足首"))].position.z);
}

TEST(Dancer, MirrorsTheSkinOfItsBody) {
  const io::PmxDocument& d = dancer().model;
  // The first material is skin; its left and right must hold the same points.
  std::set<std::array<int, 3>> left, right;
  for (std::uint32_t i = 0; i < d.materials[0].index_count; ++i) {
    const Vec3 p = d.vertices[d.indices[i]].position;
    const auto cell = [](float x) { return static_cast<int>(std::lround(x * 500)); };
    if (p.x > 0.5f) left.insert({cell(p.x), cell(p.y), cell(p.z)});
    if (p.x < -0.5f) right.insert({cell(-p.x), cell(p.y), cell(p.z)});
  }
  std::size_t alone = 0;
  for (const auto& cell : left) alone += right.count(cell) == 0 ? 1u : 0u;
  EXPECT_GT(left.size(), 1000u);
  EXPECT_LE(alone, left.size() / 50);  // cells at a border may round apart
}

TEST(Dancer, ShutsTheLidsWithoutAGap) {
  const io::PmxDocument& d = dancer().model;
  std::vector<Vec3> posed;
  for (const io::PmxVertex& v : d.vertices) posed.push_back(v.position);
  std::set<std::uint32_t> moved;
  for (const io::PmxMorph& m : d.morphs) {
    if (m.name.text != "まばたき") continue;
    for (const auto& v : m.vertices) {
      posed[v.vertex] += v.offset;
      moved.insert(v.vertex);
    }
  }
  // The lids are the first of the lids-and-lines material: all of one colour of the picture. Where
  // an upper and a lower lid meet, both have a vertex at one place: 25 columns for each eye, of
  // which two are the corners.
  std::size_t index = 0;
  for (const io::PmxMaterial& m : d.materials) {
    if (m.name.text == "目元・線") break;
    index += m.index_count;
  }
  const Vec2 colour = d.vertices[d.indices[index]].uv;
  std::size_t meetings = 0;
  for (const std::uint32_t a : moved) {
    for (const std::uint32_t b : moved) {
      if (a >= b || !(d.vertices[a].uv == colour && d.vertices[b].uv == colour)) continue;
      meetings += length(posed[a] - posed[b]) < 1e-4f ? 1u : 0u;
    }
  }
  EXPECT_GE(meetings, 2u * 23u);
}

TEST(Dancer, IsTheSameEveryTime) {
  const FigureFiles again = make_dancer();
  const io::PmxDocument& a = dancer().model;
  const io::PmxDocument& b = again.model;
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  for (std::size_t i = 0; i < a.vertices.size(); ++i) {
    ASSERT_EQ(a.vertices[i].position, b.vertices[i].position);
    ASSERT_EQ(a.vertices[i].normal, b.vertices[i].normal);
  }
  for (std::size_t i = 0; i < again.pictures.size(); ++i) {
    ASSERT_EQ(dancer().pictures[i].picture.rgba, again.pictures[i].picture.rgba);
  }
}

TEST(Dancer, SurvivesItsFileUnchanged) {
  const auto bytes = io::encode_pmx(dancer().model);
  ASSERT_TRUE(bytes.has_value());
  const auto read = io::decode_pmx(*bytes);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(read->warnings.empty());
  EXPECT_EQ(read->vertices.size(), dancer().model.vertices.size());
  EXPECT_EQ(read->morphs.size(), dancer().model.morphs.size());
  const auto twice = io::encode_pmx(*read);
  ASSERT_TRUE(twice.has_value());
  EXPECT_EQ(*bytes, *twice);
}

// Whoever changes the figure on purpose puts the new value here; g++, clang and wasm must agree on
// it.
TEST(Dancer, IsTheSameOnEveryPlatform) {
  const auto bytes = io::encode_pmx(dancer().model);
  ASSERT_TRUE(bytes.has_value());
  Sha256 sha;
  sha.update(*bytes);
  for (const NamedPicture& p : dancer().pictures) {
    sha.update(p.name);
    sha.update(std::as_bytes(std::span(p.picture.rgba)));
  }
  EXPECT_EQ(to_hex(sha.finish()),
            "729a83fa65a9cddeae7010842779ef821ac5910453e4638d072e01a021ac8635");
}

TEST(Dancer, GrowsItsHeadAsAsked) {
  FigureOptions options;
  options.head_scale = 1.3f;
  const auto top = [](const FigureFiles& f) {
    float y = 0;
    for (const io::PmxVertex& v : f.model.vertices) y = std::max(y, v.position.y);
    return y;
  };
  EXPECT_GT(top(make_dancer(options)), top(dancer()) + 0.3f);
}

}  // namespace
}  // namespace odori::demo
