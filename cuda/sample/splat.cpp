/// Gives data of points to the voxels around them: the transpose of sampling.
///
/// Points of one cell have the same voxels around them. They are brought together, in the order of cells and then in their
/// own, and each voxel sums up the cells that it is a tap of: the same bits whatever the backend and the number of threads.
#include "backend/algorithms.hpp"
#include "sample/by_leaf.hpp"
#include "sample/corner_tiles.hpp"
#include "sample/share_sums.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kGrain = 512;

/// Writes the cell of a point: its first active voxel, and which tap that is. Points without any go last.
template <class R, class Stencil>
struct WriteCells {
  Places places;
  uint64_t* keys;   // [n]
  uint32_t* order;  // [n]
  Part<R>* parts;   // [n]

  DVDB_FN void operator()(int64_t point) const {
    Stencil stencil;
    int64_t rows[Stencil::kTaps] = {};
    uint64_t key = uint64_t(places.grid.n_voxels) * Stencil::kTaps;
    if (places.place(point, places.head_of(point), stencil, rows)) {
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
  using Cell = typename Tiles::Cell;
  using Shared = typename Tiles::Shared;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  uint64_t* keys;   // [n]
  uint32_t* order;  // [n]
  Part<R>* parts;   // [n]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else if (thread < tiles.points_of(tile)) {
      write(tile * Tiles::kThreads + thread, shared.around[thread]);
    }
  }

  void run(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t point, const Cell& around) { write(point, around); });
  }

 private:
  DVDB_FN void write(int64_t point, const Cell& around) const {
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

  /// Where the cell ends that begins at a place.
  DVDB_FN int64_t end_of(int64_t place, int64_t n) const {
    const uint64_t key = keys[place];
    int64_t reach = 1;
    while (place + reach < n && keys[place + reach] == key) reach *= 2;
    const int64_t before = place + reach / 2;  // in the cell
    const auto is_beyond = [&](int64_t at) { return keys[before + at] == key ? 0 : 1; };
    return before + 1 + last_not_above(int64_t(0), min_of(place + reach, n) - before, 0, is_beyond);
  }
};

/// Where the points of cells are.
struct CellTable {
  int64_t n_voxels;
  uint32_t* ends;    // [n], of the cell that begins there
  uint32_t* starts;  // [kTaps, n_voxels], of the cell that has a voxel at a tap, plus 1; 0 for none

  DVDB_FN void put(int tap, int64_t row, int64_t place) const { starts[tap * n_voxels + row] = uint32_t(place) + 1; }
};

/// Tells the voxels of a cell where its points begin, and where they end.
template <class Stencil>
struct TellVoxels {
  Places places;
  FirstOfCells cells;
  int64_t n;
  CellTable table;

  DVDB_FN void operator()(int64_t place) const {
    if (!cells.wants(place)) return;
    table.ends[place] = uint32_t(cells.end_of(place, n));
    const int64_t point = cells.point_at(place);
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place(point, places.head_of(point), stencil, rows)) return;
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      if (rows[tap] >= 0) table.put(tap, rows[tap], place);
    }
  }
};

/// The same for the cells of trilinear kernels, found tile by tile.
template <class Row>
struct TellCorners {
  using Tiles = CornerTiles<float, Row, FirstOfCells>;
  using Cell = typename Tiles::Cell;
  using Shared = typename Tiles::Shared;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  CellTable table;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      const int64_t place = tile * Tiles::kThreads + thread;
      if (thread < tiles.points_of(tile) && tiles.which.wants(place)) tell(place, shared.around[thread]);
    }
  }

  void run(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t place, const Cell& around) { tell(place, around); });
  }

 private:
  DVDB_FN void tell(int64_t place, const Cell& around) const {
    table.ends[place] = uint32_t(tiles.which.end_of(place, tiles.n));
    for (int corner = 0; corner < kCorners; ++corner) {
      if (around.has(corner)) table.put(corner, int64_t(around.rows[corner]), place);
    }
  }
};

/// Sums up a group of channels of a voxel.
template <class T, int kWidth, class Stencil>
struct SumCells {
  using R = Computed<T>;
  const uint32_t* order;
  CellTable table;
  const Part<R>* parts;
  const T* data;  // [n, channels]
  Divider groups;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    using Few = Pack<T, kWidth>;
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const Few* const from = reinterpret_cast<const Few*>(data) + group;
    ShareSums<T, kWidth> sums;
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      const uint32_t start = table.starts[tap * table.n_voxels + row];
      if (start == 0) continue;
      const uint32_t end = table.ends[start - 1];
      for (uint32_t at = start - 1; at < end; ++at) {
        const int64_t point = order[at];
        // What has no part in a sum is not read, so that it cannot make it NaN.
        const R weight = Stencil::weight_of(parts[point].at, tap);
        if (weight != 0) sums.add(weight, from[point * groups.by]);
      }
    }
    reinterpret_cast<Few*>(out)[i] = sums.result();
  }
};

