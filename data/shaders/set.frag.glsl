// The set: soft light without a ramp. Where a vertex's alpha runs out, the set melts into the sky.
#ifndef MASK
#pragma include(shadow)
#endif
#pragma include(dither)

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
#ifdef UV1
in vec4 v_uv1;
#endif
#ifdef SHADOW
in vec3 v_shadow;
#endif

uniform vec4 base;
uniform vec3 to_light;  // view space
uniform vec3 light_tint;
uniform vec3 ground_shadow;
uniform vec3 sky_bottom;
uniform sampler2D picture;
#ifdef MASK
uniform sampler2D shadow_mask;  // floor_shadow
#endif

layout(location = 0) out vec4 colour;

void main() {
  vec4 c = base;
#ifdef PICTURE
  c *= texture(picture, v_uv);
#endif
#ifdef VERTEX_COLOUR
  c.rgb *= v_uv1.rgb;
#endif
#ifndef OPAQUE
  if (c.a < 1.0 / 255.0) discard;
#endif
  float n_l = dot(normalize(v_normal), to_light);
  c.rgb *= light_tint * mix(0.8, 1.0, clamp(n_l * 1.5, 0.0, 1.0));
#ifdef SHADOW
#ifdef MASK
  float light = textureLod(shadow_mask, v_shadow.xy, 0.0).r;
#else
  float light = shadow_visibility(v_shadow);
#endif
  c.rgb *= mix(ground_shadow, vec3(1.0), light);
#endif
#ifdef VERTEX_COLOUR
  c.rgb = mix(sky_bottom, c.rgb, smoothstep(0.0, 1.0, v_uv1.a));
#endif
  colour = vec4(dithered(c.rgb), c.a);
}
