// The colour of the world: one colour at the horizon and below it, another high up.
#pragma include(dither)

in vec3 v_direction;

uniform vec3 sky_top, sky_bottom;

layout(location = 0) out vec4 colour;

void main() {
  float height = normalize(v_direction).y;
  colour = vec4(dithered(mix(sky_bottom, sky_top, smoothstep(0.0, 0.3, height))), 1.0);
}
