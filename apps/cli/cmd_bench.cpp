// odori bench [NAME...] [--json] [--model M] [--motion V]
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "bench_clock.h"
#include "bench_subject.h"
#include "job_talk.h"
#include "json.h"
#include "odori/base/parallel.h"
#include "odori/convert/mmd.h"
#include "odori/encode/film.h"
#include "odori/io/keypoints.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
#include "odori/pipeline/frames.h"
#include "odori/pose/evaluate.h"
#include "odori/pose/skin.h"
#include "talk.h"
#include "wishes.h"

namespace odori::cli {
namespace {

constexpr int kSamples = 9;
constexpr double kMega = 1e6;

// One document after the other in memory that the allocator already holds, as parsers are compared;
// a program that reads one model waits for the system to hand out the memory as well.
Result<BenchResult> pmx_decode(BenchSubject& subject) {
  const auto seconds = time_samples(kSamples, [&] {
    const auto document = io::decode_pmx(subject.pmx);
    keep(&document);
  });
  return as_rate("pmx_decode", seconds, static_cast<double>(subject.pmx.size()) / kMega, "MB/s");
}

// To sorted tracks with decoded names.
Result<BenchResult> vmd_decode(BenchSubject& subject) {
  const auto seconds = time_samples(kSamples, [&] {
    const auto document = io::decode_vmd(subject.vmd);
    const Clip clip = document ? import_vmd(*document) : Clip();
    keep(&clip);
  });
  return as_rate("vmd_decode", seconds, static_cast<double>(subject.vmd.size()) / kMega, "MB/s");
}

// A minute and a half of a body that sways, with digits as a camera gives them.
std::vector<io::KeypointFrame> swaying_body() {
  constexpr int kFrames = 3000;
  std::vector<io::KeypointFrame> frames(kFrames);
  for (int i = 0; i < kFrames; ++i) {
    io::KeypointFrame& f = frames[static_cast<std::size_t>(i)];
    f.frame = i;
    f.time_ms = i * 1000.0 / 30;
    for (std::size_t k = 0; k < io::kBodyPoints; ++k) {
      const float t = 0.03f * static_cast<float>(i) + static_cast<float>(k);
      f.points.emplace_back(io::Keypoint{0.5f + 0.3f * std::sin(t),
                                         0.5f + 0.2f * std::cos(1.7f * t),
                                         0.1f * std::sin(3.1f * t), k % 3 == 0 ? 0.5f : 1.0f});
    }
    for (std::size_t k = 0; k < io::kJointAngles; ++k)
      f.angles.emplace_back(std::cos(0.02f * static_cast<float>(i) + static_cast<float>(k)));
  }
  return frames;
}

Result<BenchResult> ndjson_encode(BenchSubject&) {
  const std::vector<io::KeypointFrame> frames = swaying_body();
  std::string text;
  const auto seconds = time_samples(kSamples, [&] {
    text.clear();
    for (const io::KeypointFrame& frame : frames) (void)io::encode_keypoint_line(frame, text);
    keep(&text);
  });
  return as_rate("ndjson_encode", seconds, static_cast<double>(text.size()) / kMega, "MB/s");
}

// As it arrives: in chunks of 64 KiB.
Result<BenchResult> ndjson_decode(BenchSubject&) {
  constexpr std::size_t kChunk = 65536;
  const auto text = io::encode_keypoints_ndjson(swaying_body());
  if (!text) return tl::unexpected(text.error());
  const Bytes bytes = std::as_bytes(std::span(*text));
  const auto seconds = time_samples(kSamples, [&] {
    io::KeypointStream stream;
    std::vector<io::KeypointFrame> frames;
    for (std::size_t at = 0; at < bytes.size(); at += kChunk)
      (void)stream.feed(bytes.subspan(at, std::min(kChunk, bytes.size() - at)), frames);
    (void)stream.finish(frames);
    keep(&frames);
  });
  return as_rate("ndjson_decode", seconds, static_cast<double>(bytes.size()) / kMega, "MB/s");
}

std::size_t frames_of(const BenchSubject& subject) {
  return static_cast<std::size_t>(last_frame(subject.job.motion)) + 1;
}

// As a player asks: one frame after the other, from the first to the last.
Result<BenchResult> pose_evaluate(BenchSubject& subject) {
  const Model& model = subject.job.model;
  const Binding binding = bind(subject.job.motion, model);
  Evaluator evaluator(model, binding);
  Pose pose = make_pose(model);
  const std::size_t frames = std::min<std::size_t>(frames_of(subject), 1000);
  const auto seconds = time_samples(kSamples, [&] {
    for (std::size_t f = 0; f < frames; ++f) evaluator.evaluate(static_cast<double>(f), pose);
    keep(pose.world_position.data());
  });
  return as_time("pose_evaluate", seconds, 1e6 / static_cast<double>(frames), "us/frame");
}

Result<BenchResult> pose_bake(BenchSubject& subject) {
  const Model& model = subject.job.model;
  const Binding binding = bind(subject.job.motion, model);
  const std::size_t frames = frames_of(subject);
  const auto seconds = time_samples(kSamples, [&] {
    const BakedClip clip = bake(model, binding, 0, frames, 0);
    keep(clip.world_position.data());
  });
  return as_time("pose_bake", seconds, 1e6 / static_cast<double>(frames), "us/frame");
}

// Position and normal of poses that are made beforehand, one core. Morphs rest: what they cost
// depends on the model's faces, and other programs' figures leave them out.
Result<BenchResult> skin(BenchSubject& subject) {
  const Model& model = subject.job.model;
  const Binding binding = bind(subject.job.motion, model);
  Evaluator evaluator(model, binding);
  std::vector<Pose> poses(16, make_pose(model));
  const double step = static_cast<double>(frames_of(subject)) / static_cast<double>(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    evaluator.evaluate(static_cast<double>(i) * step, poses[i]);
    std::fill(poses[i].effective_weight.begin(), poses[i].effective_weight.end(), 0.0f);
  }
  DressedMesh mesh = make_dressed_mesh(model);
  const auto seconds = time_samples(kSamples, [&] {
    for (const Pose& pose : poses) dress(model, pose, 1, mesh);
    keep(mesh.positions.data());
  });
  const double vertices = static_cast<double>(model.mesh.size() * poses.size());
  return as_time("skin", seconds, 1e9 / std::max(vertices, 1.0), "ns/vertex");
}

// Everything that a frame costs from pose to pixels, in CPU time of all threads.
Result<BenchResult> render(BenchSubject& subject, Preset preset, const char* name) {
  Job& job = subject.job;
  job.project.render = RenderOptions{1280, 720, preset};
  auto painter = PicturePainter::make(job, {});
  if (!painter) return tl::unexpected(painter.error());
  const std::int64_t frames = job.pictures.count();
  std::int64_t i = 0;
  std::optional<Error> error;
  Picture picture;
  const auto paint_next = [&] {
    const auto done = (*painter)->paint(job.pictures.first + i++ * 37 % frames, picture);
    if (!done) error = done.error();
  };
  const auto seconds = time_samples(kSamples, paint_next, BenchClock::cpu);
  if (error) return tl::unexpected(*error);
  return as_time(name, seconds, 1e3, "CPU ms/frame");
}

Result<BenchResult> render_preview(BenchSubject& subject) {
  return render(subject, Preset::preview, "render_preview");
}
Result<BenchResult> render_standard(BenchSubject& subject) {
  return render(subject, Preset::standard, "render_standard");
}
Result<BenchResult> render_final(BenchSubject& subject) {
  return render(subject, Preset::final, "render_final");
}

// Frames of the dance itself, one after the other: what films are made of. Forth and back over a
// short piece, so that the film is long beside its opening and closing and the memory small.
Result<BenchResult> encode(BenchSubject& subject) {
  Job& job = subject.job;
  job.project.render = RenderOptions{1280, 720, Preset::preview};
  auto painter = PicturePainter::make(job, {});
  if (!painter) return tl::unexpected(painter.error());
  std::vector<Picture> pictures(
      static_cast<std::size_t>(std::min<std::int64_t>(job.pictures.count(), 48)));
  const std::size_t turns = 2 * std::max<std::size_t>(pictures.size() - 1, 1), length = 240;
  for (std::size_t i = 0; i < pictures.size(); ++i)
    if (auto done =
            (*painter)->paint(job.pictures.first + static_cast<std::int64_t>(i), pictures[i]);
        !done)
      return tl::unexpected(done.error());
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("odori-bench-" + std::to_string(getpid()) + ".mp4"))
                               .string();
  std::optional<Error> error;
  const auto seconds = time_samples(3, [&] {
    auto film = make_film(file, FilmOptions{}, nullptr);
    for (std::size_t i = 0; film && i < length; ++i) {
      const std::size_t k = std::min(i % turns, turns - i % turns);
      if (auto done = (*film)->add(pictures[k % pictures.size()]); !done) error = done.error();
    }
    if (!film) error = film.error();
    if (film && !error)
      if (auto done = (*film)->finish(); !done) error = done.error();
  });
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (error) return tl::unexpected(*error);
  return as_rate("encode", seconds, static_cast<double>(length), "frames/s");
}

struct Bench {
  const char* name;
  Result<BenchResult> (*run)(BenchSubject&);
};
constexpr Bench kBenches[] = {
#define BENCH(name) {#name, name},
#include "benches.inc"
#undef BENCH
};

// What cannot be measured on other formats.
std::string why_not(std::string_view bench, const BenchSubject& subject) {
  if (bench == "pmx_decode" && subject.pmx.empty()) return subject.model_name + " is no PMX";
  if (bench == "vmd_decode" && subject.vmd.empty()) return subject.motion_name + " is no VMD";
  return {};
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string as_json(const std::vector<BenchResult>& results, const BenchSubject& subject) {
  Json json;
  json.open('{').key("machine").open('{').pair("cpu", processor());
  json.pair("cores", hardware_threads()).pair("compiler", __VERSION__);
  json.pair("model", subject.model_name).pair("motion", subject.motion_name).close('}');
  json.key("results").open('[');
  for (const BenchResult& r : results) {
    json.open('{').pair("name", r.name).pair("value", r.value).pair("unit", r.unit);
    json.pair("samples", r.samples).pair("low", r.low).pair("high", r.high).close('}');
  }
  json.close(']').close('}').line();
  return json.take();
}

std::string row(const BenchResult& r) {
  char text[160];
  std::snprintf(text, sizeof text, "%-16s %10.2f %-12s (%.2f to %.2f, %d samples)\n",
                r.name.c_str(), r.value, r.unit.c_str(), r.low, r.high, r.samples);
  return text;
}

}  // namespace

int cmd_bench(const Verb& verb, int argc, char** argv) {
  BenchWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;
  for (const std::string& name : wish.names) {
    bool known = false;
    for (const Bench& bench : kBenches) known = known || name == bench.name;
    if (!known) return bad_usage(verb, "there is no benchmark " + name);
  }

  auto subject = make_bench_subject(wish.model, wish.motion);
  if (!subject) return failed(subject.error());
  std::vector<BenchResult> results;
  for (const Bench& bench : kBenches) {
    if (!wish.names.empty() &&
        std::find(wish.names.begin(), wish.names.end(), bench.name) == wish.names.end())
      continue;
    if (const std::string why = why_not(bench.name, **subject); !why.empty()) {
      say(std::string(bench.name) + ": left out, " + why);
      continue;
    }
    auto result = bench.run(**subject);
    if (!result) return failed(result.error());
    if (!wish.json && !write_out(row(*result))) return kFailed;
    results.push_back(std::move(*result));
  }
  return !wish.json || write_out(as_json(results, **subject)) ? kDone : kFailed;
}

}  // namespace odori::cli
