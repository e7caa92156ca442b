// A thin line takes colour from the surface that it surrounds, not from what stands behind: materials
// that are drawn later must not be seen missing there.
in float v_line;
in vec2 v_uv;

uniform vec4 base;          // the edge
uniform vec3 surface;       // the material
uniform sampler2D picture;  // of the material

layout(location = 0) out vec4 colour;

void main() {
  vec3 c = surface;
#ifdef PICTURE
  c *= texture(picture, v_uv).rgb;
#endif
  colour = vec4(mix(c, base.rgb, v_line), base.a);
}
