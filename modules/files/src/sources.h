// The two kinds of place.
#pragma once

#include <memory>
#include <string>

#include "odori/files/files.h"

namespace odori {

// `path` empty = the working folder.
std::shared_ptr<const FileSource> folder_source(std::string path);

Result<std::shared_ptr<const FileSource>> archive_source(const std::string& path,
                                                         const ArchiveLimits& limits);

}  // namespace odori
