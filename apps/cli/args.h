// A verb's arguments. CLI11 stays behind this door: it is slow to compile.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verbs.h"

namespace odori::cli {

// Every verb also takes --help, --quiet and --verbose.
class Args {
 public:
  explicit Args(const Verb& verb);
  ~Args();

  void required(const char* name, std::string& out, const char* help);
  void optional(const char* name, std::string& out, const char* help);
  void one_or_more(const char* name, std::vector<std::string>& out, const char* help);
  void any_number(const char* name, std::vector<std::string>& out, const char* help);

  // name: "--frames" or "-o,--output"; `value` is what the help calls the value.
  void option(const char* name, const char* value, std::string& out, const char* help);
  void number(const char* name, const char* value, std::optional<double>& out, const char* help);
  // A number that may be left out: then it is `fallback`.
  void number_or(const char* name, const char* value, double fallback, std::optional<double>& out,
                 const char* help);
  void repeated(const char* name, const char* value, std::vector<std::string>& out,
                const char* help);
  void flag(const char* name, bool& out, const char* help);
  void must_have(const char* name);  // an option given before

  // The exit code when there is nothing left to do (help was shown, or the usage is bad).
  std::optional<int> parse(int argc, char** argv);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

// Says what is wrong with the arguments and where to read on; gives the exit code.
int bad_usage(const Verb& verb, const std::string& what);

}  // namespace odori::cli
