// Expressions: each one is a state of the face.
#pragma once

#include "figure/parts.h"

namespace odori::demo::figure {

// `first` = index of the first vertex of each material in the document.
std::vector<io::PmxMorph> make_morphs(const Parts& parts, const Rig& rig,
                                      const std::array<std::uint32_t, kMaterials>& first);

}  // namespace odori::demo::figure
