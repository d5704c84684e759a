/// Data of points given to the voxels around them at once, without an order.
/// out[voxel] = sum over points and taps of weight * data: sum/reference.hpp, whose order does not hold here.
///
/// Where points of a leaf follow each other, trilinear kernels sum up leaf by leaf, which is quicker. Whether they do
/// is known on the device alone: what follows there looks, and does nothing if all is done.
#include "backend/api/special/sample/float_sums.hpp"
#include "core/channel_groups.hpp"
#include "sample/corners/tiles.hpp"
#include "sample/sum/atomic_sums.hpp"
#include "sample/sum/by_leaf.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kAtomicGrain = 256;
constexpr int64_t kLeastLeafPoints =
    64;  // of a leaf, in the mean: fewer are as quick added one by one, without memory for each leaf
constexpr int64_t kLeastLeafBytes = 128;  // of the sums of a voxel: so are those of few channels

/// Adds a group of a point's channels to its voxels.
template <class S, class Stencil>
struct AddContributions {
  LocatedPoints places;
  const void* data;  // [n, channels]
  uint32_t dtype;
  ChannelGroups groups;
  S* sums;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    const ChannelGroups::Item item = groups.item(i);
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place_apart(item.row, places.head_of(item.row), stencil, rows)) return;
    double values[ChannelGroups::kWidth];
    item.each([&](int channel) {
      values[channel] = load_element<double>(data, dtype, item.row * groups.channels + item.first + channel);
    });
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      const double weight = stencil.weight(tap);
      if (rows[tap] < 0 || weight == 0) continue;
      S* const to = sums + rows[tap] * groups.channels + item.first;
      item.each([&](int channel) { backend::atomic_sum(&to[channel], S(weight * values[channel])); });
    }
  }
};

/// The same for trilinear kernels: the threads of a tile first find the voxels around its points.
template <class T, class Row, int kWidth>
struct AddCornerContributions {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  const T* data;        // [n, channels]
  GroupWalk<Row> walk;  // groups of kWidth channels
  R* sums;              // [n_voxels, channels]
  Wanted wanted;

  DVDB_FN void finish(const Tiles&, int64_t tile, int thread, const typename Tiles::Shared& shared) const {
    walk.each(thread, shared.points,
              [&](int at, Row group) { add(shared.around[at], tile * Tiles::kThreads + at, group); });
  }
  void finish(const Tiles&, int64_t point, const Cell& around) const {
    for (Row group = 0; group < walk.count; ++group) add(around, point, group);
  }

 private:
  DVDB_FN void add(const Cell& around, int64_t point, Row group) const {
    using ChannelPack = Pack<T, kWidth>;
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    const ChannelPack pack = reinterpret_cast<const ChannelPack*>(data)[point * walk.count + group];
    for (int corner = 0; corner < kCorners; ++corner) {
      const R weight = TrilinearCell::weight_of(part, corner);
      if (!around.has(corner) || weight == 0) continue;
      R contributions[kWidth];
      for (int channel = 0; channel < kWidth; ++channel) contributions[channel] = weight * load_as<R>(pack.at[channel]);
      backend::atomic_sums(sums + (int64_t(around.rows[corner]) * walk.count + group) * kWidth, contributions);
    }
  }
};

template <class T>
Status add_corner_contributions(Context& c, const LocatedPoints& places, int64_t n, const T* data, int64_t channels,
                                Computed<T>* sums, Wanted wanted) {
  const auto run = [&]<class Row, int kWidth>() -> Status {
    using Work = AddCornerContributions<T, Row, kWidth>;
    using Tiles = typename Work::Tiles;
    return finish_corners(c, Tiles{places, n},
                          Work{data, GroupWalk<Row>::of(channels / kWidth, Tiles::kThreads), sums, wanted});
  };
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
  return with_pack<T>(channels, address_of(data) | address_of(sums),
                      [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
}

/// Adds all contributions to sums that begin with 0. Only trilinear kernels ask whether that is wanted.
template <class T, class Stencil>
Status add_all_contributions(Context& c, const LocatedPoints& places, int64_t n, const T* data, uint32_t dtype,
                             int64_t channels, Computed<T>* sums, Wanted wanted) {
  using S = Computed<T>;
  const int64_t elements = places.grid.n_voxels * channels;
  if (wanted.word == nullptr) {
    DVDB_TRY(backend::fill(c, sums, 0, 4, elements * int64_t(sizeof(S))));
  } else {
    const int64_t lanes = min_of(elements, kMostLanes);
    DVDB_TRY(backend::for_each(c, lanes, ClearSums<S>{wanted, sums, elements, lanes}));
  }
  if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
    return add_corner_contributions(c, places, n, data, channels, sums, wanted);
  } else {
    const ChannelGroups groups = ChannelGroups::of(channels);
    return backend::for_each(c, groups.items(n), AddContributions<S, Stencil>{places, data, dtype, groups, sums},
                             kAtomicGrain);
  }
}

template <class T, class Stencil>
Status splat_in_any_order(Context& c, const LocatedPoints& places, int64_t n, const T* data, uint32_t dtype,
                          int64_t channels, T* out) {
  const int64_t elements = places.grid.n_voxels * channels;
  if (elements == 0) return {};
  backend::Scratch word_memory(c);
  Span<uint32_t> word;
  Wanted wanted;
  if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
    const bool many =
        n >= kLeastLeafPoints * places.grid.n_leaves && channels * int64_t(sizeof(Computed<T>)) >= kLeastLeafBytes;
    if (many && n < int64_t(UINT32_MAX)) {
      DVDB_TRY(word_memory.allocate(1, word));
      DVDB_TRY(sum_by_leaf(c, places, n, data, channels, out, word.data));
      wanted.word = word.data;
    }
  }
  if constexpr (std::is_same_v<T, Computed<T>>) {
    return add_all_contributions<T, Stencil>(c, places, n, data, dtype, channels, out, wanted);
  } else {
    backend::Scratch memory(c);
    Span<float> sums;
    DVDB_TRY(memory.allocate(elements, sums));
    DVDB_TRY((add_all_contributions<T, Stencil>(c, places, n, data, dtype, channels, sums.data, wanted)));
    const int64_t lanes = min_of(elements, kMostLanes);
    return backend::for_each(c, lanes, RoundSums<T>{wanted, sums.data, out, elements, lanes});
  }
}

}  // namespace

Status operators::splat_atomic(Context& c, const SplatAtomicArgs& a) {
  return with_features(c, a, [&]<class T, class Stencil>(const LocatedPoints& places, const T* features, T* out) {
    return splat_in_any_order<T, Stencil>(c, places, a.n, features, a.dtype, a.channels, out);
  });
}
