/// Products of dense f16 and bf16 matrices on matrix units, by tiles of 128 rows.
///
/// A block copies steps of both operands to shared memory as they lie, some steps ahead, and turns what is transposed
/// on the way to registers. Its sums go through shared memory, so that results are written in whole runs.
#include "backend/api/special/dense/products.hpp"

#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/matrix_units.cuh"
#include "backend/cuda/special/dense/depth_products.cuh"
#include "backend/cuda/special/dense/window_products.cuh"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int kRows = 128;  // of a tile
constexpr int kDepth = 32;  // of a step
constexpr int kStages = 3;
constexpr int kThreads = 256;
constexpr int kPiece = 8;  // elements that are copied at once
constexpr int64_t kMostBlocks = INT32_MAX;

/// Offset of 16 bytes of a line, so that eight neighboring lines have them in different banks.
template <int kBytes>
__device__ __forceinline__ uint32_t place_of(uint32_t line, uint32_t piece) {
  if constexpr (kBytes <= 128) {
    return operand_place<kBytes>(line, piece);
  } else {
    return line * kBytes + ((piece ^ (line & 7)) << 4);
  }
}

/// A step of an operand in shared memory: kLines rows (or columns) of 32 elements in depth. Deep operands are kept line
/// by line, others depth by depth.
template <bool kDeep, int kLines>
struct OperandStep {
  static constexpr int kWidth = kDeep ? kDepth : kLines;  // elements of a run
  static constexpr int kRuns = kDeep ? kLines : kDepth;
  static constexpr int kRunBytes = 2 * kWidth;
  static constexpr int kBytes = kRuns * kRunBytes;

  /// Copies what lies inside in the background, zeros for the rest. Unaligned runs are copied element by element.
  static __device__ __forceinline__ void load(uint32_t to, const uint16_t* from, int64_t lines, int64_t depth,
                                              int64_t first, int64_t begin, int64_t end, bool aligned) {
#pragma unroll
    for (int i = int(threadIdx.x); i < kBytes / 16; i += kThreads) {
      const int run = i / (kWidth / kPiece);
      const int piece = i % (kWidth / kPiece);
      const int64_t line = kDeep ? first + run : first + piece * kPiece;
      const int64_t at = kDeep ? begin + piece * kPiece : begin + run;
      const int64_t left = line >= lines || at >= end ? 0 : kDeep ? end - at : lines - line;
      const uint16_t* const source = from + (kDeep ? line * depth + at : at * lines + line);
      const uint32_t place = to + place_of<kRunBytes>(uint32_t(run), uint32_t(piece));
      if (aligned) {
        copy_16_or_clear(place, left > 0 ? source : from, left > 0);
      } else {
        uint32_t words[4] = {};
#pragma unroll
        for (int k = 0; k < kPiece; ++k)
          if (k < left) words[k / 2] |= uint32_t(source[k]) << (k % 2 * 16);
        asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(place), "r"(words[0]), "r"(words[1]),
                     "r"(words[2]), "r"(words[3])
                     : "memory");
      }
    }
  }

  /// The left operand of 16 rows from `row` on, 16 deep from `deep` on.
  static __device__ __forceinline__ void load_left(uint32_t (&out)[4], uint32_t from, int row, int deep) {
    const uint32_t lane = threadIdx.x & 31;
    if constexpr (kDeep) {
      load_matrices(out, from + place_of<kRunBytes>(row + (lane & 15), deep / kPiece + (lane >> 4)));
    } else {
      load_transposed(out,
                      from + place_of<kRunBytes>(deep + (lane & 7) + (lane >> 4) * 8, row / kPiece + (lane >> 3 & 1)));
    }
  }

  /// The right operand of 16 columns from `column` on, 16 deep: two words of the first eight columns, two of the
  /// others.
  static __device__ __forceinline__ void load_right(uint32_t (&out)[4], uint32_t from, int column, int deep) {
    const uint32_t lane = threadIdx.x & 31;
    if constexpr (kDeep) {
      load_matrices(out,
                    from + place_of<kRunBytes>(column + (lane & 7) + (lane >> 4) * 8, deep / kPiece + (lane >> 3 & 1)));
    } else {
      load_transposed(out, from + place_of<kRunBytes>(deep + (lane & 15), column / kPiece + (lane >> 4)));
    }
  }
};

template <bool kIsBf16>
__device__ __forceinline__ uint16_t narrow_one(float value) {
  if (value != value) return kIsBf16 ? 0x7fc0 : 0x7e00;
  return uint16_t(narrow_pair<kIsBf16>(value, 0.0f));
}

/// Which tile of which product a block computes.
struct TileGrid {
  int64_t tiles_m;
  int64_t tiles_n;
  int64_t first_block;
  bool a_aligned;  // runs of 16 bytes may be copied at once
  bool b_aligned;
  bool out_aligned;
};

