/// Pooling of windows of voxels to coarser voxels, and its backward pass. Both directions gather, so windows may
/// overlap and sums run in a fixed order.
#include "_generated/pool_args.hpp"
#include "core/channel_groups.hpp"
#include "core/numbers.hpp"
#include "core/row_map.hpp"
#include "core/voxel_sites.hpp"
#include "pool/windows.hpp"

using namespace dvdb;
using namespace dvdb::pool;

namespace {

constexpr int kWidth = ChannelGroups::kWidth;
constexpr int64_t kGrain = 64;
/// For boxes with more columns than this, lookups take longer than sorting the voxels, which teams then list quickly.
constexpr double kMostColumns = backend::kWarpLanes > 1 ? 1024 : 16384;

/// The voxels for which boxes are listed.
struct WindowVoxels {
  const Coord* voxels;  // [rows]
  BatchOffsets lists;
};

/// The values of an item's channels in one row.
struct RowValues {
  double of[kWidth];

  /// Loads the channels for which counts(channel) holds, with 0 for others.
  template <class T, class Counts>
  DVDB_FN static RowValues load(const ChannelGroups::Item& item, const T* row, bool wanted, Counts counts) {
    RowValues values = {};
    item.each([&](int channel) {
      if (wanted && counts(item.first + channel)) values.of[channel] = double(widen(row[item.first + channel]));
    });
    return values;
  }
  template <class T>
  DVDB_FN static RowValues load(const ChannelGroups::Item& item, const T* row, bool wanted) {
    return load(item, row, wanted, [](int64_t) { return true; });
  }
};

/// Writes the results of an item, each divided by a number.
template <class T>
DVDB_FN void store_item(const ChannelGroups& groups, const ChannelGroups::Item& item, const double (&results)[kWidth],
                        double by, T* out) {
  item.each([&](int channel) {
    out[item.row * groups.channels + item.first + channel] = store_as<T>(results[channel] / by, false);
  });
}

/// Whether a value replaces the largest so far; NaN counts as larger than any number.
DVDB_FN bool exceeds(double value, double largest) { return value > largest || (value != value && largest == largest); }

/// On a host thread: calls body.operator()<kSome>(row, channel) for kSome channels of a row at a time, so that windows
/// are visited less often. With one group of channels a row it calls f(i) for each item, which is as fast; so it does
/// for row numbers of 64 bits, which few grids have, as what is compiled for them should take little time.
template <class Row, class F, class Body>
void each_some(const F& f, int64_t begin, int64_t end, Body body) {
  if (f.groups.groups.by == 1 || sizeof(Row) > sizeof(uint32_t)) {
    for (int64_t i = begin; i < end; ++i) f(i);
    return;
  }
  if constexpr (sizeof(Row) == sizeof(uint32_t)) {
    f.groups.each_row(begin, end, [&](int64_t row, int64_t first, int64_t last) {
      each_channels<16>(first, last,
                        [&]<int kSome>(int64_t channel) { body.template operator()<kSome>(row, channel); });
    });
  }
}

template <class T, class Voxels>
struct PoolWindow {
  Windows windows;
  Voxels fine;
  WindowVoxels coarse;
  uint32_t reduction;
  const T* values;  // [fine, channels]
  ChannelGroups groups;
  T* out;  // [coarse, channels]

  DVDB_FN void operator()(int64_t i, const backend::Team& team = {}) const {
    const ChannelGroups::Item item = groups.item(i);
    const bool largest = reduction == DVDB_POOL_MAX;
    double results[kWidth];
    for (double& result : results) result = largest ? -__builtin_huge_val() : 0;
    const auto load = [&](int64_t row, bool wanted) {
      return RowValues::load(item, values + row * groups.channels, wanted);
    };
    fine.each(coarse.lists.list_of(item.row), windows.fine_box(coarse.voxels[item.row]), team, load,
              [&](const RowValues& values, int64_t, int lane) {
                item.each([&](int channel) {
                  const double value = team.from(values.of[channel], lane);
                  if (!largest) {
                    results[channel] += value;
                  } else if (exceeds(value, results[channel])) {
                    results[channel] = value;
                  }
                });
              });
    if (team.rank != 0) return;
    store_item(groups, item, results, reduction == DVDB_POOL_MEAN ? windows.volume() : 1, out);
  }

