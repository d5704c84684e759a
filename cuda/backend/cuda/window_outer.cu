// Gradients of weights over windows of targets, for few channels. A block sums up some taps over some windows: their products
// lie in registers all the while, what a window reads in shared memory, and the next is fetched meanwhile. Each warp has a
// few taps.
#include "backend/cuda/window_outer.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kUnits = 2;   // of a warp, each a tap or, where sources have 8 channels, two that share a product
constexpr int kThreads = 512;
constexpr int64_t kMostParts = int64_t(1) << 26;  // numbers that parts may take, beside one part

/// How a block divides kDepth channels of sources by kColumns of targets.
template <int kDepth, int kColumns>
struct Division {
  static constexpr int kUnitTaps = kDepth == 8 ? 2 : 1;
  static constexpr int kHigh = kDepth == 32 ? 2 : 1;    // products of a unit, 16 rows each
  static constexpr int kAtOnce = kDepth == 32 ? 1 : 2;  // blocks of a multiprocessor
  static constexpr int kTaps = kThreads / 32 * kUnits * kUnitTaps;
  static constexpr uint32_t kHeldBytes = kHeldRows * kDepth * 2;
  static constexpr uint32_t kSlots = kHalfWindow * kColumns * 2;  // behind gradients
  static constexpr uint32_t kHalfBytes = kSlots + kTaps * kHalfWindow * 2;
  static constexpr uint32_t kBytes = 2 * (kHeldBytes + kHalfBytes);
};