template <bool kATransposed, bool kBTransposed, int kColumns>
struct UnitTile {
  using Left = OperandStep<!kATransposed, kRows>;
  using Right = OperandStep<kBTransposed, kColumns>;
  static constexpr int kStageBytes = Left::kBytes + Right::kBytes;
  static constexpr int kLine = kColumns + 4;  // sums of a row, apart from the next row's in banks
  static constexpr int kStagedBytes = kStages * kStageBytes;
  static constexpr int kSumBytes = kRows * kLine * int(sizeof(float));
  static constexpr int kBytes = kStagedBytes > kSumBytes ? kStagedBytes : kSumBytes;
};

/// A result of a sum.
template <bool kIsBf16>
__device__ __forceinline__ uint16_t finish(const ProductEpilogue<uint16_t>& epilogue, float sum, int64_t column,
                                           uint16_t more) {
  return narrow_one<kIsBf16>(
      epilogue.finish(sum, column, more, [](uint16_t element) { return widen_bits<kIsBf16>(element); }));
}

/// Writes up to eight sums of a row, from a column on, as results or as sums of a part.
template <bool kIsBf16>
__device__ __forceinline__ void write_run(const UnitProduct& unit, const float* sums, int64_t place, int64_t column,
                                          int count, bool aligned) {
  const ProductEpilogue<uint16_t>& epilogue = unit.product.epilogue;
  const bool adds = epilogue.residual != nullptr;
  if (unit.sums != nullptr) {
    for (int k = 0; k < count; ++k) unit.sums[place + k] = plain_nan(sums[k]);
  } else if (aligned) {
    uint4 more = adds ? *reinterpret_cast<const uint4*>(epilogue.residual + place) : uint4{};
    const auto pair = [&](int k, uint32_t held) {
      return uint32_t(finish<kIsBf16>(epilogue, sums[k], column + k, uint16_t(held))) |
             uint32_t(finish<kIsBf16>(epilogue, sums[k + 1], column + k + 1, uint16_t(held >> 16))) << 16;
    };
    *reinterpret_cast<uint4*>(unit.product.out + place) =
        uint4{pair(0, more.x), pair(2, more.y), pair(4, more.z), pair(6, more.w)};
  } else {
    for (int k = 0; k < count; ++k)
      unit.product.out[place + k] = finish<kIsBf16>(epilogue, sums[k], column + k, epilogue.residual_at(place + k));
  }
}

template <bool kIsBf16, bool kATransposed, bool kBTransposed, int kColumns>
__global__ void __launch_bounds__(kThreads) unit_product_kernel(UnitProduct unit, ProductParts parts, TileGrid grid) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Tile = UnitTile<kATransposed, kBTransposed, kColumns>;
  extern __shared__ __align__(128) uint8_t memory[];
  const uint32_t base = shared_address(memory);
  const auto& shape = unit.product.shape;
  const int64_t tiles = grid.tiles_m * grid.tiles_n;
  const int64_t batch_of_part = (grid.first_block + blockIdx.x) / tiles;
  const int64_t tile = (grid.first_block + blockIdx.x) % tiles;
  const int64_t part = batch_of_part / shape.batches;
  const int64_t batch = batch_of_part % shape.batches;
  const int64_t row = tile / grid.tiles_n * kRows;
  const int64_t column = tile % grid.tiles_n * kColumns;
  const int64_t begin = part * parts.depth;
  const int64_t end = min_of(shape.k, begin + parts.depth);
  const uint16_t* const a = unit.product.a + batch * shape.m * shape.k;
  const uint16_t* const b = unit.product.b + batch * shape.k * shape.n;
  const int steps = int((max_of(end - begin, int64_t(0)) + kDepth - 1) / kDepth);
  const auto load = [&](int step) {
    const uint32_t stage = base + uint32_t(step % kStages) * Tile::kStageBytes;
    const int64_t at = begin + int64_t(step) * kDepth;
    Tile::Left::load(stage, a, shape.m, shape.k, row, at, end, grid.a_aligned);
    Tile::Right::load(stage + Tile::Left::kBytes, b, shape.n, shape.k, column, at, end, grid.b_aligned);
  };

  // Multiply: steps are copied ahead of the one that is multiplied.
  const int warp = int(threadIdx.x) / 32;
  constexpr int kWarpsAcross = kColumns >= 64 ? 2 : 1;
  constexpr int kWarpRows = kRows / (8 / kWarpsAcross);
  constexpr int kWarpColumns = kColumns / kWarpsAcross;
  constexpr int kHigh = kWarpRows / 16;
  constexpr int kWide = kWarpColumns / 8;
  const int warp_row = warp / kWarpsAcross * kWarpRows;
  const int warp_column = warp % kWarpsAcross * kWarpColumns;
  float sums[kHigh][kWide][4] = {};
  for (int step = 0; step < kStages - 1; ++step) {
    if (step < steps) load(step);
    commit_copies();
  }
  for (int step = 0; step < steps; ++step) {
    wait_copies<kStages - 2>();
    __syncthreads();
    if (step + kStages - 1 < steps) load(step + kStages - 1);
    commit_copies();
    const uint32_t stage = base + uint32_t(step % kStages) * Tile::kStageBytes;
#pragma unroll
    for (int deep = 0; deep < kDepth; deep += 16) {
      uint32_t left[kHigh][4];
#pragma unroll
      for (int i = 0; i < kHigh; ++i) Tile::Left::load_left(left[i], stage, warp_row + i * 16, deep);
#pragma unroll
      for (int j = 0; j < kWide; j += 2) {
        uint32_t right[4];
        Tile::Right::load_right(right, stage + Tile::Left::kBytes, warp_column + j * 8, deep);
#pragma unroll
        for (int i = 0; i < kHigh; ++i) {
          add_product<kIsBf16>(sums[i][j], left[i], right[0], right[1]);
          add_product<kIsBf16>(sums[i][j + 1], left[i], right[2], right[3]);
        }
      }
    }
  }

  // Hand over: sums to shared memory, where the stages were.
  wait_copies<0>();
  __syncthreads();
  float* const shared = reinterpret_cast<float*>(memory);
  const int lane = int(threadIdx.x) & 31;
