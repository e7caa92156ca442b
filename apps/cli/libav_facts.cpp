#include "libav_facts.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

namespace odori::cli {
namespace {

std::string version(const char* name, unsigned number) {
  return std::string(name) + " " + std::to_string(number >> 16) + "." +
         std::to_string(number >> 8 & 255) + "." + std::to_string(number & 255);
}

}  // namespace

LibavFacts libav_facts() {
  LibavFacts facts;
  facts.versions = version("libavcodec", avcodec_version()) + ", " +
                   version("libavformat", avformat_version()) + ", " +
                   version("libswscale", swscale_version());
  facts.has_x264 = avcodec_find_encoder_by_name("libx264") != nullptr;
  facts.has_aac = avcodec_find_encoder_by_name("aac") != nullptr;
  return facts;
}

}  // namespace odori::cli
