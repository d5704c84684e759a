// Gradients of weights over windows of targets, for many channels. Four groups of warps each sum up two taps, 32 channels of
// the sources by 128 of the targets, in registers; other warps fetch what the next window reads and the next gradients.
#include "backend/cuda/window_outer.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kDepth = 32;
constexpr int kPieces = kDepth / kPiece;
constexpr int kGroups = 4;
constexpr int kTaps = 2 * kGroups;
constexpr int kMultiplying = kGroups * 128;  // threads
constexpr int kFeeding = 128;                // threads that feed sources and gradients
constexpr int kThreads = kMultiplying + kFeeding;
constexpr int kMultiplierRegisters = 104;    // kGroups times this and once the next are what a block begins with
constexpr int kFeederRegisters = 64;
constexpr int kStages = 3;                   // halves of windows whose gradients are held
constexpr int kChunks = kHalfWindow / kChunk;

/// A block's shared memory: sources and slots twice, gradients, and barriers. Full ones end a phase when all has come, empty ones when
/// all have let go.
template <int kColumns>
struct Rings {
  static constexpr uint32_t kSlots = backend::kHeldBytes<kDepth>;  // behind sources
  static constexpr uint32_t kHeldBytes = kSlots + kTaps * kMatrixWindow * 2;
  static constexpr uint32_t kHalfBytes = kHalfWindow * kColumns * 2;
  static constexpr uint32_t kHalves = (2 * kHeldBytes + 1023) / 1024 * 1024;  // aligned as rows of 128 bytes have to be
  static constexpr uint32_t kHeldFull = kHalves + kStages * kHalfBytes;
  static constexpr uint32_t kHeldEmpty = kHeldFull + 16;
  static constexpr uint32_t kFull = kHeldEmpty + 16;
  static constexpr uint32_t kEmpty = kFull + 8 * kStages;
  static constexpr uint32_t kBytes = kEmpty + 8 * kStages;

  uint32_t base;

  __device__ uint32_t held(uint32_t turn) const { return base + (turn & 1) * kHeldBytes; }
  __device__ uint32_t half(uint32_t step) const { return base + kHalves + step % kStages * kHalfBytes; }
  __device__ uint32_t held_full(uint32_t turn) const { return base + kHeldFull + 8 * (turn & 1); }
  __device__ uint32_t held_empty(uint32_t turn) const { return base + kHeldEmpty + 8 * (turn & 1); }
  __device__ uint32_t full(uint32_t step) const { return base + kFull + 8 * (step % kStages); }
  __device__ uint32_t empty(uint32_t step) const { return base + kEmpty + 8 * (step % kStages); }
  __device__ void wait_held_full(uint32_t turn) const { wait_barrier(held_full(turn), turn / 2 & 1); }
  __device__ void wait_held_empty(uint32_t turn) const {
    if (turn >= 2) wait_barrier(held_empty(turn), (turn / 2 - 1) & 1);
  }
  __device__ void wait_full(uint32_t step) const { wait_barrier(full(step), step / kStages & 1); }
  __device__ void wait_empty(uint32_t step) const {
    if (step >= kStages) wait_barrier(empty(step), (step / kStages - 1) & 1);
  }
};

/// Holds a window's slots of the block's taps, some targets from one on; called by kThreads threads.
template <int kTargets, int kThreads>
__device__ __forceinline__ void hold_slots(const WindowOuter& outer, const Share& share, int64_t window, int target, int thread, uint32_t to) {
  constexpr int kPieces = kTargets / kPiece;
  const uint16_t* const from = outer.windows.slots + (window * outer.map.taps + share.first_tap) * kMatrixWindow + target;
  for (int item = thread; item < (share.end_tap - share.first_tap) * kPieces; item += kThreads) {
    copy_16(to + uint32_t(item) * 16, from + item / kPieces * kMatrixWindow + item % kPieces * kPiece);
  }
}