#pragma unroll
  for (int i = 0; i < kHigh; ++i)
#pragma unroll
    for (int j = 0; j < kWide; ++j)
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at_row = warp_row + i * 16 + lane / 4 + k / 2 * 8;
        shared[at_row * Tile::kLine + warp_column + j * 8 + lane % 4 * 2 + k % 2] = sums[i][j][k];
      }
  __syncthreads();

  // Write: runs of eight results.
  constexpr int kRuns = kColumns / kPiece;
  for (int i = int(threadIdx.x); i < kRows * kRuns; i += kThreads) {
    const int64_t m = row + i / kRuns;
    const int64_t n = column + i % kRuns * kPiece;
    if (m >= shape.m || n >= shape.n) continue;
    const int64_t place = (batch_of_part * shape.m + m) * shape.n + n;
    const int count = int(min_of(shape.n - n, int64_t(kPiece)));
    write_run<kIsBf16>(unit, shared + i / kRuns * Tile::kLine + i % kRuns * kPiece, place, n, count, grid.out_aligned);
  }
#endif
}

template <bool kIsBf16, bool kATransposed, bool kBTransposed, int kColumns>
Status launch(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  const auto& [batches, m, k, n, a_transposed, b_transposed] = unit.product.shape;
  const auto are_whole = [](int64_t run, const void* memory) {
    return run % kPiece == 0 && reinterpret_cast<uintptr_t>(memory) % 16 == 0;
  };
  const auto& product = unit.product;
  TileGrid grid{(m + kRows - 1) / kRows,
                (n + kColumns - 1) / kColumns,
                0,
                are_whole(kATransposed ? m : k, product.a),
                are_whole(kBTransposed ? k : n, product.b),
                are_whole(n, product.out) && are_whole(n, product.epilogue.residual)};
  const auto kernel = unit_product_kernel<kIsBf16, kATransposed, kBTransposed, kColumns>;
  constexpr int kBytes = UnitTile<kATransposed, kBTransposed, kColumns>::kBytes;
  DVDB_TRY(allow_block_bytes(context, kernel, kBytes));
  const int64_t blocks = parts.count * batches * grid.tiles_m * grid.tiles_n;
  for (; grid.first_block < blocks; grid.first_block += kMostBlocks) {
    const unsigned count = unsigned(min_of(kMostBlocks, blocks - grid.first_block));
    kernel<<<count, kThreads, kBytes, context.device->stream>>>(unit, parts, grid);
    DVDB_TRY(check_launch(context));
  }
  return {};
}

template <bool kIsBf16>
Status launch_as(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  const auto& shape = unit.product.shape;
  return with_width<32, 64, 128>(shape.n, [&]<int kColumns>() {
    if (shape.a_transposed)
      return shape.b_transposed ? launch<kIsBf16, true, true, kColumns>(context, unit, parts)
                                : launch<kIsBf16, true, false, kColumns>(context, unit, parts);
    return shape.b_transposed ? launch<kIsBf16, false, true, kColumns>(context, unit, parts)
                              : launch<kIsBf16, false, false, kColumns>(context, unit, parts);
  });
}

}  // namespace

Status multiply_on_units(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  const auto& shape = unit.product.shape;
  if (shape.batches == 0 || shape.m == 0 || shape.n == 0) return {};
  if (suits_windows(context, unit, parts)) return multiply_windows(context, unit);
  if (suits_depth(unit, parts)) return multiply_depth(context, unit, parts);
  return unit.is_bf16 ? launch_as<true>(context, unit, parts) : launch_as<false>(context, unit, parts);
}

}  // namespace dvdb::backend
