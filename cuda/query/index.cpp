/// Row lookup: the row of a coordinate or a point, and whether it is active.
#include "core/leaf_finder.hpp"
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

  DVDB_FN bool voxel(const GridHead& head, int64_t i, Coord* out) const {
    return nearest_voxel(to_voxel(head, load_point(points, i)), out);
  }
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

  DVDB_FN void operator()(int64_t i, const GridHead& head, int64_t row) const {
    out[i] = row >= 0 && in_grid ? row - head.first_row : row;
  }
};

struct WriteActive {
  uint8_t* out;

  DVDB_FN void operator()(int64_t i, const GridHead&, int64_t row) const { out[i] = row >= 0 ? 1 : 0; }
};

template <class Source, class Args>
Status write_rows(Context& c, const Args& a, Source source) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place(c, a));
  return backend::for_each(
      c, a.n, LookUp<Source, WriteRow>{asked.grid, asked.batch, source, {a.row_base == DVDB_ROWS_IN_GRID, a.out.data}});
}

template <class Source, class Args>
Status write_active(Context& c, const Args& a, Source source) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place(c, a));
  return backend::for_each(c, a.n, LookUp<Source, WriteActive>{asked.grid, asked.batch, source, {a.out.data}});
}

}  // namespace

Status operators::ijk_to_index(Context& c, const IjkToIndexArgs& a) {
  return write_rows(c, a, FromIjk{coords_of(a.ijk).data});
}

Status operators::points_to_index(Context& c, const PointsToIndexArgs& a) {
  return with_real(c, a.dtype, "points",
                   [&]<class T>() { return write_rows(c, a, FromPoints<T>{a.points.as<T>().data}); });
}

Status operators::coords_in_grid(Context& c, const CoordsInGridArgs& a) {
  return write_active(c, a, FromIjk{coords_of(a.ijk).data});
}

Status operators::points_in_grid(Context& c, const PointsInGridArgs& a) {
  return with_real(c, a.dtype, "points",
                   [&]<class T>() { return write_active(c, a, FromPoints<T>{a.points.as<T>().data}); });
}
