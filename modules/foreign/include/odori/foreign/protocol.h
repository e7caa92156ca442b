// What odori-foreign and its caller agree on. Arguments: kind, bytes of memory, bytes of output,
// seconds. Standard input: the file. Standard output: the GLB. Standard error: why not.
#pragma once

namespace odori::foreign {

enum Exit : int { kDone = 0, kRefused = 3, kTooLarge = 4, kUsage = 2 };

}  // namespace odori::foreign
