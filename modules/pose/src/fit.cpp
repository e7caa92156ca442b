#include "odori/pose/fit.h"

#include <algorithm>
#include <array>

#include "odori/base/text.h"
#include "odori/pose/bind.h"
#include "track_moves.h"

namespace odori {
namespace {

// Legs that hardly turn while their feet stand still are a pose, not a loss.
constexpr float kBent = 0.35f;  // Radians.

const BoneTrack* find_track(const Clip& clip, const std::string& name) {
  const std::string folded = normalise_width(name);
  for (const BoneTrack& track : clip.bones)
    if (normalise_width(track.name.text) == folded) return &track;
  return nullptr;
}

bool is_moved(const Clip& clip, const std::string& name) {
  const BoneTrack* track = find_track(clip, name);
  return track && moves(*track);
}

bool is_bent(const Clip& clip, const std::string& name) {
  const BoneTrack* track = find_track(clip, name);
  return track && std::any_of(track->rotation.begin(), track->rotation.end(),
                              [](const Quat& q) { return angle_between(q, Quat{}) > kBent; });
}

bool is_ever_off(const PropertyTrack& track, const std::string& goal) {
  const std::string folded = normalise_width(goal);
  for (const std::vector<IkSwitch>& key : track.ik)
    for (const IkSwitch& ik : key)
      if (!ik.enabled && normalise_width(ik.name.text) == folded) return true;
  return false;
}

bool has_chain(const Skeleton& skeleton, BoneIndex goal) {
  return is_set(goal) && std::any_of(skeleton.iks.begin(), skeleton.iks.end(),
                                     [&](const Ik& ik) { return ik.bone == goal; });
}

std::size_t keys_of(const Clip& clip, const std::string& name) {
  const BoneTrack* track = find_track(clip, name);
  return track ? track->frame.size() : 0;
}

// Motions that come from captures turn the leg's own bones wherever its goal has a key: they say
// all without IK.
bool is_turned_throughout(const Clip& clip, const std::string& side) {
  const std::size_t goal = keys_of(clip, side + "足ＩＫ");
  return is_bent(clip, side + "ひざ") && keys_of(clip, side + "足") >= goal &&
         keys_of(clip, side + "ひざ") >= goal && keys_of(clip, side + "足首") >= goal;
}

LegFit leg_fit(const Clip& clip, const Model& model, const std::string& side) {
  const std::string goal_name = side + "足ＩＫ", leg = side + "足", knee = side + "ひざ";
  const Skeleton& skeleton = model.skeleton;
  if (!is_set(find_bone(skeleton, leg)) && !is_set(find_bone(skeleton, knee)))
    return LegFit::follows;  // no leg of MMD's, and so nothing to say about it
  const BoneIndex goal = find_bone(skeleton, goal_name);
  const bool turned = is_moved(clip, leg) || is_moved(clip, knee);
  if (!has_chain(skeleton, goal)) {
    if (!is_moved(clip, goal_name) || is_turned_throughout(clip, side)) return LegFit::follows;
    return turned ? LegFit::feet_loose : LegFit::still;
  }
  for (BoneIndex bone = goal; is_set(bone); bone = skeleton.parent[at(bone)])
    if (is_moved(clip, skeleton.names[at(bone)])) return LegFit::follows;
  const bool bent = is_bent(clip, leg) || is_bent(clip, knee);
  return bent && !is_ever_off(clip.property, goal_name) ? LegFit::pinned : LegFit::follows;
}

struct Thing {
  const char *one, *many;
};

// "87 of the 90 bones that the motion moves exist in the character; missing: ..."; "" = no word.
std::string count_line(std::size_t total, const std::vector<std::string>& missing, Thing thing,
                       bool all, std::size_t most) {
  if (total == 0 || (missing.empty() && !all)) return {};
  const std::string noun = total == 1 ? thing.one : thing.many;
  const std::string moved = " that the motion moves ";
  if (missing.empty())
    return total == 1
               ? "the " + noun + moved + "exists in the character"
               : "all " + std::to_string(total) + " " + noun + moved + "exist in the character";
  if (total == 1)
    return "the only " + noun + moved + "does not exist in the character: " + listed(missing, most);
  const std::size_t found = total - missing.size();
  return (found == 0 ? "none" : std::to_string(found)) + " of the " + std::to_string(total) + " " +
         noun + moved + (found == 1 ? "exists" : "exist") +
         " in the character; missing: " + listed(missing, most);
}

std::string leg_line(LegFit fit, const std::string& subject, bool both) {
  const std::string verb = both ? "" : "s";
  switch (fit) {
    case LegFit::follows:
      break;
    case LegFit::still:
      return subject + " stay" + verb + " still: the motion moves " + (both ? "them" : "it") +
             " by leg IK (足ＩＫ), which the character lacks; take a character with leg IK, or a "
             "motion that turns the legs' own bones";
    case LegFit::feet_loose:
      return subject + " follow" + verb +
             " only in part, feet slide or float: the motion places the feet by leg IK (足ＩＫ), "
             "which the character lacks";
    case LegFit::pinned:
      return subject + " do" + (both ? "" : "es") + " not follow: the motion turns " +
             (both ? "them" : "it") +
             " bone by bone and leaves leg IK (足ＩＫ) on, which holds the feet where they stand; "
             "the motion must switch leg IK off";
  }
  return {};
}

}  // namespace

Fit find_fit(const Clip& clip, const Model& model) {
  Binding binding = bind(clip, model);
  Fit fit;
  for (const BoneTrack& track : clip.bones) fit.bones += moves(track) ? 1 : 0;
  for (const MorphTrack& track : clip.morphs) fit.morphs += moves(track) ? 1 : 0;
  fit.camera = !clip.camera.frame.empty();
  fit.missing_bones = std::move(binding.unbound_bones);
  fit.missing_morphs = std::move(binding.unbound_morphs);
  fit.left_leg = leg_fit(clip, model, "左");
  fit.right_leg = leg_fit(clip, model, "右");
  return fit;
}

std::vector<std::string> to_lines(const Fit& fit, bool all, std::size_t most_names) {
  std::vector<std::string> lines;
  if (fit.bones + fit.morphs == 0) {
    lines.emplace_back(
        fit.camera ? "the motion moves nothing: it holds camera keys alone; the character "
                     "wants a motion of its own beside it"
                   : "the motion moves nothing: no bone or morph in it ever leaves its rest");
    return lines;
  }
  if (fit.missing_bones.size() == fit.bones && fit.missing_morphs.size() == fit.morphs)
    lines.emplace_back(
        "the motion moves nothing: it was made for a character with other bones and morphs");
  const auto add = [&](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  add(count_line(fit.bones, fit.missing_bones, {"bone", "bones"}, all, most_names));
  add(count_line(fit.morphs, fit.missing_morphs, {"morph (expression)", "morphs (expressions)"},
                 all, most_names));
  if (fit.left_leg == fit.right_leg) {
    add(leg_line(fit.left_leg, "the legs", true));
  } else {
    add(leg_line(fit.left_leg, "the left leg", false));
    add(leg_line(fit.right_leg, "the right leg", false));
  }
  return lines;
}

}  // namespace odori
