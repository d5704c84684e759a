/// Products of gathered rows with matrices over tiles of targets that have mostly the same taps, so
/// that a tile skips the taps that none of its targets has. Rows are gathered directly as operands of the products.
#pragma once

#include "backend/api/special/conv/gather_gemm.hpp"

namespace dvdb::backend {

inline constexpr int kTileRows = 32;  // targets that share a tap mask

/// A permutation of the targets of a map, and the taps that each tile has.
struct GatherTiles {
  uint32_t* order;  // [n_targets], a permutation
  uint32_t* masks;  // [n_tiles, n_words]: bit t % 32 of word t / 32 is set if any of the tile's 32 targets in this
                    // order has tap t
  int64_t n_words;

  static constexpr int64_t tiles_of(int64_t n_targets) { return (n_targets + kTileRows - 1) / kTileRows; }
  static constexpr int64_t words_of(int64_t taps) { return (taps + 31) / 32; }
};

/// Bytes that the tiles of a map take; 0 where the products need none.
int64_t tile_bytes(const GatherMap& map);

/// Places targets with the same taps next to each other; among these, keeps their original order.
Status make_tiles(Context& context, const GatherMap& map, const GatherTiles& out);

/// A view of what make_tiles wrote to this memory.
GatherTiles tiles_in(void* memory, const GatherMap& map);

/// The products of gather_gemm, bit for bit.
Status tile_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles);

/// Element types of products on matrix units (tensor cores), which accumulate in f32. An f32 operand is split into two
/// f16 numbers, scaled by a power of two per row of the source and per column of the weights; the error is below 2^-22
/// of the number, and below 2^-39 of the largest of its row or column.
enum class MatrixElement { kF16, kBf16, kF32 };

struct TileGemm {
  GatherMap map;
  GatherTiles tiles;
  MatrixElement element;
  const void* source;  // [n_sources, in_channels]
  int64_t n_sources;
  int64_t in_channels;
  const void* weights;  // [out_channels, in_channels, taps]; with `backward` [in_channels, out_channels, taps]
  int64_t out_channels;
  bool backward;
  bool mirrored;         // tap t of the weights is tap taps - 1 - t of the map
  const void* bias;      // [out_channels], or null
  const void* residual;  // [n_targets, out_channels], or null
  bool relu;
  void* out;  // [n_targets, out_channels]
};

/// out[r][o] = sum of source[rows[t][r]][i] * weights[o][i][t] + bias[o] + residual[r][o], where there are matrix units
/// (window_gemm.hpp), in an order of its own that is the same in every run on one device.
Status matrix_tile_gemm(Context& context, const TileGemm& gemm);

/// The same for f16 and bf16, over blocks of 64 consecutive targets, of which each tap packs the rows that are present;
/// `tiles` may be empty.
Status local_gemm(Context& context, const TileGemm& gemm);

}  // namespace dvdb::backend
