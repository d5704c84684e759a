/// Lists of the targets that have each tap.
#include "backend/api/memory.hpp"
#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

/// A warp lists the targets of a tap.
__global__ void __launch_bounds__(256) list_pairs_kernel(GatherMap map, int64_t lists, int64_t n, GatherPairs out) {
  constexpr int kAtOnce = 8;  // words of 32 targets that are read together
  const int64_t i = (int64_t(blockIdx.x) * 256 + threadIdx.x) / 32;
  if (i >= n) return;
  const int lane = int(threadIdx.x) & 31;
  const int64_t first = i % lists * kPairedTargets;
  const int64_t tap = i / lists;
  uint16_t* const to = out.places + i * kPairedTargets;
  int32_t count = 0;
  for (int begin = 0; begin < kPairedTargets && first + begin < map.n_targets; begin += 32 * kAtOnce) {
    int32_t rows[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const int64_t target = first + begin + 32 * k + lane;
      rows[k] = target < map.n_targets ? map.rows[tap * map.n_targets + target] : -1;
    }
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const uint32_t held = __ballot_sync(~0u, rows[k] >= 0);
      if (rows[k] >= 0) to[count + __popc(held & ((1u << lane) - 1))] = uint16_t(begin + 32 * k + lane);
      count += __popc(held);
    }
  }
  if (lane == 0) {
    out.counts[i] = count;
    atomicAdd(&out.stages[tap], (count + kPairedRows - 1) / kPairedRows);
  }
}

}  // namespace

Status make_pairs(Context& context, const GatherMap& map, const GatherPairs& out) {
  const int64_t lists = GatherPairs::lists_of(map.n_targets);
  const int64_t n = map.taps * lists;
  if (map.taps == 0) return {};
  DVDB_TRY(fill(context, out.stages, 0, 4, map.taps * int64_t(sizeof(int32_t))));
  if (n == 0) return {};
  list_pairs_kernel<<<unsigned((n + 7) / 8), 256, 0, context.device->stream>>>(map, lists, n, out);
  return check_launch(context);
}

}  // namespace dvdb::backend
