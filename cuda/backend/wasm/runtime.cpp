/// What the C and C++ libraries for WebAssembly lack where threads share a memory: locks around the allocator, and
/// around the first visit of static variables. The linker leads all calls of the allocator here (--wrap).
#include <cstddef>
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

/// Of a static variable, as the C++ ABI has it: whether it is made, and in its own half, whether a thread makes it.
struct Guard {
  std::atomic<uint32_t> is_made;
  std::atomic<uint32_t> is_taken;
};

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
    if (guard->is_made.load(std::memory_order_acquire) != 0) return 0;
    uint32_t free = 0;
    if (guard->is_taken.compare_exchange_strong(free, 1, std::memory_order_acquire)) break;
    dvdb::wasm::sleep_on(guard->is_taken, 1);
  }
  if (guard->is_made.load(std::memory_order_acquire) == 0) return 1;
  guard->is_taken.store(0, std::memory_order_release);
  return 0;
}
void __cxa_guard_abort(Guard* guard) {
  guard->is_taken.store(0, std::memory_order_release);
  dvdb::wasm::wake_all(guard->is_taken);
}
void __cxa_guard_release(Guard* guard) {
  guard->is_made.store(1, std::memory_order_release);
  __cxa_guard_abort(guard);
}
}

/// Memory for arrays that cross the C interface, and for stacks of workers; null if there is none.
DVDB_EXPORT(allocate) void* dvdb_wasm_allocate(size_t bytes) {
  return __wrap_aligned_alloc(64, (bytes + 63) & ~size_t(63));
}
DVDB_EXPORT(free) void dvdb_wasm_free(void* memory) { __wrap_free(memory); }
