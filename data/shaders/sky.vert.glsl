// One triangle over the whole picture, at the far end of the depth range.
uniform mat4 world_from_clip;
uniform vec3 eye;

out vec3 v_direction;

void main() {
  vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(at, 1.0, 1.0);
  vec4 far = world_from_clip * vec4(at, 1.0, 1.0);
  v_direction = far.xyz / far.w - eye;
}
