// odori convert IN OUT [--model M] [--frame N] [--rate R] [--scale S]
#include <algorithm>

#include "args.h"
#include "odori/assets/load.h"
#include "odori/convert/bvh.h"
#include "odori/convert/mmd.h"
#include "odori/files/files.h"
#include "odori/pose/evaluate.h"
#include "talk.h"

namespace odori::cli {
namespace {

struct Wish {
  std::string in, out, model;
  std::optional<double> frame, rate, scale;
};

// What is written, and what of the source it does not hold.
struct Converted {
  std::vector<std::byte> bytes;
  std::vector<std::string> losses;
};

bool ends_with(const std::string& name, std::string_view ending) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower.ends_with(ending);
}

std::vector<std::string> lines_of(const Warnings& warnings) {
  std::vector<std::string> lines;
  for (const Warning& w : warnings.list()) lines.push_back(to_text(w));
  return lines;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const Bytes bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Result<Converted> to_vmd(const Clip& clip) {
  const VmdExport out = export_vmd(clip);
  return Converted{io::encode_vmd(out.document), lines_of(out.losses)};
}

Result<Converted> to_vpd(const Clip& clip, const Wish& wish) {
  const VpdExport out = export_vpd(clip, wish.frame.value_or(0));
  auto bytes = io::encode_vpd(out.document);
  if (!bytes) return tl::unexpected(bytes.error());
  Converted done{std::move(*bytes), lines_of(out.losses)};
  if (const double last = last_frame(clip); last > 0 && !wish.frame)
    done.losses.push_back("all but frame 0 of " + std::to_string(static_cast<long long>(last)) +
                          ": --frame N takes another");
  return done;
}

Result<Converted> to_bvh(const Model& model, const Clip& clip, const Wish& wish) {
  BvhOptions options;
  options.last_frame = last_frame(clip);
  options.rate = wish.rate.value_or(clip.rate);
  options.scale = static_cast<float>(wish.scale.value_or(1));
  auto out = export_bvh(model, clip, options);
  if (!out) return tl::unexpected(out.error());
  const auto text = io::encode_bvh(out->document);
  if (!text) return tl::unexpected(text.error());
  return Converted{bytes_of(*text), std::move(out->losses)};
}

// An MMD motion becomes plain movements of the bones of its model.
Result<Converted> mmd_to_bvh(const Clip& clip, const Wish& wish) {
  if (wish.model.empty())
    return fail(Code::usage, "a BVH needs the skeleton that the motion plays on", Error::kNoOffset,
                "name its character with --model x.pmx");
  auto model = load_model(wish.model);
  if (!model) return tl::unexpected(model.error());
  const Binding binding = bind(clip, *model);
  const auto frames = static_cast<std::size_t>(last_frame(clip)) + 1;
  const Clip plain = bake_to_clip(*model, binding, 0, frames, 0);
  // IK and appends are in the plain movements now.
  model->skeleton.appends.clear();
  model->skeleton.iks.clear();
  auto done = to_bvh(*model, plain, wish);
  if (!done) return done;
  const auto lost = [&](std::size_t n, const std::string& what) {
    if (n > 0) done->losses.push_back(std::to_string(n) + what);
  };
  lost(binding.unbound_bones.size(), " tracks of bones that " + wish.model + " does not have");
  lost(clip.morphs.size(), " morph tracks");
  lost(clip.camera.frame.size(), " camera keys");
  lost(clip.light.frame.size(), " light keys");
  return done;
}

Result<Converted> convert(const Wish& wish) {
  std::vector<std::string> endings = kClipEndings;
  endings.emplace_back(".bvh");
  auto opened = open_file(wish.in, endings);
  if (!opened) return tl::unexpected(opened.error());
  const bool to_a_bvh = ends_with(wish.out, ".bvh");
  if (io::looks_like_bvh(opened->bytes)) {
    if (!to_a_bvh)
      return fail_in(wish.out, Error{Code::unsupported,
                                     "a BVH becomes no MMD motion yet: its skeleton is another",
                                     Error::kNoOffset,
                                     "give an output that ends in .bvh",
                                     {}});
    const auto document = io::decode_bvh(opened->bytes);
    if (!document) return fail_in(wish.in, document.error());
    const auto capture = import_bvh(*document);
    if (!capture) return fail_in(wish.in, capture.error());
    return to_bvh(capture->model, capture->clip, wish);
  }
  const auto clip = load_clip(wish.in);
  if (!clip) return tl::unexpected(clip.error());
  for (const std::string& line : lines_of(clip->warnings)) say_more(wish.in + ": " + line);
  if (to_a_bvh) return mmd_to_bvh(*clip, wish);
  if (ends_with(wish.out, ".vmd")) return to_vmd(*clip);
  if (ends_with(wish.out, ".vpd")) return to_vpd(*clip, wish);
  return fail_in(wish.out, Error{Code::unsupported,
                                 "this ending is none that can be written",
                                 Error::kNoOffset,
                                 "give .vmd, .vpd or .bvh",
                                 {}});
}

}  // namespace

int cmd_convert(const Verb& verb, int argc, char** argv) {
  Wish wish;
  Args args(verb);
  args.required("IN", wish.in, "a motion or pose: VMD, VPD, BVH");
  args.required("OUT", wish.out, "what it becomes: .vmd, .vpd or .bvh");
  args.option("--model", "FILE", wish.model, "the character whose skeleton a BVH is given");
  args.number("--frame", "N", wish.frame, "the frame that becomes a VPD pose (default: 0)");
  args.number("--rate", "R", wish.rate, "rows a second of a BVH (default: as the source)");
  args.number("--scale", "S", wish.scale, "of a BVH's lengths: 8 makes centimetres of MMD's units");
  if (const auto code = args.parse(argc, argv)) return *code;

  auto done = convert(wish);
  if (!done) return failed(done.error());
  if (auto written = write_file_atomically(wish.out, done->bytes); !written)
    return failed(written.error());
  for (const std::string& line : done->losses) say_warning("lost: " + line);
  say("wrote " + wish.out);
  return kDone;
}

}  // namespace odori::cli
