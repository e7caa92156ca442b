// retarget() with a source that is known beforehand.
#pragma once

#include "odori/retarget/proxy.h"

namespace odori {

// `proxy`: null, or the source's skeleton as make_proxy() has made it for this target; `from` is
// its model then, and its scale stands in the options.
Result<Retargeted> retarget_from(const Model& from, const Clip& clip, const Model& to,
                                 const RetargetOptions& options, const Proxy* proxy);

}  // namespace odori
