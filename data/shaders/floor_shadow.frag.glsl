// The shadow on a level floor, worked out once in the shadow map's own coordinates (far fewer pixels
// than the floor has in the picture): every place of the map is one place of the floor.
#pragma include(shadow)

in vec2 v_uv;

uniform vec3 plane;  // the floor's depth in the map: plane.x * u + plane.y * v + plane.z

layout(location = 0) out vec4 result;

void main() {
  float z = dot(plane, vec3(v_uv, 1.0));
  result = vec4(vec3(shadow_visibility(vec3(v_uv, z))), 1.0);
}
