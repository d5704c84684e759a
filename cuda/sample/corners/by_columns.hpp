/// Runs functors for tiles of points by crews instead, which find the voxels around sorted points in columns of leaves
/// (home_columns.hpp).
#pragma once

#include "sample/corners/home_columns.hpp"

namespace dvdb::sample {

/// Calls f.take(point, found) for the points of a crew.
template <class F>
struct ByColumns {
  static constexpr int kThreads = F::kThreads;
  static constexpr int kAtOnce = F::kCrewsAtOnce;
  using Columns = HomeColumns<typename F::R, kThreads>;
  struct Shared {
    typename Columns::Shared columns;
    const void* values;  // kept in shared memory, so that one instruction computes the address of a row
  };
  static constexpr int64_t kMostWords = sizeof(Shared) / 4;
  static_assert(kMostWords <= backend::kLeastCrewWords);
  Columns columns;
  F f;

  DVDB_FN void operator()(int64_t i, const backend::Crew& crew, const Span<uint32_t>& memory) const {
    Shared& shared = *reinterpret_cast<Shared*>(memory.data);
    F plain = f;
    plain.tiles.places.points.dtype = DVDB_F32;
    if (crew.rank == 0) shared.values = f.values;
    const auto take = [&](int64_t point, const auto& around) {
      plain.values = static_cast<decltype(plain.values)>(shared.values);
      return plain.take(point, around, shared.columns.per_unit);
    };
    const auto take_alone = [&](int64_t point, const auto& around) { return plain.take(point, around, shared.columns.per_unit); };
    columns.each_point(i, crew, shared.columns, take, take_alone);
  }
};

/// Runs a functor for all tiles, or by columns where that is quicker: `is_sorted` says whether consecutive points are close to each
/// other, and `takes_little` whether the work for a point is little enough for a single thread.
template <class F>
Status for_each_point(Context& c, const F& f, bool is_sorted, bool takes_little) {
  if constexpr (backend::kCrewMembers<F::kThreads> > 1 && F::kCrewsAtOnce > 0) {
    const ByColumns<F> crews{{f.tiles.places, f.tiles.n}, f};
    if (is_sorted && takes_little && crews.columns.is_worth_it()) return backend::for_each_crew(c, crews.columns.crews(), crews);
  }
  return backend::for_each_tile(c, f.tiles.tiles(), f);
}

}  // namespace dvdb::sample
