/// Gradients of weights over windows of targets. Teams of warps take windows by turns; a warp sums up some taps,
/// whose products lie in registers all the while. Other warps fetch what the next windows read to shared memory.
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/outer_division.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

/// Feeds a block; called by kFeeding threads.
template <int kDepth, int kColumns>
__device__ void feed(const WindowOuter& outer, const OuterPartition& partition, const OuterTile& outer_tile,
                     const typename Division<kDepth, kColumns>::Ring& ring, bool aligned, bool whole) {
  using Divided = Division<kDepth, kColumns>;
  const int feeder = int(threadIdx.x) - Divided::kMultiplying;
  int next_count = outer.windows.counts[outer_tile.part];
  uint32_t turn = 0;
  for (int64_t window = outer_tile.part; window < partition.windows; window += partition.parts, ++turn) {
    const int count = next_count;
    const int64_t next = window + partition.parts;
    const auto slots = [&](int64_t of) {
      return outer.windows.slots + (of * outer.map.taps + outer_tile.first_tap) * kMatrixWindow;
    };
    const uint32_t slot_bytes = uint32_t(outer_tile.end_tap - outer_tile.first_tap) * kSlotBytes;
    if (next < partition.windows) {
      next_count = outer.windows.counts[next];
      if (feeder == 0) {
        prefetch_run(slots(next), slot_bytes);
        prefetch_run(outer.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
      }
    }
    ring.wait_empty(turn);
    if (feeder == 0) {
      expect_bytes(ring.full(turn), slot_bytes);
      copy_run(ring.stage(turn) + Divided::kSlots, slots(window), slot_bytes, ring.full(turn));
    }
    hold_sources<kDepth, kFeeding, 8>(outer, outer_tile, aligned, window, count, feeder, ring.stage(turn));
    hold_gradients<kColumns, kFeeding>(outer, outer_tile, whole, window, feeder,
                                       ring.stage(turn) + Divided::kGradients);
    // Rows of gradients behind the last are stored, not copied; channels behind the last reach no result.
    if (!aligned || !whole || next >= partition.windows) __threadfence_block();
    arrive_with_copies(ring.full(turn));
  }
}

template <bool kIsBf16, int kDepth, int kColumns>
__global__ void __launch_bounds__(Division<kDepth, kColumns>::kThreads, 1)
    window_outer_kernel(WindowOuter outer, OuterPartition partition, bool aligned, bool whole, float4* sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Divided = Division<kDepth, kColumns>;
  constexpr int kPieces = kDepth / kPiece;
  constexpr int kUnitTaps = Divided::kUnitTaps;
  constexpr int kUnits = Divided::kUnits;
  constexpr int kWarps = Divided::kWarps;
  constexpr int kTeams = Divided::kTeams;
  constexpr int kEights = kColumns / 8;
  extern __shared__ __align__(1024) unsigned char outer_memory[];

  const auto taps = int32_t(outer.map.taps);
  const OuterTile outer_tile(partition, taps, kDepth, kColumns);
  const typename Divided::Ring ring{shared_address(outer_memory)};
  // Set up: barriers, rows of zeros and slots of zeros; then some warps feed, and the others multiply.
  if (threadIdx.x < Divided::kStages) {
    start_barrier(ring.full(threadIdx.x), kFeeding + 1);
    start_barrier(ring.empty(threadIdx.x), Divided::kTeam / 32);
  }
  for (int at = int(threadIdx.x); at < Divided::kStages * kZeroRows * kPieces; at += Divided::kThreads) {
    hold_zeros<kDepth>(at / Divided::kStages, ring.stage(uint32_t(at % Divided::kStages)));
  }
  // Slots of taps that the block lacks.
  const uint32_t lacking = uint32_t(outer_tile.end_tap - outer_tile.first_tap) * kSlotBytes;
  for (uint32_t at = lacking + threadIdx.x * 16; at < Divided::kTaps * kSlotBytes; at += Divided::kThreads * 16) {
    for (uint32_t stage = 0; stage < Divided::kStages; ++stage) store_16(ring.stage(stage) + Divided::kSlots + at, {});
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  if (threadIdx.x >= Divided::kMultiplying) {
    give_registers<Divided::kFeederRegisters>();
    feed<kDepth, kColumns>(outer, partition, outer_tile, ring, aligned, whole);
    return;
  }
  take_registers<Divided::kMultiplierRegisters>();

  const int thread = int(threadIdx.x) % Divided::kTeam;
  const int team = int(threadIdx.x) / Divided::kTeam;
  const int lane = thread & 31;
  const int slice = thread / (kWarps * 32);
  const WarpTaps<Divided> own(outer_tile, thread / 32 % kWarps);
  const int32_t units = __shfl_sync(~0u, own.units, 0);
  const int32_t own_tap = own.first + (kUnitTaps == 2 ? lane >> 3 & 1 : 0);  // whose source this lane gathers
  const int32_t own_units = (own.end - own_tap + kUnitTaps - 1) / kUnitTaps;
  const auto gathered = uint32_t((lane & 7) + (lane >> 4) * 8);  // of a chunk's targets, whose source this lane gathers
  const auto read = uint32_t((lane & 7) + (lane >> 3 & 1) * 8);  // whose gradients it reads
  const uint32_t piece = kDepth == 8 ? 0 : uint32_t(slice * 2 + (lane >> 3 & 1));
  const uint32_t own_piece = held_place<kDepth>(0, piece);
  const uint32_t gradient = Divided::kGradients + place_of<kColumns>(read, uint32_t(lane >> 4));
  const uint32_t cell = kZeroRows * 16 + uint32_t(thread / 32 * 512 + lane * 16);
  const auto windows = int32_t(partition.windows);
  const int32_t stride = partition.parts * kTeams;
  const uint32_t own_slots =
      Divided::kSlots + uint32_t(own_tap - outer_tile.first_tap) * kSlotBytes + uint32_t(slot_place(int(gathered))) * 2;

  /// Finds this lane's slots of two chunks. Those of units that the warp lacks are of other taps, and nothing becomes
  /// of them.
  const auto find_slots = [&](uint32_t slots, int chunk, uint32_t (&to)[kUnits]) {
#pragma unroll
    for (int unit = 0; unit < kUnits; ++unit) {
      to[unit] =
          load_word(slots + uint32_t(slot_place(chunk * kChunk)) * 2 + uint32_t(unit) * (kUnitTaps * kSlotBytes));
    }
  };
  /// Chunks of a window that this lane's number's unit has, a bit each.
  const auto find_mask = [&](int32_t window) -> uint32_t {
    if (window >= windows || lane >= units) return 0;
    const int32_t tap = own.first + lane * kUnitTaps;
    const uint16_t* const masks = outer.windows.masks + int64_t(window) * taps + tap;
    return masks[0] | (kUnitTaps == 2 && tap + 1 < own.end ? masks[1] : 0);
  };

  float products[kUnits][kEights][4] = {};
  const int64_t block = blockIdx.x + (partition.apart ? team * partition.blocks() : 0);
  float4* const to = sums + block * (Divided::kSums / 4) + thread;
  /// Adds the products to what was written before, or writes them, and begins them anew.
  const auto add_up = [&](bool has_sums) {
#pragma unroll
    for (int k = 0; k < kUnits * kEights; ++k) {
      auto& four = products[k / kEights][k % kEights];
      const float4 before = has_sums ? to[k * Divided::kTeam] : float4{};
      to[k * Divided::kTeam] =
          make_float4(before.x + four[0], before.y + four[1], before.z + four[2], before.w + four[3]);
#pragma unroll
      for (float& product : four) product = 0;
    }
  };
  // Load: sources by their slots, and gradients; multiply: add their products.
  using Left = uint32_t[4];
  const auto load_left = [&](Left& to, uint32_t slots, int which, uint32_t held) {
    load_transposed(to, __dp2a_lo(slots, which == 0 ? 16u : 16u << 8, held));
  };
  using Right = uint32_t[kEights / 2][4];
  const auto load_right = [&](Right& to, int chunk, uint32_t gradients) {
#pragma unroll
    for (int pair = 0; pair < kEights / 2; ++pair)
      load_transposed(to[pair], (gradients ^ uint32_t(pair * 32)) + uint32_t(chunk * (kChunk * kColumns * 2)));
  };
  const auto multiply = [&](int unit, const Left& left, const Right& right) {
#pragma unroll
    for (int eight = 0; eight < kEights; ++eight) {
      add_product<kIsBf16>(products[unit][eight], left, right[eight / 2][eight % 2 * 2],
                           right[eight / 2][eight % 2 * 2 + 1]);
    }
  };

  int32_t window = outer_tile.part + team * partition.parts;
  uint32_t next_mask = find_mask(window);
  int next_count = window < windows ? outer.windows.counts[window] : 0;
  bool has_sums = false;
  auto turn = uint32_t(team);
  // Multiply: windows by turns, as many as a sum may be long.
  do {
    for (int added = 0; added < kLongSum && window < windows; ++added, turn += kTeams) {
      const int32_t own_window = window;
      const bool direct = next_count < 0;
      const uint32_t mask = next_mask;
      window += stride;
      next_mask = find_mask(window);
      if (window < windows) next_count = outer.windows.counts[window];
      const auto present = int32_t(__reduce_add_sync(~0u, __popc(mask)));
      const uint32_t held = ring.stage(turn) + own_piece;
      const uint32_t gradients = ring.stage(turn) + gradient;
      ring.wait_full(turn);
      const uint32_t slots = ring.stage(turn) + own_slots;
      if (direct) {
#pragma unroll 1
        for (int chunk = 0; chunk < kChunks; ++chunk) {
          const int64_t target = int64_t(own_window) * kMatrixWindow + chunk * kChunk + gathered;
          const uint32_t place = ring.stage(turn) + cell;
          Right right;
          load_right(right, chunk, gradients);
#pragma unroll
          for (int unit = 0; unit < kUnits; ++unit) {
            const bool inside = unit < own_units && target < outer.map.n_targets;
            const int64_t source =
                inside ? outer.map.rows[(in_place(own_tap) + unit * kUnitTaps) * outer.map.n_targets + target] : -1;
            gather_cell(outer, aligned, source, in_place(outer_tile.channel) + piece * kPiece, place);
            Left left;
            load_transposed(left, place);
            multiply(unit, left, right);
          }
        }
      } else if (present * 4 < units * (3 * kChunks)) {
        // Chunks that many units lack: only those that are there.
#pragma unroll 1
        for (int chunk = 0; chunk < kChunks; chunk += kAtOnce) {
          uint32_t now[kUnits];
          find_slots(slots, chunk, now);
#pragma unroll
          for (int which = 0; which < kAtOnce; ++which) {
            const uint32_t has = __ballot_sync(~0u, mask >> (chunk + which) & 1);
            if (has == 0) continue;
            Right right;
            Left left[kUnits];
            load_right(right, chunk + which, gradients);
#pragma unroll
            for (int unit = 0; unit < kUnits; ++unit) {
              if (has >> unit & 1) load_left(left[unit], now[unit], which, held);
            }
#pragma unroll
            for (int unit = 0; unit < kUnits; ++unit) {
              if (has >> unit & 1) multiply(unit, left[unit], right);
            }
          }
        }
      } else {
        // A unit's next source is loaded when its products of this one have begun; behind the last, one more time what
        // is there.
        const bool has_last = units == kUnits;
        uint32_t now[kUnits];
        Left left[kUnits];
        Right right[kAtOnce];
        find_slots(slots, 0, now);
        load_right(right[0], 0, gradients);
#pragma unroll
        for (int unit = 0; unit < kUnits; ++unit) load_left(left[unit], now[unit], 0, held);
#pragma unroll 1
        for (int chunk = 0; chunk < kChunks; chunk += kAtOnce) {
          const int next_chunk = (chunk + kAtOnce) % kChunks;
          uint32_t next[kUnits];
          find_slots(slots, next_chunk, next);
#pragma unroll
          for (int which = 0; which < kAtOnce; ++which) {
            load_right(right[1 - which], which == 0 ? chunk + 1 : next_chunk, gradients);
#pragma unroll
            for (int unit = 0; unit < kUnits; ++unit) {
              if (unit == kUnits - 1 && !has_last) continue;
              multiply(unit, left[unit], right[which]);
              load_left(left[unit], which == 0 ? now[unit] : next[unit], 1 - which, held);
            }
          }
#pragma unroll
          for (int unit = 0; unit < kUnits; ++unit) now[unit] = next[unit];
        }
      }
      __syncwarp();
      if (lane == 0) arrive(ring.empty(turn));
    }
    // Join: the sums of teams.
    if constexpr (kTeams > 1) {
      if (!partition.apart) {
        // Teams' sums meet in the first one's registers.
        const auto meet = [] { asm volatile("bar.sync 1, %0;" ::"n"(Divided::kMultiplying) : "memory"); };
        constexpr int kOwn = kUnits * kEights * 4;
        float* const met = reinterpret_cast<float*>(outer_memory) + thread;
        const auto each = [&](int of, auto body) {
#pragma unroll
          for (int sum = 0; sum < kOwn; ++sum)
            body(products[sum / (kEights * 4)][sum / 4 % kEights][sum % 4],
                 met[((of - 1) * kOwn + sum) * Divided::kTeam]);
        };
        meet();
        if (team > 0) each(team, [](float own, float& place) { place = own; });
        meet();
        if (team > 0) return;
#pragma unroll 1
        for (int other = 1; other < kTeams; ++other) each(other, [](float& own, float place) { own += place; });
      }
    }
    // Store: the products of these windows.
    add_up(has_sums);
    has_sums = true;
  } while (window < windows);
#endif
}

/// Adds up the sums of parts, which lie as warps have them, and lays them out as weights are.
template <bool kIsBf16, int kDepth, int kColumns>
__global__ void __launch_bounds__(kJoined* kJoining)
    join_products_kernel(WindowOuter outer, OuterPartition partition, int32_t written, int64_t n, const float4* sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Divided = Division<kDepth, kColumns>;
  constexpr int kUnitTaps = Divided::kUnitTaps;
  constexpr int kWarps = Divided::kWarps;
  wait_for_previous();
  int64_t i;
  float4 sum;
  if (!join(sums, n, written, i, sum)) return;
  const float own_sums[] = {sum.x, sum.y, sum.z, sum.w};
  const int thread = int(i % Divided::kTeam);
  const auto k = int(i / Divided::kTeam % (Divided::kUnits * (kColumns / 8)));
  const OuterTile outer_tile(partition, outer.map.taps, kDepth, kColumns,
                             uint32_t(i / (Divided::kTeam * Divided::kUnits * (kColumns / 8))));
  const WarpTaps<Divided> own(outer_tile, thread / 32 % kWarps);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    const int32_t tap = own.first + k / (kColumns / 8) * kUnitTaps + (kUnitTaps == 2 ? at / 2 : 0);
    const int64_t from =
        outer_tile.channel + thread / (kWarps * 32) * 16 + thread % 32 / 4 + (kUnitTaps == 2 ? 0 : at / 2 * 8);
    const int64_t to = outer_tile.column + k % (kColumns / 8) * 8 + thread % 4 * 2 + at % 2;
    if (tap < own.end && from < outer.in_channels && to < outer.out_channels)
      OuterWeight{from, to, tap}.write<kIsBf16>(outer, own_sums[at]);
  }
#endif
}

/// Divides sums by the blocks that run at once, one on a multiprocessor.
template <int kDepth, int kColumns>
OuterPartition partition_outer(Context& context, const WindowOuter& outer) {
  using Divided = Division<kDepth, kColumns>;
  OuterPartition out{};
  out.groups = int32_t((outer.map.taps + Divided::kTaps - 1) / Divided::kTaps);
  out.slices = int32_t((outer.in_channels + kDepth - 1) / kDepth);
  out.tiles = int32_t((outer.out_channels + kColumns - 1) / kColumns);
  out.windows = GatherWindows::windows_of(outer.map.n_targets);
  const int64_t at_once = context.device->multiprocessors / out.of_part();
  const int64_t most = kMostParts / (out.of_part() * Divided::kSums * Divided::kTeams);
  out.parts = int32_t(max_of(min_of(min_of(at_once, most), out.windows), int64_t(1)));
  out.apart = out.windows > int64_t(out.parts) * Divided::kTeams * kLongSum;
  return out;
}

template <bool kIsBf16, int kDepth, int kColumns>
Status launch_outer(Context& context, const WindowOuter& outer) {
  using Divided = Division<kDepth, kColumns>;
  const OuterPartition partition = partition_outer<kDepth, kColumns>(context, outer);
  const int32_t written = partition.apart ? partition.parts * Divided::kTeams : partition.parts;
  const int64_t n = partition.of_part() * (Divided::kSums / 4);
  Scratch memory(context);
  Span<float4> sums;
  DVDB_TRY(memory.allocate(written * n, sums));
  const auto kernel = window_outer_kernel<kIsBf16, kDepth, kColumns>;
  constexpr int kBytes = int(Divided::Ring::kBytes);
  DVDB_TRY(allow_block_bytes(context, kernel, kBytes));
  const bool aligned = has_whole_pieces(outer.source, outer.in_channels);
  const bool whole = has_whole_pieces(outer.gradients, outer.out_channels);
  cudaStream_t stream = context.device->stream;
  kernel<<<unsigned(partition.blocks()), Divided::kThreads, kBytes, stream>>>(outer, partition, aligned, whole,
                                                                              sums.data);
  DVDB_TRY(check_launch(context));
  const auto join_kernel = join_products_kernel<kIsBf16, kDepth, kColumns>;
  const dim3 joining(unsigned((n + kJoined - 1) / kJoined));
  return check_cuda(
      context,
      launch_behind(stream, join_kernel, joining, kJoined * kJoining, 0, outer, partition, written, n, sums.data),
      "launch");
}

template <bool kIsBf16>
Status with_depth(Context& context, const WindowOuter& outer) {
  return with_width<8, 16, 32>(outer.in_channels, [&]<int kDepth>() -> Status {
    return with_width<16, 32>(outer.out_channels, [&]<int kColumns>() -> Status {
      return launch_outer<kIsBf16, kDepth, kColumns>(context, outer);
    });
  });
}

}  // namespace

Status window_outer(Context& context, const WindowOuter& outer) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  if (n == 0) return {};
  if (outer.map.n_targets == 0) return fill(context, outer.out, 0, 2, n * outer.result_bytes());
  return outer.is_bf16 ? with_depth<true>(context, outer) : with_depth<false>(context, outer);
}

}  // namespace dvdb::backend
