// One direction of a Gaussian, thirteen pixels wide.
in vec2 v_uv;

uniform sampler2D colour_map;
uniform vec2 step_uv;  // one pixel along the direction

layout(location = 0) out vec4 result;

void main() {
  vec3 sum = textureLod(colour_map, v_uv, 0.0).rgb * 0.1964825501511404;
  sum += (textureLod(colour_map, v_uv + step_uv * 1.411764705882353, 0.0).rgb +
          textureLod(colour_map, v_uv - step_uv * 1.411764705882353, 0.0).rgb) *
         0.2969069646728344;
  sum += (textureLod(colour_map, v_uv + step_uv * 3.2941176470588234, 0.0).rgb +
          textureLod(colour_map, v_uv - step_uv * 3.2941176470588234, 0.0).rgb) *
         0.09447039785044732;
  sum += (textureLod(colour_map, v_uv + step_uv * 5.176470588235294, 0.0).rgb +
          textureLod(colour_map, v_uv - step_uv * 5.176470588235294, 0.0).rgb) *
         0.010381362401148057;
  result = vec4(sum, 1.0);
}
