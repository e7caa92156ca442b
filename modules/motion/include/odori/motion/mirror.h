// Left and right exchanged.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "odori/motion/clip.h"

namespace odori {

// The other side's name; the same where a name has no side or both: 左腕 <-> 右腕, 腕捩.L <->
// 腕捩.R, まばたきＬ <-> まばたきＲ, J_Bip_L_Hand <-> J_Bip_R_Hand, LeftArm <-> RightArm, and MMD's
// names for eyes that wink, of which the left one names no side: ウィンク <-> ウィンク右,
// ウィンク２ <-> ｳｨﾝｸ２右 (unless `names` has ウィンク左 and no ウィンク).
std::string mirrored_name(std::string_view name, const std::set<std::string_view>& names = {});

// The motion seen in a mirror (x to -x): names, rotations, translations, camera, light, and IK
// switches; curves and times stay. For skeletons whose rest pose is its own mirror image with rest
// rotations of identity, as in MMD. Twice gives the clip back bit for bit (but for a lone
// ウィンク左, without the other two: it comes back as ウィンク).
Clip mirror(const Clip& clip);

}  // namespace odori
