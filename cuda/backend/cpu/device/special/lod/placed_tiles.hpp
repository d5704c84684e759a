/// Placed tiles on host threads. Included through backend/api/special/lod/placed_tiles.hpp.
#pragma once

namespace dvdb::backend {

template <int P, class F>
inline void do_places(const F& f, int64_t tile, uint64_t before, typename F::Shared& shared) {
  if constexpr (P < F::kPhases) {
    for (int thread = 0; thread < F::kThreads; ++thread) f.template place<P>(tile, before, thread, shared);
    do_places<P + 1>(f, tile, before, shared);
  }
}

template <class F>
Status for_each_placed_tile(Context& context, int64_t n, F f) {
  std::unique_ptr<uint64_t[]> before(new (std::nothrow) uint64_t[size_t(std::max<int64_t>(n, 1))]);
  if (!before) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot place tiles: out of host memory");
  DVDB_TRY(run_chunks(context, n, [&](int64_t tile, int) {
    typename F::Shared shared;
    do_phases<0, F::kHandOn>(f, tile, shared);
    before[size_t(tile)] = f.count(tile, shared);
  }));
  uint64_t sum = 0;
  for (int64_t tile = 0; tile < n; ++tile) {
    const uint64_t count = before[size_t(tile)];
    before[size_t(tile)] = sum;
    sum += count;
  }
  return run_chunks(context, n, [&](int64_t tile, int) {
    typename F::Shared shared;
    do_phases<0, F::kHandOn>(f, tile, shared);
    do_places<F::kHandOn>(f, tile, before[size_t(tile)], shared);
  });
}

}  // namespace dvdb::backend
