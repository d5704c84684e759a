/// The way back to voxels from gradients of samples and of their slopes, without an order.
/// out[voxel] = sum of weight * data + slope of the weight * slopes: sum/reference.hpp, whose order does not hold here.
#include "backend/api/special/sample/float_sums.hpp"
#include "sample/corners/tiles.hpp"
#include "sample/sum/atomic_sums.hpp"
#include "sample/sum/slope_contributions.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kUnorderedGrain = 256;

/// Adds the contributions of a tap in a group of channels to a voxel.
template <class T, class Stencil>
DVDB_FN void add_shares(const SlopeContributions<T, Stencil>& contributions, int64_t point, int64_t first,
                        const Computed<T> (&part)[3], int tap, const GridUnits<Computed<T>>& units, Computed<T>* sums,
                        int64_t row) {
  typename SlopeContributions<T, Stencil>::Contributed contributed;
  if (!contributions.write_contributions(point, first, part, tap, units, contributed)) return;
  Computed<T>* const to = sums + row * contributions.groups.channels + first;
  for (int channel = 0; channel < contributions.groups.width_of(first); ++channel)
    backend::atomic_sum(&to[channel], contributed[channel]);
}

/// Adds a group of a point's channels to its voxels.
template <class T, class Stencil>
struct AddSlopeContributions {
  using R = Computed<T>;
  using Contributions = SlopeContributions<T, Stencil>;
  LocatedPoints places;
  Contributions contributions;
  R* sums;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    const ChannelGroups::Item item = contributions.groups.item(i);
    const int64_t point = item.row;
    const GridHead& head = places.head_of(point);
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place_apart(point, head, stencil, rows)) return;
    const Vec3d beyond = stencil.part();
    const R part[3] = {R(beyond.x), R(beyond.y), R(beyond.z)};
    GridUnits<R> units;
    units.set(head);
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      if (rows[tap] >= 0) add_shares(contributions, point, item.first, part, tap, units, sums, rows[tap]);
    }
  }
};

/// The same for trilinear kernels: the threads of a tile first find the voxels around its points.
template <class T, class Row>
struct AddCornerSlopeContributions {
  using R = Computed<T>;
  using Contributions = SlopeContributions<T, TrilinearStencil>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  static constexpr int kAtOnce = 8;
  Contributions contributions;
  GroupWalk<Row> walk;
  R* sums;  // [n_voxels, channels]

  DVDB_FN void finish(const Tiles& tiles, int64_t tile, int thread, const typename Tiles::Shared& shared) const {
    walk.each(thread, shared.points,
              [&](int at, Row group) { add(tiles.places, shared.around[at], tile * Tiles::kThreads + at, group); });
  }
  void finish(const Tiles& tiles, int64_t point, const Cell& around) const {
    for (Row group = 0; group < walk.count; ++group) add(tiles.places, around, point, group);
  }

 private:
  DVDB_FN void add(const LocatedPoints& places, const Cell& around, int64_t point, Row group) const {
    GridUnits<R> units;
    units.set(places.head_of(point));
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    for (int corner = 0; corner < kCorners; ++corner) {
      if (around.has(corner))
        add_shares(contributions, point, int64_t(group) * ChannelGroups::kWidth, part, corner, units, sums,
                   int64_t(around.rows[corner]));
    }
  }
};

/// Adds all contributions to sums that begin with 0.
template <class T, class Stencil>
Status add_all(Context& c, const LocatedPoints& places, int64_t n, const SlopeContributions<T, Stencil>& contributions,
               Computed<T>* sums) {
  DVDB_TRY(backend::fill(c, sums, 0, 4,
                         places.grid.n_voxels * contributions.groups.channels * int64_t(sizeof(Computed<T>))));
  if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
    const auto run = [&]<class Row>() -> Status {
      using Work = AddCornerSlopeContributions<T, Row>;
      using Tiles = typename Work::Tiles;
      return finish_corners(
          c, Tiles{places, n},
          Work{contributions, GroupWalk<Row>::of(contributions.groups.groups.by, Tiles::kThreads), sums});
    };
    return needs_wide_rows(places, contributions.groups.channels) ? run.template operator()<int64_t>()
                                                                  : run.template operator()<uint32_t>();
  } else {
    return backend::for_each(c, contributions.groups.items(n),
                             AddSlopeContributions<T, Stencil>{places, contributions, sums}, kUnorderedGrain);
  }
}

template <class T, class Stencil>
Status add_contributions(Context& c, const LocatedPoints& places, int64_t n,
                         const SlopeContributions<T, Stencil>& contributions, T* out) {
  const int64_t elements = places.grid.n_voxels * contributions.groups.channels;
  if (elements == 0) return {};
  if constexpr (std::is_same_v<T, Computed<T>>) {
    return add_all(c, places, n, contributions, out);
  } else {
    backend::Scratch memory(c);
    Span<float> sums;
    DVDB_TRY(memory.allocate(elements, sums));
    DVDB_TRY(add_all(c, places, n, contributions, sums.data));
    const int64_t lanes = min_of(elements, kMostLanes);
    return backend::for_each(c, lanes, RoundSums<T>{{}, sums.data, out, elements, lanes});
  }
}

}  // namespace

Status operators::splat_slopes_atomic(Context& c, const SplatSlopesAtomicArgs& a) {
  return with_contributions(c, a, [&](const LocatedPoints& places, const auto& contributions, auto* out) {
    return add_contributions(c, places, a.n, contributions, out);
  });
}
