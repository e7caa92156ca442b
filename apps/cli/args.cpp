#include "args.h"

#include <CLI/CLI.hpp>

#include "odori/base/number_text.h"
#include "talk.h"

namespace odori::cli {

struct Args::Parser {
  explicit Parser(const Verb& v) : verb(v), app(v.summary, std::string("odori ") + v.name) {}

  const Verb& verb;
  CLI::App app;
  bool quiet = false, verbose = false;
};

Args::Args(const Verb& verb) : parser_(std::make_unique<Parser>(verb)) {
  CLI::App& app = parser_->app;
  app.footer(std::string("Example:\n  ") + verb.example);
  app.add_flag("-q,--quiet", parser_->quiet, "say nothing but errors");
  app.add_flag("-v,--verbose", parser_->verbose, "say more");
  app.get_formatter()->column_width(34);
}

Args::~Args() = default;

void Args::required(const char* name, std::string& out, const char* help) {
  parser_->app.add_option(name, out, help)->required()->type_name("");
}

void Args::optional(const char* name, std::string& out, const char* help) {
  parser_->app.add_option(name, out, help)->type_name("");
}

void Args::one_or_more(const char* name, std::vector<std::string>& out, const char* help) {
  parser_->app.add_option(name, out, help)->required()->type_name("");
}

void Args::any_number(const char* name, std::vector<std::string>& out, const char* help) {
  parser_->app.add_option(name, out, help)->type_name("");
}

void Args::option(const char* name, const char* value, std::string& out, const char* help) {
  parser_->app.add_option(name, out, help)->type_name(value);
}

void Args::number(const char* name, const char* value, std::optional<double>& out,
                  const char* help) {
  parser_->app
      .add_option_function<std::string>(
          name,
          [name, &out](const std::string& text) {
            out = parse_number(text);
            if (!out)
              throw CLI::ValidationError(std::string(name) + ": '" + text + "' is not a number");
          },
          help)
      ->type_name(value);
}

void Args::number_or(const char* name, const char* value, double fallback,
                     std::optional<double>& out, const char* help) {
  parser_->app
      .add_option_function<std::string>(
          name,
          [name, fallback, &out](const std::string& text) {
            out = text.empty() || text == "true" ? fallback : parse_number(text);
            if (!out)
              throw CLI::ValidationError(std::string(name) + ": '" + text +
                                         "' is not a number; without one it goes last");
          },
          help)
      ->type_name(value)
      ->expected(0, 1);
}

void Args::repeated(const char* name, const char* value, std::vector<std::string>& out,
                    const char* help) {
  // One value each time, so that `--motion a.vmd project` leaves the second word alone.
  parser_->app.add_option(name, out, help)->type_name(value)->type_size(1)->expected(1)->take_all();
}

void Args::flag(const char* name, bool& out, const char* help) {
  parser_->app.add_flag(name, out, help);
}

void Args::must_have(const char* name) { parser_->app.get_option(name)->required(); }

std::optional<int> Args::parse(int argc, char** argv) {
  try {
    parser_->app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const std::string help = parser_->app.help();
    std::fwrite(help.data(), 1, help.size(), stdout);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return bad_usage(parser_->verb, error.what());
  }
  set_loudness(parser_->quiet     ? Loudness::quiet
               : parser_->verbose ? Loudness::verbose
                                  : Loudness::normal);
  return std::nullopt;
}

int bad_usage(const Verb& verb, const std::string& what) {
  say_error("odori " + std::string(verb.name) + ": " + what + ": odori help " + verb.name +
            " shows how");
  return kUsage;
}

}  // namespace odori::cli
