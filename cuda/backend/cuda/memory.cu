/// CUDA memory: stream-ordered allocation from pools that keep what they got, behind lists of free blocks; copies,
/// events.
#include "backend/api/memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/cuda/state.cuh"
#include "backend/shared/accounting.hpp"

namespace dvdb::backend {

struct Event {
  cudaEvent_t event;
};

namespace {

constexpr int64_t kMostBytes = int64_t(1) << 46;

/// Bytes of free blocks that a context keeps of a device's memory. With DENOVDB_KEPT_BLOCKS=0 none are, so that tools
/// that check memory see each allocation as it was asked for.
int64_t most_kept(int64_t memory_bytes) {
  const char* const variable = std::getenv("DENOVDB_KEPT_BLOCKS");
  if (variable != nullptr && std::strcmp(variable, "0") == 0) return 0;
  return max_of(int64_t(64) << 20, memory_bytes / 64);
}

/// Writes a repeated pattern, eight bytes an item.
struct FillWords {
  uint64_t* target;
  uint64_t pattern;

  DVDB_FN void operator()(int64_t i) const { target[i] = pattern; }
};

/// Writes a repeated pattern byte by byte, where the target is not aligned to eight bytes.
struct FillBytes {
  uint8_t* target;
  uint64_t pattern;

  DVDB_FN void operator()(int64_t i) const { target[i] = uint8_t(pattern >> (8 * (i & 7))); }
};

}  // namespace

Status check_cuda(Context& context, cudaError_t error, const char* what) {
  if (error == cudaSuccess) return {};
  cudaGetLastError();
  if (error == cudaErrorMemoryAllocation) {
    // A launch that did not come about has not cleared the board that it was given to clear.
    if (context.device != nullptr) context.device->board_tiles = 0;
    return fail(context, DVDB_OUT_OF_MEMORY, "Cannot %s: the CUDA device is out of memory", what);
  }
  context.lost = true;
  return fail(context, DVDB_DEVICE_FAULT, "Cannot %s: CUDA reports \"%s\" (%s)", what, cudaGetErrorString(error),
              cudaGetErrorName(error));
}

uint32_t backend_kind() { return DVDB_BACKEND_CUDA; }

dvdb_status count_devices(uint32_t* out_count, char* reason, int capacity) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  *out_count = error == cudaSuccess ? uint32_t(count) : 0;
  if (error == cudaSuccess && count > 0) return DVDB_OK;
  const char* why = error == cudaSuccess ? "the driver lists none" : cudaGetErrorString(error);
  std::snprintf(reason, size_t(capacity), "no CUDA device: %s", why);
  cudaGetLastError();
  return DVDB_UNSUPPORTED;
}

bool name_device(uint32_t device, char* out_text, int capacity) {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, int(device)) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  std::snprintf(out_text, size_t(capacity), "%s", properties.name);
  return true;
}

Status open_device(Context& context, uint32_t ordinal, uint32_t) {
  char reason[256];
  uint32_t count = 0;
  if (count_devices(&count, reason, int(sizeof reason)) != DVDB_OK)
    return fail(context, DVDB_UNSUPPORTED, "Cannot open CUDA device %u: %s", ordinal, reason);
  if (ordinal >= count)
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot open CUDA device %u: there are %u", ordinal, count);
  Device* device = new (std::nothrow) Device;
  if (device == nullptr)
    return fail(context, DVDB_OUT_OF_MEMORY, "Cannot open CUDA device %u: out of host memory", ordinal);
  context.device = device;
  device->ordinal = int(ordinal);
  DVDB_TRY(check_cuda(context, cudaSetDevice(device->ordinal), "select device"));
  DVDB_TRY(check_cuda(context, cudaStreamCreateWithFlags(&device->stream, cudaStreamNonBlocking), "create stream"));
  DVDB_TRY(check_cuda(context, cudaHostAlloc(&device->pinned, size_t(kPinnedBytes), cudaHostAllocDefault),
                      "allocate host memory"));
  DVDB_TRY(check_cuda(context,
                      cudaDeviceGetAttribute(&device->multiprocessors, cudaDevAttrMultiProcessorCount, device->ordinal),
                      "query device"));
  size_t free_bytes = 0;
  size_t all_bytes = 0;
  DVDB_TRY(check_cuda(context, cudaMemGetInfo(&free_bytes, &all_bytes), "query device"));
  device->memory_bytes = int64_t(all_bytes);
  DVDB_TRY(check_cuda(context, cudaHostAlloc(&device->report, size_t(kReportBytes), cudaHostAllocMapped),
                      "allocate host memory"));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device->ordinal;
  uint64_t keep = ~uint64_t(0);  // the default gives everything back at each wait, and pays for mapping it again
  for (cudaMemPool_t& pool : device->pools) {
    DVDB_TRY(check_cuda(context, cudaMemPoolCreate(&pool, &properties), "create memory pool"));
    DVDB_TRY(check_cuda(context, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep),
                        "set up memory pool"));
  }
  device->kept.set_limit(most_kept(device->memory_bytes));
  return {};
}

