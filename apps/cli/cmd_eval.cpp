// odori eval MODEL MOTION --frames 0,30,45.5 [--vertices 1,2] [--space file] [--rules mmd] [--json]
#include <cstdio>

#include "args.h"
#include "json.h"
#include "lists.h"
#include "odori/assets/load.h"
#include "odori/assets/motion.h"
#include "odori/base/number_text.h"
#include "odori/pose/evaluate.h"
#include "odori/pose/fit.h"
#include "odori/pose/skin.h"
#include "talk.h"

namespace odori::cli {
namespace {

// Odori's axes or the file's: MMD's are mirrored in Z, which is exact.
struct Space {
  bool file = false;
  Vec3 position(Vec3 p) const { return file ? Vec3{p.x, p.y, -p.z} : p; }
  Quat rotation(Quat q) const { return file ? Quat{-q.x, -q.y, q.z, q.w} : q; }
};

struct Wanted {
  std::vector<double> frames;
  std::vector<std::uint32_t> vertices;
  Space space;
  bool as_others = true;  // else by MMD's own rules, as films are made
};

void write_frame(Json& json, const Model& model, const Pose& pose, const DressedMesh* mesh,
                 const Wanted& wanted, double frame) {
  json.open('{').pair("frame", frame).key("bones").open('[');
  for (const BoneIndex bone : model.skeleton.from_file_index) {
    const Vec3 p = is_set(bone) ? wanted.space.position(pose.world_position[at(bone)]) : Vec3{};
    const Quat q = is_set(bone) ? wanted.space.rotation(pose.world_rotation[at(bone)]) : Quat{};
    json.open('[').value(p.x).value(p.y).value(p.z);
    json.value(q.x).value(q.y).value(q.z).value(q.w).close(']');
  }
  json.close(']').key("morphs").open('[');
  for (const float weight : pose.morph_weight) json.value(weight);
  json.close(']').key("vertices").open('{');
  for (const std::uint32_t v : wanted.vertices) {
    const Vec3 p = wanted.space.position(mesh->positions[v]);
    json.key(std::to_string(v)).open('[').value(p.x).value(p.y).value(p.z).close(']');
  }
  json.close('}').close('}');
}

std::string table_row(const std::string& name, Vec3 p, Quat q) {
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "%.4f\t%.4f\t%.4f\t%.5f\t%.5f\t%.5f\t%.5f",
                static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z),
                static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z),
                static_cast<double>(q.w));
  return name + "\t" + numbers + "\n";
}

std::string frame_table(const Model& model, const Pose& pose, const DressedMesh* mesh,
                        const Wanted& wanted, double frame) {
  std::string text = "# frame " + to_text(frame) + "\n";
  for (const BoneIndex bone : model.skeleton.from_file_index)
    if (is_set(bone))
      text += table_row(model.skeleton.names[at(bone)],
                        wanted.space.position(pose.world_position[at(bone)]),
                        wanted.space.rotation(pose.world_rotation[at(bone)]));
  for (std::size_t i = 0; i < pose.morph_weight.size(); ++i)
    if (pose.morph_weight[i] != 0)
      text += "morph " + model.morphs[i].name + "\t" + to_text(pose.morph_weight[i]) + "\n";
  for (const std::uint32_t v : wanted.vertices) {
    const Vec3 p = wanted.space.position(mesh->positions[v]);
    text += "vertex " + std::to_string(v) + "\t" + to_text(p.x) + "\t" + to_text(p.y) + "\t" +
            to_text(p.z) + "\n";
  }
  return text;
}

int evaluate_all(const Model& model, const Clip& clip, const Wanted& wanted, bool as_json) {
  const Binding binding = bind(clip, model, {.rest_key_at_zero = !wanted.as_others});
  for (const std::string& line : to_lines(find_fit(clip, model), false)) say_warning(line);
  EvaluateOptions options;
  options.local_append_in_model_space = !wanted.as_others;
  if (wanted.as_others) options.ik_rule = IkRule::others;
  Evaluator evaluator(model, binding, options);
  Pose pose = make_pose(model);
  DressedMesh mesh;
  if (!wanted.vertices.empty()) mesh = make_dressed_mesh(model);

  Json json;
  std::string text = as_json ? "" : "# bone\tx\ty\tz\tqx\tqy\tqz\tqw\n";
  if (as_json)
    json.open('{').pair("space", wanted.space.file ? "file" : "odori").key("frames").open('[');
  for (const double frame : wanted.frames) {
    evaluator.evaluate(frame, pose);
    if (!wanted.vertices.empty()) dress(model, pose, 1, mesh);
    if (as_json)
      write_frame(json, model, pose, &mesh, wanted, frame);
    else
      text += frame_table(model, pose, &mesh, wanted, frame);
    constexpr std::size_t kEnough = 1 << 20;
    if (json.size() > kEnough && !write_out(json.take())) return kFailed;
    if (text.size() > kEnough && !write_out(std::exchange(text, {}))) return kFailed;
  }
  if (as_json) {
    json.close(']').close('}').line();
    text = json.take();
  }
  return write_out(text) ? kDone : kFailed;
}

}  // namespace

int cmd_eval(const Verb& verb, int argc, char** argv) {
  std::string model_file, motion_file, frames = "0", vertices, space = "odori", rules = "others";
  bool as_json = false;
  Args args(verb);
  args.required("MODEL", model_file, "x.pmx, x.pmd, x.zip or x.zip!/folder/x.pmx");
  args.required("MOTION", motion_file, "x.vmd");
  args.option("--frames", "LIST", frames, "0,30,45.5 or 0:90 or 0:90:30, at 30 a second");
  args.option("--vertices", "LIST", vertices, "indices in the file: morphed and skinned positions");
  args.option("--space", "file|odori", space,
              "whose axes: the file's own, or Odori's (right-handed, facing +Z; the default)");
  args.option(
      "--rules", "others|mmd", rules,
      "where programs differ: as other viewers play (the default), or as MMD and films here");
  args.flag("--json", as_json, "for machines");
  if (const auto code = args.parse(argc, argv)) return *code;

  Wanted wanted;
  if (space != "file" && space != "odori")
    return bad_usage(verb, "--space: '" + space + "' is neither file nor odori");
  wanted.space.file = space == "file";
  if (rules != "others" && rules != "mmd")
    return bad_usage(verb, "--rules: '" + rules + "' is neither others nor mmd");
  wanted.as_others = rules == "others";
  auto frame_list = parse_frames(frames);
  if (!frame_list) return bad_usage(verb, "--frames: " + to_text(frame_list.error()));
  wanted.frames = std::move(*frame_list);
  if (!vertices.empty()) {
    auto list = parse_indices(vertices);
    if (!list) return bad_usage(verb, "--vertices: " + to_text(list.error()));
    wanted.vertices = std::move(*list);
  }

  const auto model = load_model(model_file);
  if (!model) return failed(model.error());
  const auto clip = [&]() -> Result<Clip> {
    auto carried = load_motion(motion_file, *model);
    if (!carried) return tl::unexpected(carried.error());
    return std::move(carried->clip);
  }();
  if (!clip) return failed(clip.error());
  for (const std::uint32_t v : wanted.vertices)
    if (v >= model->mesh.size())
      return failed(Error{Code::not_found, "there is no vertex " + std::to_string(v),
                          Error::kNoOffset, "it has " + std::to_string(model->mesh.size()),
                          model_file});
  return evaluate_all(*model, *clip, wanted, as_json);
}

}  // namespace odori::cli
