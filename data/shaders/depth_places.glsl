// From the depth buffer back to places in view space; for symmetric projections, also orthographic.
uniform highp sampler2D depth;
uniform vec4 unproject_xyw;  // inverse projection: m00, m11, m23, m33
uniform vec2 unproject_z;    // m22, m32

vec3 view_from_depth(vec2 uv, float d) {
  vec3 ndc = vec3(uv, d) * 2.0 - 1.0;
  float w = unproject_xyw.z * ndc.z + unproject_xyw.w;
  return vec3(unproject_xyw.xy * ndc.xy, unproject_z.x * ndc.z + unproject_z.y) / w;
}

// The place of the depth pixel that holds uv: at its middle, or level ground would look stepped.
vec3 view_at(vec2 uv) {
  ivec2 size = textureSize(depth, 0);
  ivec2 pixel = clamp(ivec2(uv * vec2(size)), ivec2(0), size - 1);
  return view_from_depth((vec2(pixel) + 0.5) / vec2(size), texelFetch(depth, pixel, 0).r);
}