/// Feeds a block; called by kFeeding threads.
template <int kColumns>
__device__ void feed(const WindowOuter& outer, const Shares& shares, const Share& share, const Rings<kColumns>& rings, bool aligned, bool whole) {
  const int feeder = int(threadIdx.x) - kMultiplying;
  const auto finish = [&](uint32_t barrier, bool last) {
    if (!aligned || !whole || last) __threadfence_block();
    arrive_with_copies(barrier);
  };
  uint32_t turn = 0;
  for (int64_t window = share.part; window < shares.windows; window += shares.parts, ++turn) {
    if (feeder == 0 && window + shares.parts < shares.windows) {
      const int64_t next = window + shares.parts;
      prefetch_run(outer.windows.slots + (next * outer.map.taps + share.first_tap) * kMatrixWindow, uint32_t(share.end_tap - share.first_tap) * kMatrixWindow * 2);
      prefetch_run(outer.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
    }
    rings.wait_held_empty(turn);
    hold_slots<kMatrixWindow, kFeeding>(outer, share, window, 0, feeder, rings.held(turn) + Rings<kColumns>::kSlots);
    hold_sources<kDepth, kFeeding, 8>(outer, share, aligned, window, outer.windows.counts[window], feeder, rings.held(turn));
    finish(rings.held_full(turn), false);
    for (int half = 0; half < 2; ++half) {
      const uint32_t step = 2 * turn + uint32_t(half);
      rings.wait_empty(step);
      hold_gradients<kColumns, kFeeding>(outer, share, whole, window, half, feeder, rings.half(step));
      finish(rings.full(step), window + shares.parts >= shares.windows);
    }
  }
}

__device__ __forceinline__ uint32_t load_slot(uint32_t from) {
  uint16_t slot;
  asm volatile("ld.shared.u16 %0, [%1];" : "=h"(slot) : "r"(from) : "memory");
  return slot;
}

/// Adds a lane's sums of one row, of pairs of columns, to those of the block's part, or puts them there.
template <int kEights>
__device__ __forceinline__ void add_row(const WindowOuter& outer, const Share& share, int32_t tap, int64_t channel, bool has_sums, const float* products,
                                        float* sums) {
  if (channel >= outer.in_channels) return;
  float* const to = sums + ((int64_t(share.part) * outer.map.taps + tap) * outer.in_channels + channel) * outer.out_channels;
#pragma unroll
  for (int eight = 0; eight < kEights; ++eight) {
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int64_t o = share.column + eight * 8 + (threadIdx.x & 3) * 2 + k;
      if (o < outer.out_channels) to[o] = has_sums ? to[o] + products[eight * 4 + k] : products[eight * 4 + k];
    }
  }
}

template <bool kBrief, int kColumns>
__global__ void __launch_bounds__(kThreads, 1) deep_outer_kernel(WindowOuter outer, Shares shares, bool aligned, bool whole, float* sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(1024) unsigned char deep_memory[];
  const int thread = int(threadIdx.x);
  const auto taps = int32_t(outer.map.taps);
  const Share share(shares, taps, kDepth, kColumns);
  const Rings<kColumns> rings{shared_address(deep_memory)};
  if (thread < 2) {
    start_barrier(rings.held_full(thread), kFeeding);
    start_barrier(rings.held_empty(thread), kMultiplying / 32);
  }
  if (thread < kStages) {
    start_barrier(rings.full(thread), kFeeding);
    start_barrier(rings.empty(thread), kMultiplying / 32);
  }
  if (thread < 2 * kZeroRows * kPieces) hold_zeros<kDepth>(thread / 2, rings.held(thread & 1));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  if (thread >= kMultiplying) {
    give_registers<kFeederRegisters>();
    feed(outer, shares, share, rings, aligned, whole);
    return;
  }
  take_registers<kMultiplierRegisters>();

  // A group's rows are 32 channels of a tap, then those of another; a warp has 16 of these channels.
  const int lane = thread & 31;
  const int warp = thread / 32;
  const int32_t own_tap = share.first_tap + warp / 2;
  const bool has_tap = own_tap < share.end_tap;
  const auto gathered = uint32_t((lane & 7) + (lane >> 4) * 8);  // of a chunk's targets, whose source this lane gathers
  const auto own_piece = uint32_t(warp % 2 * 2 + (lane >> 3 & 1));
  const uint32_t cell = kZeroRows * 16 + uint32_t(warp * 512 + lane * 16);
  float products[kColumns / 2] = {};
  const auto add_up = [&](bool has_sums) {
    if (has_tap) {
#pragma unroll
      for (int below = 0; below < 2; ++below) {
        const int32_t channel = share.channel + warp % 2 * 16 + lane / 4 + below * 8;
        add_row<kColumns / 8>(outer, share, in_place(own_tap), channel, has_sums, products + 2 * below, sums);
      }
    }
#pragma unroll
    for (float& product : products) product = 0;
  };
  const auto let_go = [&](uint32_t barrier) {
    __syncwarp();
    if (lane == 0) arrive(barrier);
  };
  const uint32_t own_slots = Rings<kColumns>::kSlots + (uint32_t(warp / 2) * kMatrixWindow + slot_place(gathered)) * 2;
  const auto windows = int32_t(shares.windows);
  uint32_t turn = 0;
  bool next_direct = outer.windows.counts[share.part] < 0;
  for (int32_t window = share.part; window < windows;) {
    const bool has_sums = turn > 0;
    const uint32_t end = turn + kLongSum;
    for (; turn < end && window < windows; ++turn, window += shares.parts) {
      const bool direct = next_direct;
      if (window + shares.parts < windows) next_direct = outer.windows.counts[window + shares.parts] < 0;
      const uint32_t held = rings.held(turn);
      rings.wait_held_full(turn);
#pragma unroll 1
      for (int half = 0; half < 2; ++half) {
        const uint32_t step = 2 * turn + uint32_t(half);
        const uint32_t gradients = rings.half(step);
        rings.wait_full(step);
        show_to_products();
        const auto find_slot = [&](int first) { return has_tap ? load_slot(held + own_slots + uint32_t(slot_place(first)) * 2) : 0; };
        const auto multiply = [&](const uint32_t (&left)[4], int chunk) {
          begin_products();
          MatrixProduct<kColumns>::template add<kBrief, true>(products, left, describe_operand<128>(gradients + uint32_t(chunk) * (kChunk * 128), kHalfWindow * 128));
          commit_products();
        };
        if (direct) {
#pragma unroll 1
          for (int chunk = 0; chunk < kChunks; ++chunk) {
            const int first = half * kHalfWindow + chunk * kChunk;
            const int64_t target = int64_t(in_place(window)) * kMatrixWindow + first + gathered;
            const int64_t source = find_slot(first) < kZeroRows ? -1 : outer.map.rows[in_place(own_tap) * outer.map.n_targets + target];
            uint32_t left[4];
            gather_cell(outer, aligned, source, in_place(share.channel) + own_piece * kPiece, held + cell);
            load_transposed(left, held + cell);
            multiply(left, chunk);
            wait_products<0>();
          }
        } else {
          uint32_t left[2][4];
#pragma unroll
          for (int chunk = 0; chunk < kChunks; ++chunk) {
            load_transposed(left[chunk & 1], held + held_place<kDepth>(find_slot(half * kHalfWindow + chunk * kChunk), own_piece));
            multiply(left[chunk & 1], chunk);
            wait_products<1>();
          }
        }
        wait_products<0>();
        let_go(rings.empty(step));
      }
      let_go(rings.held_empty(turn));
    }
    add_up(has_sums);
  }
#endif
}

