// A clip's names become a model's indices, once.
#pragma once

#include <string>
#include <vector>

#include "odori/model/model.h"
#include "odori/motion/clip.h"
#include "odori/pose/names.h"

namespace odori {

struct BindOptions {
  // MMD owns a rest key at frame 0 for every bone and morph, so that a first key later on is
  // reached from rest. The other way holds the first key's value before it, as most viewers do.
  bool rest_key_at_zero = true;
};

// A clip ready for one model: tracks that found their bone or morph, rotations of fixed-axis bones
// projected key by key (as MMD does when it loads a motion), camera and property tracks as they
// were.
struct Binding {
  struct Bone {
    BoneIndex bone = BoneIndex::none;
    BoneTrack track;
  };
  struct Weight {
    std::vector<MorphIndex> morphs;  // every morph of that name gets the weight
    MorphTrack track;
  };
  struct IkState {  // for one entry of Skeleton::iks
    std::vector<double> frame;
    std::vector<std::uint8_t> enabled;
  };
  std::vector<Bone> bones;
  std::vector<Weight> morphs;
  std::vector<IkState> iks;
  std::vector<double> visible_frame;
  std::vector<std::uint8_t> visible;
  double last_frame = 0;
  std::vector<std::string> unbound_bones, unbound_morphs;  // with at least one key that is not rest
  struct Matched {
    std::string track, name;  // the motion's word, the character's
    MatchKind kind = MatchKind::exact;
  };
  std::vector<Matched> matched_bones, matched_morphs;  // by more than their width
};

Binding bind(const Clip& clip, const Model& model, const BindOptions& options = {});

}  // namespace odori
