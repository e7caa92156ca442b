// The parts of export_pmx; each fills one part of the document.
#pragma once

#include <string>
#include <vector>

#include "odori/convert/mmd.h"

namespace odori::pmx_export {

struct Context {
  const Model& model;
  io::PmxDocument& document;
  std::vector<std::string>& losses;
  float scale = 1;
  std::vector<std::int32_t> place;  // a bone's place in the file. Size: bones

  // Exactly the number itself where nothing is scaled. MMD's axes.
  float length(float v) const { return scale == 1 ? v : v * scale; }
  Vec3 lengths(Vec3 v) const { return {length(v.x), length(v.y), length(v.z)}; }
  Vec3 point(Vec3 v) const { return mirror_z(lengths(v)); }
  std::int32_t bone(BoneIndex b) const { return is_set(b) ? place[at(b)] : -1; }
  void lose(std::size_t count, const std::string& what) {
    if (count > 0) losses.push_back(std::to_string(count) + " " + what);
  }
};

inline io::PmxText text(const std::string& s) { return {s, {}}; }

void bones(Context& context);
void mesh(Context& context);
void materials(Context& context);
void morphs(Context& context);
void bodies(Context& context);
void display_frames(Context& context);

}  // namespace odori::pmx_export
