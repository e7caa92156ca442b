// The hull that is seen only beyond the silhouette. A line thinner than a few drawn pixels would
// break into dashes: it is drawn that wide, and `line` says how much of the edge's colour it then has.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 4) in float edge_scale;

uniform mat4 clip_from_world;
uniform float edge_width;   // world units
uniform float least_width;  // world units a unit of clip w

out float v_line;
out vec2 v_uv;

void main() {
  float wanted = edge_scale * edge_width;
  float least = least_width * (clip_from_world * vec4(position, 1.0)).w;
  float width = wanted > 0.0 ? max(wanted, least) : 0.0;
  v_line = width > 0.0 ? wanted / width : 0.0;
  v_uv = uv;
  gl_Position = clip_from_world * vec4(position + normal * width, 1.0);
}
