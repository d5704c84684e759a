/// Lists of what windows of targets read: gathered in a table without repetitions, sorted, and looked up.
#include "backend/api/special/conv/window_gemm.hpp"

#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 256;
constexpr int kTable = 4096;  // more than twice the longest list
constexpr int kSorted = 1024;
static_assert(kMostHeld < kSorted && kMatrixWindow == kThreads);

/// A set of rows with open addressing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L).
struct RowTable {
  int32_t rows[kTable];    // -1 for none
  uint16_t slots[kTable];  // places in the sorted list plus kZeroRows

  /// Enters a row; true for the first of its kind.
  __device__ bool enter(int32_t row) {
    for (uint32_t at = first(row);; at = (at + 1) % kTable) {
      const int32_t seen = atomicCAS(&rows[at], -1, row);
      if (seen == -1) return true;
      if (seen == row) return false;
    }
  }
  /// The place of a row that was entered.
  __device__ uint32_t find(int32_t row) const {
    uint32_t at = first(row);
    while (rows[at] != row) at = (at + 1) % kTable;
    return at;
  }

 private:
  __device__ static uint32_t first(int32_t row) { return uint32_t(row) * 0x9e3779b1u >> 20; }
};
static_assert(kTable == 1 << 12);

/// Puts numbers in ascending order (Batcher 1968); called by the whole block.
__device__ void sort_numbers(int32_t (&numbers)[kSorted]) {
  for (int length = 2; length <= kSorted; length *= 2) {
    for (int step = length / 2; step > 0; step /= 2) {
      __syncthreads();
      for (int pair = int(threadIdx.x); pair < kSorted / 2; pair += kThreads) {
        const int low = pair / step * 2 * step + pair % step;
        const bool ascends = (low & length) == 0;
        const int32_t a = numbers[low];
        const int32_t b = numbers[low + step];
        if ((a > b) == ascends) {
          numbers[low] = b;
          numbers[low + step] = a;
        }
      }
    }
  }
  __syncthreads();
}

__global__ void __launch_bounds__(kThreads) list_windows_kernel(GatherMap map, GatherWindows out) {
  __shared__ RowTable table;
  __shared__ int32_t sorted[kSorted];
  __shared__ uint32_t masks[kThreads];
  __shared__ int count;
  const int thread = int(threadIdx.x);
  const int64_t window = blockIdx.x;
  const int64_t target = window * kMatrixWindow + thread;
  const bool inside = target < map.n_targets;
  for (int at = thread; at < kTable; at += kThreads) table.rows[at] = -1;
  for (int at = thread; at < kSorted; at += kThreads) sorted[at] = INT32_MAX;
  if (thread == 0) count = 0;
  __syncthreads();
  for (int64_t tap = 0; tap < map.taps; ++tap) {
    const int32_t row = inside ? map.rows[tap * map.n_targets + target] : -1;
    // All threads may add one more after the last look, for which the table has room.
    if (row < 0 || count > kMostHeld || !table.enter(row)) continue;
    const int place = atomicAdd(&count, 1);
    if (place < kMostHeld) sorted[place] = row;
  }
  __syncthreads();
  const bool fits = count <= kMostHeld;
  if (fits) {
    sort_numbers(sorted);
    for (int at = thread; at < count; at += kThreads) {
      table.slots[table.find(sorted[at])] = uint16_t(kZeroRows + at);
      out.lists[window * kMostHeld + at] = sorted[at];
    }
  }
  if (thread == 0) out.counts[window] = fits ? count : -1;
  for (int64_t first = 0; first < map.taps; first += kThreads) {
    const int some = int(map.taps - first < kThreads ? map.taps - first : kThreads);
    __syncthreads();
    masks[thread] = 0;
    __syncthreads();
    for (int at = 0; at < some; ++at) {
      const int32_t row = inside ? map.rows[(first + at) * map.n_targets + target] : -1;
      uint32_t slot = row < 0 ? 0 : fits ? table.slots[table.find(row)] : kZeroRows;
      // Eight targets are gathered together, each from a bank that the last bits of its slot say; zeros from a free
      // one.
      uint32_t banks = row < 0 || !fits ? 0 : 1u << slot % 8;
      for (int lanes = 1; lanes < 8; lanes *= 2) banks |= __shfl_xor_sync(~0u, banks, lanes);
      if (row < 0 && fits) slot = uint32_t(__ffs(int(~banks)) - 1);
      out.slots[(window * map.taps + first + at) * kMatrixWindow + slot_place(thread)] = uint16_t(slot);
      const uint32_t present = __ballot_sync(~0u, row >= 0);
      const uint32_t tiles = (present & 0xffff ? 1u : 0) | (present >> 16 ? 2u : 0);
      if (tiles != 0 && (thread & 31) == 0) atomicOr(&masks[at], tiles << (thread / kMatrixTile));
    }
    __syncthreads();
    if (thread < some) out.masks[window * map.taps + first + thread] = uint16_t(masks[thread]);
  }
}

/// Says whether this is the code that uses matrix units.
__global__ void ask_build_kernel(int* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  *out = 1;
#else
  *out = 0;
#endif
}

}  // namespace

bool has_matrix_units(Context& context) {
  Device& device = *context.device;
  if (device.matrix_units < 0) {
    int* answer = nullptr;
    int found = 0;
    if (cudaMallocAsync(&answer, sizeof(int), device.stream) == cudaSuccess) {
      ask_build_kernel<<<1, 1, 0, device.stream>>>(answer);
      if (cudaMemcpyAsync(&found, answer, sizeof found, cudaMemcpyDeviceToHost, device.stream) != cudaSuccess)
        found = 0;
      cudaFreeAsync(answer, device.stream);
      if (cudaStreamSynchronize(device.stream) != cudaSuccess) found = 0;
    }
    cudaGetLastError();
    device.matrix_units = found;
  }
  return device.matrix_units == 1;
}

Status make_windows(Context& context, const GatherMap& map, const GatherWindows& out) {
  const int64_t windows = GatherWindows::windows_of(map.n_targets);
  if (windows == 0) return {};
  list_windows_kernel<<<unsigned(windows), kThreads, 0, context.device->stream>>>(map, out);
  return check_launch(context);
}

}  // namespace dvdb::backend
