// From the larger picture to the final size: one bilinear sample is the mean of the four pixels that a
// final one covers, or the one that it is.
in vec2 v_uv;

uniform sampler2D colour_map;
uniform sampler2D occlusion_map;
uniform sampler2D bloom_near, bloom_far;
uniform vec3 ground_shadow;
uniform vec2 occlusion_strength;  // ambient occlusion, contact shadow
uniform float bloom_strength;

layout(location = 0) out vec4 result;

void main() {
  vec4 c = textureLod(colour_map, v_uv, 0.0);
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
