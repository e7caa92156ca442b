// From the larger picture to the final size. One bilinear sample is about the mean of the pixels that
// a final one covers; where there are thin lines (WIDE), four make a tent that reaches half a pixel
// into the neighbours, so that the lines do not break into dashes.
in vec2 v_uv;

uniform sampler2D colour_map;
#ifdef WIDE
uniform vec2 step_uv;
#endif
uniform sampler2D occlusion_map;
uniform sampler2D bloom_near, bloom_far;
uniform vec3 ground_shadow;
uniform vec2 occlusion_strength;  // ambient occlusion, contact shadow
uniform float bloom_strength;

layout(location = 0) out vec4 result;

void main() {
#ifdef WIDE
  vec4 c = 0.25 * (textureLod(colour_map, v_uv + step_uv, 0.0) +
                   textureLod(colour_map, v_uv - step_uv, 0.0) +
                   textureLod(colour_map, v_uv + vec2(step_uv.x, -step_uv.y), 0.0) +
                   textureLod(colour_map, v_uv + vec2(-step_uv.x, step_uv.y), 0.0));
#else
  vec4 c = textureLod(colour_map, v_uv, 0.0);
#endif
#ifdef OCCLUSION
  vec2 o = textureLod(occlusion_map, v_uv, 0.0).rg * occlusion_strength;
  float dark = (1.0 - (1.0 - o.x) * (1.0 - o.y)) * c.a;
  c.rgb *= mix(vec3(1.0), ground_shadow, dark);
#endif
#ifdef BLOOM
  vec3 glow = textureLod(bloom_near, v_uv, 0.0).rgb + textureLod(bloom_far, v_uv, 0.0).rgb;
  c.rgb = 1.0 - (1.0 - c.rgb) * (1.0 - clamp(glow * (0.5 * bloom_strength), 0.0, 1.0));
#endif
  result = vec4(c.rgb, 1.0);
}