namespace {

/// Gives free blocks back to the pools.
void free_kept(Device& device) {
  device.kept.clear([&](void* memory) { cudaFreeAsync(memory, device.stream); });
}

}  // namespace

void close_device(Context& context) {
  Device* device = context.device;
  if (device == nullptr) return;
  cudaSetDevice(device->ordinal);
  free_kept(*device);
  if (device->stream != nullptr) cudaStreamSynchronize(device->stream);
  for (int k = 0; k < device->n_spare_events; ++k) cudaEventDestroy(device->spare_events[k]);
  for (cudaEvent_t pace : device->paces) {
    if (pace != nullptr) cudaEventDestroy(pace);
  }
  for (uint64_t* board : device->boards) {
    if (board != nullptr) cudaFree(board);
  }
  if (device->pinned != nullptr) cudaFreeHost(device->pinned);
  if (device->report != nullptr) cudaFreeHost(device->report);
  if (device->stream != nullptr) cudaStreamDestroy(device->stream);
  for (cudaMemPool_t pool : device->pools) {
    if (pool != nullptr) cudaMemPoolDestroy(pool);
  }
  cudaGetLastError();
  delete device;
  context.device = nullptr;
}

int64_t memory_size(const Context& context) { return context.device->memory_bytes; }

Status enter_device(Context& context) {
  return check_cuda(context, cudaSetDevice(context.device->ordinal), "select device");
}

namespace {

/// Takes memory from a pool; null where it fails. Lists of blocks and pools keep what they got: where a device has no
/// more, what they have to spare may be enough.
cudaError_t take_memory(Device& device, int64_t bytes, Use use, void** out) {
  const auto ask = [&] { return cudaMallocFromPoolAsync(out, size_t(bytes), device.pools[int(use)], device.stream); };
  cudaError_t error = ask();
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    free_kept(device);
    error = cudaStreamSynchronize(device.stream);
    for (cudaMemPool_t pool : device.pools) {
      if (error == cudaSuccess) error = cudaMemPoolTrimTo(pool, 0);
    }
    if (error == cudaSuccess) error = ask();
  }
  if (error != cudaSuccess) *out = nullptr;  // a call that fails may write there
  return error;
}

/// Memory that a context keeps, filled with zeros; what it had before goes.
template <class T>
Status renew(Context& context, int64_t n, T** memory) {
  Device& device = *context.device;
  if (*memory != nullptr) cudaFreeAsync(*memory, device.stream);
  *memory = nullptr;
  const int64_t bytes = n * int64_t(sizeof(T));
  DVDB_TRY(check_cuda(context, take_memory(device, bytes, Use::kScratch, reinterpret_cast<void**>(memory)),
                      "allocate scan board"));
  return check_cuda(context, cudaMemsetAsync(*memory, 0, size_t(bytes), device.stream), "clear scan board");
}

constexpr int64_t kLeastBoard = 4096;

}  // namespace

Status take_boards(Context& context, int64_t tiles, ScanBoards& out) {
  Device& device = *context.device;
  if (tiles > device.board_tiles) {
    device.board_tiles = 0;
    device.n_spent = 0;
    const int64_t room = max_of(tiles, kLeastBoard);
    for (uint64_t*& board : device.boards) DVDB_TRY(renew(context, room, &board));
    device.board_tiles = room;
  }
  out = {device.boards[device.turn], device.boards[device.turn ^ 1], device.n_spent};
  device.turn ^= 1;
  device.n_spent = tiles;
  return {};
}

Status allocate(Context& context, int64_t bytes, void** out, Use use) {
  *out = nullptr;
  if (bytes == 0) return {};
  DVDB_TRY(admit_allocation(context, bytes));
  // CUDA calls a size beyond its address space an invalid value; to a caller it is one that does not fit.
  if (bytes > kMostBytes) return out_of_memory(context, bytes);
  Device& device = *context.device;
  *out = device.kept.take(bytes);
  if (*out != nullptr) {
    account_allocation(context, bytes);
    return {};
  }
  const cudaError_t error = take_memory(device, device.kept.block_bytes(bytes), use, out);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return out_of_memory(context, bytes);
  }
  DVDB_TRY(check_cuda(context, error, "allocate device memory"));
  account_allocation(context, bytes);
  return {};
}

