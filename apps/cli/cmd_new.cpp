// odori new DIR --character C --motion M [--motion ...] [--camera K] [--song S]
#include <algorithm>
#include <filesystem>

#include "args.h"
#include "odori/assets/load.h"
#include "odori/assets/motion.h"
#include "odori/config/config.h"
#include "odori/files/files.h"
#include "odori/pose/fit.h"
#include "talk.h"

namespace odori::cli {
namespace {

namespace fs = std::filesystem;

// Frames that a camera may go on after the body without a word.
constexpr double kApart = 30;

struct Wish {
  std::string folder, character, song;
  std::vector<std::string> motions, cameras;
};

// As seen from the project's folder, so that both can be moved together; absolute where they share
// no folder. "x.zip!/a.pmx" keeps what stands behind the archive.
std::string from_folder(const std::string& path, const std::string& folder) {
  const std::size_t inside = path.find("!/");
  const std::string rest = inside == std::string::npos ? "" : path.substr(inside);
  std::error_code error;
  const fs::path file = fs::weakly_canonical(fs::absolute(path.substr(0, inside), error), error);
  const fs::path base = fs::weakly_canonical(fs::absolute(folder, error), error);
  const auto mismatch = std::mismatch(file.begin(), file.end(), base.begin(), base.end());
  const bool share = std::distance(file.begin(), mismatch.first) > 1;  // more than the root
  return (share ? file.lexically_relative(base) : file).generic_string() + rest;
}

std::string seconds_of(double frames) { return seconds_text(frames / 30); }

std::string whole(double frame) { return std::to_string(static_cast<long long>(frame)); }

std::string motion_note(const Clip& clip) {
  std::string note =
      "ends at frame " + whole(last_frame(clip)) + " (" + seconds_of(last_frame(clip)) + ")";
  const auto add = [&](std::size_t n, const char* one, const char* many) {
    if (n > 0) note += ", " + count_text(n, one, many);
  };
  add(clip.bones.size(), "bone track", "bone tracks");
  add(clip.morphs.size(), "morph track", "morph tracks");
  add(clip.camera.frame.size(), "camera key", "camera keys");
  return note;
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

std::string list_of(const std::vector<std::string>& files, const std::vector<std::string>& notes,
                    const std::string& folder) {
  if (files.empty()) return "[]";
  std::string text = "[\n";
  for (std::size_t i = 0; i < files.size(); ++i)
    text += "  " + toml_quoted(from_folder(files[i], folder)) + ",  # " + notes[i] + "\n";
  return text + "]";
}

struct Known {
  Model model;
  Clip motion;  // merged
  std::vector<std::string> motion_notes, camera_notes;
  CameraTrack camera;  // of the camera files
  bool camera_in_motion = false;
};

const CameraTrack& camera_of(const Known& known) {
  return known.camera.frame.empty() ? known.motion.camera : known.camera;
}

Result<Known> look_at(const Wish& wish) {
  Known known;
  auto model = load_model(wish.character);
  if (!model) return tl::unexpected(model.error());
  known.model = std::move(*model);
  for (const std::string& file : wish.motions) {
    const auto carried = load_motion(file, known.model);
    if (!carried) return tl::unexpected(carried.error());
    const Clip& clip = carried->clip;
    known.camera_in_motion = known.camera_in_motion || !clip.camera.frame.empty();
    known.motion_notes.push_back(motion_note(clip));
    known.motion = merge(std::move(known.motion), clip);
    if (carried->how)
      for (const std::string& line : carried->how->lines) say_more(file + ": " + line);
  }
  for (const std::string& file : wish.cameras) {
    auto clip = load_clip(file);
    if (!clip) return tl::unexpected(clip.error());
    if (clip->camera.frame.empty())
      return fail_in(file, Error{Code::usage, "no camera keys in it", Error::kNoOffset,
                                 "give it with --motion if it moves the character"});
    known.camera_notes.push_back(motion_note(*clip));
    known.camera = std::move(clip->camera);  // the last one counts, as in the film
  }
  std::error_code ignored;
  if (!wish.song.empty() && !fs::exists(wish.song, ignored))
    return fail_in(wish.song, Error{Code::not_found, "no such file", Error::kNoOffset,
                                    "give the song's path with --song"});
  return known;
}

std::string project_text(const Wish& wish, const Known& known) {
  const std::string& folder = wish.folder;
  const double end = film_end(known.motion, camera_of(known)), last = last_frame(known.motion);
  std::string text =
      "# Made by `odori new`. `odori build . --video`, run in this folder, makes the film.\n"
      "# What stands behind a # was true then: it does not change with the files.\n"
      "# Only what differs from the defaults need stand here: `odori config --defaults` lists "
      "every "
      "key.\n\n";
  text += "[character]\nfile = " + toml_quoted(from_folder(wish.character, folder)) + "  # " +
          one_line(known.model.meta.name) + ", " +
          count_text(known.model.skeleton.size(), "bone", "bones") + ", " +
          count_text(known.model.mesh.indices.size() / 3, "triangle", "triangles") + "\n\n";
  text += "[motion]\nfiles = " + list_of(wish.motions, known.motion_notes, folder) + "\n" +
          "from = 0          # first frame of the film, 30 a second\n" +
          "to = \"end\"        # last one: a number, or \"end\": here " + whole(end) +
          (last > end ? ", with body and camera; other keys go on to " + whole(last) : "") + "\n\n";
  text += "[camera]\n";
  if (wish.cameras.empty())
    text +=
        known.camera_in_motion
            ? "# The motion brings camera keys of its own.\n"
            : "# None was given: MMD's start-up camera, from the front. A camera VMD goes here.\n";
  text += "files = " + list_of(wish.cameras, known.camera_notes, folder) + "\n\n";
  text += "[song]\n";
  if (wish.song.empty()) text += "# WAV, MP3, OGG, FLAC, M4A, ...\n";
  text += "file = " + toml_quoted(wish.song.empty() ? "" : from_folder(wish.song, folder)) + "\n" +
          "offset = 0.0      # seconds that the song starts after the picture\n\n";
  text +=
      "[render]\nsize = [1280, 720]\npreset = \"standard\"  # \"preview\" is faster, \"final\" "
      "finer\n"
      "fps = 30\n";
  return text;
}

// What the film will not show as the files mean it.
void tell_all(const Wish& wish, const Known& known) {
  for (const Warning& warning : known.model.warnings.list())
    if (changes_picture(warning.kind)) say_warning(wish.character + ": " + to_text(warning));
  for (const std::string& line : to_lines(find_fit(known.motion, known.model), false))
    say_warning(line);
  const double end = film_end(known.motion, camera_of(known)), last = last_frame(known.motion);
  const double body = film_end(known.motion, {});
  if (end - body > kApart)
    say("the camera goes on to frame " + whole(end) + " (" + seconds_of(end) +
        "), the body ends at " + whole(body) +
        ": to end the film there, write to = " + whole(body) + " in the project");
  if (last > end)
    say("the film ends with body and camera at frame " + whole(end) + " (" + seconds_of(end) +
        "); other keys go on to " + whole(last) + ": for those, write to = " + whole(last) +
        " in the project");
}

}  // namespace

int cmd_new(const Verb& verb, int argc, char** argv) {
  Wish wish;
  Args args(verb);
  args.required("DIR", wish.folder, "the project's folder; made if it is not there");
  args.option("--character", "FILE", wish.character,
              "x.pmx, x.vrm, ..., x.zip, x.zip!/folder/x.pmx, or a folder with one");
  args.must_have("--character");
  args.repeated("--motion", "FILE", wish.motions,
                "x.vmd, x.vpd, x.bvh, ...; several are merged in order");
  args.must_have("--motion");
  args.repeated("--camera", "FILE", wish.cameras, "a camera VMD");
  args.option("--song", "FILE", wish.song, "WAV, MP3, OGG, FLAC, M4A, ...");
  if (const auto code = args.parse(argc, argv)) return *code;

  const std::string file = wish.folder + "/project.toml";
  std::error_code ignored;
  if (fs::exists(file, ignored))
    return failed(Error{Code::usage, "it is there already", Error::kNoOffset,
                        "edit it, or give another folder", file});
  const auto known = look_at(wish);
  if (!known) return failed(known.error());
  const std::string text = project_text(wish, *known);
  if (const auto done = write_file_atomically(file, std::as_bytes(std::span(text))); !done)
    return failed(done.error());
  tell_all(wish, *known);
  say("wrote " + file + ": odori build " + wish.folder + " --video makes the film");
  return kDone;
}

}  // namespace odori::cli
