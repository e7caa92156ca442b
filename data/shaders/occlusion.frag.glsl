// Ambient occlusion and contact shadow of the set, at a lower resolution than the picture. Writes
// occlusion, contact shadow, and the depth in two halves for the pass that smooths it; a depth of
// 0 says that no part of the set is seen here.
#pragma include(depth_places)

in vec2 v_uv;

uniform sampler2D colour_map;
uniform vec2 depth_pixel;  // size of a depth pixel, 0..1
uniform vec4 project;      // clip_from_view: m00, m11, m23, m33
uniform float radius;      // world units
uniform vec3 to_light;     // view space
uniform float far_z;

layout(location = 0) out vec4 result;

const float kSamples = 8.0;
const float kSteps = 8.0;

vec2 uv_from_view(vec3 p) { return 0.5 + 0.5 * project.xy * p.xy / (project.z * p.z + project.w); }

// Of the two differences the one that does not jump over an edge.
vec3 smaller(vec3 a, vec3 b) { return abs(a.z) < abs(b.z) ? a : b; }

void main() {
  float d = textureLod(depth, v_uv, 0.0).r;
  if (d >= 1.0 || textureLod(colour_map, v_uv, 0.0).a < 0.5) {
    result = vec4(0.0);
    return;
  }
  vec3 p = view_at(v_uv);
  vec2 dx = vec2(depth_pixel.x, 0.0);
  vec2 dy = vec2(0.0, depth_pixel.y);
  vec3 n = normalize(cross(smaller(view_at(v_uv + dx) - p, p - view_at(v_uv - dx)),
                           smaller(view_at(v_uv + dy) - p, p - view_at(v_uv - dy))));

  // A 4 x 4 pattern, so that the smoothing pass, which is as wide, takes it out again.
  vec2 cell = mod(floor(gl_FragCoord.xy), 4.0);
  float noise = fract((cell.x * 4.0 + cell.y) * 0.618034 + cell.x * 0.25);
  float w = project.z * p.z + project.w;
  vec2 reach = min(0.5 * project.xy * radius / w, vec2(0.2));
  float sum = 0.0;
  for (int i = 0; i < int(kSamples); ++i) {
    float angle = (float(i) + noise) * 2.3999632;
    float r = (float(i) + 0.5 + 0.5 * noise) / kSamples;
    vec3 v = view_at(v_uv + r * reach * vec2(cos(angle), sin(angle))) - p;
    float v_v = dot(v, v);
    float near = max(1.0 - v_v / (radius * radius), 0.0);
    sum += near * max(dot(v, n) - 0.02 * radius, 0.0) * inversesqrt(v_v + 1e-6);
  }
  float occlusion = clamp(sum * 2.0 / kSamples, 0.0, 1.0);

  float contact = 0.0;
  vec3 stride = to_light * (radius / kSteps);
  vec3 at = p + n * (0.03 * radius) + stride * noise;
  for (int i = 0; i < int(kSteps); ++i) {
    at += stride;
    float gap = view_at(uv_from_view(at)).z - at.z;
    float hit = step(0.02 * radius, gap) * step(gap, 0.5 * radius);
    contact = max(contact, hit * (1.0 - (float(i) + noise) / kSteps));
  }

  float depth16 = clamp(-p.z / far_z, 0.0, 1.0) * 255.0;
  float high = max(floor(depth16), 1.0);
  result = vec4(occlusion, contact, high / 255.0, fract(depth16));
}