template <bool kBrief, int kDepth, int kColumns>
__global__ void __launch_bounds__(kThreads, Division<kDepth, kColumns>::kAtOnce)
    window_outer_kernel(WindowOuter outer, Shares shares, bool aligned, bool whole, float* sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Divided = Division<kDepth, kColumns>;
  constexpr int kPieces = kDepth / kPiece;
  constexpr int kUnitTaps = Divided::kUnitTaps;
  constexpr int kHigh = Divided::kHigh;
  constexpr int kEights = kColumns / 8;
  extern __shared__ __align__(1024) unsigned char outer_memory[];

  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int warp = thread / 32;
  const auto taps = int32_t(outer.map.taps);
  const Share share(shares, taps, kDepth, kColumns);
  const int32_t warp_tap = share.first_tap + warp * kUnits * kUnitTaps;
  const int32_t own_tap = warp_tap + (kUnitTaps == 2 ? lane >> 3 & 1 : 0);  // whose source this lane gathers
  const auto windows = int32_t(shares.windows);
  const uint32_t held_base = shared_address(outer_memory);
  const uint32_t half_base = held_base + 2 * Divided::kHeldBytes;
  const auto held = [&](int32_t turn) { return held_base + uint32_t(turn & 1) * Divided::kHeldBytes; };
  if (thread < 2 * kZeroRows * kPieces) store_16(held(thread & 1) + uint32_t(thread / 2) * 16, {});

  /// Holds what a window of this block reads, of its list one half.
  const auto hold_list = [&](int32_t turn, int32_t window, int half) {
    if (window >= windows) return;
    const int count = outer.windows.counts[window];
    const int middle = (count + 1) / 2;
    hold_sources<kDepth, kThreads, 2>(outer, share, aligned, window, half == 0 ? 0 : middle, half == 0 ? middle : count, thread, held(turn));
  };
  /// Holds the gradients of half a window, and its slots.
  const auto hold_half = [&](int32_t window, int half) {
    if (window >= windows) return;
    const uint32_t to = half_base + uint32_t(half) * Divided::kHalfBytes;
    hold_gradients<kColumns, kThreads>(outer, share, whole, window, half, thread, to);
    hold_slots<kHalfWindow, kThreads>(outer, share, window, half * kHalfWindow, thread, to + Divided::kSlots);
  };

  float products[kUnits][kHigh][kEights][4] = {};
  /// Adds the products to the sums of the part, and begins them anew.
  const auto add_up = [&](bool has_sums) {
#pragma unroll
    for (int unit = 0; unit < kUnits; ++unit) {
#pragma unroll
      for (int high = 0; high < kHigh; ++high) {
#pragma unroll
        for (int below = 0; below < 2; ++below) {
          const int32_t tap = warp_tap + unit * kUnitTaps + (kUnitTaps == 2 ? below : 0);
          const int64_t channel = share.channel + lane / 4 + (kUnitTaps == 2 ? 0 : high * 16 + below * 8);
          if (tap < share.end_tap) add_row<kEights>(outer, share, in_place(tap), channel, has_sums, products[unit][high][0] + 2 * below, sums);
        }
#pragma unroll
        for (int sum = 0; sum < kEights * 4; ++sum) products[unit][high][sum / 4][sum % 4] = 0;
      }
    }
  };

  const auto gathered = uint32_t((lane & 7) + (lane >> 4) * 8);     // of a chunk's targets, whose source this lane gathers
  const auto read = uint32_t((lane & 7) + (lane >> 3 & 1) * 8);     // whose gradients it reads
  const uint32_t source_piece = kDepth == 8 ? 0 : uint32_t(lane >> 3 & 1);
  const uint32_t gradient = half_base + gradient_place<kColumns>(read, uint32_t(lane >> 4));
  const uint32_t cell = kZeroRows * kDepth * 2 + uint32_t(warp * (kHigh * 512) + lane * 16);

  hold_list(0, share.part, 0);
  hold_list(0, share.part, 1);
  hold_half(share.part, 0);
  commit_copies();
  int32_t turn = 0;
  for (int32_t window = share.part; window < windows;) {
    const bool has_sums = turn > 0;
    const int32_t end = turn + kLongSum;
    for (; turn < end && window < windows; ++turn, window += shares.parts) {
const bool direct = outer.windows.counts[window] < 0;
      for (int half = 0; half < 2; ++half) {
        wait_copies<0>();
        __syncthreads();
        hold_half(half == 0 ? window : window + shares.parts, half ^ 1);
        hold_list(turn + 1, window + shares.parts, half);
        commit_copies();
        const uint32_t own_half = half_base + uint32_t(half) * Divided::kHalfBytes;
        const uint32_t own_slots = own_half + Divided::kSlots + (uint32_t(own_tap - share.first_tap) * kHalfWindow + slot_place(gathered)) * 2;
        const auto find_slots = [&](int chunk, uint32_t (&to)[kUnits]) {
#pragma unroll
          for (int unit = 0; unit < kUnits; ++unit) {
            to[unit] = own_tap + unit * kUnitTaps < share.end_tap ? load_slot(own_slots + uint32_t(unit * kUnitTaps * kHalfWindow + slot_place(chunk * kChunk)) * 2) : 0;
          }
        };
        uint32_t next[kUnits];
        find_slots(0, next);
        /// Sums up what the warp's taps read for a chunk.
        const auto multiply = [&]<bool kDirect>(int chunk) {
          uint32_t slots[kUnits];
          uint32_t any = 0;
#pragma unroll
          for (int unit = 0; unit < kUnits; ++unit) any |= slots[unit] = next[unit];
          if (chunk + 1 < kHalfWindow / kChunk) find_slots(chunk + 1, next);
          if (!__any_sync(~0u, any >= kZeroRows)) return;
          const uint32_t from = gradient + uint32_t(half) * Divided::kHalfBytes + uint32_t(chunk) * (kChunk * kColumns * 2);
          uint32_t right[kEights / 2][4];
#pragma unroll
          for (int pair = 0; pair < kEights / 2; ++pair) load_transposed(right[pair], from ^ uint32_t(pair * 32));
#pragma unroll
          for (int unit = 0; unit < kUnits; ++unit) {
            uint32_t place = held(turn) + place_of<kDepth>(slots[unit], source_piece);
            if constexpr (kDirect) {
              const int64_t target = int64_t(window) * kMatrixWindow + half * kHalfWindow + chunk * kChunk + gathered;
              const int64_t source = slots[unit] < kZeroRows ? -1 : outer.map.rows[(in_place(own_tap) + unit * kUnitTaps) * outer.map.n_targets + target];
              place = held(turn) + cell;
              gather_cell<kHigh>(outer, aligned, source, share.channel + source_piece * kPiece, place);
            }
            uint32_t left[kHigh][4];
#pragma unroll
            for (int high = 0; high < kHigh; ++high) load_transposed(left[high], kDirect ? place + high * 512 : place ^ uint32_t(high * 32));
#pragma unroll
            for (int high = 0; high < kHigh; ++high) {
#pragma unroll
              for (int eight = 0; eight < kEights; ++eight) {
                add_product<kBrief>(products[unit][high][eight], left[high], right[eight / 2][eight % 2 * 2], right[eight / 2][eight % 2 * 2 + 1]);
              }
            }
          }
        };
        if (direct) {
#pragma unroll 1
          for (int chunk = 0; chunk < kHalfWindow / kChunk; ++chunk) multiply.template operator()<true>(chunk);
        } else {
#pragma unroll 2
          for (int chunk = 0; chunk < kHalfWindow / kChunk; ++chunk) multiply.template operator()<false>(chunk);
        }
      }
    }
    add_up(has_sums);
  }
#endif
}

