uniform vec4 base;

layout(location = 0) out vec4 colour;

void main() { colour = base; }
