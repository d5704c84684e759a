/// Row lookup: the row of a coordinate or a point, and whether it is active.
#include "core/leaf_finder.hpp"
#include "denovdb/query.h"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// The voxel of an element: coordinates as they are, points rounded to the voxel that contains them.
struct FromIjk {
  const Coord* ijk;

  DVDB_FN bool voxel(const GridHead&, int64_t i, Coord* out) const {
    *out = ijk[i];
    return true;
  }
};

template <class T>
struct FromPoints {
  const T* points;  // [n, 3]

  DVDB_FN bool voxel(const GridHead& head, int64_t i, Coord* out) const { return nearest_voxel(to_voxel(head, load_point(points, i)), out); }
};

/// Looks elements up, and calls write(i, head, row) with the row of each over the whole batch, or -1.
template <class Source, class Write>
struct LookUp {
  GridView grid;
  BatchOffsets batch;
  Source source;
  Write write;

  DVDB_FN void operator()(int64_t i) const {
    const GridHead& head = grid.heads[batch.list_of(i)];
    Coord c;
    write(i, head, source.voxel(head, i, &c) ? grid.find_row(head, c) : GridView::kMissing);
  }

  /// Consecutive elements are often in the same leaf, which a CPU thread then finds only once.
  void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t i = begin; i < end;) {
      const int64_t list = batch.list_of(i);
      const int64_t stop = batch.n == 1 ? end : min_of(end, batch.starts[list + 1]);
      const GridHead& head = grid.heads[list];
      LeafFinder finder(grid, head);
      for (Coord c; i < stop; ++i) write(i, head, source.voxel(head, i, &c) ? finder.find_row(c) : GridView::kMissing);
    }
  }
};

struct WriteRow {
  bool in_grid;  // rows count from the grid's first voxel
  int64_t* out;

  DVDB_FN void operator()(int64_t i, const GridHead& head, int64_t row) const { out[i] = row >= 0 && in_grid ? row - head.first_row : row; }
};

struct WriteActive {
  uint8_t* out;

  DVDB_FN void operator()(int64_t i, const GridHead&, int64_t row) const { out[i] = row >= 0 ? 1 : 0; }
};

template <class Source>
Status write_rows(Context& c, const Question& asked, Source source, int64_t n, uint32_t row_base, dvdb_buffer out) {
  if (row_base > DVDB_ROWS_IN_BATCH) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot number rows: base %u is unknown", row_base);
  Span<int64_t> rows;
  DVDB_TRY(borrow(c, out, n, "out", rows));
  return backend::for_each(c, n, LookUp<Source, WriteRow>{asked.grid, asked.batch, source, {row_base == DVDB_ROWS_IN_GRID, rows.data}});
}

template <class Source>
Status write_active(Context& c, const Question& asked, Source source, int64_t n, dvdb_buffer out) {
  Span<uint8_t> active;
  DVDB_TRY(borrow(c, out, n, "out", active));
  return backend::for_each(c, n, LookUp<Source, WriteActive>{asked.grid, asked.batch, source, {active.data}});
}

}  // namespace

dvdb_status dvdb_ijk_to_index(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base,
                              dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    Span<Coord> coordinates;
    DVDB_TRY(borrow(c, ijk, n, "ijk", coordinates));
    return write_rows(c, asked, FromIjk{coordinates.data}, n, row_base, out);
  });
}

dvdb_status dvdb_points_to_index(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets,
                                 uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    return with_real(c, dtype, "points", [&]<class T>() -> Status {
      Span<T> numbers;
      DVDB_TRY(borrow(c, points, n * 3, "points", numbers));
      return write_rows(c, asked, FromPoints<T>{numbers.data}, n, row_base, out);
    });
  });
}

dvdb_status dvdb_coords_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    Span<Coord> coordinates;
    DVDB_TRY(borrow(c, ijk, n, "ijk", coordinates));
    return write_active(c, asked, FromIjk{coordinates.data}, n, out);
  });
}

dvdb_status dvdb_points_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets,
                                uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    return with_real(c, dtype, "points", [&]<class T>() -> Status {
      Span<T> numbers;
      DVDB_TRY(borrow(c, points, n * 3, "points", numbers));
      return write_active(c, asked, FromPoints<T>{numbers.data}, n, out);
    });
  });
}