/// Adds up the sums of parts, and lays them out as weights are.
template <bool kBrief>
__global__ void __launch_bounds__(kJoined * kJoining) join_parts_kernel(WindowOuter outer, int32_t parts, int64_t n, const float* sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  wait_for_previous();
  int64_t i;
  Run<1> sum;
  if (join(sums, n, parts, i, sum)) OuterWeight::of(outer, i).write<kBrief>(outer, sum.of[0]);
#endif
}

template <bool kBrief, int kColumns>
Status launch_deep(Context& context, const WindowOuter& outer) {
  Scratch memory(context);
  Shares shares{};
  DVDB_TRY(share_out(context, outer, {kTaps, kDepth, kColumns, 1, 0}, memory, shares));
  auto* const sums = static_cast<float*>(memory.data());
  const auto kernel = deep_outer_kernel<kBrief, kColumns>;
  constexpr int kBytes = int(Rings<kColumns>::kBytes);
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes), "set up products"));
  const bool aligned = has_whole_pieces(outer.source, outer.in_channels);
  const bool whole = has_whole_pieces(outer.gradients, outer.out_channels);
  cudaStream_t stream = context.device->stream;
  kernel<<<unsigned(shares.blocks()), kThreads, kBytes, stream>>>(outer, shares, aligned, whole, sums);
  DVDB_TRY(check_cuda(context, cudaGetLastError(), "launch"));
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  const dim3 joining(unsigned((n + kJoined - 1) / kJoined));
  return check_cuda(context, launch_behind(stream, join_parts_kernel<kBrief>, joining, kJoined * kJoining, 0, outer, shares.parts, n, sums), "launch");
}

template <bool kBrief>
Status with_columns(Context& context, const WindowOuter& outer) {
  return outer.out_channels <= 64 ? launch_deep<kBrief, 64>(context, outer) : launch_deep<kBrief, 128>(context, outer);
}

}  // namespace

Status deep_window_outer(Context& context, const WindowOuter& outer) {
  return outer.is_brief ? with_columns<true>(context, outer) : with_columns<false>(context, outer);
}

}  // namespace dvdb::backend
