/// Products over tiles of targets on the matrix units of sm_90a. Two groups of warps multiply 64 targets each; four
/// warps gather sources and weights for them through a ring of stages.
#include "backend/api/special/conv/tile_gemm.hpp"

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/matrix_tile_parts.cuh"
#include "backend/cuda/state.cuh"
#include "base/plain_nan.hpp"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kGroups = 2;
constexpr int kTargets = kGroups * kMatrixRows;
constexpr int kParts = kTargets / kTileRows;
static_assert(kTargets == 128, "a feeding thread looks up the sources of one target");
constexpr int kMultiplying = kGroups * 128;  // threads
constexpr int kFeeding = 128;
static_assert(kTargets == kFeeding, "a feeding thread looks up the sources of one target");
constexpr int kThreads = kMultiplying + kFeeding;
constexpr int kMultiplierRegisters = 216;  // kGroups times this and once the next are no more than a block begins with
constexpr int kFeederRegisters = 64;
constexpr int kStages = 5;
constexpr int kAhead = 4;    // taps whose sources are looked up before they are gathered
constexpr int kSettled = 2;  // stages of split numbers that the units sum up before f32 does

/// Operands that the kernel reads beside the caller's own: rows and weights in the layout of stages.
struct Packed {
  const uint8_t* rows;  // [n_sources, row_bytes]
  int64_t row_bytes;
  int32_t row_pieces;          // of 16 bytes
  const float* row_scales;     // [n_sources], of split numbers
  const uint8_t* weights;      // [tiles of columns, places of taps, chunks, columns of a tile, kRowBytes]
  const float* column_scales;  // [out_channels], of split numbers
  int32_t chunks;
  int32_t column_tiles;
  int64_t jobs;  // tiles of targets by tiles of columns
  bool whole;    // whether results are stored 16 bytes at once
};

/// A block's shared memory.
template <int kColumns>
struct Ring {
  static constexpr uint32_t kSourceBytes = kTargets * kRowBytes;
  static constexpr uint32_t kWeightBytes = kColumns * kRowBytes;
  static constexpr uint32_t kStageBytes = kSourceBytes + kWeightBytes;
  static constexpr uint32_t kScales = kStages * kStageBytes;
  static constexpr uint32_t kFound = kScales + kStages * kTargets * 4;
  static constexpr uint32_t kFull = kFound + (kAhead + 1) * kTargets * 4;
  static constexpr uint32_t kEmpty = kFull + 8 * kStages;
  static constexpr uint32_t kBytes = kEmpty + 8 * kStages;

  uint32_t base;

  __device__ uint32_t sources(uint32_t turn) const { return base + turn % kStages * kStageBytes; }
  __device__ uint32_t weights(uint32_t turn) const { return sources(turn) + kSourceBytes; }
  __device__ uint32_t scales(uint32_t turn) const { return base + kScales + turn % kStages * (kTargets * 4); }
  __device__ uint32_t full(uint32_t turn) const { return base + kFull + 8 * (turn % kStages); }
  __device__ uint32_t empty(uint32_t turn) const { return base + kEmpty + 8 * (turn % kStages); }
  __device__ void wait_full(uint32_t turn) const { wait_barrier(full(turn), turn / kStages & 1); }
  __device__ void wait_empty(uint32_t turn) const {
    if (turn >= kStages) wait_barrier(empty(turn), (turn / kStages - 1) & 1);
  }
};

/// The taps of a word that some of a tile's targets have, from a part of 32 on.
__device__ __forceinline__ uint32_t taps_of(const TileGemm& gemm, int64_t tile, int first, int parts, int64_t word) {
  const int64_t most = GatherTiles::tiles_of(gemm.map.n_targets);
  uint32_t present = 0;
#pragma unroll
  for (int part = first; part < first + parts; ++part) {
    const int64_t at = tile * kParts + part;
    if (at < most) present |= gemm.tiles.masks[at * gemm.tiles.n_words + word];
  }
  return present;
}

/// The taps that a block meets, tile after tile.
struct TapWalk {
  int64_t job;
  int32_t word = -1;
  uint32_t present = 0;
  int64_t tap = -1;

  /// Goes on to the next tap; true when it is the first of another tile.
  __device__ bool advance(const TileGemm& gemm, const Packed& packed) {
    bool moved = word < 0;
    present &= present - 1;
    while (present == 0 && job < packed.jobs) {
      if (++word >= gemm.tiles.n_words) {
        word = -1;
        job += gridDim.x;
        moved = true;
      } else {
        present = taps_of(gemm, job / packed.column_tiles, 0, kParts, word);
      }
    }
    tap = word * 32 + __ffs(int(present)) - 1;
    return moved;
  }
};

