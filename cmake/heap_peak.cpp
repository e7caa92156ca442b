#include "heap_peak.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::ptrdiff_t> live{0}, highest{0};

void* counted(void* p) {
  if (!p) throw std::bad_alloc();
  const std::ptrdiff_t now = live += static_cast<std::ptrdiff_t>(malloc_usable_size(p));
  std::ptrdiff_t before = highest;
  while (now > before && !highest.compare_exchange_weak(before, now)) {
  }
  return p;
}

void release(void* p) {
  if (p) live -= static_cast<std::ptrdiff_t>(malloc_usable_size(p));
  std::free(p);
}

void* aligned(std::size_t size, std::align_val_t alignment) {
  const auto a = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(a, (size + a - 1) / a * a));
}

}  // namespace

namespace odori::testing_heap {

void begin() {
  live = 0;
  highest = 0;
}

std::size_t peak() { return static_cast<std::size_t>(highest.load()); }

}  // namespace odori::testing_heap

// All forms but the aligned ones for arrays, which nobody here uses: a sanitizer's own would not go
// with a delete of ours.
void* operator new(std::size_t size) { return counted(std::malloc(size ? size : 1)); }
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* p = std::malloc(size ? size : 1);
  return p ? counted(p) : nullptr;
}
void* operator new[](std::size_t size, const std::nothrow_t& t) noexcept {
  return operator new(size, t);
}
void* operator new(std::size_t size, std::align_val_t a) { return aligned(size, a); }
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
