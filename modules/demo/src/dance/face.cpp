#include <algorithm>
#include <cmath>
#include <string_view>

#include "write.h"

namespace odori::demo {
namespace {

int to_frame(double seconds) { return static_cast<int>(std::floor(seconds * 30 + 0.5)); }

void write_lips(const SongTiming& song, Keys& keys) {
  for (const SongVowel& v : song.vowels) {
    constexpr std::string_view kLetters = "aiueo";
    static constexpr std::array<std::string_view, 5> kMorphs = {"あ", "い", "う", "え", "お"};
    const std::size_t letter = kLetters.find(v.vowel);
    if (letter == std::string_view::npos) continue;
    const int begin = to_frame(v.start), end = to_frame(v.end);
    const bool wide = v.vowel == 'a' || v.vowel == 'o';
    const float open = (wide ? 0.75f : 0.65f) + 0.15f * static_cast<float>(v.midi - 66) / 12;
    // m, p and b close the lips up to the very beat; other sounds are prepared before it.
    const bool closed = !v.syllable.empty() &&
                        std::string_view("mpb").find(v.syllable[0]) != std::string_view::npos;
    const std::string_view morph = kMorphs[letter];
    put_weight(keys, morph, std::max(0, begin - (closed ? 0 : 2)), 0);
    put_weight(keys, morph, begin + 2, open);
    put_weight(keys, morph, std::max(begin + 3, end - 3), open * 0.7f);
    put_weight(keys, morph, std::max(begin + 4, end), 0);
  }
}

void write_expressions(const Score& score, Keys& keys) {
  for (const auto& [morph, key] : score.expressions) {
    auto it = keys.morphs.find(morph);
    if (it == keys.morphs.end()) it = keys.morphs.emplace(std::string(morph), 0).first;
    std::vector<MorphKey>& track = it->second;
    if (track.empty()) track.push_back({0, 0});
    const float before = track.back().weight;
    if (key.frame - 4 > track.back().frame) track.push_back({key.frame - 4, before});
    if (key.frame > track.back().frame) {
      track.push_back(key);
    } else if (key.frame == track.back().frame) {
      track.back() = key;
    }
  }
}

// Four frames after a beat, so that no hit shows half-shut eyes; left out while the eyes are shut
// by an expression.
void write_blinks(const Score& score, Keys& keys) {
  static constexpr int kBeatsWithBlink[] = {3, 7, 13, 17, 21, 25, 33, 37, 42, 45, 51, 57};
  const auto shut = [&](int frame) {
    for (const char* morph : {"ウィンク", "ウィンク右", "笑い"}) {
      const auto it = keys.morphs.find(std::string_view(morph));
      if (it == keys.morphs.end()) continue;
      for (std::size_t i = 0; i < it->second.size(); ++i) {
        const MorphKey& key = it->second[i];
        const int until = i + 1 < it->second.size() ? it->second[i + 1].frame : score.end;
        if (key.weight > 0 && frame + 8 >= key.frame && frame <= until) return true;
      }
    }
    return false;
  };
  for (const int beat : kBeatsWithBlink) {
    const int frame = beat * kFramesPerBeat + 4;
    if (shut(frame)) continue;
    put_weight(keys, "まばたき", frame, 0);
    put_weight(keys, "まばたき", frame + 2, 1);
    put_weight(keys, "まばたき", frame + 3, 1);
    put_weight(keys, "まばたき", frame + 6, 0);
  }
}

// The eyes go first, five frames before the head; when the neck is at its end they look on.
void write_glances(const Score& score, Keys& keys) {
  for (const ScoreRow& row : score.rows) {
    if (row.frame % kFramesPerBeat != 0 || !row.has_torso) continue;
    const float direction = direction_at(score, static_cast<float>(row.frame)) + row.torso.twist;
    float away = row.torso.look - direction;
    away -= 360 * std::floor(away / 360 + 0.5f);
    const float beyond = std::clamp(away - std::clamp(away, -66.0f, 66.0f), -9.0f, 9.0f);
    const float side = std::clamp(-row.torso.cock * 0.35f, -5.0f, 5.0f) + beyond;
    put_rotation(keys, "両目", std::max(0, row.frame - 5),
                 turn_left(std::clamp(side, -9.0f, 9.0f)) * lean_forward(row.torso.nod * -0.25f),
                 kSnap);
  }
}

}  // namespace

void write_face(const Score& score, const SongTiming& song, Keys& keys) {
  write_lips(song, keys);
  write_expressions(score, keys);
  write_blinks(score, keys);
  write_glances(score, keys);
}

}  // namespace odori::demo