template <bool kSplit, int kColumns>
__device__ void feed(const TileGemm& gemm, const Packed& packed, const Ring<kColumns>& ring, int32_t* found) {
  const int feeder = int(threadIdx.x) - kMultiplying;
  const int piece = feeder % kRowPieces;
  const int64_t n = gemm.map.n_targets;
  TapWalk walk{int64_t(blockIdx.x)};
  TapWalk ahead = walk;
  int32_t own = -1;  // target whose sources this thread looks up
  /// Looks the source of one more tap up; rows that are not there stay -1.
  const auto look_up = [&](uint32_t place) {
    if (ahead.advance(gemm, packed) && ahead.job < packed.jobs) {
      const int64_t at = ahead.job / packed.column_tiles * kTargets + feeder;
      own = at < n ? int32_t(gemm.tiles.order[at]) : -1;
    }
    int32_t* const to = found + place * kTargets + feeder;
    if (own < 0 || ahead.job >= packed.jobs) {
      *to = -1;
    } else {
      copy_or_clear<4>(shared_address(to), gemm.map.rows + ahead.tap * n + own, true);
    }
    commit_copies();
  };
#pragma unroll 1
  for (int k = 0; k < kAhead; ++k) look_up(uint32_t(k));
  uint32_t turn = 0;
  walk.advance(gemm, packed);
  for (uint32_t place = 0; walk.job < packed.jobs; walk.advance(gemm, packed)) {
    const int32_t* const sources = found + place * kTargets;
    const uint8_t* weights = packed.weights + (walk.job % packed.column_tiles * gemm.map.taps + walk.tap) *
                                                  packed.chunks * Ring<kColumns>::kWeightBytes;
    wait_copies<kAhead - 1>();
    asm volatile("bar.sync 1, %0;" ::"n"(kFeeding) : "memory");
    look_up(place == 0 ? kAhead : place - 1);
    place = place == kAhead ? 0 : place + 1;
    for (int32_t chunk = 0; chunk < packed.chunks; ++chunk, ++turn, weights += Ring<kColumns>::kWeightBytes) {
      ring.wait_empty(turn);
      if (feeder == 0) {
        expect_bytes(ring.full(turn), Ring<kColumns>::kWeightBytes);
        copy_run(ring.weights(turn), weights, Ring<kColumns>::kWeightBytes, ring.full(turn));
      }
      const uint32_t to = ring.sources(turn);
      const bool inside = chunk * kRowPieces + piece < packed.row_pieces;
      const uint8_t* const from = packed.rows + chunk * kRowBytes + piece * 16;
      constexpr int kCopies = kTargets / (kFeeding / kRowPieces);
      int32_t rows[kCopies];
#pragma unroll
      for (int k = 0; k < kCopies; ++k) rows[k] = sources[feeder / kRowPieces + k * (kFeeding / kRowPieces)];
#pragma unroll
      for (int k = 0; k < kCopies; ++k) {
        const int row = feeder / kRowPieces + k * (kFeeding / kRowPieces);
        const int32_t source = rows[k];
        const bool held = source >= 0 && inside;
        copy_or_clear<16>(to + operand_place<kRowBytes>(uint32_t(row), uint32_t(piece)),
                          held ? from + source * packed.row_bytes : packed.rows, held);
      }
      if constexpr (kSplit) {
        const int32_t source = sources[feeder];
        copy_or_clear<4>(ring.scales(turn) + feeder * 4, packed.row_scales + max_of(source, 0), source >= 0);
      }
      arrive_with_copies(ring.full(turn));
    }
  }
}

