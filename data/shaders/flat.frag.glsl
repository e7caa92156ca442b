in vec2 v_uv;

uniform vec4 base;
uniform sampler2D picture;

layout(location = 0) out vec4 colour;

void main() {
#ifdef PICTURE
  if (texture(picture, v_uv).a < 0.5) discard;
#endif
  colour = base;
}
