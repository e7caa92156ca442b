// Expressions: named faces of a character, which may hold others back. Source: VRMC_vrm-1.0,
// expressions.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odori/math/vec.h"
#include "odori/model/index.h"

namespace odori {

// What an expression does to blinks, to looks or to the mouth while it shows: nothing, puts them
// out, or takes its own weight from them.
enum class Overriding : std::uint8_t { none, block, blend };

enum class MaterialColour : std::uint8_t { base, emission, shade, matcap, rim, outline };
struct ColourBind {
  MaterialIndex material = MaterialIndex::none;
  MaterialColour colour = MaterialColour::base;
  Vec4 target;  // linear
};
// uv' = uv * scale + offset, instead of the material's own.
struct TextureTransformBind {
  MaterialIndex material = MaterialIndex::none;
  Vec2 scale{1, 1}, offset;
};

struct Expression {
  std::string name;  // presets: VRM 1.0's word ("happy", "aa", "blinkLeft", ...)
  bool preset = false;
  bool binary = false;  // above a half it is whole, else it is nothing
  Overriding blink = Overriding::none, look_at = Overriding::none, mouth = Overriding::none;
  // The group of this name, which tracks move; its members are what the file binds, colours and
  // texture transforms included, as far as morphs can show them.
  MorphIndex morph = MorphIndex::none;
  std::vector<ColourBind> colours;
  std::vector<TextureTransformBind> textures;
};

enum class ExpressionKind : std::uint8_t { blink, look_at, mouth, other };
// By the name of a preset; `other` for every other name.
ExpressionKind kind_of(std::string_view preset);

}  // namespace odori
