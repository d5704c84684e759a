/// Locks that the C and C++ libraries for WebAssembly lack where threads share a memory: around the allocator, and
/// around the first visit of static variables. The linker leads all calls of the allocator here (--wrap).
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "backend/wasm/host.hpp"

extern "C" {

void* __real_malloc(size_t bytes);
void __real_free(void* memory);
void* __real_calloc(size_t n, size_t bytes);
void* __real_realloc(void* memory, size_t bytes);
void* __real_aligned_alloc(size_t alignment, size_t bytes);
int __real_posix_memalign(void** out, size_t alignment, size_t bytes);
}

namespace {

constinit std::mutex allocating;

using Lock = std::lock_guard<std::mutex>;

/// Of a static variable: a word here, as on ARM. Compilers look at the lowest bit themselves.
using Guard = std::atomic<uint32_t>;

constexpr uint32_t kFree = 0, kMade = 1, kTaken = 0x100;

}  // namespace

extern "C" {

void* __wrap_malloc(size_t bytes) {
  const Lock lock(allocating);
  return __real_malloc(bytes);
}
void __wrap_free(void* memory) {
  const Lock lock(allocating);
  __real_free(memory);
}
void* __wrap_calloc(size_t n, size_t bytes) {
  const Lock lock(allocating);
  return __real_calloc(n, bytes);
}
void* __wrap_realloc(void* memory, size_t bytes) {
  const Lock lock(allocating);
  return __real_realloc(memory, bytes);
}
void* __wrap_aligned_alloc(size_t alignment, size_t bytes) {
  const Lock lock(allocating);
  return __real_aligned_alloc(alignment, bytes);
}
int __wrap_posix_memalign(void** out, size_t alignment, size_t bytes) {
  const Lock lock(allocating);
  return __real_posix_memalign(out, alignment, bytes);
}

int __cxa_guard_acquire(Guard* guard) {
  for (;;) {
    uint32_t seen = kFree;
    if (guard->compare_exchange_strong(seen, kTaken, std::memory_order_acquire)) return 1;
    if (seen == kMade) return 0;
    dvdb::wasm::sleep_on(*guard, kTaken);
  }
}
void __cxa_guard_release(Guard* guard) {
  guard->store(kMade, std::memory_order_release);
  dvdb::wasm::wake_all(*guard);
}
void __cxa_guard_abort(Guard* guard) {
  guard->store(kFree, std::memory_order_release);
  dvdb::wasm::wake_all(*guard);
}
}

/// Memory for arrays that cross the C interface, and for stacks of workers; null if there is none.
DVDB_EXPORT(allocate) void* dvdb_wasm_allocate(size_t bytes) {
  return __wrap_aligned_alloc(64, (bytes + 63) & ~size_t(63));
}
DVDB_EXPORT(free) void dvdb_wasm_free(void* memory) { __wrap_free(memory); }
