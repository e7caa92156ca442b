// What the program says to people: on stderr, so that stdout holds data alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "odori/base/control.h"
#include "odori/base/result.h"

namespace odori::cli {

enum class Loudness { quiet, normal, verbose };
void set_loudness(Loudness loudness);
Loudness loudness();

void say(const std::string& line);          // not when quiet
void say_more(const std::string& line);     // only when verbose
void say_warning(const std::string& line);  // not when quiet
void say_error(const std::string& line);    // always; "error:" before it, in red on a terminal

// What is being done now: a line that the next one replaces on a terminal, an ordinary line
// elsewhere.
void say_passing(const std::string& line);
void clear_passing();

// Says the error and gives the exit code.
int failed(const Error& error);

// The text with a space for what could steer a terminal: names come from files. Lines stay lines.
std::string printable(std::string text);

// Data for stdout. False when nobody takes it (a closed pipe, a full disk): said on stderr.
bool write_out(std::string_view data);

std::string seconds_text(double seconds);  // "0.31 s", "3:20", "1:05:00"
std::string count_text(std::uint64_t n, const char* one,
                       const char* many);  // "1 frame", "12 frames"

// How far a long job is: a bar with rate and time left on a terminal; elsewhere a line now and
// then, every five seconds at first, once a minute in long jobs.
class Progress {
 public:
  Progress(std::string label, std::string unit)
      : label_(std::move(label)), unit_(std::move(unit)) {}
  ~Progress() { clear(); }
  void step(std::uint64_t done, std::uint64_t total);
  void clear();  // takes the bar away, so that lines can be written

 private:
  std::string label_, unit_;
  std::chrono::steady_clock::time_point start_{}, last_{};
  std::uint64_t first_ = 0;
  bool started_ = false, shown_ = false;
};

// SIGINT and SIGTERM set the flag; a second one ends the process at once.
const std::atomic<bool>* stop_on_signals();

}  // namespace odori::cli