template <MatrixElement kElement, int kColumns>
__global__ void __launch_bounds__(kThreads, 1) matrix_tile_kernel(TileGemm gemm, Packed packed) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  constexpr bool kSplit = kElement == MatrixElement::kF32;
  constexpr bool kIsBf16 = kElement == MatrixElement::kBf16;
  extern __shared__ __align__(1024) unsigned char tile_memory[];
  const Ring<kColumns> ring{shared_address(tile_memory)};
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  // Set up: barriers of the ring; then four warps feed, and the others multiply.
  if (thread < kStages) {
    start_barrier(ring.full(thread), kFeeding + 1);
    start_barrier(ring.empty(thread), kMultiplying / 32);
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  if (thread >= kMultiplying) {
    give_registers<kFeederRegisters>();
    feed<kSplit, kColumns>(gemm, packed, ring, reinterpret_cast<int32_t*>(tile_memory + Ring<kColumns>::kFound));
    return;
  }
  take_registers<kMultiplierRegisters>();
  const uint32_t gathered = uint32_t(thread / 32 * 16 + (lane & 15));  // row that this lane gives the address of
  const uint32_t summed = uint32_t(thread / 32 * 16 + lane / 4);       // row of this lane's sums, and 8 behind it
  uint32_t turn = 0;
  for (int64_t job = blockIdx.x; job < packed.jobs; job += gridDim.x) {
    const int64_t tile = job / packed.column_tiles;
    float sums[kColumns / 2] = {};
    float totals[kSplit ? kColumns / 2 : 1] = {};
    const auto release = [&](uint32_t which) {
      __syncwarp();
      if (lane == 0) arrive(ring.empty(which));
    };
    // Load: a stage's rows to registers; multiply: begin their products.
    const auto start = [&](uint32_t (&a)[4][4]) {
      ring.wait_full(turn);
      const uint32_t rows = ring.sources(turn);
      const uint32_t columns = ring.weights(turn);
#pragma unroll
      for (int step = 0; step < 4; ++step)
        load_matrices(a[step], rows + operand_place<kRowBytes>(gathered, uint32_t(step * 2 + lane / 16)));
      begin_products();
      if constexpr (kSplit) {
        // Small products first, which the units add to small sums.
#pragma unroll
        for (int step = 0; step < 2; ++step)
          MatrixProduct<kColumns>::template add<false>(sums, a[2 + step],
                                                       describe_operand<kRowBytes>(columns + step * 32));
#pragma unroll
        for (int step = 0; step < 2; ++step)
          MatrixProduct<kColumns>::template add<false>(sums, a[step],
                                                       describe_operand<kRowBytes>(columns + 64 + step * 32));
#pragma unroll
        for (int step = 0; step < 2; ++step)
          MatrixProduct<kColumns>::template add<false>(sums, a[step], describe_operand<kRowBytes>(columns + step * 32));
      } else {
#pragma unroll
        for (int step = 0; step < 4; ++step)
          MatrixProduct<kColumns>::template add<kIsBf16>(sums, a[step],
                                                         describe_operand<kRowBytes>(columns + step * 32));
      }
      commit_products();
    };
    // Multiply: tap by tap and chunk by chunk; a stage is let go when the products of the one behind it run.
    uint32_t a[2][4][4];
    for (int32_t word = 0; word < gemm.tiles.n_words; ++word) {
      for (uint32_t present = __ballot_sync(~0u, taps_of(gemm, tile, 0, kParts, word) >> lane & 1); present != 0;
           present &= present - 1) {
        for (int32_t chunk = 0; chunk < packed.chunks;) {
          start(a[0]);
          if (chunk % kSettled != 0) {
            wait_products<1>();
            release(turn - 1);
          }
          ++turn;
          ++chunk;
          if (chunk < packed.chunks) {
            start(a[1]);
            wait_products<1>();
            release(turn - 1);
            ++turn;
            ++chunk;
          }
          if (chunk % kSettled == 0 || chunk >= packed.chunks) {
            float scales[2];
            if constexpr (kSplit) {
#pragma unroll
              for (int k = 0; k < 2; ++k)
                asm volatile("ld.shared.f32 %0, [%1];"
                             : "=f"(scales[k])
                             : "r"(ring.scales(turn - 1) + (summed + 8 * k) * 4));
            }
            wait_products<0>();
            release(turn - 1);
            if constexpr (kSplit) {
#pragma unroll
              for (int k = 0; k < kColumns / 2; ++k) {
                totals[k] = __fmaf_rn(sums[k], scales[k / 2 % 2], totals[k]);
                sums[k] = 0;
              }
            }
          }
        }
      }
    }
    // Store: totals with their scales; those that are not finite are computed again.
    constexpr int kPairs = kRun<kColumns>;
    bool lost = false;  // whether some sum is not finite
    const auto channel_at = [&](int run) {
      return job % packed.column_tiles * kColumns + (run * 4 + (lane & 3)) * (kPairs * 2);
    };
#pragma unroll
    for (int lower = 0; lower < 2; ++lower) {
      const int64_t at = tile * kTargets + summed + 8 * lower;
      if (at >= gemm.map.n_targets) continue;
      const int64_t target = gemm.tiles.order[at];
#pragma unroll
      for (int run = 0; run < kColumns / 8 / kPairs; ++run) {
        const int64_t channel = channel_at(run);
        float values[kPairs * 2];
#pragma unroll
        for (int k = 0; k < kPairs * 2; ++k) {
          const int from = (run * kPairs + k / 2) * 4 + lower * 2 + k % 2;
          const int64_t column = channel + k < gemm.out_channels ? channel + k : 0;
          float total;
          if constexpr (kSplit) {
            total = totals[from] * packed.column_scales[column];
          } else {
            total = sums[from];
          }
          const bool is_finite = fabsf(total) <= kMostFinite;
          lost |= !is_finite;
          values[k] = is_finite ? finish<kElement>(gemm, total, target, column) : kPlainNan<float>;
        }
        if (channel < gemm.out_channels) write_channels<kElement>(gemm, packed.whole, target, channel, values);
      }
    }
    if (lost) {
      for (int at = 0; at < 2 * (kColumns / 8 / kPairs); ++at) {
        const int64_t place = tile * kTargets + summed + at % 2 * 8;
        if (place < gemm.map.n_targets)
          write_again<kElement>(gemm, gemm.tiles.order[place], channel_at(at / 2), kPairs * 2);
      }
    }
  }
#endif
}

