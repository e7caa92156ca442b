// Into the shadow map.
layout(location = 0) in vec3 position;
layout(location = 2) in vec2 uv;

uniform mat4 clip_from_world;

out vec2 v_uv;

void main() {
  gl_Position = clip_from_world * vec4(position, 1.0);
  v_uv = uv;
}
