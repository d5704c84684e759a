/// Sums of products of rows, [k, m] and [k, n], on the matrix units of sm_90a, where there are few results and many
/// rows. A block has a part of the rows; two teams of warps each sum up 64 of its columns by those of the other
/// operand, while a third fetches rows some stages ahead.
#include "backend/cuda/special/dense/depth_products.cuh"

#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/paired_parts.cuh"
#include "base/plain_nan.hpp"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kMultiplierRegisters = 216;  // kPairTeams times this and once the next are what a block begins with
constexpr int kFetcherRegisters = 72;

/// A block's tile of results and its rows.
struct DepthTile {
  int64_t row;     // of the results
  int64_t column;  // of the results
  int64_t begin;   // of the operands' rows
  int32_t held;    // of them

  template <int kColumns>
  static __device__ DepthTile of(const ProductShape& shape, const ProductParts& parts) {
    const int64_t tiles = (shape.n + kColumns - 1) / kColumns;
    const int64_t begin = blockIdx.x * parts.depth;
    return {blockIdx.y / tiles * kPairDepth, blockIdx.y % tiles * kColumns, begin,
            int32_t(max_of(min_of(shape.k - begin, parts.depth), int64_t(0)))};
  }
  __device__ uint32_t stages() const { return uint32_t(held + kPairedRows - 1) / kPairedRows; }
};

template <int kColumns>
__device__ void fetch_rows(const Product<uint16_t>& product, const DepthTile& tile,
                           const PairRing<false, kColumns>& ring) {
  using Ring = PairRing<false, kColumns>;
  constexpr int kApart = 16;  // rows; a thread fetches a piece of every 16th
  const int thread = int(threadIdx.x) - kPairMultiplying;
  const int32_t piece = thread & 7;
  const uint32_t own_place = operand_place<kPairRowBytes>(uint32_t(thread) / 8, uint32_t(piece));
  const auto& shape = product.shape;
  const PairPieces<Ring::kSourceParts> left(product.a + tile.begin * shape.m, shape.m, tile.row, piece);
  const PairPieces<Ring::kGradientParts> right(product.b + tile.begin * shape.n, shape.n, tile.column, piece);
  int32_t row = thread / 8;
  for (uint32_t turn = 0; turn < tile.stages(); ++turn) {
    ring.wait_empty(turn);
#pragma unroll
    for (int k = 0; k < kPairedRows; k += kApart, row += kApart) {
      const uint32_t to = own_place + uint32_t(k) * kPairRowBytes;
      const int32_t held = row < tile.held ? row : -1;
      left.template fetch<true>(held, ring.sources(turn) + to);
      right.template fetch<true>(held, ring.gradients(turn) + to);
    }
    arrive_with_copies(ring.full(turn));
  }
}

template <bool kIsBf16, int kColumns>
__global__ void __launch_bounds__(kPairThreads, 1) depth_product_kernel(UnitProduct unit, ProductParts parts) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Ring = PairRing<false, kColumns>;
  extern __shared__ __align__(1024) unsigned char depth_memory[];
  const int thread = int(threadIdx.x);
  const Ring ring{shared_address(depth_memory)};
  ring.start(kPairThreads - kPairMultiplying, kPairMultiplying / 32);
  const ProductShape& shape = unit.product.shape;
  const DepthTile tile = DepthTile::of<kColumns>(shape, parts);
  if (thread >= kPairMultiplying) {
    give_registers<kFetcherRegisters>();
    fetch_rows<kColumns>(unit.product, tile, ring);
    return;
  }
  take_registers<kMultiplierRegisters>();
  const int team = thread / 128;
  const int64_t first_row = tile.row + team * 64;
  const uint32_t own_place = team * kPartBytes + pair_place(thread);
  PairSums<kColumns> sums = {};
  sum_stages<kColumns>(sums, ring, tile.stages(), kLongSum, [&](PairSums<kColumns>& products, uint32_t turn) {
    if (first_row >= shape.m) return;
    show_to_products();
    add_stage<kIsBf16, kColumns>(products, ring, turn, own_place);
  });
  float* const to = unit.sums + blockIdx.x * shape.m * shape.n;
  each_pair<kColumns>(thread, sums, [&](int row, int column, float first, float second) {
    const int64_t m = first_row + row;
    const int64_t n = tile.column + column;
    if (m < shape.m && n < shape.n)
      *reinterpret_cast<float2*>(to + m * shape.n + n) = make_float2(plain_nan(first), plain_nan(second));
  });
#endif
}

template <bool kIsBf16, int kColumns>
Status launch(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  const ProductShape& shape = unit.product.shape;
  const int64_t tiles = (shape.m + kPairDepth - 1) / kPairDepth * ((shape.n + kColumns - 1) / kColumns);
  const auto kernel = depth_product_kernel<kIsBf16, kColumns>;
  constexpr int kBytes = int(PairRing<false, kColumns>::kBytes);
  DVDB_TRY(allow_block_bytes(context, kernel, kBytes));
  kernel<<<dim3(unsigned(parts.count), unsigned(tiles)), kPairThreads, kBytes, context.device->stream>>>(unit, parts);
  return check_launch(context);
}

template <bool kIsBf16>
Status with_columns(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  return unit.product.shape.n <= 64 ? launch<kIsBf16, 64>(context, unit, parts)
                                    : launch<kIsBf16, 128>(context, unit, parts);
}

}  // namespace

bool suits_depth(const UnitProduct& unit, const ProductParts& parts) {
  const ProductShape& shape = unit.product.shape;
  return parts.count > 1 && shape.batches == 1 && shape.a_transposed && !shape.b_transposed && shape.m >= 32 &&
         shape.n >= 32 && parts.depth <= INT32_MAX && has_whole_pieces(unit.product.a, shape.m) &&
         has_whole_pieces(unit.product.b, shape.n);
}

Status multiply_depth(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  return unit.is_bf16 ? with_columns<true>(context, unit, parts) : with_columns<false>(context, unit, parts);
}

}  // namespace dvdb::backend