void release(Context& context, void* memory, int64_t bytes) {
  if (memory == nullptr) return;
  Device& device = *context.device;
  device.kept.give(memory, bytes, [&](void* block) { cudaFreeAsync(block, device.stream); });
  context.held_bytes -= bytes;
}

Status copy(Context& context, void* target, const void* source, int64_t bytes) {
  if (bytes == 0) return {};
  DVDB_TRY(check_cuda(context,
                      cudaMemcpyAsync(target, source, size_t(bytes), cudaMemcpyDeviceToDevice, context.device->stream),
                      "copy device memory"));
  return check_launch(context);
}

Status upload(Context& context, void* target, const void* source, int64_t bytes) {
  if (bytes == 0) return {};
  // From pageable memory the driver stages the bytes before it returns.
  return check_cuda(context,
                    cudaMemcpyAsync(target, source, size_t(bytes), cudaMemcpyHostToDevice, context.device->stream),
                    "copy to the device");
}

Status download(Context& context, void* target, const void* source, int64_t bytes) {
  if (bytes == 0) return {};
  const bool small = bytes <= kPinnedBytes;
  void* landing = small ? context.device->pinned : target;
  DVDB_TRY(check_cuda(context,
                      cudaMemcpyAsync(landing, source, size_t(bytes), cudaMemcpyDeviceToHost, context.device->stream),
                      "copy from the device"));
  DVDB_TRY(synchronize(context));
  if (small) std::memcpy(target, landing, size_t(bytes));
  return {};
}

Status fill(Context& context, void* target, uint64_t pattern, int pattern_bytes, int64_t bytes) {
  if (bytes == 0) return {};
  for (int width = pattern_bytes; width < 8; width *= 2) {
    pattern &= bit(uint32_t(8 * width)) - 1;
    pattern |= pattern << (8 * width);
  }
  const uint64_t low = pattern & 0xff;
  if (pattern == low * 0x0101010101010101ull) {
    DVDB_TRY(check_cuda(context, cudaMemsetAsync(target, int(low), size_t(bytes), context.device->stream),
                        "fill device memory"));
    return check_launch(context);
  }
  if (reinterpret_cast<uintptr_t>(target) % 8 != 0)
    return for_each(context, bytes, FillBytes{static_cast<uint8_t*>(target), pattern});
  DVDB_TRY(for_each(context, bytes / 8, FillWords{static_cast<uint64_t*>(target), pattern}));
  const int64_t done = bytes / 8 * 8;
  return for_each(context, bytes - done, FillBytes{static_cast<uint8_t*>(target) + done, pattern});
}

Status synchronize(Context& context) {
  ++context.device->n_waits;
  DVDB_TRY(check_cuda(context, cudaStreamSynchronize(context.device->stream), "wait for the device"));
  return check_canceled(context);
}

void* report_slot(Context& context) { return context.device->report; }

Status record_event(Context& context, Event** out) {
  *out = nullptr;
  Event* event = new (std::nothrow) Event{};
  if (event == nullptr) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot record event: out of host memory");
  Device& device = *context.device;
  Status status;
  if (device.n_spare_events > 0) {
    event->event = device.spare_events[--device.n_spare_events];
  } else {
    status = check_cuda(context, cudaEventCreate(&event->event), "create event");
  }
  if (status.ok()) status = check_cuda(context, cudaEventRecord(event->event, context.device->stream), "record event");
  if (!status.ok()) {
    destroy_event(context, event);
    return status;
  }
  *out = event;
  return {};
}

void destroy_event(Context& context, Event* event) {
  Device* device = context.device;
  if (device != nullptr && event->event != nullptr && device->n_spare_events < kSpareEvents) {
    device->spare_events[device->n_spare_events++] = event->event;
  } else if (event->event != nullptr) {
    cudaEventDestroy(event->event);
  }
  delete event;
}

Status elapsed(Context& context, const Event* start, const Event* stop, double* out_milliseconds) {
  float milliseconds = 0;
  DVDB_TRY(check_cuda(context, cudaEventSynchronize(start->event), "wait for an event"));
  DVDB_TRY(check_cuda(context, cudaEventSynchronize(stop->event), "wait for an event"));
  DVDB_TRY(check_cuda(context, cudaEventElapsedTime(&milliseconds, start->event, stop->event), "measure time"));
  *out_milliseconds = double(milliseconds);
  return {};
}

}  // namespace dvdb::backend
