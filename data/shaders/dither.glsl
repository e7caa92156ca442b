// Half a step of 8 bits, so that a soft gradient shows no bands. The same for every frame.
vec3 dithered(vec3 c) {
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  return c + (noise - 0.5) / 255.0;
}
