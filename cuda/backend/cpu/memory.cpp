/// Host memory as device memory. Every operation is complete when its call returns, which is a valid stream order.
#include "backend/api/memory.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>

#include "backend/api/calls.hpp"
#include "backend/api/launch.hpp"
#include "backend/cpu/aligned_memory.hpp"
#include "backend/cpu/machine.hpp"
#include "backend/cpu/state.hpp"
#include "backend/shared/accounting.hpp"
#include "base/processors.hpp"
#include "base/system_memory.hpp"

namespace dvdb::backend {

struct Event {
  std::chrono::steady_clock::time_point time;
};

namespace {

constexpr int64_t kAlignment = 256;
#if defined(__SANITIZE_ADDRESS__)
constexpr int64_t kLeastKept = INT64_MAX;  // or what was given up could be used unnoticed
#else
constexpr int64_t kLeastKept = KeptMemory::kLeast;
#endif
constexpr int64_t kCopyGrain = int64_t(1) << 20;  // bytes a thread copies at once

/// Copies one chunk of a large copy.
struct CopyChunk {
  uint8_t* target;
  const uint8_t* source;
  int64_t bytes;

  void operator()(int64_t chunk) const {
    const int64_t begin = chunk * kCopyGrain;
    std::memcpy(target + begin, source + begin, size_t(min_of(kCopyGrain, bytes - begin)));
  }
};

/// Repeats a pattern over one chunk; chunks start at multiples of 8.
struct FillChunk {
  uint8_t* target;
  uint64_t pattern;
  int64_t bytes;

  void operator()(int64_t chunk) const {
    const int64_t begin = chunk * kCopyGrain;
    const int64_t end = begin + min_of(kCopyGrain, bytes - begin);
    int64_t at = begin;
    for (; at + 8 <= end; at += 8) std::memcpy(target + at, &pattern, 8);
    if (at < end) std::memcpy(target + at, &pattern, size_t(end - at));
  }
};

/// Memory of its own, from the C library.
void* allocate_apart(int64_t bytes) {
  if (bytes >= kHugePage) return system_memory(round_up(bytes, kHugePage));
  return allocate_aligned(kAlignment, round_up(bytes, kAlignment));
}

int64_t chunks_of(int64_t bytes) { return (bytes + kCopyGrain - 1) / kCopyGrain; }

}  // namespace

uint32_t backend_kind() { return DVDB_BACKEND_CPU; }

dvdb_status count_devices(uint32_t* out_count, char*, int) {
  *out_count = 1;
  return DVDB_OK;
}

bool name_device(uint32_t device, char* out_text, int capacity) {
  if (device != 0) return false;
  std::snprintf(out_text, size_t(capacity), "%s", kMachineName);
  return true;
}

Status open_device(Context& context, uint32_t ordinal, uint32_t threads) {
  if (ordinal != 0) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot open %s device %u: there is only device 0", kMachineName,
                ordinal);
  }
  context.device = new (std::nothrow) Device;
  if (context.device == nullptr)
    return fail(context, DVDB_OUT_OF_MEMORY, "Cannot open %s device: out of host memory", kMachineName);
  context.device->memory_bytes = most_memory();
  context.team.set_threads(threads == 0 ? usable_processors() : int(threads));
  return {};
}

void close_device(Context& context) {
  delete context.device;
  context.device = nullptr;
}

Status enter_device(Context&) { return {}; }

int64_t memory_size(const Context& context) { return context.device->memory_bytes; }

Status allocate(Context& context, int64_t bytes, void** out, Use) {
  *out = nullptr;
  if (bytes == 0) return {};
  DVDB_TRY(admit_allocation(context, bytes));
  // The system would promise more than there is, and end the process when it is used.
  if (bytes > context.device->memory_bytes - context.held_bytes.load() || bytes > INT64_MAX - kHugePage)
    return out_of_memory(context, bytes);
  KeptMemory& kept = context.device->kept;
  void* memory = bytes >= kLeastKept ? kept.take(bytes) : nullptr;
  if (memory == nullptr) memory = allocate_apart(bytes);
  if (memory == nullptr) {
    kept.clear();
    memory = allocate_apart(bytes);
  }
  if (memory == nullptr) return out_of_memory(context, bytes);
  account_allocation(context, bytes);
  *out = memory;
  return {};
}

void release(Context& context, void* memory, int64_t bytes) {
  if (memory == nullptr) return;
  context.held_bytes -= bytes;
  const bool is_kept = bytes >= kLeastKept && context.device->kept.give(memory, bytes);
  if (!is_kept) free_aligned(memory);
}

Status copy(Context& context, void* target, const void* source, int64_t bytes) {
  return for_each(context, chunks_of(bytes),
                  CopyChunk{static_cast<uint8_t*>(target), static_cast<const uint8_t*>(source), bytes}, 1);
}

Status upload(Context& context, void* target, const void* source, int64_t bytes) {
  return copy(context, target, source, bytes);
}

Status download(Context& context, void* target, const void* source, int64_t bytes) {
  if (bytes > 0) ++context.device->n_waits;
  return copy(context, target, source, bytes);
}

Status fill(Context& context, void* target, uint64_t pattern, int pattern_bytes, int64_t bytes) {
  for (int width = pattern_bytes; width < 8; width *= 2) {
    pattern &= bit(uint32_t(8 * width)) - 1;
    pattern |= pattern << (8 * width);
  }
  return for_each(context, chunks_of(bytes), FillChunk{static_cast<uint8_t*>(target), pattern, bytes}, 1);
}

Status synchronize(Context& context) {
  ++context.device->n_waits;
  return {};
}

void begin_call(Context&, bool) {}

int64_t count_waits(const Context& context) { return context.device->n_waits; }

int64_t items_in_a_wait() { return 0; }

void* report_slot(Context& context) { return context.device->report; }

Status record_event(Context& context, Event** out) {
  *out = new (std::nothrow) Event{std::chrono::steady_clock::now()};
  if (*out == nullptr) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot record event: out of host memory");
  return {};
}

void destroy_event(Context&, Event* event) { delete event; }

Status elapsed(Context&, const Event* start, const Event* stop, double* out_milliseconds) {
  *out_milliseconds = std::chrono::duration<double, std::milli>(stop->time - start->time).count();
  return {};
}

}  // namespace dvdb::backend
