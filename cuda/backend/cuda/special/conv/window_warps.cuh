/// Parts of kernels whose warps multiply tiles of 16 targets by themselves: weights as lanes take them, and operands.
#pragma once

#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

constexpr int kTile = kMatrixTile;
constexpr int kHeldTaps = 28;  // whose weights are held at once, a bit of a word each

/// Layout of packed weights. Products are 16 deep: two taps of 8 channels, or a tap of 16.
template <int kDepth, int kColumns>
struct Packing {
  static constexpr int kPieces = kDepth / kPiece;
  static constexpr int kUnitTaps = kPieces == 1 ? 2 : 1;   // a unit is what a lane gathers by one slot
  static constexpr int kUnitSteps = kPieces == 4 ? 2 : 1;  // and this many products
  static constexpr int kPairs = kColumns / 16;             // of products by 8 columns
  static constexpr int kUnitBytes = kUnitSteps * kPairs * 512;

  static int64_t units_of(const WindowGemm& gemm) { return (gemm.map.taps + kUnitTaps - 1) / kUnitTaps; }
  static int64_t tiles_of(const WindowGemm& gemm) { return (gemm.out_channels + kColumns - 1) / kColumns; }
};

/// Index of a packed weight in the caller's tensor, -1 for none. They lie as lanes take them: [tiles of columns, units,
/// steps, pairs, lanes, 8]. A lane's sums are of columns next to each other.
template <int kDepth, int kColumns>
__device__ __forceinline__ int64_t packed_weight(const WindowGemm& gemm, int64_t units, int64_t i, int run) {
  using Packed = Packing<kDepth, kColumns>;
  const uint32_t at = uint32_t(i % (Packed::kUnitBytes / 2));
  const int64_t unit = i / (Packed::kUnitBytes / 2) % units;
  const int64_t tile = i / (Packed::kUnitBytes / 2) / units;
  const uint32_t lane = at / 8 % 32;
  const uint32_t pair = at / 256 % Packed::kPairs;
  const uint32_t step = at / 256 / Packed::kPairs;
  const uint32_t deep = (at >> 1 & 1) * 8 + (lane & 3) * 2 + (at & 1);
  const int column = int(pair * 16 + (at >> 2 & 1) * 8 + lane / 4);
  const int64_t taps = gemm.map.taps;
  const int64_t place = unit * Packed::kUnitTaps + (Packed::kUnitTaps == 2 ? deep / 8 : 0);
  const int64_t k = Packed::kUnitTaps == 2 ? deep % 8 : step * 16 + deep;
  const int64_t o = tile * kColumns + channel_of<kColumns>(column, run);
  const int64_t tap = gemm.mirrored ? taps - 1 - place : place;
  return place < taps && k < gemm.in_channels && o < gemm.out_channels ? weight_index(gemm, tap, k, o) : -1;
}

template <int kDepth, int kColumns>
__global__ void __launch_bounds__(256)
    pack_weights_kernel(WindowGemm gemm, int64_t units, int64_t n, uint16_t* packed) {
  begin_behind();
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  if (i >= n) return;
  const int64_t from = packed_weight<kDepth, kColumns>(gemm, units, i, run_of<kColumns>(gemm));
  packed[i] = from < 0 ? 0 : gemm.weights[from];
}

/// Has them laid out in memory that it takes, and tells how many tiles there are.
template <int kDepth, int kColumns>
Status pack_weights(Context& context, const WindowGemm& gemm, Scratch& memory, int64_t& units, int64_t& tiles) {
  using Packed = Packing<kDepth, kColumns>;
  units = Packed::units_of(gemm);
  tiles = Packed::tiles_of(gemm);
  DVDB_TRY(memory.allocate(tiles * units * Packed::kUnitBytes));
  const int64_t n = memory.bytes() / 2;
  if (n == 0) return {};
  const cudaError_t launched =
      launch_behind(context.device->stream, pack_weights_kernel<kDepth, kColumns>, unsigned((n + 255) / 256), 256, 0,
                    gemm, units, n, static_cast<uint16_t*>(memory.data()));
  return check_cuda(context, launched, "launch");
}

/// The operands of a warp's products 16 deep.
template <int kColumns, int kTiles>
struct Operands {
  uint32_t columns[kColumns / 16][4];
  uint32_t rows[kTiles][4];
};

/// Slots of a lane's rows in kTiles tiles.
template <int kTiles>
struct Slots {
  static_assert(kTiles == 2 || kTiles == 4);
  uint32_t pairs[kTiles / 2] = {};

  __device__ __forceinline__ uint32_t operator[](int tile) const { return pairs[tile / 2] >> tile % 2 * 16 & 0xffff; }
  /// Offset of the row of a tile among those that are held, or its half of a product's depth.
  template <int kDepth>
  __device__ __forceinline__ uint32_t place(int tile, int half) const {
    if constexpr (kDepth != kPiece) return place_of<kDepth>((*this)[tile], uint32_t(half));
    constexpr uint32_t kBytes = 16u << 24 | 16u;  // of a row, by which the lower or the upper slot is multiplied
    return tile % 2 ? __dp2a_hi(pairs[tile / 2], kBytes, 0u) : __dp2a_lo(pairs[tile / 2], kBytes, 0u);
  }
  __device__ __forceinline__ void load(const uint16_t* from) {
    // Before what follows in the program: the compiler would put it behind waits for other things.
    if constexpr (kTiles == 4) {
      asm volatile("ld.global.nc.v2.b32 {%0, %1}, [%2];" : "=r"(pairs[0]), "=r"(pairs[1]) : "l"(from));
    } else {
      asm volatile("ld.global.nc.b32 %0, [%1];" : "=r"(pairs[0]) : "l"(from));
    }
  }
};

/// Loads the operands of a product: weights of a step of a unit, and rows from where they lie.
template <class Packed, int kColumns, int kTiles>
__device__ __forceinline__ void load_operands(uint32_t weights, int unit, int step, const uint32_t (&from)[kTiles],
                                              Operands<kColumns, kTiles>& to) {
#pragma unroll
  for (int pair = 0; pair < Packed::kPairs; ++pair) {
    load_16(to.columns[pair], weights + uint32_t((unit * Packed::kUnitSteps + step) * Packed::kPairs + pair) * 512);
  }
#pragma unroll
  for (int tile = 0; tile < kTiles; ++tile) load_matrices(to.rows[tile], from[tile] ^ uint32_t(step * 32));
}

template <bool kIsBf16, int kColumns, int kTiles>
__device__ __forceinline__ void add_products(float (&sums)[kTiles][kColumns / 8][4],
                                             const Operands<kColumns, kTiles>& by) {
#pragma unroll
  for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
    for (int pair = 0; pair < kColumns / 16; ++pair) {
      add_product<kIsBf16>(sums[tile][2 * pair], by.rows[tile], by.columns[pair][0], by.columns[pair][1]);
      add_product<kIsBf16>(sums[tile][2 * pair + 1], by.rows[tile], by.columns[pair][2], by.columns[pair][3]);
    }
  }
}

}  // namespace

}  // namespace dvdb::backend
