// How much of the light reaches a place of the shadow map: 1 = all.
#ifdef SHADOW
uniform highp sampler2DShadow shadow_map;
uniform vec2 shadow_step;  // reach of the filter, in map coordinates
#ifdef SOFT_SHADOW
uniform highp sampler2D shadow_depth;  // the same map, without comparison
uniform vec2 shadow_softness;          // map coordinates a unit of depth; the most

#ifdef MASK
// Into a map that is smoothed afterwards: four turns are enough, as the tent there is as wide as their pattern.
const int kBlockerTaps = 8;
const int kFilterTaps = 10;
float shadow_noise() {
  vec2 cell = mod(floor(gl_FragCoord.xy), 2.0);
  return 0.31 * (cell.x + 2.0 * cell.y);
}
#else
const int kBlockerTaps = 8;
const int kFilterTaps = 16;
float shadow_noise() {
  return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}
#endif

vec2 shadow_spiral(int i, float count, float turn) {
  float angle = float(i) * 2.3999632 + turn;
  return sqrt((float(i) + 0.5) / count) * vec2(cos(angle), sin(angle));
}

// Percentage-closer soft shadows: the further the blocker, the softer the edge.
float shadow_visibility(vec3 at) {
  float z = min(at.z, 0.9999);
  float turn = shadow_noise() * 6.2831853;
  float blockers = 0.0;
  float gap = 0.0;
  for (int i = 0; i < kBlockerTaps; ++i) {
    vec2 offset = shadow_spiral(i, float(kBlockerTaps), turn) * shadow_softness.y;
    float d = textureLod(shadow_depth, at.xy + offset, 0.0).r;
    float is_blocker = step(d, z);
    blockers += is_blocker;
    gap += is_blocker * (z - d);
  }
  float reach = shadow_softness.x * gap / max(blockers, 1.0);
  reach = clamp(reach, shadow_step.x, shadow_softness.y);
  float sum = 0.0;
  for (int i = 0; i < kFilterTaps; ++i) {
    vec2 offset = shadow_spiral(i, float(kFilterTaps), turn) * reach;
    sum += textureLod(shadow_map, vec3(at.xy + offset, z), 0.0);
  }
  return sum / float(kFilterTaps);
}
#else
// Four bilinear comparisons on a turned square.
float shadow_visibility(vec3 at) {
  float z = min(at.z, 0.9999);
  vec2 a = shadow_step * vec2(1.0, 0.4);
  vec2 b = shadow_step * vec2(-0.4, 1.0);
  return 0.25 * (textureLod(shadow_map, vec3(at.xy + a, z), 0.0) +
                 textureLod(shadow_map, vec3(at.xy - a, z), 0.0) +
                 textureLod(shadow_map, vec3(at.xy + b, z), 0.0) +
                 textureLod(shadow_map, vec3(at.xy - b, z), 0.0));
}
#endif
#endif
