/// Gives data of points to the voxels around them: the transpose of sampling.
///
/// The shares of all points are sorted by voxel, stably, so each voxel sums up its own in the order of the points,
/// whatever the backend and the number of threads.
#include "backend/algorithms.hpp"
#include "core/voxel_sites.hpp"
#include "sample/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kGrain = 512;

/// Writes the voxels in which a point has a share; those that are none, or not active, go last.
template <class Stencil>
struct WriteShares {
  Places places;
  uint64_t* keys;    // [n, kTaps]
  uint32_t* points;  // [n, kTaps]

  DVDB_FN void operator()(int64_t point) const {
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    const bool placed = places.place(point, places.head_of(point), stencil, rows);
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      const int64_t at = point * Stencil::kTaps + tap;
      const bool shares = placed && rows[tap] >= 0 && stencil.weight(tap) != 0;
      keys[at] = uint64_t(shares ? rows[tap] : places.grid.n_voxels);
      points[at] = uint32_t(point);
    }
  }
};

/// Finds where the shares of a voxel begin.
struct FindShares {
  const uint64_t* keys;  // ascending
  int64_t n;
  int64_t* starts;  // [n_voxels + 1]

  DVDB_FN void operator()(int64_t row) const {
    const auto key = [&](int64_t at) { return at < 0 ? int64_t(-1) : int64_t(keys[at]); };
    starts[row] = last_not_above(int64_t(-1), n, row - 1, key) + 1;
  }
};

/// Sums up a group of channels of a voxel.
template <class T, class Stencil>
struct SumShares {
  static constexpr int kWidth = 4;
  Places places;
  SiteFinder sites;
  const LeafPlace* leaves;
  const uint32_t* points;
  const int64_t* starts;
  const T* data;  // [n, channels]
  int64_t channels;
  Divider groups;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    double sums[kWidth] = {};
    if (starts[row] < starts[row + 1]) {
      const VoxelSite site = sites.find(row);
      const LeafPlace leaf = leaves[site.leaf];
      const Coord voxel = leaf_voxel(leaf.origin, site.slice * 64 + site.at);
      const GridHead& head = places.grid.heads[leaf.grid];
      for (int64_t at = starts[row]; at < starts[row + 1]; ++at) {
        const int64_t point = points[at];
        Stencil stencil;
        if (!stencil.place(to_voxel(head, places.points[point]))) continue;
        const double weight = stencil.weight(stencil.tap_of(voxel));
        const T* const from = data + point * channels + first;
        for (int channel = 0; channel < width; ++channel) sums[channel] += weight * to_double(from[channel]);
      }
    }
    for (int channel = 0; channel < width; ++channel) out[row * channels + first + channel] = from_double<T>(sums[channel]);
  }
};

template <class T, class Stencil>
Status splat(Context& c, const Places& places, int64_t n, const T* data, int64_t channels, T* out) {
  if (n > int64_t(UINT32_MAX)) return fail(c, DVDB_UNSUPPORTED, "Cannot splat %lld points: at most 4294967295 are possible", static_cast<long long>(n));
  const int64_t n_voxels = places.grid.n_voxels;
  const int64_t shares = n * Stencil::kTaps;
  backend::Scratch key_memory(c);
  backend::Scratch point_memory(c);
  backend::Scratch start_memory(c);
  backend::Scratch site_memory(c);
  backend::Scratch place_memory(c);
  Span<uint64_t> keys;
  Span<uint32_t> points;
  Span<int64_t> starts;
  Span<LeafPlace> leaves;
  SiteFinder sites;
  DVDB_TRY(key_memory.allocate(shares, keys));
  DVDB_TRY(point_memory.allocate(shares, points));
  DVDB_TRY(start_memory.allocate(n_voxels + 1, starts));
  DVDB_TRY(list_leaves(c, places.grid, place_memory, leaves));
  DVDB_TRY(find_sites(c, places.grid, site_memory, sites));
  DVDB_TRY(backend::for_each(c, n, WriteShares<Stencil>{places, keys.data, points.data}, kGrain));
  DVDB_TRY(backend::sort_pairs(c, keys, points, 0, highest_bit(uint64_t(n_voxels) | 1) + 1));
  DVDB_TRY(backend::for_each(c, n_voxels + 1, FindShares{keys.data, shares, starts.data}));
  using Functor = SumShares<T, Stencil>;
  const Divider groups = Divider::of((channels + Functor::kWidth - 1) / Functor::kWidth);
  return backend::for_each(c, n_voxels * groups.by,
                           Functor{places, sites, leaves.data, points.data, starts.data, data, channels, groups, out}, kGrain);
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