template <class T, class Stencil>
Status splat(Context& c, const Places& places, int64_t n, const T* data, int64_t channels, T* out) {
  using R = Computed<T>;
  if (n >= int64_t(UINT32_MAX)) return fail(c, DVDB_UNSUPPORTED, "Cannot splat %lld points: at most 4294967294 are possible", static_cast<long long>(n));
  const int64_t n_voxels = places.grid.n_voxels;
  if (n_voxels == 0) return {};
  if (std::is_same_v<Stencil, TrilinearStencil> && n >= places.grid.n_leaves) {  // each leaf takes memory and time
    backend::Scratch memory(c);
    Span<uint32_t> word;
    uint32_t failed = 0;
    DVDB_TRY(memory.allocate(1, word));
    DVDB_TRY(sum_by_leaf(c, places, n, data, channels, out, word.data));
    DVDB_TRY(backend::download(c, &failed, word.data, sizeof(failed)));
    if (failed == 0) return {};
  }
  const int64_t taps = n_voxels * Stencil::kTaps;
  backend::Scratch key_memory(c);
  backend::Scratch order_memory(c);
  backend::Scratch part_memory(c);
  backend::Scratch end_memory(c);
  backend::Scratch start_memory(c);
  Span<uint64_t> keys;
  Span<uint32_t> order;
  Span<Part<R>> parts;
  Span<uint32_t> ends;
  Span<uint32_t> starts;  // the last says whether points are out of order
  DVDB_TRY(key_memory.allocate(n, keys));
  DVDB_TRY(order_memory.allocate(n, order));
  DVDB_TRY(part_memory.allocate(n, parts));
  DVDB_TRY(end_memory.allocate(n, ends));
  DVDB_TRY(start_memory.allocate(taps + 1, starts));
  DVDB_TRY(backend::fill(c, starts.data, 0, 1, (taps + 1) * int64_t(sizeof(uint32_t))));
  const CellTable table{n_voxels, ends.data, starts.data};
  const FirstOfCells cells{keys.data, order.data, uint64_t(taps)};
  const auto write_corners = [&]<class Row>() -> Status {
    const WriteCornerCells<R, Row> functor{{places, n}, keys.data, order.data, parts.data};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  };
  const auto tell_corners = [&]<class Row>() -> Status {
    const TellCorners<Row> functor{{places, n, cells}, table};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  };
  constexpr bool kCornersOnly = std::is_same_v<Stencil, TrilinearStencil>;
  const bool wide = needs_wide_rows(places, 1);
  if constexpr (kCornersOnly) {
    DVDB_TRY(wide ? write_corners.template operator()<int64_t>() : write_corners.template operator()<uint32_t>());
  } else {
    DVDB_TRY(backend::for_each(c, n, WriteCells<R, Stencil>{places, keys.data, order.data, parts.data}, kGrain));
  }
  uint32_t descends = 0;
  DVDB_TRY(backend::for_each(c, n, FindDescents{keys.data, starts.data + taps}));
  DVDB_TRY(backend::download(c, &descends, starts.data + taps, sizeof(descends)));
  if (descends != 0) DVDB_TRY(backend::sort_pairs(c, keys, order, 0, highest_bit(uint64_t(taps) | 1) + 1));
  if constexpr (kCornersOnly) {
    DVDB_TRY(wide ? tell_corners.template operator()<int64_t>() : tell_corners.template operator()<uint32_t>());
  } else {
    DVDB_TRY(backend::for_each(c, n, TellVoxels<Stencil>{places, cells, n, table}, kGrain));
  }
  const auto sum_up = [&]<int kWidth>() -> Status {
    const Divider groups = Divider::of(channels / kWidth);
    return backend::for_each(c, n_voxels * groups.by, SumCells<T, kWidth, Stencil>{order.data, table, parts.data, data, groups, out}, kGrain);
  };
  const uint64_t addresses = address_of(data) | address_of(out);
  if constexpr (kCornersOnly && std::is_same_v<T, float>) {
    // Most of the work is to find what belongs to a voxel: fewer threads do it, once each.
    if (channels % 8 == 0 && addresses % 32 == 0) return sum_up.template operator()<8>();
  }
  return with_pack<T>(channels, addresses, sum_up);
}

}  // namespace

dvdb_status dvdb_splat(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                       uint32_t n_grids, dvdb_buffer data, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_places(c, {grid, points, point_dtype, n, offsets, n_grids}, channels, [&](const Places& places) -> Status {
      return with_float(c, dtype, "data", [&]<class T>() -> Status {
        Span<T> from;
        Span<T> to;
        DVDB_TRY(borrow(c, data, n * channels, "data", from));
        DVDB_TRY(borrow(c, out, places.grid.n_voxels * channels, "out", to));
        return with_stencil(c, kernel, [&]<class Stencil>() -> Status {
          if (channels == 0) return {};
          return splat<T, Stencil>(c, places, n, from.data, channels, to.data);
        });
      });
    });
  });
}
