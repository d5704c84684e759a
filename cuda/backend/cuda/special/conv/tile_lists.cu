/// Orders of targets by the taps that they have, for products over tiles.
#include "backend/api/special/conv/tile_gemm.hpp"

#include "backend/api/algorithms.hpp"
#include "backend/api/memory.hpp"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 256;
constexpr int kKeyBits = 64;

/// A bit for each tap that a target has; taps share bits where there are more.
__global__ void __launch_bounds__(kThreads) key_targets_kernel(GatherMap map, uint64_t* keys, uint32_t* order) {
  const int64_t target = int64_t(blockIdx.x) * kThreads + threadIdx.x;
  if (target >= map.n_targets) return;
  uint64_t key = 0;
  for (int64_t tap = 0; tap < map.taps; ++tap) {
    const int64_t bit = map.taps <= kKeyBits ? tap : tap * kKeyBits / map.taps;
    if (map.rows[tap * map.n_targets + target] >= 0) key |= uint64_t(1) << bit;
  }
  keys[target] = key;
  order[target] = uint32_t(target);
}

/// A warp notes a word of 32 targets.
__global__ void __launch_bounds__(kThreads) mask_tiles_kernel(GatherMap map, GatherTiles tiles) {
  const int64_t i = (int64_t(blockIdx.x) * kThreads + threadIdx.x) / 32;
  const int lane = int(threadIdx.x) & 31;
  const int64_t at = i / tiles.n_words * kTileRows + lane;
  if (i >= GatherTiles::tiles_of(map.n_targets) * tiles.n_words) return;
  const int64_t target = at < map.n_targets ? int64_t(tiles.order[at]) : -1;
  const int64_t first = i % tiles.n_words * 32;
  uint32_t mask = 0;
  for (int64_t tap = first; tap < min_of(first + 32, map.taps); ++tap) {
    if (target >= 0 && map.rows[tap * map.n_targets + target] >= 0) mask |= 1u << (tap - first);
  }
  for (int lanes = 1; lanes < 32; lanes *= 2) mask |= __shfl_xor_sync(~0u, mask, lanes);
  if (lane == 0) tiles.masks[i] = mask;
}

}  // namespace

int64_t tile_bytes(const GatherMap& map) {
  return (map.n_targets + GatherTiles::tiles_of(map.n_targets) * GatherTiles::words_of(map.taps)) *
         int64_t(sizeof(uint32_t));
}

GatherTiles tiles_in(void* memory, const GatherMap& map) {
  auto* const order = static_cast<uint32_t*>(memory);
  return {order, order + map.n_targets, GatherTiles::words_of(map.taps)};
}

Status make_tiles(Context& context, const GatherMap& map, const GatherTiles& out) {
  const int64_t n = map.n_targets;
  if (n == 0) return {};
  Scratch memory(context);
  Span<uint64_t> keys;
  DVDB_TRY(memory.allocate(n, keys));
  cudaStream_t stream = context.device->stream;
  key_targets_kernel<<<unsigned((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>(map, keys.data, out.order);
  DVDB_TRY(check_launch(context));
  DVDB_TRY(sort_pairs(context, keys, {out.order, n}, 0, int(min_of(map.taps, int64_t(kKeyBits)))));
  const int64_t lanes = GatherTiles::tiles_of(n) * out.n_words * 32;
  mask_tiles_kernel<<<unsigned((lanes + kThreads - 1) / kThreads), kThreads, 0, stream>>>(map, out);
  return check_launch(context);
}

}  // namespace dvdb::backend
