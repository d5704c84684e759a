/// Products of many rows with one matrix on the matrix units of sm_90a. Two teams of warps each multiply 128 rows of a
/// window; a third fetches rows and columns, 64 deep, some stages ahead, also of the next window.
#include "backend/cuda/special/dense/window_products.cuh"

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kTeams = 2;  // of four warps that multiply
constexpr int kTiles = kMatrixWindow / kMatrixRows / kTeams;
constexpr int kMultiplying = kTeams * 128;  // threads
constexpr int kThreads = kMultiplying + 128;
constexpr int kMultiplierRegisters = 216;  // kTeams times this and once the next are what a block begins with
constexpr int kFetcherRegisters = 72;
constexpr int kDepth = 64;  // of a stage
constexpr int kStages = 4;
constexpr uint32_t kRowBytes = kDepth * 2;
constexpr int64_t kLeastWidth = 33;  // columns; fewer are faster in tiles of 32

constexpr uint32_t kWindowBytes = kMatrixWindow * kRowBytes;  // of a stage
template <int kColumns>
constexpr uint32_t kMatrixBytes = kColumns * kRowBytes;

/// A block's shared memory: rows and columns of stages.
template <int kColumns>
struct Ring : StageRing<kStages, kWindowBytes + kMatrixBytes<kColumns>> {
  __device__ uint32_t rows(uint32_t turn) const { return this->stage(turn); }
  __device__ uint32_t columns(uint32_t turn) const { return this->stage(turn) + kWindowBytes; }
};

/// Fetches rows and columns of all turns of this block's jobs.
template <int kColumns>
__device__ void fetch(const Product<uint16_t>& product, const Jobs& jobs, const Ring<kColumns>& ring,
                      const uint8_t* packed) {
  constexpr int kApart = 16;  // rows; a thread fetches a piece of every 16th
  const int thread = int(threadIdx.x) - kMultiplying;
  const auto piece = uint32_t(thread & 7);
  const uint32_t own_place = operand_place<kRowBytes>(uint32_t(thread) / 8, piece);
  const auto& shape = product.shape;
  const int64_t apart = kApart * shape.k;
  uint32_t turn = 0;
  jobs.each([&](int32_t window, int32_t tile) {
    const int64_t first = int64_t(window) * kMatrixWindow + thread / 8;
    const uint16_t* const rows = product.a + first * shape.k;
    const int64_t left = shape.m - first;
#pragma unroll 1
    for (int32_t depth = 0; depth < jobs.depths; ++depth, ++turn) {
      ring.wait_empty(turn);
      if (thread == 0) {
        expect_bytes(ring.full(turn), kMatrixBytes<kColumns>);
        copy_run(ring.columns(turn), packed + (int64_t(depth) * jobs.tiles + tile) * kMatrixBytes<kColumns>,
                 kMatrixBytes<kColumns>, ring.full(turn));
      }
      const int64_t at = int64_t(depth) * kDepth + piece * kPiece;
      const int64_t held = at < shape.k ? left : 0;
      const uint16_t* from = rows + at;
      uint32_t to = ring.rows(turn) + own_place;
#pragma unroll 4
      for (int k = 0; k < kMatrixWindow; k += kApart, from += apart, to += kApart * kRowBytes)
        copy_16_or_clear(to, k < held ? from : product.a, k < held);
      arrive_with_copies(ring.full(turn));
    }
  });
}

/// Two results as they are stored: a NaN is the plain one.
template <bool kIsBf16>
__device__ __forceinline__ uint32_t result_pair(float low, float high) {
  constexpr uint32_t kNan = kIsBf16 ? 0x7fc0 : 0x7e00;
  uint32_t pair = narrow_pair<kIsBf16>(low, high);
  if (low != low) pair = (pair & 0xffff0000u) | kNan;
  if (high != high) pair = (pair & 0xffffu) | kNan << 16;
  return pair;
}

/// Writes eight results of a row.
template <bool kIsBf16>
__device__ __forceinline__ void write_run(const Product<uint16_t>& product, const Run& run) {
  const ProductEpilogue<uint16_t>& epilogue = product.epilogue;
  const int64_t n = product.shape.n;
  if (run.target >= product.shape.m || run.channel >= n) return;
  const int64_t place = run.target * n + run.channel;
  uint32_t bias[4] = {};
  uint32_t added[4] = {};
  if (epilogue.bias != nullptr) load_pairs<4>(epilogue.bias + run.channel, bias);
  if (epilogue.residual != nullptr) load_pairs<4>(epilogue.residual + place, added);
  const auto finish = [&](int at) {
    float value = run.sum(at);
    if (epilogue.bias != nullptr) value += widen_bits<kIsBf16>(uint16_t(bias[at / 2] >> at % 2 * 16));
    if (epilogue.residual != nullptr) value += widen_bits<kIsBf16>(uint16_t(added[at / 2] >> at % 2 * 16));
    return epilogue.relu && value < 0.f ? 0.f : value;
  };
  uint32_t words[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) words[k] = result_pair<kIsBf16>(finish(2 * k), finish(2 * k + 1));
  store_pairs<4>(product.out + place, words);
}

