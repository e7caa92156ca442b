// The mean of four bilinear samples around; half a pixel away they make a tent over 3 x 3 pixels.
in vec2 v_uv;

uniform sampler2D colour_map;
uniform vec2 step_uv;

layout(location = 0) out vec4 result;

void main() {
  result = 0.25 * (textureLod(colour_map, v_uv + step_uv, 0.0) +
                   textureLod(colour_map, v_uv - step_uv, 0.0) +
                   textureLod(colour_map, v_uv + vec2(step_uv.x, -step_uv.y), 0.0) +
                   textureLod(colour_map, v_uv + vec2(-step_uv.x, step_uv.y), 0.0));
}
