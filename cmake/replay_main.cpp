// A fuzz target without libFuzzer: TARGET FOLDER... gives it every file of the folders, whole, cut
// at every byte, and with every byte changed. It fails where the target does, where the memory goes
// beyond the limit of fuzz_limits.h, and where there are no files.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "fuzz_limits.h"
#include "heap_peak.h"
#include "test_files.h"

#if defined(__SANITIZE_ADDRESS__)
#define ODORI_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ODORI_SANITIZED 1
#endif
#endif
#ifdef ODORI_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

using odori::testing_files::File;
using Bytes = std::vector<std::uint8_t>;

// Large files are cut and changed at that many places, spread evenly.
constexpr std::size_t kMostPlaces = 4096;
constexpr unsigned kMostSeconds = 10;  // for one input

char current[512] = "nothing";  // what runs, for whoever finds the program dead

void say_current() {
  constexpr char kWords[] = "died of: ";
  if (write(STDERR_FILENO, kWords, sizeof kWords - 1) < 0) return;
  if (write(STDERR_FILENO, current, std::strlen(current)) < 0) return;
  if (write(STDERR_FILENO, "\n", 1) < 0) return;
}

void on_signal(int number) {
  say_current();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void watch_for_death() {
  std::signal(SIGALRM, on_signal);
#ifdef ODORI_SANITIZED
  __sanitizer_set_death_callback(say_current);
  std::signal(SIGABRT, on_signal);
#else
  for (const int number : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL})
    std::signal(number, on_signal);
#endif
}

// Copied into a block of its very size, so that a sanitizer sees what reads beyond it.
void run(const std::uint8_t* data, std::size_t size) {
  const Bytes exact(data, data + size);
  const std::size_t most = odori::fuzz::most_memory(size);
  alarm(kMostSeconds);
  // Tables that are made once, on first use, are no part of the file: the second run has them.
  for (int times = 0; times < 2; ++times) {
    odori::testing_heap::begin();
    LLVMFuzzerTestOneInput(exact.data(), size);
    if (odori::fuzz::is_packed() || odori::testing_heap::peak() <= most) return;
  }
  std::fprintf(stderr, "%zu bytes took %zu bytes of memory, more than %zu\n", size,
               odori::testing_heap::peak(), most);
  std::abort();
}

void replay(const File& file) {
  const std::string name = std::filesystem::path(file.first).filename().string();
  const auto* begin = reinterpret_cast<const std::uint8_t*>(file.second.data());
  const std::size_t size = file.second.size();
  std::snprintf(current, sizeof current, "%s", name.c_str());
  run(begin, size);
  const std::size_t step = std::max<std::size_t>(1, size / kMostPlaces);
  for (std::size_t i = 0; i < size; i += step) {
    std::snprintf(current, sizeof current, "%s, its first %zu bytes", name.c_str(), i);
    run(begin, i);
  }
  Bytes changed(begin, begin + size);
  for (std::size_t i = 0; i < size; i += step) {
    for (const unsigned flip : {0x01u, 0x80u, 0xFFu}) {
      std::snprintf(current, sizeof current, "%s, byte %zu xor 0x%02X", name.c_str(), i, flip);
      changed[i] = static_cast<std::uint8_t>(begin[i] ^ flip);
      run(changed.data(), size);
    }
    changed[i] = begin[i];
  }
}

}  // namespace

int main(int argc, char** argv) {
  watch_for_death();
  std::size_t files = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& path : odori::testing_files::files_below(argv[i])) {
      replay({path.string(), odori::testing_files::bytes_of(path)});
      ++files;
    }
  }
  if (files == 0) std::fprintf(stderr, "no files to replay\n");
  std::printf("%zu passed, %d failed\n", files, files == 0);
  return files == 0;
}