  void run_on_host(int64_t begin, int64_t end) const {
    each_some<uint32_t>(*this, begin, end,
                        [&]<int kSome>(int64_t row, int64_t first) { pool_some<kSome>(row, first); });
  }

 private:
  template <int kSome>
  void pool_some(int64_t row, int64_t first) const {
    const bool largest = reduction == DVDB_POOL_MAX;
    double results[kSome];
    for (double& result : results) result = largest ? -__builtin_huge_val() : 0;
    const auto load = [&](int64_t from, bool) { return values + from * groups.channels + first; };
    fine.each(
        coarse.lists.list_of(row), windows.fine_box(coarse.voxels[row]), {}, load, [&](const T* from, int64_t, int) {
          for (int channel = 0; channel < kSome && !largest; ++channel)
            results[channel] += double(widen(from[channel]));
          for (int channel = 0; channel < kSome && largest; ++channel) {  // two choices without branches, for vectors
            const double value = double(widen(from[channel]));
            results[channel] = value > results[channel] ? value : results[channel];
            results[channel] = value == value ? results[channel] : value;
          }
        });
    const double by = reduction == DVDB_POOL_MEAN ? windows.volume() : 1;
    for (int channel = 0; channel < kSome; ++channel)
      out[row * groups.channels + first + channel] = store_as<T>(results[channel] / by, false);
  }
};

/// Stands for no row where a window has none.
template <class Row>
constexpr Row kNoRow = Row(-1);

/// Finds the row of each window's largest value, the first if several are equal, so that the backward pass does not
/// have to search each window once per voxel.
template <class T, class Row, class Voxels>
struct ChooseLargest {
  Windows windows;
  Voxels fine;
  WindowVoxels coarse;
  const T* values;  // [fine, channels]
  ChannelGroups groups;
  Row* out;  // [coarse, channels]

  DVDB_FN void operator()(int64_t i, const backend::Team& team = {}) const {
    const ChannelGroups::Item item = groups.item(i);
    Row chosen[kWidth];
    for (Row& one : chosen) one = kNoRow<Row>;
    double largest[kWidth] = {};
    const auto load = [&](int64_t row, bool wanted) {
      return RowValues::load(item, values + row * groups.channels, wanted);
    };
    fine.each(coarse.lists.list_of(item.row), windows.fine_box(coarse.voxels[item.row]), team, load,
              [&](const RowValues& values, int64_t own, int lane) {
                const auto row = Row(team.from(own, lane));
                item.each([&](int channel) {
                  const double value = team.from(values.of[channel], lane);
                  if (chosen[channel] != kNoRow<Row> && !exceeds(value, largest[channel])) return;
                  chosen[channel] = row;
                  largest[channel] = value;
                });
              });
    if (team.rank != 0) return;
    item.each([&](int channel) { out[item.row * groups.channels + item.first + channel] = chosen[channel]; });
  }

  void run_on_host(int64_t begin, int64_t end) const {
    each_some<Row>(*this, begin, end, [&]<int kSome>(int64_t row, int64_t first) { choose_some<kSome>(row, first); });
  }

 private:
  template <int kSome>
  void choose_some(int64_t window, int64_t first) const {
    Row chosen[kSome] = {};
    double largest[kSome] = {};
    bool any = false;
    const auto load = [&](int64_t row, bool) { return values + row * groups.channels + first; };
    fine.each(coarse.lists.list_of(window), windows.fine_box(coarse.voxels[window]), {}, load,
              [&](const T* from, int64_t row, int) {
                for (int channel = 0; channel < kSome && any; ++channel) {
                  const double value = double(widen(from[channel]));
                  const bool takes = exceeds(value, largest[channel]);
                  chosen[channel] = takes ? Row(row) : chosen[channel];
                  largest[channel] = takes ? value : largest[channel];
                }
                for (int channel = 0; channel < kSome && !any; ++channel) {
                  chosen[channel] = Row(row);
                  largest[channel] = double(widen(from[channel]));
                }
                any = true;
              });
    for (int channel = 0; channel < kSome; ++channel)
      out[window * groups.channels + first + channel] = any ? chosen[channel] : kNoRow<Row>;
  }
};

template <class T, class Row, class Voxels>
struct GatherGradients {
  Windows windows;
  Voxels coarse;
  WindowVoxels fine;
  uint32_t reduction;
  const Row* chosen;   // [coarse, channels] for max pooling only: the rows of the largest values
  const T* gradients;  // [coarse, channels]
  ChannelGroups groups;
  T* out;  // [fine, channels]

