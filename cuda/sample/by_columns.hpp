/// Runs functors for tiles of points by crews instead, which find the voxels around points in columns of leaves (home_columns.hpp).
#pragma once

#include "sample/home_columns.hpp"

namespace dvdb::sample {

/// Calls f.take(point, found) for the points of a crew, or falls back to tiles where consecutive points are not close to each
/// other. The last groups of points get several crews each, so that a fallback at the end of the launch leaves few
/// multiprocessors idle: these crews then share the tiles; otherwise the first one does all the work.
template <class F>
struct ByColumns {
  static constexpr int kThreads = F::kThreads;
  static constexpr int kAtOnce = F::kCrewsAtOnce;
  static constexpr int64_t kLast = 1344;  // crews of points: as many as work at once on a large GPU
  using Columns = HomeColumns<typename F::R, kThreads>;
  static constexpr int64_t kTiles = Columns::kPoints / kThreads;
  struct Shared {
    union {
      typename Columns::Shared columns;
      typename F::Shared tile;
    };
    const void* values;  // kept in shared memory, so that one instruction computes the address of a row
  };
  static constexpr int64_t kMostWords = sizeof(Shared) / 4;
  static_assert(kMostWords <= backend::kLeastCrewWords);
  Columns columns;
  F f;

  int64_t crews() const { return alone() + (columns.crews() - alone()) * kTiles; }

  DVDB_FN void operator()(int64_t i, const backend::Crew& crew, const Span<uint32_t>& memory) const {
    Shared& shared = *reinterpret_cast<Shared*>(memory.data);
    const bool is_alone = i < alone();
    const int64_t points = is_alone ? i : alone() + (i - alone()) / kTiles;
    const int64_t own = is_alone ? 0 : (i - alone()) % kTiles;
    F plain = f;
    plain.tiles.places.points.dtype = DVDB_F32;
    if (crew.rank == 0) shared.values = f.values;
    const auto take = [&](int64_t point, const auto& around) {
      plain.values = static_cast<decltype(plain.values)>(shared.values);
      return plain.take(point, around, shared.columns.per_unit);
    };
    const CrewWay way = columns.each_point(points, own > 0, crew, shared.columns, take, take);
    if (way == CrewWay::kFound) return;
    const bool is_one = !is_alone && way == CrewWay::kApart;
    const int64_t end = min_of(points * kTiles + (is_one ? own + 1 : kTiles), plain.tiles.tiles());
    DVDB_ROLLED
    for (int64_t tile = points * kTiles + own; tile < end; ++tile) each_phase<0>(plain, tile, crew, shared.tile);
  }

 private:
  DVDB_FN int64_t alone() const { return max_of<int64_t>(columns.crews() - kLast, 0); }

  template <int P>
  DVDB_FN static void each_phase(const F& plain, int64_t tile, const backend::Crew& crew, typename F::Shared& shared) {
    if constexpr (P < F::kPhases) {
      crew.wait();
      plain.template phase<P>(tile, crew.rank, shared);
      each_phase<P + 1>(plain, tile, crew, shared);
    }
  }
};

/// Runs a functor for all tiles, by columns where that may be quicker: `takes_little` says whether the work for a point is
/// little enough for a single thread.
template <class F>
Status for_each_point(Context& c, const F& f, bool takes_little) {
  if constexpr (backend::kCrewMembers<F::kThreads> > 1 && F::kCrewsAtOnce > 0) {
    const ByColumns<F> crews{{f.tiles.places, f.tiles.n}, f};
    if (takes_little && crews.columns.is_worth_it()) return backend::for_each_crew(c, crews.crews(), crews);
  }
  return backend::for_each_tile(c, f.tiles.tiles(), f);
}

}  // namespace dvdb::sample
