#include "odori/demo/dance.h"

#include <algorithm>

#include "write.h"

namespace odori::demo {
namespace {

// A dancer whose name cp932 does not have stays unnamed: nothing depends on it.
void name_model(std::string_view name, io::VmdDocument& document) {
  if (const auto field = io::vmd_name20(name)) {
    document.model_name.assign(field->begin(), field->end());
  }
}

bool add_ik_switches(io::VmdDocument& document) {
  io::VmdPropertyKey key;
  for (const char* name : {"左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ", "右つま先ＩＫ"}) {
    const auto field = io::vmd_name20(name);
    if (!field) return false;
    key.ik.push_back({*field, 1});
  }
  document.properties.push_back(std::move(key));
  return true;
}

}  // namespace

Result<Dance> make_dance(const io::PmxDocument& dancer, const SongTiming& song) {
  const Result<Body> measured = measure(dancer);
  if (!measured) return tl::unexpected(measured.error());
  const Body& body = *measured;
  const Score score = lay_out();
  Keys keys;
  write_torso_and_arms(score, body, keys);
  const std::vector<Jump> jumps = write_feet(score, body, keys);
  write_centre(score, body, jumps, keys);
  (void)solve_reach(score, body, keys);
  write_face(score, song, keys);

  Dance dance;
  if (!write_keys(keys, dance.body) || !add_ik_switches(dance.body)) {
    return fail(Code::internal, "a name of the dance does not fit a VMD");
  }
  name_model(dancer.name.text, dance.body);
  name_model("カメラ・照明", dance.camera);
  write_camera(score, body, dance.camera);
  return dance;
}

}  // namespace odori::demo
