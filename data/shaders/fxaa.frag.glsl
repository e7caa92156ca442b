// Smooths steps at edges: along the edge's direction, found from the brightness of the corners.
in vec2 v_uv;

uniform sampler2D colour_map;
uniform vec2 step_uv;  // one pixel

layout(location = 0) out vec4 result;

float luma(vec4 c) { return dot(c.rgb, vec3(0.299, 0.587, 0.114)); }
vec4 at(vec2 offset) { return textureLod(colour_map, v_uv + offset * step_uv, 0.0); }

void main() {
  vec4 middle = at(vec2(0.0));
  float m = luma(middle);
  float nw = luma(at(vec2(-0.5, -0.5)));
  float ne = luma(at(vec2(0.5, -0.5)));
  float sw = luma(at(vec2(-0.5, 0.5)));
  float se = luma(at(vec2(0.5, 0.5)));
  float low = min(m, min(min(nw, ne), min(sw, se)));
  float high = max(m, max(max(nw, ne), max(sw, se)));

  vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
  float damp = max((nw + ne + sw + se) * 0.03125, 0.0078125);
  along = clamp(along / (min(abs(along.x), abs(along.y)) + damp), -8.0, 8.0);
  vec4 two = 0.5 * (at(along * (-1.0 / 6.0)) + at(along * (1.0 / 6.0)));
  vec4 four = 0.5 * two + 0.25 * (at(along * -0.5) + at(along * 0.5));
  float f = luma(four);
  vec4 smoothed = f < low || f > high ? two : four;
  result = high - low < max(0.03, high * 0.1) ? middle : smoothed;
}
