// A frame of a bound clip -> the pose. MMD's semantics; the evidence for each rule is in docs/adr.
#pragma once

#include <memory>
#include <span>

#include "odori/pose/bind.h"
#include "odori/pose/pose.h"

namespace odori {

// How IK chains are solved.
enum class IkRule : std::uint8_t {
  mmd,
  // As viewers outside MMD's lineage do, for comparing poses with theirs: the unit angle is the
  // same for every link, a hinge adds up one angle in its plane, other limits are clamped angle by
  // angle, and the loops end when the effector comes no nearer. Fixed axes and ik_finishes do not
  // count. Slow, and allocates.
  others
};

struct EvaluateOptions {
  bool ik = true;
  IkRule ik_rule = IkRule::mmd;
  // Appends that stand before the IK they depend on see its result (MMD shows it one frame late).
  bool refresh_dependents = true;
  // A fixed axis holds inside IK chains too.
  bool ik_honours_fixed_axis = true;
  // MMD's loops often stop a few hundredths of a unit short of a target that can be reached. This
  // goes the rest of the way (1e-4 units), in closed form: steadier feet, not quite MMD's pose.
  bool ik_finishes = false;
  // A local append takes its source's model-space transform, as the PMX specification says. Other
  // programs take the source's own rotation and no translation.
  bool local_append_in_model_space = true;
};

// The order of evaluation and everything else that is worth computing once for a model and a clip.
// One thread at a time; copies are cheap to make for further threads. Keeps key cursors, so that
// playing forward is fast; the result never depends on the frame asked before.
class Evaluator {
 public:
  // Both must outlive the evaluator.
  Evaluator(const Model& model, const Binding& binding, const EvaluateOptions& options = {});
  Evaluator(const Evaluator& other);
  Evaluator(Evaluator&&) noexcept;
  ~Evaluator();

  // sample -> morphs -> ordered pass before physics (append, IK) -> after-physics pass -> world and
  // skin matrices. `frame` in the clip's rate, may be fractional. Allocates nothing.
  void evaluate(double frame, Pose& pose);
  // The same without the skin matrices.
  void evaluate_placement(double frame, Pose& pose);

  // In parts, for those who put physics or their own changes between.
  void sample(double frame, Pose& pose);  // keys and morphs into rotation, translation, weights
  void solve_before_physics(Pose& pose);
  // Reads what physics has made of rotation and translation: appends from bones that physics moves
  // are worked out again. Belongs to the solve_before_physics of the same frame.
  void solve_after_physics(Pose& pose);
  void update_matrices(Pose& pose);  // world and skin, from rotation and translation

  struct Plan;  // private to the room

 private:
  std::unique_ptr<Plan> plan_;
};

// A whole clip. Frame-major: rotations[frame * bones + bone]. The same bits for any number of
// threads and the same as Evaluator frame by frame.
struct BakedClip {
  std::size_t frames = 0, bones = 0, morphs = 0;
  double first_frame = 0;
  std::vector<Quat> world_rotation;
  std::vector<Vec3> world_position;
  std::vector<float> effective_weight;  // frame x morph
};
BakedClip bake(const Model& model, const Binding& binding, double first_frame, std::size_t frames,
               unsigned threads, const EvaluateOptions& options = {});

// The same as plain movements of each bone, key by key: what a program without IK, appends and bone
// morphs plays like this one. Frames count from 0, straight between keys; bones alone.
Clip bake_to_clip(const Model& model, const Binding& binding, double first_frame,
                  std::size_t frames, unsigned threads, const EvaluateOptions& options = {});

// SHA-256 over the bits of a bake: what "the same everywhere" is tested with.
std::string fingerprint(const BakedClip& bake);

}  // namespace odori
