// Files on disk to ready nouns: opens (also inside archives), decodes, imports, fetches textures.
#pragma once

#include <string>
#include <vector>

#include "odori/base/picture.h"
#include "odori/base/result.h"
#include "odori/convert/formats.h"
#include "odori/files/files.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// What an archive is searched for when it must choose, the dearest first (many hold a model as PMX
// and as PMD): the endings of the formats that hold a model; a motion.
std::vector<std::string> model_endings();
std::vector<std::string> motion_endings();

struct LoadedFile {
  std::string name;  // as given, with the entry where an archive had to choose
  const Format* format = nullptr;
  Contents contents;
};

// What a file holds, of any format in the table, told by its content alone; textures lie in
// Model::mesh with their bytes; what is missing or leaves the model's folder is told in
// Model::warnings. Paths: "x/x.pmx", "x.bvh", "x.zip" (the one model, else the one motion in it) or
// "x.zip!/a/x.pmx". Errors name the file; unsupported: none of the formats that are read.
Result<LoadedFile> load_file(const std::string& path, const ArchiveLimits& limits = {});
// The same for a file that is open already; `path` is how it was asked for.
Result<LoadedFile> load_opened(const std::string& path, const OpenedFile& opened);

// A character, a stage or a prop. Errors also: unsupported (a file that holds none).
Result<Model> load_model(const std::string& path, const ArchiveLimits& limits = {});

// A motion or a pose whose tracks name the bones of a character, as MMD's do: VMD, VPD. Errors
// also: unsupported (a file that holds none, or one that plays on bones of its own).
Result<Clip> load_clip(const std::string& path, const ArchiveLimits& limits = {});

// The pixels of a texture that is there, with its alpha where that lies in a picture of its own.
// Errors: as io::decode_image.
Result<Picture> decode_texture(const Texture& texture);

// Which textures a material draws with. Size: textures.
std::vector<bool> used_textures(const Mesh& mesh);

// Fills in the bytes of the textures of a model that was imported from `name` inside `source`.
void load_textures(const FileSource& source, const std::string& name, Model& model);

}  // namespace odori
