// Vertices come skinned, in world space.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 uv1;

uniform mat4 clip_from_world;
uniform mat4 view_from_world;
uniform mat4 shadow_from_world;  // to 0..1 in x, y and depth
uniform float shadow_offset;     // world units along the normal

out vec3 v_position;  // view space
out vec3 v_normal;    // view space
out vec2 v_uv;
#ifdef UV1
out vec4 v_uv1;
#endif
#ifdef SHADOW
out vec3 v_shadow;
#endif

void main() {
  gl_Position = clip_from_world * vec4(position, 1.0);
#ifdef POINTS
  gl_PointSize = 2.0;
#endif
  v_position = (view_from_world * vec4(position, 1.0)).xyz;
  v_normal = (view_from_world * vec4(normal, 0.0)).xyz;
  v_uv = uv;
#ifdef UV1
  v_uv1 = uv1;
#endif
#ifdef SHADOW
  v_shadow = (shadow_from_world * vec4(position + normal * shadow_offset, 1.0)).xyz;
#endif
}
