/// Parts of the kernels over windows of targets: sources in shared memory, which loads of matrices by rows gather
/// from there.
#pragma once

#include <cuda_runtime.h>

#include "backend/api/special/conv/window_gemm.hpp"
#include "backend/cuda/special/conv/matrix_units.cuh"
#include "backend/cuda/state.cuh"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

inline constexpr int kHeldRows = kZeroRows + kMostHeld;
inline constexpr int kPiece = 8;  // elements of 16 bytes

/// Index of the slot of a target of a window among those of a tap.
__device__ __forceinline__ int slot_place(int target) {
  static_assert(kMatrixRows == 4 * kMatrixTile);
  return target / kMatrixRows * kMatrixRows + target % kMatrixTile * 4 + target % kMatrixRows / kMatrixTile;
}

/// Which taps from `first` on, at most 32, some target of a window has, a bit each; called by a whole warp.
__device__ __forceinline__ uint32_t taps_of(const uint16_t* masks, int32_t first, int32_t taps, uint32_t of) {
  const int32_t tap = first + int32_t(threadIdx.x & 31);
  return __ballot_sync(~0u, tap < taps && (masks[tap] & of) != 0);
}

/// Offset of a piece of a row of kDepth elements. A piece of eight rows whose last three bits differ has eight banks.
template <int kDepth>
__device__ __forceinline__ uint32_t place_of(uint32_t row, uint32_t piece) {
  constexpr uint32_t kPieces = kDepth / kPiece;
  const uint32_t line = row / 8 * kPieces + row % kPieces;
  return line * 128 + ((row % 8 ^ piece) << 4);
}

__device__ __forceinline__ void store_16(uint32_t to, const uint32_t (&words)[4]) {
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]),
               "r"(words[3])
               : "memory");
}

/// Reads eight elements of a row, zeros where fewer are left.
__device__ __forceinline__ void read_piece(const uint16_t* from, int64_t left, bool aligned, uint32_t (&to)[4]) {
  if (aligned && left > 0) {
    const uint4 words = *reinterpret_cast<const uint4*>(from);
    to[0] = words.x;
    to[1] = words.y;
    to[2] = words.z;
    to[3] = words.w;
    return;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const uint32_t low = 2 * k < left ? from[2 * k] : 0;
    const uint32_t high = 2 * k + 1 < left ? from[2 * k + 1] : 0;
    to[k] = high << 16 | low;
  }
}

/// Copies eight elements of a row to where the units gather them, zeros where fewer are left.
__device__ __forceinline__ void hold_piece(const uint16_t* from, int64_t left, bool aligned, uint32_t to) {
  if (aligned && left > 0) {
    copy_16(to, from);
    return;
  }
  uint32_t words[4];
  read_piece(from, left, false, words);
  store_16(to, words);
}
__device__ __forceinline__ void hold_piece(const WindowGemm& gemm, bool aligned, int64_t source, int64_t channel,
                                           uint32_t to) {
  hold_piece(gemm.source + source * gemm.in_channels + channel, gemm.in_channels - channel, aligned, to);
}

/// A lane of a product by kColumns columns has, of each eight, two next to each other. Weights lie so that as many of
/// these pairs as a run has are channels next to each other.
template <int kColumns>
inline constexpr int kRun = kColumns < 32 ? kColumns / 8 : 4;

inline constexpr int kFloatRun = 2;  // of results of f32

template <int kColumns>
__device__ __forceinline__ int run_of(const WindowGemm& gemm) {
  return gemm.undo == nullptr ? kRun<kColumns> : kFloatRun;
}

/// The channel of a column.
template <int kColumns>
__device__ __forceinline__ int channel_of(int column, int pairs = kRun<kColumns>) {
  const int eight = column / 8;
  return eight / pairs * (pairs * 8) + column % 8 / 2 * (pairs * 2) + eight % pairs * 2 + column % 2;
}