  DVDB_FN void operator()(int64_t i, const backend::Team& team = {}) const {
    const ChannelGroups::Item item = groups.item(i);
    double sums[kWidth] = {};
    const auto load = [&](int64_t window, bool wanted) {
      const int64_t from = window * groups.channels;
      return RowValues::load(item, gradients + from, wanted, [&](int64_t channel) {
        return reduction != DVDB_POOL_MAX || chosen[from + channel] == Row(item.row);
      });
    };
    coarse.each(fine.lists.list_of(item.row), windows.coarse_box(fine.voxels[item.row]), team, load,
                [&](const RowValues& values, int64_t, int lane) {
                  item.each([&](int channel) {
                    sums[channel] += team.from(values.of[channel], lane);
                  });  // adding 0 does not change a sum that started at 0
                });
    if (team.rank != 0) return;
    store_item(groups, item, sums, reduction == DVDB_POOL_MEAN ? windows.volume() : 1, out);
  }

  void run_on_host(int64_t begin, int64_t end) const {
    each_some<Row>(*this, begin, end, [&]<int kSome>(int64_t row, int64_t first) { gather_some<kSome>(row, first); });
  }

 private:
  template <int kSome>
  void gather_some(int64_t row, int64_t first) const {
    double sums[kSome] = {};
    const auto load = [&](int64_t window, bool) { return window * groups.channels + first; };
    coarse.each(fine.lists.list_of(row), windows.coarse_box(fine.voxels[row]), {}, load,
                [&](int64_t from, int64_t, int) {
                  const T* const some = gradients + from;
                  if (reduction == DVDB_POOL_MAX) {
                    const Row* const rows = chosen + from;
                    for (int channel = 0; channel < kSome; ++channel)
                      sums[channel] += rows[channel] == Row(row) ? double(widen(some[channel])) : 0;
                  } else {
                    for (int channel = 0; channel < kSome; ++channel) sums[channel] += double(widen(some[channel]));
                  }
                });
    const double by = reduction == DVDB_POOL_MEAN ? windows.volume() : 1;
    for (int channel = 0; channel < kSome; ++channel)
      out[row * groups.channels + first + channel] = store_as<T>(sums[channel] / by, false);
  }
};

/// The fine and the coarse batch, and the windows between them.
struct Request {
  const GridBatch& fine;
  const GridBatch& coarse;
  Windows windows;
  uint32_t reduction;
  ChannelGroups groups;
};

/// Makes the request of checked arguments.
template <class Args>
Request request_of(const Args& a) {
  Windows windows;
  for (int axis = 0; axis < 3; ++axis) {
    windows.factor[axis] = a.factor[axis];
    windows.stride[axis] = a.stride[axis];
  }
  return {*a.fine, *a.coarse, windows, a.reduction, ChannelGroups::of(a.channels)};
}

/// Lists voxels in memory that lives as long as this does.
class WindowVoxelTables {
 public:
  explicit WindowVoxelTables(Context& context) : context_(context), offsets_(context), voxels_(context) {}

  Status make(const GridBatch& batch, WindowVoxels& out) {
    Span<Coord> voxels;
    DVDB_TRY(place_offsets(context_, batch.starts_of(kRowStarts), batch.view.n_grids, batch.view.n_voxels, offsets_,
                           out.lists));
    DVDB_TRY(voxels_.allocate(batch.view.n_voxels, voxels));
    DVDB_TRY(list_voxels(context_, batch.view, voxels));
    out.voxels = voxels.data;
    return {};
  }

