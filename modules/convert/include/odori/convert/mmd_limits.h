// What MikuMikuDance itself cannot take, in words for people: a line a kind, without a full stop.
#pragma once

#include <string>
#include <vector>

#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// All keys of a motion together; MMD loads no more.
inline constexpr std::size_t kMostMmdKeys = 600'000;

// Keys of bones, morphs, camera, light, shadow and properties.
std::size_t count_keys(const Clip& clip);

// More keys than MMD loads.
std::vector<std::string> beyond_mmd(const Clip& clip);

// What no VMD can name in this character: bones, or morphs, whose names begin with the same 15
// bytes in cp932 (the size of a VMD's name field), and those with a character that cp932 lacks.
std::vector<std::string> beyond_vmd(const Model& model);

}  // namespace odori