template <bool kBrief>
__global__ void __launch_bounds__(256) join_parts_kernel(WindowOuter outer, int32_t parts, int64_t n, const float* sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int32_t part = 0; part < parts; ++part) sum += sums[part * n + i];
  OuterWeight::of(outer, i).write<kBrief>(outer, sum);
#endif
}

template <bool kBrief, int kDepth, int kColumns>
Status launch_outer(Context& context, const WindowOuter& outer) {
  using Divided = Division<kDepth, kColumns>;
  Scratch memory(context);
  Shares shares{};
  DVDB_TRY(share_out(context, outer, {Divided::kTaps, kDepth, kColumns, Divided::kAtOnce}, memory, shares));
  auto* const sums = static_cast<float*>(memory.data());
  const auto kernel = window_outer_kernel<kBrief, kDepth, kColumns>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(Divided::kBytes)), "set up products"));
  const bool aligned = has_whole_pieces(outer.source, outer.in_channels);
  const bool whole = has_whole_pieces(outer.gradients, outer.out_channels);
  kernel<<<unsigned(shares.blocks()), kThreads, Divided::kBytes, context.device->stream>>>(outer, shares, aligned, whole, sums);
  DVDB_TRY(check_cuda(context, cudaGetLastError(), "launch"));
  return join_parts(context, outer, shares, sums);
}

template <bool kBrief, int kDepth>
Status with_columns(Context& context, const WindowOuter& outer) {
  if (outer.out_channels <= 16) return launch_outer<kBrief, kDepth, 16>(context, outer);
  return launch_outer<kBrief, kDepth, 32>(context, outer);
}

template <bool kBrief>
Status with_depth(Context& context, const WindowOuter& outer) {
  if (outer.in_channels <= 8) return with_columns<kBrief, 8>(context, outer);
  if (outer.in_channels <= 16) return with_columns<kBrief, 16>(context, outer);
  return with_columns<kBrief, 32>(context, outer);
}

}  // namespace

Status share_out(Context& context, const WindowOuter& outer, const BlockShape& block, Scratch& memory, Shares& out) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  out.groups = int32_t((outer.map.taps + block.taps - 1) / block.taps);
  out.slices = int32_t((outer.in_channels + block.depth - 1) / block.depth);
  out.tiles = int32_t((outer.out_channels + block.columns - 1) / block.columns);
  out.windows = GatherWindows::windows_of(outer.map.n_targets);
  out.parts = 1;
  const int64_t at_once = int64_t(context.device->multiprocessors) * block.at_once / out.blocks();
  out.parts = int32_t(max_of(min_of(min_of(at_once, kMostParts / n), out.windows), int64_t(1)));
  return memory.allocate(out.parts * n * int64_t(sizeof(float)));
}

Status join_parts(Context& context, const WindowOuter& outer, const Shares& shares, const float* sums) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  const auto kernel = outer.is_brief ? join_parts_kernel<true> : join_parts_kernel<false>;
  kernel<<<unsigned((n + 255) / 256), 256, 0, context.device->stream>>>(outer, shares.parts, n, sums);
  return check_cuda(context, cudaGetLastError(), "launch");
}

Status window_outer(Context& context, const WindowOuter& outer) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  if (n == 0) return {};
  if (outer.map.n_targets == 0) return fill(context, outer.out, 0, 2, n * (outer.undo == nullptr ? 2 : 4));
  if (outer.in_channels > 16 && outer.out_channels > 32) return deep_window_outer(context, outer);
  return outer.is_brief ? with_depth<true>(context, outer) : with_depth<false>(context, outer);
}

}  // namespace dvdb::backend
