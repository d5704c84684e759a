/// Pooling of windows of voxels to coarser ones, and back. Each side gathers what it gets, so windows may overlap and
/// sums run in one order.
#include "backend/launch.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/leaf_finder.hpp"
#include "core/nodes/axis_map.hpp"
#include "core/numbers.hpp"
#include "core/row_map.hpp"
#include "core/voxel_sites.hpp"
#include "denovdb/pool.h"

using namespace dvdb;

namespace {

constexpr int kWidth = 4;  // channels of an item
constexpr int64_t kGrain = 64;

/// Fine voxels [c * stride, c * stride + factor) belong to the window of coarse voxel c.
struct Windows {
  GridView fine;
  GridView coarse;
  BatchOffsets fine_lists;
  BatchOffsets coarse_lists;
  const Coord* fine_voxels;    // [fine.n_voxels]
  const Coord* coarse_voxels;  // [coarse.n_voxels]
  int32_t factor[3];
  int32_t stride[3];

  /// Calls visit(row) for the active voxels of a coarse voxel's window, x slowest, z fastest.
  template <class Visit>
  DVDB_FN void each_fine(const Coord& c, int64_t list, Visit visit) const {
    int64_t low[3];
    int64_t high[3];
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = int64_t(c[axis]) * stride[axis];
      high[axis] = low[axis] + factor[axis] - 1;
    }
    each(fine, list, low, high, visit);
  }
  /// Calls visit(row, voxel) for the active coarse voxels whose windows hold a fine voxel.
  template <class Visit>
  DVDB_FN void each_coarse(const Coord& f, int64_t list, Visit visit) const {
    int64_t low[3];
    int64_t high[3];
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = nodes::AxisMap::ceil_div(int64_t(f[axis]) - factor[axis] + 1, stride[axis]);
      high[axis] = nodes::AxisMap::floor_div(f[axis], stride[axis]);
    }
    each(coarse, list, low, high, visit);
  }
  DVDB_FN double volume() const { return double(factor[0]) * factor[1] * factor[2]; }

 private:
  /// Looks up a box, as far as the grid reaches: windows may be of any size.
  template <class Visit>
  DVDB_FN static void each(const GridView& grid, int64_t list, int64_t (&low)[3], int64_t (&high)[3], Visit visit) {
    const GridHead& head = grid.heads[list];
    LeafFinder finder(grid, head);
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = max_of<int64_t>(low[axis], head.bounds[0][axis]);
      high[axis] = min_of<int64_t>(high[axis], head.bounds[1][axis]);
    }
    for (int64_t x = low[0]; x <= high[0]; ++x) {
      for (int64_t y = low[1]; y <= high[1]; ++y) {
        for (int64_t z = low[2]; z <= high[2]; ++z) {
          const Coord voxel{int32_t(x), int32_t(y), int32_t(z)};
          const int64_t at = finder.find_leaf(voxel);
          if (at < 0) {
            z |= (1 << kLeafLog2) - 1;  // nothing up to the end of the leaf
            continue;
          }
          const int64_t row = LeafFinder::row_in(grid.leaves[at], voxel);
          if (row >= 0) visit(row);
        }
      }
    }
  }
};

/// Calls body(channel) for the channels of an item: bounds known when compiling keep what it indexes in registers.
template <class Body>
DVDB_FN void each_channel(int width, Body body) {
  for (int channel = 0; channel < kWidth; ++channel) {
    if (channel < width) body(channel);
  }
}

/// Whether a value takes the place of the largest so far; nothing is larger than NaN.
DVDB_FN bool exceeds(double value, double largest) { return value > largest || (value != value && largest == largest); }

template <class T>
struct PoolWindow {
  Windows windows;
  uint32_t reduction;
  const T* values;  // [fine, channels]
  int64_t channels;
  Divider groups;
  T* out;  // [coarse, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    const bool largest = reduction == DVDB_POOL_MAX;
    double results[kWidth];
    for (double& result : results) result = largest ? -__builtin_huge_val() : 0;
    windows.each_fine(windows.coarse_voxels[row], windows.coarse_lists.list_of(row), [&](int64_t from) {
      each_channel(width, [&](int channel) {
        const double value = to_double(values[from * channels + first + channel]);
        if (!largest) {
          results[channel] += value;
        } else if (exceeds(value, results[channel])) {
          results[channel] = value;
        }
      });
    });
    const double by = reduction == DVDB_POOL_MEAN ? windows.volume() : 1;
    each_channel(width, [&](int channel) { out[row * channels + first + channel] = store_as<T>(results[channel] / by, false); });
  }
};

