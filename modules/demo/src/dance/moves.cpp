// The moves of four counts and their order. Feet and spots are in the stage's axes, also in turns.
#include "tables.h"

namespace odori::demo {
namespace {

// clang-format off
std::vector<Move> verse_moves() {
  return {
      // Comes in from the side with the face to the audience.
      {"enter", .24f,
       {{1, "-strut", "strutF", "strutB", 'F', -.8f, .05f}, {2, "strut", "strutB", "strutF", 'S', .7f, .05f},
        {3, "-strut", "strutF", "strutB", 'S', -.7f, .05f}, {4, "strut", "strutB", "sideHi", 'S', .7f, .05f}},
       {{2, 'L', .06f, -.35f, 66, 0, 's', .85f}, {3, 'R', -.06f, .35f, 58, 0, 's', .9f}, {4, 'L', .06f, -.35f, 50, 0, 's', .9f}},
       {{1, 62}, {3.4f, 58}, {4, 46}}, {{2, 3.0f, 1.5f}, {3, 3.0f, 1.5f}, {4, 2.7f, 1.4f}}, {},
       {{1, "にっこり", .6f}}},
      {"hello", .2f,
       {{1, "-sway", "rest", "waveOut", 'H', -.6f, .1f}, {2, "-hip", "hip", "waveOut", 'S', -.85f, .1f}, {2.5f, "", "", "waveIn", 'S', -.85f, .1f},
        {3, "-sway", "hip", "waveOut", 'S', -.6f, .15f}, {3.5f, "", "", "waveIn", 'S', -.6f, .1f}, {4, "-hip", "hip", "waveOut", 'S', -.9f, .1f}},
       {{1, 'R', -.9f, 0, -12, 0, 's', .9f}, {2, 'L', .45f, -1.0f, 10, 62, 'k', .75f, 1.5f}, {3, 'L', .7f, .1f, 14, 20, 't'}, {4, 'L', .5f, -1.0f, 10, 62, 'k', .7f, 1.6f}},
       {{1, 18}, {1.8f, 0}}, {{1, .9f, 1.0f}}, {}, {{1, "にっこり", .8f}}},
      // Two long diagonals, low hand to high hand, deep on the standing leg.
      {"long", .16f,
       {{1, "-long", "airHi", "lowWide", 'W', -.85f, .45f}, {2, "-longIn", "", "", 'F', -.95f, .55f}, {3, "long", "lowWide", "airHi", 'W', .85f, .45f}, {4, "longIn", "", "", 'F', .95f, .55f}},
       {{1, 'R', -1.55f, .1f, -24, 0, 's', .7f}, {1.2f, 'L', .5f, 0, 6, 30, 'p', .5f}, {2.6f, 'L', 1.45f, .1f, 24, 0, 's', .6f}, {3.1f, 'R', -1.55f, .1f, -8, 32, 'p', .5f}},
       {}, {}, {}, {{1, "にっこり", .7f}}},
      // Step, close, step, and a kick to the side.
      {"glide", .22f,
       {{1, "-glide", "sweepLow", "swan", 'S', -.6f, .3f}, {1.5f, "sway", "", "", 'S', .4f, .05f}, {2, "-hip", "swan", "swan", 'W', -.9f, .15f},
        {3, "kick", "airHi", "hip", 'H', -.97f, .0f}, {4, "sway", "swan", "hip", 'S', .5f, .3f}},
       {{1, 'R', -.85f, 0, -12, 0}, {1.5f, 'L', .15f, -.1f, 4, 0, 's', .42f}, {2, 'R', -.85f, 0, -14, 0, 's', .45f}, {3, 'L', 1.65f, .3f, 10, 12, 'f', .75f, 1.7f}, {4, 'L', .8f, 0, 14, 0}},
       {}, {{1, -2.0f, 0}, {1.5f, -1.6f, 0}, {2, -1.6f, .3f}}, {}, {{2, "にっこり", .9f}}},
      // A wave through both arms and the chest.
      {"wave", .1f,
       {{1, "wavL", "armWave", "armWave", 'S', .5f, .2f}, {2.3f, "wavC", "", "", 'R', 0, .4f}, {3.2f, "-wavL", "", "", 'R', -.6f, .15f}, {4, "-hip", "hip", "airHi", 'W', -.9f, .1f}},
       {{1, 'L', 1.0f, .05f, 16, 0}, {1.4f, 'R', -.9f, 0, -16, 0, 's', .5f}, {2.6f, 'R', -.9f, 0, -16, 12, 'p', .5f}, {3.2f, 'R', -.9f, 0, -16, 0, 'p', .5f}, {3.4f, 'L', 1.0f, .05f, 8, 24, 'p', .5f}},
       {}, {}, {{1.25f, 'L', 1.35f}}, {{1, "にっこり", .5f}, {3, "にっこり", .9f}}},
      // In profile, double time, then across to the other side.
      {"profile", .1f,
       {{1, "quarter", "penguin", "penguin", 'H', -.3f, .15f}, {1.5f, "quarterB", "", "", 'R', .3f, .5f}, {2, "quarter", "", "", 'R', -.3f, .15f}, {2.5f, "quarterB", "", "", 'R', .3f, .5f},
        {3, "long", "lowWide", "airHi", 'W', .8f, .2f}, {4, "-hip", "airHi", "hip", 'H', -.8f, .1f}},
       {{1, 'R', -.55f, -.3f, -78, 0, 's', .7f}, {1.1f, 'L', 1.0f, .05f, -52, 0, 'p', .8f}, {1.5f, 'L', 0, 0, -52, 16, 'p', .4f}, {2, 'L', 0, 0, -52, 0, 'p', .4f}, {2.4f, 'L', 0, 0, -46, 16, 'p', .3f},
        {3, 'L', .9f, 0, 26, 0, 's', .62f}, {3.1f, 'R', 0, 0, -8, 24, 'p', .85f}, {4, 'R', -.75f, 0, -12, 0, 's', .7f}},
       {{.5f, 0}, {1.1f, -66}, {2.4f, -66}, {3.1f, 10}, {3.7f, 0}}, {{3, 4.0f, 0}, {4, 1.2f, 0}}, {}, {{1, "にっこり", .5f}, {3, "にっこり", .9f}}},
      // Towards the audience, a finger gun and a wink, then a heart.
      {"aim", .16f,
       {{1, "aim", "hip", "point", 'H', -.4f, .35f}, {2, "aim", "hip", "point", 'F', .3f, .25f}, {2.5f, "sway", "ready", "ready", 'F', .2f, .1f}, {3, "heart", "heart", "heart", 'H', .7f, .15f}, {4, "-heart", "heart", "heart", 'S', -.7f, .15f}},
       {{1, 'R', -.7f, .3f, -10, 0, 's', .8f}, {2, 'L', .85f, .1f, 12, 0, 's', .7f}, {3, 'R', -.9f, .1f, -14, 0, 's', .6f}, {4, 'L', .85f, .1f, 12, 20, 'p', .5f}},
       {}, {{1, 0, 2.2f}, {2, 0, .8f}, {3, 0, .4f}}, {}, {{1, "ウィンク", 1}, {2.4f, "ウィンク", 0}, {2.4f, "にこり", .2f}, {3, "にっこり", 1}, {3, "にこり", .8f}, {3, "照れ", .8f}}},
      // A kiss blown to the audience, held on one leg while the music stops; then the count-in.
      {"freeze", .0f,
       {{1, "kiss", "hip", "kissIn", 'S', .7f, .2f}, {1.5f, "blow", "hip", "kissOut", 'H', .97f, .1f}, {3, "hollow", "ready", "ready", 'S', .1f, .55f}, {3.5f, "clap", "clap", "clap", 'S', .3f, .3f}, {4, "-hollow", "ready", "ready", 'S', -.2f, .55f}, {4.5f, "-clap", "clap", "clap", 'S', -.2f, .3f}},
       {{1, 'L', 0, 0, 12, 0, 'p', .4f}, {1.5f, 'R', -.35f, -1.1f, -14, 64, 'k', .5f, 1.9f}, {3, 'R', -.85f, 0, -12, 0, 's', .6f}, {4, 'L', 0, 0, 12, 22, 'p', .4f}, {4.5f, 'L', 0, 0, 12, 0, 'p', .4f}},
       {}, {}, {}, {{1, "にっこり", .2f}, {1.5f, "にっこり", 1}, {3, "にっこり", .6f}, {3, "にこり", .2f}, {3, "照れ", 0}, {3, "上", .6f}, {4.6f, "上", 0}}}};
}

std::vector<Move> chorus_moves() {
  return {
      {"clap", .28f,
       {{1, "open", "airHi", "lowWide", 'H', .7f, .1f}, {2, "-clap", "clap", "clap", 'H', .2f, .35f}, {2.5f, "clap", "ready", "ready", 'S', 0, .1f}, {3, "-open", "lowWide", "airHi", 'H', -.7f, .1f}, {4, "proud", "vee", "vee", 'H', -.2f, .0f}},
       {{1, 'L', 1.3f, 0, 18, 0}, {1, 'R', 0, 0, 6, 34, 'p', .5f}, {2, 'R', .0f, -1.0f, -10, 62, 'k', .6f, 1.4f}, {3, 'R', -1.2f, 0, -18, 0}, {3.1f, 'L', 0, 0, -4, 32, 'p', .4f}, {4, 'L', .75f, .1f, 10, 0, 's', .5f}},
       {}, {{1, 0, 1.4f}, {3, 0, 1.4f}}, {}, {{1, "にっこり", .6f}, {2, "にっこり", .9f}}},
      // A full round to the left in three steps; the face stays, then whips round.
      {"spin", .05f,
       {{1, "-wind", "swingF", "side", 'H', -.8f, .45f}, {2, "spin", "side", "cross", 'H', .6f, .2f}, {3, "spin", "cross", "crossIn", 'F', -.4f, 0}, {3.5f, "spin", "crossIn", "cross", 'F', 0, .05f}, {4, "proud", "sideHi", "sideHi", 'H', .3f, .25f}},
       {{1, 'R', -1.6f, 0, -20, 0}, {2, 'L', -.35f, .1f, 80, 0, 's', .8f}, {2, 'R', 0, 0, 40, 30, 'p', .8f}, {3, 'L', 0, 0, 205, 28, 'p', .95f}, {3, 'R', .55f, .05f, 225, 14, 's', .9f}, {4, 'R', 0, 0, 344, 24, 'p', .95f}, {4, 'L', 1.45f, 0, 372, 0, 's', .9f}},
       {{.2f, 0}, {1, -24}, {2, 66}, {3, 208}, {4, 348}, {4.5f, 360}}, {}, {}, {{1, "にっこり", .2f}, {4, "にっこり", .9f}}},
      // Turned away, looking back over the shoulder.
      {"lookback", .08f,
       {{1, "wind", "swingF", "side", 'S', .3f, .35f}, {2, "back", "hip", "swan", 'H', .7f, .1f}, {2.5f, "backIn", "", "", 'S', -.5f, .3f}, {3, "back", "", "", 'S', .7f, .1f}, {3.5f, "backIn", "", "", 'S', -.5f, .3f}, {4, "back", "", "", 'S', .7f, .1f}},
       {{1, 'L', -.35f, 0, 118, 0, 's', .7f}, {1, 'R', 0, 0, 56, 26, 'p', .9f}, {1.9f, 'R', .5f, .15f, 206, 0, 's', .75f}, {2, 'L', 0, 0, 190, 0, 'p', .9f}, {3, 'R', 0, 0, 206, 16, 'p', .4f}, {3.5f, 'R', 0, 0, 206, 0, 'p', .4f}, {4, 'R', 0, 0, 206, 20, 'p', .4f}},
       {{.3f, 0}, {1.1f, 92}, {2, 203}}, {{1, 2.2f, -1.0f}}, {}, {{2, "にっこり", .9f}}},
      // Back to the front with twinkling hands, and down to gather for the jump.
      {"kira", .16f,
       {{1, "spin", "swan", "cross", 'S', .5f, .2f}, {2, "sway", "kiraA", "kiraB", 'S', .4f, .1f}, {2.5f, "sway", "kiraB", "kiraA", 'F', .4f, .1f}, {3, "-sway", "kiraA", "kiraB", 'F', -.4f, .1f}, {3.5f, "-sway", "kiraB", "kiraA", 'F', -.4f, .1f}, {4, "crouch", "wing", "wing", 'F', 0, 1.1f}},
       {{1, 'L', .6f, -.55f, 322, 0, 's', .7f}, {1.1f, 'R', 0, 0, 246, 24, 'p', .7f}, {1.9f, 'R', -.6f, -.4f, 350, 0, 's', .7f}, {2, 'L', 0, 0, 368, 0, 'p', .6f}, {3, 'R', 0, 0, 350, 20, 'p', .5f}, {3.5f, 'R', 0, 0, 352, 0, 'p', .4f}, {4, 'L', .75f, 0, 368, 0, 's', .5f}, {4.4f, 'R', -.75f, 0, 352, 0, 's', .4f}},
       {{.4f, 203}, {1.1f, 290}, {2, 360}}, {}, {}, {{1, "にっこり", .8f}, {3, "にっこり", .5f}, {4, "にっこり", 0}}},
      {"jump", .1f,
       {{1.5f, "proud", "vee", "vee", 'H', 0, 0}, {2, "bow", "lowWide", "lowWide", 'H', 0, 1.0f}, {3, "-hip", "punch", "fist", 'H', -.9f, .1f}, {4, "hip", "fist", "punch", 'H', .9f, .1f}},
       {{2, 'L', .9f, 0, 12, 0, 'j'}, {2, 'R', -.9f, 0, -12, 0, 'j'}, {3, 'L', .4f, -1.0f, 8, 60, 'k', .55f, 1.6f}, {3.55f, 'L', .85f, 0, 12, 0, 's', .4f}, {4, 'R', -.4f, -1.0f, -8, 60, 'k', .5f, 1.6f}},
       {}, {{2, 0, 2.0f}}, {}, {{1, "びっくり", .5f}, {1, "上", .7f}, {2, "びっくり", 0}, {2, "上", 0}, {2, "笑い", 1}, {2.9f, "笑い", 0}, {3, "にっこり", .9f}}},
      {"wink", .14f,
       {{1, "-cat", "catHi", "catLo", 'H', -.6f, .2f}, {1.5f, "cat", "catLo", "catHi", 'S', .5f, .2f}, {2, "-cat", "catHi", "catLo", 'S', -.6f, .2f}, {3, "sway", "cheek", "cheek", 'H', .7f, .2f}, {4, "-sway", "cheek", "cheek", 'S', -.7f, .3f}},
       {{1, 'R', -.85f, 0, -12, 0, 's', .6f}, {1.1f, 'L', 0, 0, 12, 20, 'p', .5f}, {1.5f, 'L', 0, 0, 12, 0, 'p', .4f}, {2, 'L', 1.0f, 0, 14, 0}, {3, 'R', 0, 0, -12, 20, 'p'}, {4, 'R', 0, 0, -12, 0, 'p', .5f}, {4, 'L', 0, 0, 14, 20, 'p', .5f}},
       {}, {}, {}, {{1, "ウィンク", 1}, {2.5f, "ウィンク", 0}, {3, "笑い", 1}, {4.4f, "笑い", 0}, {4.4f, "にっこり", .6f}}},
      {"peace", .24f,
       {{1, "hip", "peaceWide", "peaceWide", 'H', .9f, .0f}, {2, "-hip", "peaceWide", "peaceWide", 'S', -.8f, .2f}, {3, "-heart", "heart", "heart", 'S', -.6f, .35f}, {4, "heart", "heartOut", "heartOut", 'H', .8f, 0}},
       {{1, 'R', -.1f, -1.1f, -12, 64, 'k', .6f, 1.8f}, {2, 'R', -1.0f, 0, -16, 0, 's', .6f}, {3, 'L', .85f, 0, 14, 0, 's', .6f}, {4, 'R', -.2f, -1.2f, -12, 66, 'k', .55f, 1.8f}},
       {}, {{2, 0, -1.4f}, {3, 0, -1.2f}}, {}, {{1, "にっこり", 1}, {3, "にっこり", .4f}, {4, "にっこり", 1}}},
      {"final", .10f,
       {{1, "bow", "cross", "crossIn", 'S', 0, .6f}, {2, "proud", "vee", "vee", 'H', 0, 0}, {2.6f, "-wind", "hip", "ready", 'F', -.3f, .35f}, {3, "wink", "hip", "peace", 'H', .8f, .1f}, {4, "winkIn", "hip", "peace", 'F', .85f, .04f}, {4.8f, "wink", "hip", "peace", 'F', .85f, .08f}},
       {{.6f, 'R', -.8f, 0, -10, 0}, {1, 'L', 0, 0, 12, 0, 'p'}, {2, 'L', 0, 0, 12, 24, 'p', .5f}, {2, 'R', 0, 0, -10, 24, 'p', .5f}, {2.6f, 'L', 0, 0, 14, 0, 'p', .4f}, {2.5f, 'R', 0, 0, -10, 0, 'p', .3f}, {3, 'R', -1.0f, .5f, 4, 38, 't', .5f}},
       {}, {}, {}, {{1, "笑い", .8f}, {2, "笑い", 0}, {2, "にっこり", 1}, {2, "にこり", .6f}, {2.8f, "ウィンク右", 1}, {3, "照れ", .7f}}}};
}

}  // namespace

std::vector<Move> moves() {
  std::vector<Move> all = verse_moves();
  for (Move& move : chorus_moves()) all.push_back(std::move(move));
  return all;
}

std::vector<Place> places() {
  return {{"enter"}, {"hello"}, {"long"},     {"glide"}, {"wave"}, {"profile"}, {"aim"},   {"freeze"},
          {"clap"},  {"spin"},  {"lookback"}, {"kira"},  {"jump"}, {"wink"},    {"peace"}, {"final"}};
}

Start start() {
  Start s;
  s.home_x = -9.6f;
  s.home_z = -8.5f;
  s.turn = 62;
  s.feet[0] = {0, 'L', -1.0f, -1.0f, 62, 0};
  s.feet[1] = {0, 'R', -.06f, .35f, 58, 0};
  return s;
}
// clang-format on

}  // namespace odori::demo
