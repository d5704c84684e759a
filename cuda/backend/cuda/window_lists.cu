// Lists of what windows of targets read: gathered in a table without repetitions, sorted, and looked up; then put where
// eight that are gathered together seldom meet in a bank.
#include "backend/window_gemm.hpp"

#include "backend/cuda/device.cuh"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 256;
constexpr int kTable = 4096;  // more than twice the longest list
constexpr int kSorted = 1024;
static_assert(kMostHeld < kSorted && kMatrixWindow == kThreads);

/// A set of rows with open addressing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L).
struct RowTable {
  int32_t rows[kTable];    // -1 for none
  uint16_t slots[kTable];  // numbers in the sorted list

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

constexpr int kBanks = 8;        // that a slot's last bits name
constexpr int kPlacedTaps = 32;  // of kernels whose sources are placed by banks
constexpr int kNowhere = 0xffff;
constexpr int kBankRoom = kMostHeld / kBanks;
static_assert(kMostHeld % kBanks == 0 && kBanks == kZeroRows);

/// Finds banks for a window's sources. At first a source's number in the list names its bank. Then in eight rounds an
/// eighth of the sources, no two next to each other, each move to the bank where they meet the fewest of those that they
/// are gathered with.
struct BankPlaces {
  uint16_t numbers[kPlacedTaps][kMatrixWindow];  // in the list, or kNowhere
  uint8_t banks[kSorted];
  uint32_t meetings[kBankRoom][2];  // of the sources that move; a byte for each bank
  int sizes[kBanks];

  __device__ static int round_of(int number) { return (number + number / kBanks) % kBanks; }

  /// Called by the whole block, when the numbers are there.
  __device__ void choose(int taps, int count) {
    const int thread = int(threadIdx.x);
    for (int number = thread; number < kSorted; number += kThreads) banks[number] = uint8_t(number % kBanks);
    for (int round = 0; round < kBanks; ++round) {
      __syncthreads();
      if (thread < kBankRoom) meetings[thread][0] = meetings[thread][1] = 0;
      __syncthreads();
      for (int group = thread; group < taps * (kMatrixWindow / 8); group += kThreads) count_meetings(group, round);
      __syncthreads();
      const int number = thread * kBanks + ((round - thread) & (kBanks - 1));
      if (thread < kBankRoom && number < count) banks[number] = cheapest(meetings[thread], banks[number]);
    }
    __syncthreads();
  }

  /// Lists the slots of the sources, by numbers; a warp for each bank. Returns how many places that takes.
  __device__ int place(int count, uint16_t* slots) {
    const int lane = int(threadIdx.x) & 31;
    const int bank = int(threadIdx.x) >> 5;
    int before = 0;
    for (int first = 0; first < count; first += 32) {
      const int number = first + lane;
      const bool here = number < count && banks[number] == bank;
      const uint32_t all = __ballot_sync(~0u, here);
      if (here) slots[number] = uint16_t(kZeroRows + (before + __popc(all & ((1u << lane) - 1))) * kBanks + bank);
      before += __popc(all);
    }
    if (lane == 0) sizes[bank] = before;
    __syncthreads();
    int most = 0;
    for (const int size : sizes) most = max_of(most, size);
    return most * kBanks;
  }

 private:
  __device__ void count_meetings(int group, int round) {
    const uint4 eight = reinterpret_cast<const uint4*>(numbers)[group];
    const uint32_t words[4] = {eight.x, eight.y, eight.z, eight.w};
    uint64_t all = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const uint32_t number = words[k / 2] >> k % 2 * 16 & 0xffff;
      if (number != kNowhere) all += uint64_t(1) << 8 * banks[number];
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const uint32_t number = words[k / 2] >> k % 2 * 16 & 0xffff;
      if (number == kNowhere || round_of(int(number)) != round) continue;
      const uint64_t others = all - (uint64_t(1) << 8 * banks[number]);
      atomicAdd(&meetings[number / kBanks][0], uint32_t(others));
      atomicAdd(&meetings[number / kBanks][1], uint32_t(others >> 32));
    }
  }

  __device__ static uint8_t cheapest(const uint32_t (&costs)[2], uint8_t now) {
    const auto cost = [&](int bank) { return costs[bank / 4] >> bank % 4 * 8 & 255; };
    int best = now;
    for (int bank = 0; bank < kBanks; ++bank) {
      if (cost(bank) < cost(best)) best = bank;
    }
    return uint8_t(best);
  }
};

