in vec2 v_uv;

uniform vec4 base;
uniform sampler2D picture;

void main() {
#ifdef PICTURE
  if (base.a * texture(picture, v_uv).a < 0.5) discard;
#endif
}
