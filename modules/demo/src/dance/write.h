// The parts of a body, each from the score to its keys. Order matters only where it says so.
#pragma once

#include "body.h"
#include "keys.h"
#include "odori/demo/song.h"
#include "score.h"

namespace odori::demo {

void write_torso_and_arms(const Score& score, const Body& body, Keys& keys);

// Foot IK bones. Gives back when a foot is off the floor in a jump (take-off, landing), once each.
struct Jump {
  int take_off = 0, landing = 0;
};
std::vector<Jump> write_feet(const Score& score, const Body& body, Keys& keys);

// Centre (weight, way, turn), groove (height) and waist (beat pulse). After write_feet.
void write_centre(const Score& score, const Body& body, const std::vector<Jump>& jumps, Keys& keys);

// Lowers the groove until no leg is longer than it can be, so that planted feet never slide. After
// write_centre. Gives back the largest leg length left over, as a share of the leg.
float solve_reach(const Score& score, const Body& body, Keys& keys);

// Lips, blinks, glances and expressions.
void write_face(const Score& score, const SongTiming& song, Keys& keys);

void write_camera(const Score& score, const Body& body, io::VmdDocument& document);

}  // namespace odori::demo
