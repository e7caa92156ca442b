// MMD's material formula, in sRGB-encoded numbers as MMD computes it. The toon ramp and the shadow
// work together: what lies in shadow gets the ramp's dark end, so that a shadow is never darker
// than the side that the material itself turns away from the light.
#pragma include(shadow)

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
#ifdef UV1
in vec4 v_uv1;
#endif
#ifdef SHADOW
in vec3 v_shadow;
#endif

uniform vec4 base;      // saturate(diffuse * light + ambient), alpha
uniform vec3 to_light;  // view space, unit length
uniform vec4 specular;  // rgb already times light, power
uniform vec3 toon_dark;
uniform sampler2D picture;
uniform sampler2D sphere;
uniform sampler2D toon;
#ifdef FACTORS
uniform vec4 picture_multiply, picture_add;
uniform vec4 sphere_multiply, sphere_add;
uniform vec4 toon_multiply, toon_add;
#endif

layout(location = 0) out vec4 colour;

#ifdef FACTORS
// Material morphs: alpha of a factor says how much of the texture is left.
vec3 with_factors(vec3 t, vec4 multiply, vec4 add) {
  t = mix(vec3(1.0), t * multiply.rgb, multiply.a);
  return clamp(t + (t - 1.0) * add.a, 0.0, 1.0) + add.rgb;
}
#endif

void main() {
  vec4 c = base;
#ifdef VERTEX_COLOUR
  c.rgb *= v_uv1.rgb;
#endif
#ifdef PICTURE
  vec4 t = texture(picture, v_uv);
#ifdef FACTORS
  t.rgb = with_factors(t.rgb, picture_multiply, picture_add);
#endif
  c *= t;
#endif
  vec3 n = normalize(v_normal);
#ifdef SPHERE
#ifdef SUB_TEXTURE
  vec4 s = texture(sphere, v_uv1.xy);
#else
  vec4 s = texture(sphere, vec2(0.5 + 0.5 * n.x, 0.5 - 0.5 * n.y));
#endif
#ifdef SPHERE_ADD
#ifdef FACTORS
  s.rgb = mix(vec3(0.0), s.rgb * sphere_multiply.rgb + sphere_add.rgb,
              sphere_multiply.a + sphere_add.a);
#endif
  c.rgb += s.rgb;
  c.a *= s.a;
#else
#ifdef FACTORS
  s.rgb = with_factors(s.rgb, sphere_multiply, sphere_add);
#endif
  c *= s;
#endif
#endif
#ifndef OPAQUE
  if (c.a < 1.0 / 255.0) discard;
#endif

  float light = 1.0;
#ifdef SHADOW
  light = shadow_visibility(v_shadow);
#endif
  float n_l = dot(n, to_light);
#ifdef TOON
  vec3 ramp = texture(toon, vec2(0.0, 0.5 - 0.5 * n_l)).rgb;
#ifdef SHADOW
  ramp = mix(toon_dark, ramp, light);
#endif
#ifdef FACTORS
  ramp = with_factors(ramp, toon_multiply, toon_add);
#endif
  c.rgb *= ramp;
#endif
#ifdef SPECULAR
  vec3 h = normalize(to_light + normalize(-v_position));
#ifdef SHADOW
  light = min(light, clamp(3.0 * n_l, 0.0, 1.0));
#endif
  c.rgb += specular.rgb * (light * pow(max(dot(n, h), 1e-4), specular.a));
#endif

  // The picture's alpha keeps how much of the set is still seen here: nothing behind an opaque
  // actor.
#ifdef OPAQUE
  colour = vec4(c.rgb, 0.0);
#else
  colour = clamp(c, 0.0, 1.0);
#endif
}