/// Stands for no row where a window has none.
template <class Row>
constexpr Row kNoRow = Row(-1);

/// Finds the first of the largest values of each window, so that voxels need not ask all others in their windows.
template <class T, class Row>
struct ChooseLargest {
  Windows windows;
  const T* values;  // [fine, channels]
  int64_t channels;
  Divider groups;
  Row* out;  // [coarse, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t window = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    Row chosen[kWidth];
    for (Row& one : chosen) one = kNoRow<Row>;
    double largest[kWidth] = {};
    windows.each_fine(windows.coarse_voxels[window], windows.coarse_lists.list_of(window), [&](int64_t row) {
      each_channel(width, [&](int channel) {
        const double value = to_double(values[row * channels + first + channel]);
        if (chosen[channel] != kNoRow<Row> && !exceeds(value, largest[channel])) return;
        chosen[channel] = Row(row);
        largest[channel] = value;
      });
    });
    each_channel(width, [&](int channel) { out[window * channels + first + channel] = chosen[channel]; });
  }
};

template <class T, class Row>
struct GatherGradients {
  Windows windows;
  uint32_t reduction;
  const Row* chosen;  // [coarse, channels] for the largest alone: the rows that they were taken from
  const T* gradients;  // [coarse, channels]
  int64_t channels;
  Divider groups;
  T* out;  // [fine, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    const int64_t list = windows.fine_lists.list_of(row);
    double sums[kWidth] = {};
    windows.each_coarse(windows.fine_voxels[row], list, [&](int64_t window) {
      const int64_t from = window * channels + first;
      each_channel(width, [&](int channel) {
        if (reduction != DVDB_POOL_MAX || chosen[from + channel] == Row(row)) sums[channel] += to_double(gradients[from + channel]);
      });
    });
    const double by = reduction == DVDB_POOL_MEAN ? windows.volume() : 1;
    each_channel(width, [&](int channel) { out[row * channels + first + channel] = store_as<T>(sums[channel] / by, false); });
  }
};

/// Checks the arguments about windows, and keeps what they need on the device.
class WindowTables {
 public:
  explicit WindowTables(Context& context) : context_(context), fine_offsets_(context), coarse_offsets_(context), fine_voxels_(context), coarse_voxels_(context) {}

  Status make(dvdb_grid fine, dvdb_grid coarse, uint32_t reduction, const int32_t* factor, const int32_t* stride, int64_t channels, Windows& out) {
    GridBatch* from = nullptr;
    GridBatch* to = nullptr;
    DVDB_TRY(find(context_, fine, &from));
    DVDB_TRY(find(context_, coarse, &to));
    DVDB_TRY(check_same_grids(context_, from->view, to->view));
    DVDB_TRY(require(context_, factor, 3, "factor"));
    DVDB_TRY(require(context_, stride, 3, "stride"));
    if (reduction > DVDB_POOL_SUM) return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot pool voxels: reduction %u is unknown", reduction);
    const int64_t rows = max_of<int64_t>(1, max_of(from->view.n_voxels, to->view.n_voxels));
    if (channels < 0 || channels > (int64_t(1) << 44) / rows) {
      return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot pool voxels: %lld channels are out of range", static_cast<long long>(channels));
    }
    for (int axis = 0; axis < 3; ++axis) {
      if (factor[axis] < 1 || stride[axis] < 1) {
        return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot pool voxels: factor %d and stride %d have to be positive", factor[axis], stride[axis]);
      }
      out.factor[axis] = factor[axis];
      out.stride[axis] = stride[axis];
    }
    out.fine = from->view;
    out.coarse = to->view;
    return {};
  }

  /// Lists the voxels, once all buffers have been checked.
  Status list(dvdb_grid fine, dvdb_grid coarse, Windows& out) {
    GridBatch* from = nullptr;
    GridBatch* to = nullptr;
    DVDB_TRY(find(context_, fine, &from));
    DVDB_TRY(find(context_, coarse, &to));
    DVDB_TRY(list(*from, fine_offsets_, fine_voxels_, out.fine_lists, out.fine_voxels));
    return list(*to, coarse_offsets_, coarse_voxels_, out.coarse_lists, out.coarse_voxels);
  }