/// Index of a weight in the caller's tensor; of a tap of the weights themselves.
__device__ __forceinline__ int64_t weight_index(const auto& gemm, int64_t tap, int64_t k, int64_t o) {
  return gemm.backward ? (k * gemm.out_channels + o) * gemm.map.taps + tap
                       : (o * gemm.in_channels + k) * gemm.map.taps + tap;
}

/// A gradient of a weight: channels of the sources and of the targets, and the tap of the map.
struct OuterWeight {
  int64_t from;
  int64_t to;
  int64_t tap;

  /// The i-th in an order by taps, then by channels of the sources.
  __device__ __forceinline__ static OuterWeight of(const auto& outer, int64_t i) {
    return {i / outer.out_channels % outer.in_channels, i % outer.out_channels,
            i / outer.out_channels / outer.in_channels};
  }
  /// Its index among results.
  __device__ __forceinline__ int64_t place(const auto& outer) const {
    return (to * outer.in_channels + from) * outer.map.taps + (outer.mirrored ? outer.map.taps - 1 - tap : tap);
  }
  template <bool kIsBf16>
  __device__ __forceinline__ void write(const WindowOuter& outer, float sum) const {
    const int64_t at = place(outer);
    if (outer.is_wide) {
      static_cast<float*>(outer.out)[at] = plain_nan(sum);
    } else if (outer.undo == nullptr) {
      static_cast<uint16_t*>(outer.out)[at] = uint16_t(narrow_pair<kIsBf16>(sum, 0.f));
    } else {
      static_cast<float*>(outer.out)[at] = sum * outer.undo[0] * outer.undo[1];
    }
  }
};

/// Channels of each of as few tiles as possible, of at most 128 columns.
inline int64_t tile_channels(int64_t channels) {
  const int64_t tiles = max_of((channels + 127) / 128, int64_t(1));
  return (channels + tiles - 1) / tiles;
}

/// Windows by tiles of columns, in the order in which blocks take them.
struct Jobs {
  int64_t n;
  int32_t tiles;
  int32_t depths;

  static Jobs of(const WindowGemm& gemm, int depth, int columns) {
    const auto tiles = int32_t((gemm.out_channels + columns - 1) / columns);
    return {GatherWindows::windows_of(gemm.map.n_targets) * tiles, tiles,
            int32_t((gemm.in_channels + depth - 1) / depth)};
  }

  /// As many blocks as run at once, one on a multiprocessor, or fewer.
  dim3 blocks(Context& context) const { return dim3(unsigned(min_of(n, int64_t(context.device->multiprocessors)))); }

  /// Calls `body(window, tile)` for those of this block.
  __device__ void each(auto body) const {
    for (int64_t job = blockIdx.x; job < n; job += gridDim.x) body(int32_t(job / tiles), int32_t(job % tiles));
  }
};

/// sums += 64 rows of a stage, of which this warp has 16, times its columns. A row has 128 bytes; `rows` is the place
/// of what this lane loads.
template <bool kIsBf16, int kColumns>
__device__ __forceinline__ void add_rows(float (&sums)[kColumns / 2], uint32_t rows, uint32_t columns) {
  constexpr int kSteps = 4;
  uint32_t left[kSteps][4];
#pragma unroll
  for (int step = 0; step < kSteps; ++step) load_matrices(left[step], rows ^ uint32_t(step * 32));
  begin_products();
#pragma unroll
  for (int step = 0; step < kSteps; ++step)
    MatrixProduct<kColumns>::template add<kIsBf16>(sums, left[step], describe_operand<128>(columns + step * 32));
  commit_products();
}

/// Weights as jobs take them, [depths, tiles of columns, places of taps], each as the units read it; and counts of what
/// the jobs finish, which begin with 0.
struct PackedColumns {
  uint16_t* to;
  int64_t n;
  uint32_t* counts = nullptr;
  int64_t n_counts = 0;
};

