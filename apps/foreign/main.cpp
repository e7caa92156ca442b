// odori-foreign KIND MEMORY OUTPUT SECONDS: standard input is the file, standard output becomes a
// GLB. Started by odori with both in memory; see odori/foreign/protocol.h.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "odori/foreign/protocol.h"
#include "odori/io/gltf.h"
#include "scene.h"

namespace odori::foreign {
namespace {

void limit(int what, std::uint64_t most) {
  const rlimit both{most, most};
  (void)setrlimit(what, &both);
}

// Before anything of the file is looked at. The sanitizer reserves more than any limit.
void bind_hands(std::uint64_t memory, std::uint64_t output, std::uint64_t seconds) {
#if defined(__SANITIZE_ADDRESS__)
  constexpr bool kSanitized = true;
#elif defined(__has_feature)
  constexpr bool kSanitized = __has_feature(address_sanitizer) != 0;
#else
  constexpr bool kSanitized = false;
#endif
  if (!kSanitized) limit(RLIMIT_AS, memory);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, output);
  limit(RLIMIT_NPROC, 0);
  limit(RLIMIT_NOFILE, 3);  // what is open stays open; nothing more can be
  (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void out_of_memory() { _exit(kTooLarge); }

bool read_all(std::vector<std::byte>& bytes) {
  std::size_t size = 0;
  bytes.resize(std::size_t{1} << 16);
  for (;;) {
    if (size == bytes.size()) bytes.resize(2 * size);
    const ssize_t n = read(STDIN_FILENO, bytes.data() + size, bytes.size() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    if (n == 0) break;
    size += static_cast<std::size_t>(n);
  }
  bytes.resize(size);
  return true;
}

bool write_all(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

int refuse(const Error& error) {
  std::fprintf(stderr, "%s\n", error.what.c_str());
  return error.code == Code::too_large ? kTooLarge : kRefused;
}

int run(const std::string& kind) {
  std::vector<std::byte> bytes;
  if (!read_all(bytes)) return refuse({Code::io, "the file cannot be read"});
  const auto document = read_scene(bytes, kind);
  if (!document) return refuse(document.error());
  const auto glb = io::encode_glb(*document);
  if (!glb) return refuse(glb.error());
  if (!write_all(*glb)) return kTooLarge;
  return kDone;
}

}  // namespace
}  // namespace odori::foreign

int main(int argc, char** argv) {
  using namespace odori::foreign;
  if (argc != 5) {
    std::fputs("odori-foreign is started by odori\n", stderr);
    return kUsage;
  }
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_new_handler(out_of_memory);
  bind_hands(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10),
             std::strtoull(argv[4], nullptr, 10));
  // At once: what the library leaks or would still tidy up is the system's to take back.
  _exit(run(argv[1]));
}
