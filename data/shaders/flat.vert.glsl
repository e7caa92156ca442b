// Projected along the light onto the plane y = 0: MMD's own ground shadow.
layout(location = 0) in vec3 position;
layout(location = 2) in vec2 uv;

uniform mat4 clip_from_world;
uniform vec3 light_direction;

out vec2 v_uv;

void main() {
  vec3 at = position - light_direction * (position.y / light_direction.y);
  gl_Position = clip_from_world * vec4(at, 1.0);
  v_uv = uv;
}