template <bool kIsBf16, int kColumns>
__global__ void __launch_bounds__(kThreads, 1)
    window_product_kernel(Product<uint16_t> product, const uint8_t* packed, Jobs jobs) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(1024) unsigned char product_memory[];
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const Ring<kColumns> ring{shared_address(product_memory)};
  ring.start(kThreads - kMultiplying + 1, kMultiplying / 32);
  if (thread >= kMultiplying) {
    give_registers<kFetcherRegisters>();
    wait_for_previous();
    fetch(product, jobs, ring, packed);
    return;
  }
  take_registers<kMultiplierRegisters>();
  uint32_t turn = 0;
  const int first_row = thread / 128 * (kTiles * kMatrixRows) + thread % 128 / 32 * 16;  // of this warp
  const uint32_t own_place = operand_place<kRowBytes>(uint32_t(first_row + (lane & 15)), lane >> 4);
  jobs.each([&](int32_t window, int32_t tile) {
    float sums[kTiles][kColumns / 2] = {};
#pragma unroll 1
    for (int32_t depth = 0; depth < jobs.depths; ++depth, ++turn) {
      ring.wait_full(turn);
#pragma unroll
      for (int k = 0; k < kTiles; ++k) {
        add_rows<kIsBf16, kColumns>(sums[k], ring.rows(turn) + k * kMatrixRows * kRowBytes + own_place,
                                    ring.columns(turn));
      }
      wait_products<0>();
      __syncwarp();
      if (lane == 0) arrive(ring.empty(turn));
    }
    constexpr int kPairs = kRun<kColumns>;
    static_assert(kPairs == 4);
#pragma unroll
    for (int k = 0; k < kTiles; ++k) {
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        const int64_t row = int64_t(window) * kMatrixWindow + first_row + k * kMatrixRows + (lane >> 2) + 8 * lower;
#pragma unroll
        for (int run = 0; run < kColumns / 8 / kPairs; ++run) {
          const int64_t column = int64_t(tile) * kColumns + (run * 4 + (lane & 3)) * (kPairs * 2);
          write_run<kIsBf16>(product, {row, column, sums[k] + run * kPairs * 4, lower});
        }
      }
    }
  });
#endif
}

/// The product as one of windows, with one tap.
WindowGemm gemm_of(const UnitProduct& unit) {
  const auto& shape = unit.product.shape;
  WindowGemm gemm{};
  gemm.map.taps = 1;
  gemm.map.n_targets = shape.m;
  gemm.is_bf16 = unit.is_bf16;
  gemm.source = unit.product.a;
  gemm.in_channels = shape.k;
  gemm.weights = unit.product.b;
  gemm.out_channels = shape.n;
  gemm.backward = !shape.b_transposed;
  return gemm;
}

constexpr int columns_of(int64_t n) { return n <= 64 ? 64 : 128; }

template <bool kIsBf16, int kColumns>
Status launch(Context& context, const UnitProduct& unit) {
  const WindowGemm gemm = gemm_of(unit);
  const Jobs jobs = Jobs::of(gemm, kDepth, kColumns);
  Scratch memory(context);
  DVDB_TRY(memory.allocate(int64_t(jobs.depths) * jobs.tiles * kMatrixBytes<kColumns>));
  const PackedColumns packed{static_cast<uint16_t*>(memory.data()), memory.bytes() / 2};
  DVDB_TRY((pack_columns<kDepth, kColumns>(context, gemm, jobs, packed)));
  const auto kernel = window_product_kernel<kIsBf16, kColumns>;
  DVDB_TRY(allow_block_bytes(context, kernel, int(Ring<kColumns>::kBytes)));
  return check_cuda(
      context,
      launch_behind(context.device->stream, kernel, jobs.blocks(context), kThreads, int(Ring<kColumns>::kBytes),
                    unit.product, static_cast<const uint8_t*>(memory.data()), jobs),
      "launch");
}

template <bool kIsBf16>
Status with_columns(Context& context, const UnitProduct& unit) {
  return columns_of(unit.product.shape.n) == 64 ? launch<kIsBf16, 64>(context, unit)
                                                : launch<kIsBf16, 128>(context, unit);
}

}  // namespace

bool suits_windows(Context& context, const UnitProduct& unit, const ProductParts& parts) {
  const auto& [shape, a, b, epilogue, out] = unit.product;
  const auto is_whole = [](const void* memory) { return reinterpret_cast<uintptr_t>(memory) % 16 == 0; };
  const int64_t columns = columns_of(shape.n);
  const int64_t jobs = (shape.m + kMatrixWindow - 1) / kMatrixWindow * ((shape.n + columns - 1) / columns);
  return parts.count == 1 && shape.batches == 1 && !shape.a_transposed && shape.n >= kLeastWidth &&
         shape.k % kPiece == 0 && shape.n % kPiece == 0 && is_whole(a) && is_whole(epilogue.bias) &&
         is_whole(epilogue.residual) && is_whole(out) && 2 * jobs >= context.device->multiprocessors;
}

Status multiply_windows(Context& context, const UnitProduct& unit) {
  return unit.is_bf16 ? with_columns<true>(context, unit) : with_columns<false>(context, unit);
}

}  // namespace dvdb::backend
