/// The backend seam, part 15: products of gathered rows with matrices over tiles of targets that have much the same taps, so
/// that a tile passes over the taps that none of its targets has. Rows are gathered straight into the products.
#pragma once

#include "backend/gather_gemm.hpp"

namespace dvdb::backend {

inline constexpr int kTileRows = 32;  // targets for which taps are noted together

/// An order of the targets of a map, and which taps they have.
struct GatherTiles {
  uint32_t* order;  // [n_targets], each once
  uint32_t* masks;  // [n_tiles, n_words]: bit t % 32 of word t / 32 for a tap of some of 32 targets in this order
  int64_t n_words;

  static constexpr int64_t tiles_of(int64_t n_targets) { return (n_targets + kTileRows - 1) / kTileRows; }
  static constexpr int64_t words_of(int64_t taps) { return (taps + 31) / 32; }
};

/// Memory that the tiles of a map take; 0 where the products do without.
int64_t tile_bytes(const GatherMap& map);

/// Puts targets with the same taps next to each other, in their own order where they agree.
Status make_tiles(Context& context, const GatherMap& map, const GatherTiles& out);

/// Names what make_tiles left in memory.
GatherTiles tiles_in(void* memory, const GatherMap& map);

/// The products of gather_gemm, bit for bit.
Status tile_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles);

/// Element types of products on matrix units, which sum in f32. Numbers of f32 are split in two of f16 each, scaled by a
/// power of two for each row of the source and each column of the weights; what is lost is below 2^-22 of a number, and
/// below 2^-39 of the largest of its row or column.
enum class MatrixElement { kF16, kBf16, kF32 };

struct TileGemm {
  GatherMap map;
  GatherTiles tiles;
  MatrixElement element;
  const void* source;   // [n_sources, in_channels]
  int64_t n_sources;
  int64_t in_channels;
  const void* weights;  // [out_channels, in_channels, taps]; with `backward` [in_channels, out_channels, taps]
  int64_t out_channels;
  bool backward;
  bool mirrored;        // tap t of the weights is tap taps - 1 - t of the map
  const void* bias;     // [out_channels], or null
  bool relu;
  void* out;            // [n_targets, out_channels]
};

/// out[r][o] = sum of source[rows[t][r]][i] * weights[o][i][t] + bias[o], where there are matrix units (window_gemm.hpp),
/// in an order of its own that is the same in every run on one device.
Status matrix_tile_gemm(Context& context, const TileGemm& gemm);

/// The same of f16 and bf16 over 64 targets one after the other, whose rows each tap gathers without gaps; `tiles` may be
/// empty.
Status local_gemm(Context& context, const TileGemm& gemm);

}  // namespace dvdb::backend
