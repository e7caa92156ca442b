// A film's set and a renderer that has taken it.
#pragma once

#include <memory>

#include "film_set.h"
#include "flow.h"
#include "odori/pipeline/build.h"

namespace odori {

class Painter {
 public:
  // Errors: as make_gl_renderer() and prepare(). The job must outlive it.
  static Result<std::unique_ptr<Painter>> make(const Job& job, const BuildTalk& talk);

  FrameScene empty_scene() const { return set_.empty_scene(); }
  Result<void> make(FrameSlot& slot);  // one thread at a time
  Result<void> draw(FrameSlot& slot);  // on the thread that made the painter
  const RenderDevice& device() const { return renderer_->device(); }

 private:
  explicit Painter(const Job& job) : set_(job) {}
  FilmSet set_;
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace odori
