/// Every engine of sample/corners against its reference, bit for bit: rows, and positions between voxels.
#include "sample/corners/reference.hpp"

#include <climits>
#include <limits>

#include "grid_oracle.hpp"
#include "point_cases.hpp"
#include "sample/corners/tiles.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::sample;
using namespace dvdb::test;

namespace {

/// What is known of a point: 8 rows, and the bits of 3 positions in the type R.
constexpr int kNumbers = 11;
using Found = std::vector<int64_t>;

/// The bits of a position; a zero has no sign there: dividing by way of the inverse drops it, and no weight depends on
/// it.
template <class R>
DVDB_FN int64_t bits_of(R value) {
  value += 0;
  if constexpr (sizeof(R) == 4) {
    return int64_t(std::bit_cast<uint32_t>(value));
  } else {
    return std::bit_cast<int64_t>(value);
  }
}

template <class R>
struct FindByReference {
  LocatedPoints places;
  int64_t* out;

  DVDB_FN void operator()(int64_t point) const {
    const ReferenceCorners corners = find_reference_corners(places.grid, places.head_of(point), places.points[point]);
    for (int k = 0; k < 8; ++k) out[point * kNumbers + k] = corners.rows[k];
    for (int k = 0; k < 3; ++k) out[point * kNumbers + 8 + k] = bits_of(R(corners.part[k]));
  }
};

/// By the cell of a point, whose leaves a finder remembers.
template <class R>
struct FindByCell {
  LocatedPoints places;
  int64_t* out;

  DVDB_FN void operator()(int64_t point) const {
    TrilinearStencil stencil;
    int64_t rows[kCorners] = {-1, -1, -1, -1, -1, -1, -1, -1};
    Vec3d part = {0, 0, 0};
    if (places.place(point, places.head_of(point), stencil, rows)) part = stencil.part();
    for (int k = 0; k < 8; ++k) out[point * kNumbers + k] = rows[k];
    for (int k = 0; k < 3; ++k) out[point * kNumbers + 8 + k] = bits_of(R(part[k]));
  }
};

template <class R, class Row>
DVDB_FN void write_around(const PointCorners<R, Row>& around, int64_t point, int64_t* out) {
  for (int k = 0; k < 8; ++k) out[point * kNumbers + k] = around.has(k) ? int64_t(around.rows[k]) : -1;
  for (int k = 0; k < 3; ++k) out[point * kNumbers + 8 + k] = bits_of(around.part[k]);
}

/// By tiles of points: SerialCorners on a CPU, the phases of CornerTiles on a GPU.
template <class R, class Row>
struct FindByTiles {
  using Tiles = CornerTiles<R, Row>;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  int64_t* out;

  DVDB_FN void finish(const Tiles& tiles, int64_t tile, int thread, const typename Tiles::Shared& shared) const {
    if (thread < tiles.points_of(tile)) write_around(shared.around[thread], tile * Tiles::kThreads + thread, out);
  }
  DVDB_FN void finish(const Tiles&, int64_t point, const typename Tiles::Cell& around) const {
    write_around(around, point, out);
  }
};

/// By the general way of the tiles, for points far out.
template <class R, class Row>
struct FindFar {
  CornerTiles<R, Row> tiles;
  int64_t* out;

  DVDB_FN void operator()(int64_t point) const {
    PointCorners<R, Row> around;
    tiles.find_far(point, around);
    write_around(around, point, out);
  }
};

/// By the phases of the tiles, as the threads of a block run them, one after the other.
template <class R, class Row>
Found find_by_phases(const CornerTiles<R, Row>& tiles) {
  using Tiles = CornerTiles<R, Row>;
  Found found(size_t(tiles.n * kNumbers));
  const auto shared = std::make_unique<typename Tiles::Shared>();
  for (int64_t tile = 0; tile < tiles.tiles(); ++tile) {
    const auto run = [&]<int P>() {
      for (int thread = 0; thread < Tiles::kThreads; ++thread) tiles.template find<P>(tile, thread, *shared);
    };
    run.template operator()<0>();
    run.template operator()<1>();
    run.template operator()<2>();
    run.template operator()<3>();
    for (int thread = 0; thread < tiles.points_of(tile); ++thread)
      write_around(shared->around[thread], tile * Tiles::kThreads + thread, found.data());
  }
  return found;
}

template <class R, class Row>
void check_engines(Context& context, const LocatedPoints& places, int64_t n) {
  const auto found_by = [&](auto launch) {
    const DeviceArray<int64_t> out(context, std::vector<int64_t>(size_t(n * kNumbers), -7));
    REQUIRE(launch(out.data()));
    return out.read();
  };
  const CornerTiles<R, Row> tiles{places, n};
  const Found wanted =
      found_by([&](int64_t* out) { return backend::for_each(context, n, FindByReference<R>{places, out}); });
  const Found by_cell =
      found_by([&](int64_t* out) { return backend::for_each(context, n, FindByCell<R>{places, out}); });
  const Found by_tiles =
      found_by([&](int64_t* out) { return finish_corners(context, tiles, FindByTiles<R, Row>{out}); });
  const Found far_out =
      found_by([&](int64_t* out) { return backend::for_each(context, n, FindFar<R, Row>{tiles, out}); });
  CHECK_SAME(by_cell, wanted);
  CHECK_SAME(by_tiles, wanted);
  CHECK_SAME(far_out, wanted);
  if constexpr (!kLaunchesOnGpu) CHECK_SAME(find_by_phases(tiles), wanted);
}

/// All engines, for points in single and in double precision, and rows of both sizes.
void check_points(Context& context, const PointCase& given) {
  const PlacedCase<float> narrow(context, given);
  const PlacedCase<double> wide(context, given);
  const LocatedPoints both[] = {narrow.places(), wide.places()};
  for (const LocatedPoints& places : both) {
    check_engines<float, uint32_t>(context, places, given.n());
    check_engines<double, uint32_t>(context, places, given.n());
    check_engines<float, int64_t>(context, places, given.n());
  }
}

}  // namespace

TEST(corners_around_points_are_those_of_the_reference) {
  for (const int64_t n : {0, 1, 7, 127, 128, 129, 3000}) check_points(context, PointCase::around_voxels(n, 1));
}

TEST(corners_at_the_borders_of_nodes) { check_points(context, PointCase::at_borders(4000)); }

TEST(corners_of_points_far_out_or_not_finite) { check_points(context, PointCase::far_out(2000)); }

TEST(corners_in_batches_of_grids) {
  check_points(context, PointCase::around_voxels(2000, 5));
  check_points(context, PointCase::around_voxels(0, 3));
}

TEST(corners_do_not_depend_on_threads) {
  with_thread_counts(context, [&] { check_points(context, PointCase::around_voxels(1000, 2)); });
}

TEST(corners_in_a_grid_without_voxels) {
  PointCase empty = PointCase::around_voxels(300, 1);
  empty.voxels.clear();
  empty.voxel_offsets = {0, 0};
  check_points(context, empty);
}