 private:
  Status list(const GridBatch& batch, backend::Scratch& offsets, backend::Scratch& memory, BatchOffsets& lists, const Coord*& out) {
    Span<Coord> voxels;
    DVDB_TRY(place_offsets(context_, batch.starts_of(kRowStarts), batch.view.n_grids, batch.view.n_voxels, offsets, lists));
    DVDB_TRY(memory.allocate(batch.view.n_voxels, voxels));
    DVDB_TRY(list_voxels(context_, batch.view, voxels));
    out = voxels.data;
    return {};
  }

  Context& context_;
  backend::Scratch fine_offsets_;
  backend::Scratch coarse_offsets_;
  backend::Scratch fine_voxels_;
  backend::Scratch coarse_voxels_;
};

Divider groups_of(int64_t channels) { return Divider::of(max_of<int64_t>(1, (channels + kWidth - 1) / kWidth)); }

/// Gives fine voxels their shares. `Row` holds the rows that the largest were taken from.
template <class T, class Row>
Status gather_gradients(Context& c, const Windows& windows, uint32_t reduction, Span<T> values, Span<T> gradients, int64_t channels, Span<T> out) {
  const Divider groups = groups_of(channels);
  backend::Scratch memory(c);
  Span<Row> chosen;
  if (reduction == DVDB_POOL_MAX) {
    DVDB_TRY(memory.allocate(windows.coarse.n_voxels * channels, chosen));
    const ChooseLargest<T, Row> choose{windows, values.data, channels, groups, chosen.data};
    DVDB_TRY(backend::for_each(c, windows.coarse.n_voxels * groups.by, choose, kGrain));
  }
  const GatherGradients<T, Row> gather{windows, reduction, chosen.data, gradients.data, channels, groups, out.data};
  return backend::for_each(c, windows.fine.n_voxels * groups.by, gather, kGrain);
}

}  // namespace

dvdb_status dvdb_pool(dvdb_context context, dvdb_grid fine, dvdb_grid coarse, dvdb_buffer values, uint32_t dtype, int64_t channels, uint32_t reduction,
                      const int32_t* factor, const int32_t* stride, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    WindowTables tables(c);
    Windows windows;
    DVDB_TRY(tables.make(fine, coarse, reduction, factor, stride, channels, windows));
    return with_float(c, dtype, "values", [&]<class T>() -> Status {
      Span<T> from;
      Span<T> to;
      DVDB_TRY(borrow(c, values, windows.fine.n_voxels * channels, "values", from));
      DVDB_TRY(borrow(c, out, windows.coarse.n_voxels * channels, "out", to));
      if (channels == 0) return {};
      DVDB_TRY(tables.list(fine, coarse, windows));
      const Divider groups = groups_of(channels);
      return backend::for_each(c, windows.coarse.n_voxels * groups.by, PoolWindow<T>{windows, reduction, from.data, channels, groups, to.data}, kGrain);
    });
  });
}

dvdb_status dvdb_pool_backward(dvdb_context context, dvdb_grid fine, dvdb_grid coarse, dvdb_buffer values, dvdb_buffer gradients, uint32_t dtype,
                               int64_t channels, uint32_t reduction, const int32_t* factor, const int32_t* stride, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    WindowTables tables(c);
    Windows windows;
    DVDB_TRY(tables.make(fine, coarse, reduction, factor, stride, channels, windows));
    return with_float(c, dtype, "gradients", [&]<class T>() -> Status {
      Span<T> held;
      Span<T> from;
      Span<T> to;
      if (reduction == DVDB_POOL_MAX || values != 0) DVDB_TRY(borrow(c, values, windows.fine.n_voxels * channels, "values", held));
      DVDB_TRY(borrow(c, gradients, windows.coarse.n_voxels * channels, "gradients", from));
      DVDB_TRY(borrow(c, out, windows.fine.n_voxels * channels, "out", to));
      if (channels == 0) return {};
      DVDB_TRY(tables.list(fine, coarse, windows));
      if (windows.fine.n_voxels < int64_t(kNoRow<uint32_t>)) return gather_gradients<T, uint32_t>(c, windows, reduction, held, from, channels, to);
      return gather_gradients<T, int64_t>(c, windows, reduction, held, from, channels, to);
    });
  });
}
