// The one table of formats: how each is called and told, what it holds, who reads and writes it.
// A new format adds one row in src/formats.cpp.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/io/keypoints.h"
#include "odori/io/landmarks.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// What a file can hold.
enum Holding : std::uint8_t {
  kHoldsModel = 1,       // a character, a stage or a prop, to be drawn
  kHoldsMotion = 2,      // movement over time
  kHoldsPose = 4,        // a single frame of it
  kHoldsSkeleton = 8,    // bones of its own for its motion (MMD's motions name bones of some model)
  kHoldsPoints = 16,     // of bodies in pictures
  kHoldsLandmarks = 32,  // of bodies, hands and faces, as a detector saw them
  kHoldsCamera = 64,     // camera, light and shadow over time
};

// What a file held.
struct Contents {
  std::optional<Model> model;  // a bare skeleton where the format holds no more
  std::vector<Clip> clips;     // of its own bones where there is a model
  Warnings warnings;           // of the document; those of the imports are in model and clips
  // Points in pictures. A recording of landmarks gives both: all that it saw, and the body alone.
  std::optional<io::KeypointDocument> keypoints = {};
  std::optional<io::LandmarkRecording> landmarks = {};
};

// The bytes of a file that another names ("scene.bin"), from the same folder or archive and nowhere
// else.
using FetchBeside = std::function<Result<std::vector<std::byte>>(const std::string& name)>;

// What is written: what a format holds of it. The spans and pointers are the caller's; null = there
// is none.
struct WriteSource {
  const Model* model = nullptr;
  std::span<const Clip> clips;
  const io::KeypointDocument* keypoints = nullptr;
  const io::LandmarkRecording* landmarks = nullptr;
};
struct WriteOptions {
  double frame = 0;            // the one that becomes a pose, in the clip's rate
  std::optional<double> rate;  // keys a second of formats that hold no curves; nothing = the clip's
  float scale = 1;             // of all lengths
};
struct Written {
  std::vector<std::byte> bytes;
  std::vector<std::string> losses;  // what the format cannot hold, a line a kind
  std::vector<std::string> notes;   // how it was done
};

struct Format {
  std::string_view name;                      // "VMD"
  std::string_view what;                      // "motion"
  std::span<const std::string_view> endings;  // ".vmd", the usual one first
  std::uint8_t reads = 0, writes = 0;         // Holding
  std::string_view note;                      // for people, may be empty
  bool (*looks_like)(Bytes data) = nullptr;   // by content; never true for another format's files
  // Null where a program of its own reads the format, or nothing does. Errors: as the format's
  // decode and import.
  Result<Contents> (*read)(Bytes data, const FetchBeside& fetch) = nullptr;
  // Where the format holds a skeleton, the clips are plain movements of the model's bones
  // (bake_to_clip); where it holds points, the model's humanoid is known. Errors: usage (a model or
  // a motion that is needed and not there), and as the format's export and encode.
  Result<Written> (*write)(const WriteSource& source, const WriteOptions& options) = nullptr;
};

std::span<const Format> formats();

// By content; null when it is none of them.
const Format* format_of(Bytes data);
// By the ending of a path, whatever its case; null when it is none of them.
const Format* format_named(std::string_view path);

// The endings of all formats of which files hold one of `holdings` and that can be read (or
// written), in the order of the table.
std::vector<std::string> endings_read(std::uint8_t holdings);
std::vector<std::string> endings_written(std::uint8_t holdings);

// The table as Markdown, for people.
std::string formats_as_markdown();

}  // namespace odori