 private:
  Context& context_;
  backend::Scratch offsets_;
  backend::Scratch voxels_;
};

/// Calls body(voxels) with the quicker way of listing the voxels of boxes with this many columns: LeafVoxels or
/// OrderedVoxels. Where rows need 64 bits, it is always LeafVoxels.
template <class Row, class Body>
Status with_voxels(Context& c, const GridView& grid, double columns, Body body) {
  if constexpr (sizeof(Row) == sizeof(uint32_t)) {
    if (columns > kMostColumns && grid.n_voxels < int64_t(kNoRow<uint32_t>)) {
      backend::Scratch memory(c);
      OrderedVoxels voxels{grid, {}};
      DVDB_TRY(order_voxels(c, grid, memory, voxels.order));
      return body(voxels);
    }
  }
  return body(LeafVoxels{grid});
}

/// Gives fine voxels their shares of the gradients. `Row` is the type of the row numbers of largest values.
template <class T, class Row>
Status gather_gradients(Context& c, const Request& request, Span<T> values, Span<T> gradients, Span<T> out) {
  const auto& [fine, coarse, windows, reduction, groups] = request;
  backend::Scratch memory(c);
  Span<Row> chosen;
  WindowVoxelTables tables(c);
  WindowVoxels voxels_of;
  if (reduction == DVDB_POOL_MAX) {
    DVDB_TRY(memory.allocate(gradients.size, chosen));
    DVDB_TRY(tables.make(coarse, voxels_of));
    DVDB_TRY(with_voxels<Row>(c, fine.view, windows.fine_columns(), [&](const auto& voxels) -> Status {
      const ChooseLargest<T, Row, std::decay_t<decltype(voxels)>> choose{windows,     voxels, voxels_of,
                                                                         values.data, groups, chosen.data};
      return voxels.launch(c, groups.items(coarse.view.n_voxels), choose, kGrain);
    }));
  }
  DVDB_TRY(tables.make(fine, voxels_of));
  return with_voxels<Row>(c, coarse.view, windows.coarse_columns(), [&](const auto& voxels) -> Status {
    const GatherGradients<T, Row, std::decay_t<decltype(voxels)>> gather{
        windows, voxels, voxels_of, reduction, chosen.data, gradients.data, groups, out.data};
    return voxels.launch(c, groups.items(fine.view.n_voxels), gather, kGrain);
  });
}

}  // namespace

Status operators::pool(Context& c, const PoolArgs& a) {
  DVDB_TRY(check_same_grids(c, a.fine->view, a.coarse->view));
  if (a.channels == 0) return {};
  const Request request = request_of(a);
  WindowVoxelTables tables(c);
  WindowVoxels voxels_of;
  DVDB_TRY(tables.make(request.coarse, voxels_of));
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    return with_voxels<uint32_t>(
        c, request.fine.view, request.windows.fine_columns(), [&](const auto& voxels) -> Status {
          using Functor = PoolWindow<T, std::decay_t<decltype(voxels)>>;
          const Functor functor{request.windows,         voxels,         voxels_of,         a.reduction,
                                a.features.as<T>().data, request.groups, a.out.as<T>().data};
          return voxels.launch(c, request.groups.items(request.coarse.view.n_voxels), functor, kGrain);
        });
  });
}

Status operators::pool_backward(Context& c, const PoolBackwardArgs& a) {
  DVDB_TRY(check_same_grids(c, a.fine->view, a.coarse->view));
  if (a.channels == 0) return {};
  const Request request = request_of(a);
  return with_float(c, a.dtype, "gradients", [&]<class T>() -> Status {
    const bool narrow = request.fine.view.n_voxels < int64_t(kNoRow<uint32_t>);
    const auto gather = narrow ? gather_gradients<T, uint32_t> : gather_gradients<T, int64_t>;
    return gather(c, request, a.features.as<T>(), a.gradients.as<T>(), a.out.as<T>());
  });
}
