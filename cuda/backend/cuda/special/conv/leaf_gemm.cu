/// Products leaf by leaf for few channels. A team of warps looks the voxels that a leaf's targets read up in the masks
/// of the leaves around it, holds their rows on chip, and gathers them there for each tap.
#include "backend/api/special/conv/leaf_gemm.hpp"

#include "backend/api/memory.hpp"
#include "backend/cuda/launch/lanes.cuh"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/leaf_box.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

template <bool kIsBf16, int kDepth, int kColumns>
__global__ void __launch_bounds__(threads_of(kDepth), blocks_of(kDepth, kColumns))
    leaf_gemm_kernel(WindowGemm gemm, LeafBlocks leaves, LeafBox box, const uint8_t* packed, bool aligned, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Packed = Packing<kDepth, kColumns>;
  constexpr int kPieces = Packed::kPieces;
  constexpr int kUnitTaps = Packed::kUnitTaps;
  extern __shared__ __align__(1024) unsigned char leaf_memory[];
  const int lane = int(threadIdx.x) & 31;
  const int half = lane >> 4;
  const int team = int(threadIdx.x) / 32 / box.team_warps;
  const int team_threads = box.team_warps * 32;
  const int thread = int(threadIdx.x) - team * team_threads;
  unsigned char* const own = leaf_memory + box.weight_bytes + box.tap_bytes + team * box.team_bytes;
  unsigned char* const own_rows = own + 2 * box.word_bytes;
  const uint32_t held = shared_address(own_rows);
  auto* const taps = reinterpret_cast<uint16_t*>(leaf_memory + box.weight_bytes);                // offsets in the box
  auto* const slots = reinterpret_cast<uint16_t*>(own_rows + box.row_bytes);                     // of the box's voxels
  auto* const columns = reinterpret_cast<uint16_t*>(own_rows + box.row_bytes + box.slot_bytes);  // rows before each
  auto* const voxels = reinterpret_cast<uint16_t*>(own_rows + box.row_bytes + box.slot_bytes +
                                                   box.column_bytes);     // of the targets, in the box
  auto* const starts = voxels + kSide * kSide * kSide;                    // rows before each slice of the box
  auto* const counts = reinterpret_cast<int32_t*>(starts + kMostStarts);  // rows of each warp's columns
  const int32_t units = (box.taps + kUnitTaps - 1) / kUnitTaps;
  const uint8_t* weights = packed + int64_t(blockIdx.y) * units * Packed::kUnitBytes;
  const int64_t channel = int64_t(blockIdx.y) * kColumns + (lane & 3) * (kColumns / 4);
  const uint32_t inside = (1u << box.size[2]) - 1;
  const auto join = [&] {
    if (box.team_warps == 1) {
      __syncwarp();
    } else {
      asm volatile("bar.sync %0, %1;" ::"r"(team + 1), "r"(team_threads) : "memory");
    }
  };

  // Set up: offsets of taps, rows of zeros, and the weights if they fit.
  for (int at = int(threadIdx.x); at < box.taps; at += int(blockDim.x)) {
    const int c = at % box.taps_along[2];
    const int b = at / box.taps_along[2] % box.taps_along[1];
    const int a = at / box.taps_along[2] / box.taps_along[1];
    taps[at] = uint16_t(box.first + a * box.step[0] + b * box.step[1] + c * box.step[2]);
  }
  for (int at = thread; at < kZeroRows * kPieces; at += team_threads) store_16(held + at * 16, {});
  wait_for_previous();
  if (box.weight_bytes > 0) {
    for (int at = int(threadIdx.x) * 16; at < units * Packed::kUnitBytes; at += int(blockDim.x) * 16)
      copy_16(shared_address(leaf_memory) + at, weights + at);
    commit_copies();
    wait_copies<0>();
    weights = leaf_memory;
  }
  weights += lane * 16;
  __syncthreads();
  // Load the surroundings of a leaf: the words of the slices of the box from 9 leaves each, of 27 leaves the prefixes
  // and the first rows, and the targets.
  const int32_t n_words = box.size[0] * kAcross;
  const auto look_around = [&](int64_t leaf, uint32_t turn) {
    if (leaf < leaves.n) {
      const uint32_t* const near = leaves.near + leaf * LeafBlocks::kNear;
      const uint32_t to = shared_address(own) + (turn & 1) * box.word_bytes;
      for (int at = thread; at < n_words; at += team_threads) {
        const int x = at / kAcross + box.low[0];
        const uint32_t index = near[((x >> 3) + 1) * kAcross + at % kAcross];
        copy_8_or_clear(to + at * 8, &leaves.sources[index == kNoLeaf ? 0 : index].mask[x & 7], index != kNoLeaf);
      }
      for (int at = thread; at < 2 * LeafBlocks::kNear; at += team_threads) {
        const uint32_t index = near[at % LeafBlocks::kNear];
        const VoxelBlock& source = leaves.sources[index == kNoLeaf ? 0 : index];
        copy_8_or_clear(to + (n_words + at) * 8, at < LeafBlocks::kNear ? &source.prefix : &source.first,
                        index != kNoLeaf);
      }
      if (thread < int(sizeof(VoxelBlock) / 8))
        copy_8_or_clear(to + (n_words + 2 * LeafBlocks::kNear + thread) * 8, leaves.targets[leaf].mask + thread, true);
    }
    commit_copies();
  };
  const int64_t next = int64_t(gridDim.x) * box.teams;
  uint32_t turn = 0;
  look_around(int64_t(blockIdx.x) * box.teams + team, turn);
  for (int64_t leaf = int64_t(blockIdx.x) * box.teams + team; leaf < leaves.n; leaf += next, ++turn) {
    const auto* const words = reinterpret_cast<const uint64_t*>(own + (turn & 1) * box.word_bytes);
    const uint64_t* const prefixes = words + n_words;
    const uint64_t* const firsts = prefixes + LeafBlocks::kNear;
    const uint64_t* const targets = firsts + LeafBlocks::kNear;  // as a VoxelBlock
    /// Calls `take(part, bits)` for the three leaves that a column of the box lies in.
    const auto read_column = [&](int x, int y, auto take) {
      const int at = y + box.low[1];
      const auto* const lines = reinterpret_cast<const uint8_t*>(words + x * kAcross + ((at >> 3) + 1) * 3) + (at & 7);
#pragma unroll
      for (int part = 0; part < 3; ++part) {
        const uint32_t line = lines[part * 8];
        const int up = (part - 1) * kSide - box.low[2];  // from the leaf to the box
        take(part, (up < 0 ? line >> -up : line << up) & inside);
      }
    };

    // List: the targets of the leaf by their places in the box.
    wait_copies<0>();
    join();
    const uint64_t target_prefix = targets[8];
    for (int line = thread; line < kSide * kSide; line += team_threads) {
      const uint64_t word = targets[line / kSide];
      int32_t at = count_before(target_prefix, line / kSide) + __popcll(word & ((uint64_t(1) << line % kSide * 8) - 1));
      const int32_t place = (line / kSide * box.size[1] + line % kSide) * box.size[2];
      for (uint32_t rest = uint32_t(word >> line % kSide * 8) & 255; rest != 0; rest &= rest - 1)
        voxels[at++] = uint16_t(place + __ffs(int(rest)) - 1);
    }
    // Rank: the voxels of the box, column by column, to know the slot of each.
    int32_t found = 0;  // rows of the columns so far
    for (int first = 0; first < box.columns(); first += team_threads) {
      const int column = first + thread;
      uint32_t bits = 0;
      const int x = column * box.across >> kAcrossLog2;
      const int y = column - x * box.size[1];
      if (column < box.columns()) read_column(x, y, [&](int, uint32_t some) { bits |= some; });
      const int count = __popc(bits);
      const int upto = sum_upto_lane(count);
      int32_t before = found + upto - count;
      if (box.team_warps == 1) {
        found += __shfl_sync(~0u, upto, 31);
      } else {
        if (first > 0) join();
        if (lane == 31) counts[thread / 32] = upto;
        join();
        for (int warp = 0; warp < box.team_warps; ++warp) {
          found += counts[warp];
          if (warp < thread / 32) before += counts[warp];
        }
      }
      if (column >= box.columns()) continue;
      columns[column] = uint16_t(before);
      if (y == 0) starts[x] = uint16_t(before);
      uint16_t* const to = slots + column * box.size[2];
      for (int z = 0; z < box.size[2]; ++z) {
        const uint32_t present = bits >> z & 1;
        to[z] = uint16_t(present != 0 ? kZeroRows + before : (column + z) & (kZeroRows - 1));
        before += int32_t(present);
      }
    }
    if (thread == 0) starts[box.size[0]] = uint16_t(found);
    join();

    // As many slices of targets at once as rows can be held.
    bool looked = false;  // whether the next leaf's surroundings come already
    for (int begin = 0; begin < kSide;) {
      const int32_t slab = starts[begin];
      int end = begin + 1;
      while (end < kSide && starts[end + box.taps_along[0]] - slab <= box.rows) ++end;
      const int32_t first_target = count_before(target_prefix, begin);
      const int32_t n_targets =
          (end < kSide ? count_before(target_prefix, end) : count_before(target_prefix, 7) + __popcll(targets[7])) -
          first_target;
      const int first_column = begin * box.size[1];
      const int n_columns = (end - begin + box.taps_along[0] - 1) * box.size[1];
      begin = end;
      if (n_targets == 0) continue;
      // Gather: the rows of the box's voxels in these slices.
      if (first_column > 0) join();
      for (int at = thread; at < n_columns * kPieces; at += team_threads) {
        const int piece = at % kPieces;
        const int column = first_column + at / kPieces;
        uint32_t slot = uint32_t(kZeroRows + columns[column] - slab);
        const int x = column * box.across >> kAcrossLog2;
        const int y = column - x * box.size[1];
        const int slice = x + box.low[0];
        const int across = ((y + box.low[1]) >> 3) + 1;
        read_column(x, y, [&](int part, uint32_t bits) {
          if (bits == 0) return;
          // The first voxel of the box in this leaf.
          const int bit = ((y + box.low[1]) & 7) * 8 + (part == 0 ? kSide + box.low[2] : 0);
          const int at = ((slice >> 3) + 1) * kAcross + across * 3 + part;
          const uint64_t word = words[x * kAcross + across * 3 + part];
          int64_t row =
              int64_t(firsts[at]) + count_before(prefixes[at], slice & 7) + __popcll(word & ((uint64_t(1) << bit) - 1));
          for (int left = __popc(bits); left > 0; --left, ++row, ++slot)
            hold_piece(gemm, aligned, row, piece * kPiece, held + place_of<kDepth>(slot, uint32_t(piece)));
        });
      }
      commit_copies();
      if (looked) {
        wait_copies<0>();
      } else {
        look_around(leaf + next, turn + 1);
        wait_copies<1>();
      }
      looked = true;
      join();

      // Multiply: each warp has two tiles of targets, and looks the slots of the next taps up meanwhile.
      for (int32_t pair = thread / 32 * 32; pair < n_targets; pair += team_threads) {
        const uint16_t* own_slots[kTiles];
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile)
          own_slots[tile] = slots + voxels[first_target + min_of(pair + tile * kTile + (lane & 15), n_targets - 1)];
        /// Slots of a unit, 0 behind the end.
        const auto find_slots = [&](int unit, uint32_t (&to)[kTiles]) {
          const int tap = unit * kUnitTaps + (kUnitTaps == 2 ? half : 0);
          const bool is_tap = tap < box.taps;
          const int offset = is_tap ? taps[tap] : 0;
#pragma unroll
          for (int tile = 0; tile < kTiles; ++tile) to[tile] = is_tap ? own_slots[tile][offset] : 0;
        };
        float sums[kTiles][kColumns / 8][4] = {};
        uint32_t now[kAhead][kTiles];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) find_slots(k, now[k]);
        for (int unit = 0; unit < units; unit += kAhead) {
          uint32_t next[kAhead][kTiles];
#pragma unroll
          for (int k = 0; k < kAhead; ++k) find_slots(unit + kAhead + k, next[k]);
#pragma unroll
          for (int k = 0; k < kAhead; ++k) {
            if (!__any_sync(~0u, now[k][0] >= kZeroRows || now[k][1] >= kZeroRows)) continue;
            uint32_t from[kTiles];
#pragma unroll
            for (int tile = 0; tile < kTiles; ++tile) {
              const uint32_t slot = now[k][tile] - (now[k][tile] >= kZeroRows ? uint32_t(slab) : 0);
              from[tile] = held + place_of<kDepth>(slot, kPieces == 1 ? 0 : half);
            }
#pragma unroll
            for (int step = 0; step < Packed::kUnitSteps; ++step) {
              Operands<kColumns, kTiles> by;
#pragma unroll
              for (int columns_at = 0; columns_at < Packed::kPairs; ++columns_at) {
                const uint4 words = *reinterpret_cast<const uint4*>(
                    weights + (((unit + k) * Packed::kUnitSteps + step) * Packed::kPairs + columns_at) * 512);
                by.columns[columns_at][0] = words.x;
                by.columns[columns_at][1] = words.y;
                by.columns[columns_at][2] = words.z;
                by.columns[columns_at][3] = words.w;
              }
#pragma unroll
              for (int tile = 0; tile < kTiles; ++tile) load_matrices(by.rows[tile], from[tile] ^ uint32_t(step * 32));
              add_products<kIsBf16>(sums, by);
            }
          }
#pragma unroll
          for (int k = 0; k < kAhead; ++k) {
            now[k][0] = next[k][0];
            now[k][1] = next[k][1];
          }
        }
        // Store: the sums of the targets, rounded.
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
          for (int lower = 0; lower < 2; ++lower) {
            const int32_t at = pair + tile * kTile + (lane >> 2) + 8 * lower;
            if (at < n_targets)
              write_halves<kIsBf16, kRun<kColumns>>(
                  gemm, whole, {int64_t(targets[9]) + first_target + at, channel, sums[tile][0], lower});
          }
        }
      }
    }
  }
