/// Cells of points: their keys, sorted, and the tables from voxels to cells.
#include "sample/sum/cells.hpp"

#include "backend/api/algorithms.hpp"
#include "sample/corners/tiles.hpp"

namespace dvdb::sample {

namespace {

constexpr int64_t kCellGrain = 512;

/// Writes the cell of a point: its first active voxel, and which tap that is. Points without any go last.
template <class R, class Stencil>
struct WriteCells {
  LocatedPoints places;
  uint64_t* keys;   // [n]
  uint32_t* order;  // [n]
  Part<R>* parts;   // [n]

  DVDB_FN void operator()(int64_t point) const {
    Stencil stencil;
    int64_t rows[Stencil::kTaps] = {};
    uint64_t key = uint64_t(places.grid.n_voxels) * Stencil::kTaps;
    if (places.place_apart(point, places.head_of(point), stencil, rows)) {
      for (int tap = Stencil::kTaps - 1; tap >= 0; --tap) {
        if (rows[tap] >= 0) key = uint64_t(rows[tap]) * Stencil::kTaps + uint64_t(tap);
      }
      const Vec3d part = stencil.part();
      parts[point] = {{R(part.x), R(part.y), R(part.z)}};
    }
    keys[point] = key;
    order[point] = uint32_t(point);
  }
};

/// The same for the cells of trilinear kernels, found tile by tile.
template <class R, class Row>
struct WriteCornerCells {
  using Tiles = CornerTiles<R, Row>;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  uint64_t* keys;   // [n]
  uint32_t* order;  // [n]
  Part<R>* parts;   // [n]

  DVDB_FN void finish(const Tiles& tiles, int64_t tile, int thread, const typename Tiles::Shared& shared) const {
    if (thread < tiles.points_of(tile)) finish(tiles, tile * Tiles::kThreads + thread, shared.around[thread]);
  }
  DVDB_FN void finish(const Tiles& tiles, int64_t point, const typename Tiles::Cell& around) const {
    uint64_t key = uint64_t(tiles.places.grid.n_voxels) * kCorners;
    for (int corner = kCorners - 1; corner >= 0; --corner) {
      if (around.has(corner)) key = uint64_t(around.rows[corner]) * kCorners + uint64_t(corner);
    }
    keys[point] = key;
    order[point] = uint32_t(point);
    parts[point] = {{around.part[0], around.part[1], around.part[2]}};
  }
};

/// Says when a point's cell is before that of the point before.
struct FindDescents {
  const uint64_t* keys;
  uint32_t* found;

  DVDB_FN void operator()(int64_t i) const {
    if (i > 0 && keys[i] < keys[i - 1] && backend::peek(found) == 0) backend::atomic_store(found, 1u);
  }
};

/// The first points of cells, which come one cell after the other.
struct FirstOfCells {
  const uint64_t* keys;  // ascending; kNone for points that have no cell
  const uint32_t* order;
  uint64_t none;

  DVDB_FN int64_t point_at(int64_t place) const { return order[place]; }
  DVDB_FN bool wants(int64_t place) const {
    const uint64_t key = keys[place];
    return key != none && (place == 0 || keys[place - 1] != key);
  }

  /// End of the cell that begins at a place.
  DVDB_FN int64_t end_of(int64_t place, int64_t n) const {
    const uint64_t key = keys[place];
    int64_t reach = 1;
    while (place + reach < n && keys[place + reach] == key) reach *= 2;
    const int64_t before = place + reach / 2;  // in the cell
    const auto is_beyond = [&](int64_t at) { return keys[before + at] == key ? 0 : 1; };
    return before + 1 + last_not_above(int64_t(0), min_of(place + reach, n) - before, 0, is_beyond);
  }
};

/// Tells the voxels of a cell where its points begin, and where they end.
template <class Stencil>
struct WriteVoxelRanges {
  LocatedPoints places;
  FirstOfCells cells;
  int64_t n;
  CellTable table;

  DVDB_FN void operator()(int64_t place) const {
    if (!cells.wants(place)) return;
    table.ends[place] = uint32_t(cells.end_of(place, n));
    const int64_t point = cells.point_at(place);
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place_apart(point, places.head_of(point), stencil, rows)) return;
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      if (rows[tap] >= 0) table.put(tap, rows[tap], place);
    }
  }
};

/// The same for the cells of trilinear kernels, found tile by tile.
template <class Row>
struct WriteCornerRanges {
  using Tiles = CornerTiles<float, Row, FirstOfCells>;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  CellTable table;

