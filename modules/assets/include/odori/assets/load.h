// Files on disk to ready nouns: opens (also inside archives), decodes, imports, fetches textures.
#pragma once

#include <string>
#include <vector>

#include "odori/base/picture.h"
#include "odori/base/result.h"
#include "odori/files/files.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// The endings of what load_model() and load_clip() read: what an archive is searched for, the
// dearest first (many hold a model as PMX and as PMD).
inline const std::vector<std::string> kModelEndings{".pmx", ".pmd"};
inline const std::vector<std::string> kClipEndings{".vmd", ".vpd"};

// "x/x.pmx", "x.pmd", "x.zip" (the one model in it) or "x.zip!/a/x.pmx"; PMX and PMD are told by
// what the file begins with. Textures lie in Model::mesh with
// their bytes; what is missing or leaves the model's folder is told in Model::warnings. Errors name
// the file.
Result<Model> load_model(const std::string& path, const ArchiveLimits& limits = {});

// A motion (VMD) or a pose (VPD: one frame), by the same kinds of path.
Result<Clip> load_clip(const std::string& path, const ArchiveLimits& limits = {});

// The pixels of a texture that is there, with its alpha where that lies in a picture of its own.
// Errors: as io::decode_image.
Result<Picture> decode_texture(const Texture& texture);

// Which textures a material draws with. Size: textures.
std::vector<bool> used_textures(const Mesh& mesh);

// Fills in the bytes of the textures of a model that was imported from `name` inside `source`.
void load_textures(const FileSource& source, const std::string& name, Model& model);

}  // namespace odori
