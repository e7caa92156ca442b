#include "programs.h"

#include <string_view>

namespace odori::gl {
namespace {

struct ShaderFile {
  std::string_view name;
  const char* text;
};
#include "shader_files.inc"

// In the order of the bits of Define.
constexpr const char* kDefineNames[] = {"PICTURE", "SPHERE",    "SPHERE_ADD",  "SUB_TEXTURE",
                                        "TOON",    "SHADOW",    "SOFT_SHADOW", "SPECULAR",
                                        "FACTORS", "OPAQUE",    "UV1",         "VERTEX_COLOUR",
                                        "POINTS",  "OCCLUSION", "BLOOM",       "MASK"};

// In the order of Uniform.
constexpr const char* kUniformNames[] = {"clip_from_world",
                                         "view_from_world",
                                         "world_from_clip",
                                         "shadow_from_world",
                                         "shadow_offset",
                                         "shadow_step",
                                         "shadow_softness",
                                         "base",
                                         "to_light",
                                         "specular",
                                         "toon_dark",
                                         "picture_multiply",
                                         "picture_add",
                                         "sphere_multiply",
                                         "sphere_add",
                                         "toon_multiply",
                                         "toon_add",
                                         "light_tint",
                                         "light_direction",
                                         "ground_shadow",
                                         "sky_top",
                                         "sky_bottom",
                                         "eye",
                                         "edge_width",
                                         "least_width",
                                         "surface",
                                         "flip",
                                         "unproject_xyw",
                                         "unproject_z",
                                         "project",
                                         "depth_pixel",
                                         "radius",
                                         "far_z",
                                         "step_uv",
                                         "threshold",
                                         "occlusion_strength",
                                         "bloom_strength",
                                         "plane"};
static_assert(std::size(kUniformNames) == static_cast<std::size_t>(Uniform::count));

struct SamplerName {
  const char* name;
  Unit unit;
};
constexpr SamplerName kSamplers[] = {
    {"picture", kUnitPicture},
    {"sphere", kUnitSphere},
    {"toon", kUnitToon},
    {"shadow_map", kUnitShadow},
    {"shadow_depth", kUnitShadowDepth},
    {"colour_map", kUnitColour},
    {"depth", kUnitDepth},
    {"occlusion_map", kUnitOcclusion},
    {"bloom_near", kUnitBloomNear},
    {"bloom_far", kUnitBloomFar},
    {"shadow_mask", kUnitShadowMask},
};

const char* find_file(const std::string& name) {
  for (const ShaderFile& file : kShaderFiles) {
    if (file.name == name) return file.text;
  }
  return nullptr;
}

std::string log_of(GLuint id, decltype(glGetShaderInfoLog) get) {
  std::string log(2000, '\0');
  GLsizei length = 0;
  get(id, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

Result<GLuint> compile(GLenum stage, const std::string& name, const std::string& head) {
  const char* text = find_file(name);
  if (!text) return fail(Code::internal, "no shader file " + name);
  const char* parts[] = {head.c_str(), text};
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 2, parts, nullptr);
  glCompileShader(shader);
  GLint ok = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  const std::string log = log_of(shader, glGetShaderInfoLog);
  glDeleteShader(shader);
  return fail(Code::unsupported, "the driver refuses the shader " + name + ": " + log);
}

}  // namespace

Program::Program(ProgramName name) : name_(std::move(name)) {
  use();
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    locations_[i] = glGetUniformLocation(name_.id(), kUniformNames[i]);
  }
  for (const SamplerName& sampler : kSamplers) {
    const GLint location = glGetUniformLocation(name_.id(), sampler.name);
    if (location >= 0) glUniform1i(location, sampler.unit);
  }
}

const Program* Programs::get(const char* vertex, const char* fragment, std::uint32_t defines) {
  const auto key = std::make_tuple(std::string(vertex), std::string(fragment), defines);
  if (const auto found = programs_.find(key); found != programs_.end()) return &found->second;
  Result<Program> program =
      build(std::string(vertex) + ".vert", std::string(fragment) + ".frag", defines);
  if (!program) {
    error_ = program.error();
    return nullptr;
  }
  return &programs_.emplace(key, std::move(*program)).first->second;
}

Result<Program> Programs::build(const std::string& vertex, const std::string& fragment,
                                std::uint32_t defines) const {
  std::string head = "#version 330 core\n";
  for (std::size_t i = 0; i < std::size(kDefineNames); ++i) {
    if (defines >> i & 1u) head += std::string("#define ") + kDefineNames[i] + "\n";
  }
  const Result<GLuint> vs = compile(GL_VERTEX_SHADER, vertex, head);
  if (!vs) return tl::unexpected(vs.error());
  const Result<GLuint> fs = compile(GL_FRAGMENT_SHADER, fragment, head);
  if (!fs) {
    glDeleteShader(*vs);
    return tl::unexpected(fs.error());
  }
  ProgramName name(glCreateProgram());
  glAttachShader(name.id(), *vs);
  glAttachShader(name.id(), *fs);
  glLinkProgram(name.id());
  glDeleteShader(*vs);
  glDeleteShader(*fs);
  GLint ok = GL_FALSE;
  glGetProgramiv(name.id(), GL_LINK_STATUS, &ok);
  if (!ok) {
    return fail(Code::unsupported, "the driver cannot link " + vertex + " and " + fragment + ": " +
                                       log_of(name.id(), glGetProgramInfoLog));
  }
  return Program(std::move(name));
}

}  // namespace odori::gl