#endif
}

template <bool kIsBf16, int kDepth, int kColumns>
Status launch_leaf(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves) {
  using Packed = Packing<kDepth, kColumns>;
  constexpr int kThreads = threads_of(kDepth);
  int64_t units = 0;
  int64_t tiles = 0;
  Scratch memory(context);
  DVDB_TRY((pack_weights<kDepth, kColumns>(context, gemm, memory, units, tiles)));
  // Teams of few warps where leaves have few voxels, as long as there is room for as many.
  LeafBox box = LeafBox::of(leaves);
  const int64_t mean = gemm.map.n_targets / leaves.n;
  const int weight_bytes = int(units) * Packed::kUnitBytes;
  box.divide(kDepth,
             mean < 32   ? 1
             : mean < 96 ? 2
                         : kThreads / 32,
             weight_bytes,
             mean < 96     ? 384
             : kDepth == 8 ? 1000
                           : 704);
  if (box.bytes() > kMostBytes) box.divide(kDepth, kThreads / 32, weight_bytes, 0);
  const auto kernel = leaf_gemm_kernel<kIsBf16, kDepth, kColumns>;
  int at_once = 0;
  DVDB_TRY(allow_block_bytes(context, kernel, kMostBytes));
  DVDB_TRY(check_cuda(context,
                      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&at_once, kernel, kThreads, size_t(box.bytes())),
                      "set up products"));
  const int64_t blocks =
      min_of((leaves.n + box.teams - 1) / box.teams, int64_t(context.device->multiprocessors) * at_once);
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, kColumns / 4);
  const auto* packed = static_cast<const uint8_t*>(memory.data());
  return check_cuda(context,
                    launch_behind(context.device->stream, kernel, dim3(unsigned(blocks), unsigned(tiles)), kThreads,
                                  box.bytes(), gemm, leaves, box, packed, aligned, whole),
                    "launch");
}

template <bool kIsBf16>
Status with_channels(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves) {
  const bool narrow = gemm.out_channels <= 16;
  switch (shallow_depth(gemm.in_channels)) {
    case 8:
      return narrow ? launch_leaf<kIsBf16, 8, 16>(context, gemm, leaves)
                    : launch_leaf<kIsBf16, 8, 32>(context, gemm, leaves);
    case 16:
      return narrow ? launch_leaf<kIsBf16, 16, 16>(context, gemm, leaves)
                    : launch_leaf<kIsBf16, 16, 32>(context, gemm, leaves);
    default:
      return narrow ? launch_leaf<kIsBf16, 32, 16>(context, gemm, leaves)
                    : launch_leaf<kIsBf16, 32, 32>(context, gemm, leaves);
  }
}

}  // namespace

Status leaf_gemm(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  return gemm.is_bf16 ? with_channels<true>(context, gemm, leaves) : with_channels<false>(context, gemm, leaves);
}

}  // namespace dvdb::backend
