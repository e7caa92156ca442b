#include "odori/model/expression.h"

namespace odori {

ExpressionKind kind_of(std::string_view preset) {
  for (const char* name : {"blink", "blinkLeft", "blinkRight"})
    if (preset == name) return ExpressionKind::blink;
  for (const char* name : {"lookUp", "lookDown", "lookLeft", "lookRight"})
    if (preset == name) return ExpressionKind::look_at;
  for (const char* name : {"aa", "ih", "ou", "ee", "oh"})
    if (preset == name) return ExpressionKind::mouth;
  return ExpressionKind::other;
}

}  // namespace odori
