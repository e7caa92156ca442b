// 4 x 4 mean over the set's own pixels of like depth; where an actor stands in front, the mean of
// the set's pixels around, so that reading between pixels later never brings in an actor's edge.
in vec2 v_uv;

uniform sampler2D occlusion_map;
uniform vec2 depth_pixel;  // size of a pixel of this map, 0..1

layout(location = 0) out vec4 result;

void main() {
  vec4 centre = textureLod(occlusion_map, v_uv, 0.0);
  float depth = centre.b + centre.a / 255.0;
  vec2 sum = vec2(0.0);
  float weight = 0.0;
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      vec4 s = textureLod(occlusion_map, v_uv + (vec2(x, y) - 1.5) * depth_pixel, 0.0);
      float d = s.b + s.a / 255.0;
      float near = depth > 0.0 ? max(1.0 - abs(d - depth) * 20.0 / depth, 0.0) : 1.0;
      float w = step(0.5 / 255.0, d) * near;
      sum += s.rg * w;
      weight += w;
    }
  }
  result = vec4(sum / max(weight, 1e-4), 0.0, 1.0);
}