__global__ void __launch_bounds__(kThreads) list_windows_kernel(GatherMap map, GatherWindows out) {
  __shared__ RowTable table;
  __shared__ __align__(16) BankPlaces places;
  __shared__ int32_t sorted[kSorted];
  __shared__ uint32_t masks[kThreads];
  __shared__ int count;
  const int thread = int(threadIdx.x);
  const int64_t window = blockIdx.x;
  const int64_t target = window * kMatrixWindow + thread;
  const bool inside = target < map.n_targets;
  const auto find_row = [&](int64_t tap) { return inside ? map.rows[tap * map.n_targets + target] : -1; };
  for (int at = thread; at < kTable; at += kThreads) table.rows[at] = -1;
  for (int at = thread; at < kSorted; at += kThreads) sorted[at] = INT32_MAX;
  if (thread == 0) count = 0;
  __syncthreads();
  for (int64_t tap = 0; tap < map.taps; ++tap) {
    const int32_t row = find_row(tap);
    // All threads may add one more after the last look, for which the table has room.
    if (row < 0 || count > kMostHeld || !table.enter(row)) continue;
    const int place = atomicAdd(&count, 1);
    if (place < kMostHeld) sorted[place] = row;
  }
  __syncthreads();
  const bool fits = count <= kMostHeld;
  const bool placed = fits && map.taps <= kPlacedTaps;
  int held = fits ? count : -1;
  if (fits) {
    sort_numbers(sorted);
    for (int at = thread; at < count; at += kThreads) table.slots[table.find(sorted[at])] = uint16_t(at);
    __syncthreads();
  }
  if (placed) {
    for (int tap = 0; tap < int(map.taps); ++tap) {
      const int32_t row = find_row(tap);
      places.numbers[tap][thread] = row < 0 ? uint16_t(kNowhere) : table.slots[table.find(row)];
    }
    __syncthreads();
    places.choose(int(map.taps), count);
    // From here on the table's slots go by numbers.
    held = places.place(count, table.slots);
    if (held > kMostHeld) {
      for (int at = thread; at < count; at += kThreads) table.slots[at] = uint16_t(kZeroRows + at);
      held = count;
    }
    for (int at = thread; at < held; at += kThreads) out.lists[window * kMostHeld + at] = -1;
    __syncthreads();
  }
  if (fits) {
    for (int at = thread; at < count; at += kThreads) out.lists[window * kMostHeld + (placed ? table.slots[at] - kZeroRows : at)] = sorted[at];
  }
  if (thread == 0) out.counts[window] = held;
  /// The slot of this thread's source, 0 for none.
  const auto find_slot = [&](int64_t tap) -> uint32_t {
    if (placed) {
      const uint32_t number = places.numbers[tap][thread];
      return number == kNowhere ? 0 : table.slots[number];
    }
    const int32_t row = find_row(tap);
    return row < 0 ? 0 : uint32_t(kZeroRows) + (fits ? table.slots[table.find(row)] : 0);
  };
  for (int64_t first = 0; first < map.taps; first += kThreads) {
    const int some = int(map.taps - first < kThreads ? map.taps - first : kThreads);
    __syncthreads();
    masks[thread] = 0;
    __syncthreads();
    for (int at = 0; at < some; ++at) {
      uint32_t slot = find_slot(first + at);
      const bool present = slot != 0;
      // Eight targets are gathered together, each from the bank that its slot names; zeros come from a free one.
      uint32_t banks = present && fits ? 1u << slot % kBanks : 0;
      for (int lanes = 1; lanes < 8; lanes *= 2) banks |= __shfl_xor_sync(~0u, banks, lanes);
      if (!present) slot = uint32_t(__ffs(int(~banks)) - 1);
      out.slots[(window * map.taps + first + at) * kMatrixWindow + thread] = uint16_t(slot);
      if (__any_sync(~0u, present) && (thread & 31) == 0) atomicOr(&masks[at], 1u << (thread / kMatrixRows));
    }
    __syncthreads();
    if (thread < some) out.masks[window * map.taps + first + thread] = uint8_t(masks[thread]);
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
      if (cudaMemcpyAsync(&found, answer, sizeof found, cudaMemcpyDeviceToHost, device.stream) != cudaSuccess) found = 0;
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
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
