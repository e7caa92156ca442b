// One triangle over the whole target. flip = -1: the picture's first row is the upper one.
uniform float flip;

out vec2 v_uv;

void main() {
  vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(at, 0.0, 1.0);
  v_uv = 0.5 + 0.5 * vec2(at.x, at.y * flip);
}
