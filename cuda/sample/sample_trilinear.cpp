/// Values of voxels between them, by trilinear interpolation, and their gradients.
#include "core/trilinear.hpp"
#include "sample/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// The voxels around a point, and their rows; none of a point that is not finite.
struct Corners {
  TrilinearCell cell = {};
  int64_t rows[kCorners] = {-1, -1, -1, -1, -1, -1, -1, -1};

  DVDB_FN Corners(const GridView& grid, const GridHead& head, LeafFinder& finder, const Vec3d& point) {
    if (cell.place(to_voxel(head, point))) cell.find_rows(grid, finder, rows);
  }
};

/// Sums up a group of channels at a point: neighbours in memory are read together, and the channels of one point share
/// what they look up.
template <class T, int kWidth, bool kGradients>
struct SampleTrilinear {
  GridView grid;
  BatchOffsets batch;
  Points points;
  const T* values;  // [n_voxels, channels]
  int64_t channels;
  Divider groups;  // of kWidth channels
  T* out;          // [n, channels]
  T* gradients;    // [n, channels, 3]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t point = groups.divide(i, &group);
    const GridHead& head = grid.heads[batch.list_of(point)];
    LeafFinder finder(grid, head);
    write(head, Corners(grid, head, finder, points[point]), point, group);
  }

  /// Points next to each other tend to be in one leaf, which a host thread then finds once.
  void run(int64_t begin, int64_t end) const {
    for (int64_t i = begin; i < end;) {
      const int64_t list = batch.list_of(groups.quotient(i));
      const int64_t stop = batch.n == 1 ? end : min_of(end, batch.starts[list + 1] * groups.by);
      const GridHead& head = grid.heads[list];
      LeafFinder finder(grid, head);
      while (i < stop) {
        int64_t group;
        const int64_t point = groups.divide(i, &group);
        const Corners corners(grid, head, finder, points[point]);
        for (; group < groups.by && i < stop; ++group, ++i) write(head, corners, point, group);
      }
    }
  }

 private:
  DVDB_FN void write(const GridHead& head, const Corners& corners, int64_t point, int64_t group) const {
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    double sums[kWidth] = {};
    double slopes[kGradients ? kWidth : 1][3] = {};
    TrilinearCell::each_active(corners.rows, [&](int corner, int64_t row) {
      const T* const from = values + row * channels + first;
      // Nothing that has no part in a result is read, so that it cannot make it NaN.
      const double weight = corners.cell.weight(corner);
      if (weight != 0) {
        each_channel(width, [&](int channel) { sums[channel] += weight * to_double(from[channel]); });
      }
      if constexpr (kGradients) {
        for (int axis = 0; axis < 3; ++axis) {
          const double slope = corners.cell.slope(corner, axis);
          if (slope != 0) each_channel(width, [&](int channel) { slopes[channel][axis] += slope * to_double(from[channel]); });
        }
      }
    });
    const int64_t to = point * channels + first;
    each_channel(width, [&](int channel) {
      out[to + channel] = from_double<T>(sums[channel]);
      if constexpr (kGradients) {
        for (int axis = 0; axis < 3; ++axis) gradients[(to + channel) * 3 + axis] = from_double<T>(slopes[channel][axis] / head.size[axis]);
      }
    });
  }

  /// A loop of fixed length, so that sums stay in registers.
  template <class Visit>
  DVDB_FN static void each_channel(int width, Visit visit) {
    for (int channel = 0; channel < kWidth; ++channel) {
      if (kWidth == 1 || channel < width) visit(channel);
    }
  }
};

/// The arguments of an entry.
struct Request {
  PointRequest points;
  dvdb_buffer values;
  uint32_t dtype;
  int64_t channels;
  dvdb_buffer out;
  dvdb_buffer gradients;
};

/// How many points a host thread takes at a time.
constexpr int64_t kPointGrain = 1024;

template <bool kGradients>
Status sample_points(Context& c, const Request& request) {
  const int64_t channels = request.channels;
  const int64_t n = request.points.n;
  return with_places(c, request.points, channels, [&](const Places& places) -> Status {
    return with_float(c, request.dtype, "values", [&]<class T>() -> Status {
      Span<T> features;
      Span<T> results;
      Span<T> slopes;
      DVDB_TRY(borrow(c, request.values, places.grid.n_voxels * channels, "values", features));
      DVDB_TRY(borrow(c, request.out, n * channels, "out", results));
      if constexpr (kGradients) DVDB_TRY(borrow(c, request.gradients, n * channels * 3, "out_gradients", slopes));
      if (channels == 0) return {};
      const auto launch = [&]<int kWidth>() -> Status {
        const Divider groups = Divider::of((channels + kWidth - 1) / kWidth);
        const SampleTrilinear<T, kWidth, kGradients> functor{places.grid, places.batch, places.points, features.data, channels, groups, results.data, slopes.data};
        return backend::for_each(c, n * groups.by, functor, max_of(kPointGrain, groups.by));
      };
      return channels == 1 ? launch.template operator()<1>() : launch.template operator()<4>();
    });
  });
}

}  // namespace

dvdb_status dvdb_sample_trilinear(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                                  uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_points<false>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, out, 0});
  });
}

dvdb_status dvdb_sample_trilinear_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                            const int64_t* offsets, uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels,
                                            dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_points<true>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, out, out_gradients});
  });
}