  DVDB_FN void finish(const Tiles& tiles, int64_t tile, int thread, const typename Tiles::Shared& shared) const {
    const int64_t place = tile * Tiles::kThreads + thread;
    if (thread < tiles.points_of(tile) && tiles.which.wants(place)) finish(tiles, place, shared.around[thread]);
  }
  DVDB_FN void finish(const Tiles& tiles, int64_t place, const typename Tiles::Cell& around) const {
    table.ends[place] = uint32_t(tiles.which.end_of(place, tiles.n));
    for (int corner = 0; corner < kCorners; ++corner) {
      if (around.has(corner)) table.put(corner, int64_t(around.rows[corner]), place);
    }
  }
};

}  // namespace

template <class R, class Stencil>
Status find_cells(Context& c, const LocatedPoints& places, int64_t n, CellMemory& memory, Cells<R>& out) {
  const int64_t n_voxels = places.grid.n_voxels;
  const int64_t taps = n_voxels * Stencil::kTaps;
  Span<uint64_t> keys;
  Span<uint32_t> order;
  Span<Part<R>> parts;
  Span<uint32_t> ends;
  Span<uint32_t> starts;  // the last says whether points are out of order
  DVDB_TRY(memory.keys.allocate(n, keys));
  DVDB_TRY(memory.order.allocate(n, order));
  DVDB_TRY(memory.parts.allocate(n, parts));
  DVDB_TRY(memory.ends.allocate(n, ends));
  DVDB_TRY(memory.starts.allocate(taps + 1, starts));
  DVDB_TRY(backend::fill(c, starts.data, 0, 1, (taps + 1) * int64_t(sizeof(uint32_t))));
  const CellTable table{n_voxels, ends.data, starts.data};
  const FirstOfCells cells{keys.data, order.data, uint64_t(taps)};
  const auto write_corners = [&]<class Row>() -> Status {
    using Work = WriteCornerCells<R, Row>;
    return finish_corners(c, typename Work::Tiles{places, n}, Work{keys.data, order.data, parts.data});
  };
  const auto tell_corners = [&]<class Row>() -> Status {
    using Work = WriteCornerRanges<Row>;
    return finish_corners(c, typename Work::Tiles{places, n, cells}, Work{table});
  };
  constexpr bool kCornersOnly = std::is_same_v<Stencil, TrilinearStencil>;
  const bool wide = needs_wide_rows(places, 1);
  if constexpr (kCornersOnly) {
    DVDB_TRY(wide ? write_corners.template operator()<int64_t>() : write_corners.template operator()<uint32_t>());
  } else {
    DVDB_TRY(backend::for_each(c, n, WriteCells<R, Stencil>{places, keys.data, order.data, parts.data}, kCellGrain));
  }
  uint32_t descends = 0;
  DVDB_TRY(backend::for_each(c, n, FindDescents{keys.data, starts.data + taps}));
  DVDB_TRY(backend::download(c, &descends, starts.data + taps, sizeof(descends)));
  if (descends != 0) DVDB_TRY(backend::sort_pairs(c, keys, order, 0, highest_bit(uint64_t(taps) | 1) + 1));
  if constexpr (kCornersOnly) {
    DVDB_TRY(wide ? tell_corners.template operator()<int64_t>() : tell_corners.template operator()<uint32_t>());
  } else {
    DVDB_TRY(backend::for_each(c, n, WriteVoxelRanges<Stencil>{places, cells, n, table}, kCellGrain));
  }
  out = {order.data, table, parts.data};
  return {};
}

template Status find_cells<float, NearestStencil>(Context&, const LocatedPoints&, int64_t, CellMemory&, Cells<float>&);
template Status find_cells<float, TrilinearStencil>(Context&, const LocatedPoints&, int64_t, CellMemory&,
                                                    Cells<float>&);
template Status find_cells<float, BezierStencil>(Context&, const LocatedPoints&, int64_t, CellMemory&, Cells<float>&);
template Status find_cells<double, NearestStencil>(Context&, const LocatedPoints&, int64_t, CellMemory&,
                                                   Cells<double>&);
template Status find_cells<double, TrilinearStencil>(Context&, const LocatedPoints&, int64_t, CellMemory&,
                                                     Cells<double>&);
template Status find_cells<double, BezierStencil>(Context&, const LocatedPoints&, int64_t, CellMemory&, Cells<double>&);

}  // namespace dvdb::sample
