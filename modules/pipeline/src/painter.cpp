#include "painter.h"

#include "odori/pipeline/frames.h"

namespace odori {
namespace {

class OnePainter : public PicturePainter {
 public:
  explicit OnePainter(std::unique_ptr<Painter> painter) : painter_(std::move(painter)) {
    slot_.scene = painter_->empty_scene();
  }
  Result<void> paint(std::int64_t picture, Picture& out) override {
    slot_.picture = picture;
    if (auto done = painter_->make(slot_); !done) return done;
    if (auto done = painter_->draw(slot_); !done) return done;
    std::swap(out, slot_.pixels);
    return {};
  }
  const RenderDevice& device() const override { return painter_->device(); }

 private:
  std::unique_ptr<Painter> painter_;
  FrameSlot slot_;
};

}  // namespace

Result<std::unique_ptr<PicturePainter>> PicturePainter::make(const Job& job,
                                                             const BuildTalk& talk) {
  auto painter = Painter::make(job, talk);
  if (!painter) return tl::unexpected(painter.error());
  return std::unique_ptr<PicturePainter>(std::make_unique<OnePainter>(std::move(*painter)));
}

Result<std::unique_ptr<Painter>> Painter::make(const Job& job, const BuildTalk& talk) {
  std::unique_ptr<Painter> painter(new Painter(job));
  if (talk.warn && !painter->set_.unreadable().empty()) talk.warn(painter->set_.unreadable());
  auto renderer = make_gl_renderer();
  if (!renderer) return tl::unexpected(renderer.error());
  painter->renderer_ = std::move(*renderer);
  if (auto done = painter->renderer_->prepare(painter->set_.assets(), job.project.render); !done)
    return tl::unexpected(done.error());
  painter->set_.forget_pixels();
  return painter;
}

Result<void> Painter::make(FrameSlot& slot) {
  set_.make(slot.picture, slot.scene);
  return {};
}

Result<void> Painter::draw(FrameSlot& slot) { return renderer_->render(slot.scene, slot.pixels); }

}  // namespace odori
