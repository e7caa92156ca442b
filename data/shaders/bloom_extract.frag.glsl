// What of the actors is brighter than the threshold. The set and the sky do not glow: a bright
// studio would wash everything out.
in vec2 v_uv;

uniform sampler2D colour_map;
uniform vec2 step_uv;  // between the samples
uniform float threshold;

layout(location = 0) out vec4 result;

void main() {
  vec3 sum = vec3(0.0);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) {
      vec4 c = textureLod(colour_map, v_uv + (vec2(x, y) - 1.0) * step_uv, 0.0);
      float luma = dot(c.rgb, vec3(0.299, 0.587, 0.114));
      float over = clamp((luma - threshold) / max(1.0 - threshold, 1e-3), 0.0, 1.0);
      sum += c.rgb * (over * (1.0 - c.a));
    }
  }
  result = vec4(sum / 9.0, 1.0);
}
