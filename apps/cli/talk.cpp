#include "talk.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "odori/base/text.h"

namespace odori::cli {
namespace {

Loudness g_loudness = Loudness::normal;
std::atomic<bool> g_stop{false};

bool is_terminal() {
  static const bool yes = isatty(STDERR_FILENO) == 1;
  return yes;
}

bool in_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal() && !(no_colour && *no_colour) && !(term && std::string(term) == "dumb");
}

bool g_passing = false;  // a line stands on the terminal that the next one replaces

void line(const std::string& text) {
  clear_passing();
  const std::string whole = text + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

void on_signal(int number) {
  if (g_stop.exchange(true)) _exit(128 + number);
}

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string rate_text(double rate, const std::string& unit) {
  return fixed(rate, rate < 10 ? 1 : 0) + " " + unit + "/s";
}

int terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

}  // namespace

void set_loudness(Loudness loudness) { g_loudness = loudness; }
Loudness loudness() { return g_loudness; }

void say(const std::string& text) {
  if (g_loudness != Loudness::quiet) line(printable(text));
}

void say_more(const std::string& text) {
  if (g_loudness == Loudness::verbose) line(printable(text));
}

void say_warning(const std::string& text) {
  if (g_loudness != Loudness::quiet)
    line((in_colour() ? "\033[33mwarning:\033[0m " : "warning: ") + printable(text));
}

void say_error(const std::string& text) {
  line((in_colour() ? "\033[31merror:\033[0m " : "error: ") + printable(text));
}

void say_passing(const std::string& text) {
  if (g_loudness == Loudness::quiet) return;
  if (!is_terminal()) return line(printable(text));
  const std::string whole = "\r\033[K" + printable(text);
  std::fwrite(whole.data(), 1, whole.size(), stderr);
  g_passing = true;
}

void clear_passing() {
  if (std::exchange(g_passing, false)) std::fputs("\r\033[K", stderr);
}

std::string printable(std::string text) {
  for (char& c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) c = ' ';
  return text;
}

int failed(const Error& error) {
  if (error.code == Code::cancelled) {
    say(error.what.empty() ? "stopped" : error.what);
    return 1;
  }
  say_error(to_text(error));
  return 1;
}

bool write_out(std::string_view data) {
  if (std::fwrite(data.data(), 1, data.size(), stdout) == data.size() && std::fflush(stdout) == 0)
    return true;
  say_error("standard output: cannot be written: is the disk full or the reader gone?");
  return false;
}

std::string seconds_text(double seconds) {
  if (seconds < 60) return fixed(seconds, seconds < 10 ? 2 : 1) + " s";
  const auto whole = static_cast<long long>(std::llround(seconds));
  char text[64];
  if (whole < 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  return text;
}

std::string count_text(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

void Progress::step(std::uint64_t done, std::uint64_t total) {
  using std::chrono::duration;
  if (g_loudness == Loudness::quiet) return;
  const auto now = std::chrono::steady_clock::now();
  if (!started_) {
    started_ = true;
    start_ = now;
    first_ = done;
    last_ = is_terminal() ? std::chrono::steady_clock::time_point{} : now;
  }
  const bool end = done >= total;
  const double passed = duration<double>(now - start_).count();
  const double pause = is_terminal() ? 0.1 : passed < 60 ? 5.0 : passed < 600 ? 15.0 : 60.0;
  if (duration<double>(now - last_).count() < pause && !(end && shown_)) return;
  last_ = now;
  const std::uint64_t made = done - std::min(done, first_);
  std::string text = label_ + " " + std::to_string(done) + "/" + std::to_string(total);
  std::string tail;
  if (made > 0 && passed > 0) {
    const double rate = static_cast<double>(made) / passed;
    tail = "  " + rate_text(rate, unit_) + "  " +
           seconds_text(std::ceil(static_cast<double>(total - std::min(total, done)) / rate)) +
           " left";
  }
  shown_ = true;
  if (!is_terminal()) {
    line(text + tail);
    return;
  }
  const int room = terminal_width() - display_width(text) - display_width(tail) - 6;
  if (room > 4 && total > 0) {
    const auto cells = static_cast<std::uint64_t>(std::min(room, 30));
    const std::uint64_t full = std::min(cells, cells * done / total);
    text += "  [" + std::string(full, '#') + std::string(cells - full, '.') + "]";
  }
  const std::string whole = "\r\033[K" + text + tail;
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

void Progress::clear() {
  if (shown_ && is_terminal()) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

const std::atomic<bool>* stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return &g_stop;
}

}  // namespace odori::cli