/// Lays weights out, a piece in each thread. Neighbors have the same channels of the next tap, which the caller's
/// tensor has next to each other.
template <int kDepth, int kColumns>
__global__ void __launch_bounds__(256) pack_columns_kernel(WindowGemm gemm, uint32_t tiles, PackedColumns packed) {
  begin_behind();
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  if (i < packed.n_counts) packed.counts[i] = 0;
  if (i >= packed.n / kPiece) return;
  constexpr uint32_t kPieces = kDepth / kPiece;
  const auto taps = uint32_t(gemm.map.taps);
  const auto row = uint32_t(i / taps);  // of the pieces of all columns
  const uint32_t place = uint32_t(i - int64_t(row) * taps);
  const uint32_t piece = row % kPieces;
  const uint32_t column = row / kPieces % kColumns;
  const uint32_t tile = row / (kPieces * kColumns) % tiles;
  const uint32_t depth = row / (kPieces * kColumns) / tiles;
  const int64_t first = int64_t(depth) * kDepth + piece * kPiece;
  const int64_t o = int64_t(tile) * kColumns + channel_of<kColumns>(int(column), run_of<kColumns>(gemm));
  const int64_t step = weight_index(gemm, 0, 1, 0);  // from a channel of the sources to the next
  const uint16_t* const from = gemm.weights + weight_index(gemm, gemm.mirrored ? taps - 1 - place : place, first, o);
  const int64_t left = o < gemm.out_channels ? gemm.in_channels - first : 0;
  uint32_t words[kPiece / 2];
#pragma unroll
  for (int k = 0; k < kPiece / 2; ++k) {
    const uint32_t low = 2 * k < left ? from[2 * k * step] : 0;
    const uint32_t high = 2 * k + 1 < left ? from[(2 * k + 1) * step] : 0;
    words[k] = high << 16 | low;
  }
  const int64_t stage = (int64_t(depth) * tiles + tile) * taps + place;
  *reinterpret_cast<uint4*>(packed.to + stage * (kDepth * kColumns) + operand_place<2 * kDepth>(column, piece) / 2) =
      make_uint4(words[0], words[1], words[2], words[3]);
}

/// Launches a kernel that may begin before the one in front of it has ended.
template <class... Parameters, class... Arguments>
cudaError_t launch_behind(cudaStream_t stream, void (*kernel)(Parameters...), dim3 blocks, int threads, int bytes,
                          Arguments... arguments) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = dim3(unsigned(threads));
  config.dynamicSmemBytes = size_t(bytes);
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

/// The same; what comes behind relies on it if there are no weights, too.
template <int kDepth, int kColumns>
Status pack_columns(Context& context, const WindowGemm& gemm, const Jobs& jobs, const PackedColumns& packed) {
  const int64_t threads = max_of(max_of(packed.n / kPiece, packed.n_counts), int64_t(1));
  return check_cuda(context,
                    launch_behind(context.device->stream, pack_columns_kernel<kDepth, kColumns>,
                                  dim3(unsigned((threads + 255) / 256)), 256, 0, gemm, uint32_t(jobs.tiles), packed),
                    "launch");
}

/// Whether the rows of a matrix are whole pieces of some elements, each aligned as those of 16 bits are; who writes f32
/// looks at those of 32.
inline bool has_whole_pieces(const void* rows, int64_t channels, int piece = kPiece) {
  return channels % piece == 0 && reinterpret_cast<uintptr_t>(rows) % uintptr_t(2 * piece) == 0;
}

/// Calls launch(weights, jobs, whether rows of sources are whole pieces, whether those of results are).
template <int kColumns, class Launch>
Status launch_jobs(Context& context, const WindowGemm& gemm, const auto& jobs, const void* packed, Launch launch) {
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, 2 * kRun<kColumns>);
  return check_cuda(context, launch(static_cast<const uint8_t*>(packed), jobs, aligned, whole), "launch");
}

}  // namespace dvdb::backend