template <MatrixElement kElement, int kColumns>
Status launch_gemm(Context& context, const TileGemm& gemm) {
  constexpr bool kSplit = kElement == MatrixElement::kF32;
  cudaStream_t stream = context.device->stream;
  const int64_t in = gemm.in_channels;
  const auto blocks_for = [](int64_t n, int64_t each) { return unsigned((n + each - 1) / each); };
  Packed packed{};
  packed.chunks = int32_t(in == 0 ? 0 : (in - 1) / (kSplit ? kSplitDepth : kHalfDepth) + 1);
  packed.column_tiles = int32_t((gemm.out_channels + kColumns - 1) / kColumns);
  packed.jobs = (gemm.map.n_targets + kTargets - 1) / kTargets * packed.column_tiles;
  packed.whole = stores_whole(gemm);
  Scratch row_memory(context);
  Scratch scale_memory(context);
  Scratch weight_memory(context);
  Span<float> scales;  // of rows, then of columns
  if constexpr (kSplit) {
    packed.row_bytes = int64_t(packed.chunks) * kRowBytes;
    DVDB_TRY(row_memory.allocate(gemm.n_sources * packed.row_bytes));
    DVDB_TRY(scale_memory.allocate(gemm.n_sources + gemm.out_channels, scales));
    packed.rows = static_cast<const uint8_t*>(row_memory.data());
    packed.row_scales = scales.data;
    packed.column_scales = scales.data + gemm.n_sources;
    if (gemm.n_sources > 0) {
      split_rows_kernel<<<blocks_for(gemm.n_sources, kPackThreads / 32), kPackThreads, 0, stream>>>(
          static_cast<const float*>(gemm.source), gemm.n_sources, in, packed.chunks,
          static_cast<uint16_t*>(row_memory.data()), scales.data);
    }
    scale_columns_kernel<<<unsigned(gemm.out_channels), kPackThreads, 0, stream>>>(gemm, scales.data + gemm.n_sources);
  } else {
    DVDB_TRY(take_rows(context, gemm, row_memory, &packed.rows, &packed.row_bytes));
  }
  packed.row_pieces = int32_t(packed.row_bytes / 16);
  DVDB_TRY(weight_memory.allocate(int64_t(packed.column_tiles) * gemm.map.taps * packed.chunks *
                                  Ring<kColumns>::kWeightBytes));
  packed.weights = static_cast<const uint8_t*>(weight_memory.data());
  if (const int64_t n = weight_memory.bytes() / 2; n > 0) {
    pack_columns_kernel<kSplit, kColumns><<<blocks_for(n, kPackThreads), kPackThreads, 0, stream>>>(
        gemm, packed.chunks, packed.column_scales, n, static_cast<uint16_t*>(weight_memory.data()));
  }
  DVDB_TRY(check_launch(context));
  const auto kernel = matrix_tile_kernel<kElement, kColumns>;
  DVDB_TRY(allow_block_bytes(context, kernel, int(Ring<kColumns>::kBytes)));
  const dim3 blocks(unsigned(min_of(packed.jobs, int64_t(context.device->multiprocessors))));
  kernel<<<blocks, kThreads, Ring<kColumns>::kBytes, stream>>>(gemm, packed);
  return check_launch(context);
}

template <MatrixElement kElement>
Status with_columns(Context& context, const TileGemm& gemm) {
  return with_width<32, 64, 128>(
      gemm.out_channels, [&]<int kColumns>() -> Status { return launch_gemm<kElement, kColumns>(context, gemm); });
}

}  // namespace

Status matrix_tile_gemm(Context& context, const TileGemm& gemm) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  switch (gemm.element) {
    case MatrixElement::kF16: return with_columns<MatrixElement::kF16>(context, gemm);
    case MatrixElement::kBf16: return with_columns<MatrixElement::kBf16>(context, gemm);
    default: return with_columns<MatrixElement::kF32>(context, gemm);
  }
}

}  // namespace dvdb::backend
