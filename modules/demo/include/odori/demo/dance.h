// The project's own dance: a choreography written as tables, turned into the sparse keys and curves
// that an animator would set, for any dancer with MMD's standard bones.
#pragma once

#include "odori/base/result.h"
#include "odori/demo/song.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"

namespace odori::demo {

struct Dance {
  io::VmdDocument body;    // bones, morphs, and one property key that switches all leg IK on
  io::VmdDocument camera;  // shots with cuts, for the dancer at the origin
};

// Widths of the dancer's steps and arm lines scale with its own legs and arms. The lips follow
// `song`; beats are taken to be kFramesPerBeat frames long. Errors: not_found (a standard bone that
// the dancer does not have).
Result<Dance> make_dance(const io::PmxDocument& dancer, const SongTiming& song);

}  // namespace odori::demo
