// The hull that is seen only beyond the silhouette.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 4) in float edge_scale;

uniform mat4 clip_from_world;
uniform float edge_width;  // world units

void main() {
  gl_Position = clip_from_world * vec4(position + normal * (edge_scale * edge_width), 1.0);
}
