#include <string>

#include "odori/io/image.h"

namespace odori::io {

std::optional<PictureFormat> picture_format_of(std::string_view file_name) {
  const std::size_t slash = file_name.rfind('/');
  const std::string_view name =
      slash == std::string_view::npos ? file_name : file_name.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string ending(name.substr(dot + 1));
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (ending == "png") return PictureFormat::png;
  if (ending == "jpg" || ending == "jpeg") return PictureFormat::jpeg;
  return std::nullopt;
}

Result<std::vector<std::byte>> encode_picture(const Picture& picture, PictureFormat format) {
  return format == PictureFormat::jpeg ? encode_jpeg(picture) : encode_png(picture);
}

}  // namespace odori::io
