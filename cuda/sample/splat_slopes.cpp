/// The way back to voxels from gradients of samples and of their slopes, in order.
/// out[voxel] = sum over taps, then points, of weight * data + slope of the weight * slopes: sum/reference.hpp.
#include "sample/sum/cells.hpp"
#include "sample/sum/slope_contributions.hpp"
#include "sample/sum/slopes_by_leaf.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kSlopeGrain = 256;

/// Sums up a group of channels of a voxel.
template <class T, class Stencil>
struct SumSlopeCells {
  using R = Computed<T>;
  using Contributions = SlopeContributions<T, Stencil>;
  LocatedPoints places;
  Cells<R> cells;
  Contributions contributions;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    const ChannelGroups::Item item = contributions.groups.item(i);
    const int64_t row = item.row;
    const int64_t first = item.first;
    VoxelSums<T, ChannelGroups::kWidth> sums;
    GridUnits<R> units;
    cells.template each_share<Stencil::kTaps>(row, [&](int tap, int64_t point) {
      if (units.size == nullptr) units.set(places.head_of(point));
      typename Contributions::Contributed contributed;
      if (contributions.write_contributions(point, first, cells.parts[point].at, tap, units, contributed))
        sums.add(contributed);
    });
    const auto pack = sums.result();
    for (int channel = 0; channel < contributions.groups.width_of(first); ++channel)
      out[row * contributions.groups.channels + first + channel] = pack.at[channel];
  }

  /// On a host thread: iterates over voxels, visiting the points of each once for many channels.
  void run_on_host(int64_t begin, int64_t end) const {
    contributions.groups.each_row(begin, end, [&](int64_t row, int64_t first, int64_t last) {
      each_channels<16>(first, last, [&]<int kSome>(int64_t channel) { sum_some<kSome>(row, channel); });
    });
  }

 private:
  template <int kSome>
  void sum_some(int64_t row, int64_t first) const {
    VoxelSums<T, kSome> sums;
    GridUnits<R> units;
    cells.template each_share<Stencil::kTaps>(row, [&](int tap, int64_t point) {
      if (units.size == nullptr) units.set(places.head_of(point));
      R contributed[kSome];
      if (contributions.template write_some_contributions<kSome>(point, first, cells.parts[point].at, tap, units,
                                                                 contributed))
        sums.add(contributed);
    });
    const auto pack = sums.result();
    for (int channel = 0; channel < kSome; ++channel)
      out[row * contributions.groups.channels + first + channel] = pack.at[channel];
  }
};

template <class T, class Stencil>
Status splat_contributions(Context& c, const LocatedPoints& places, int64_t n,
                           const SlopeContributions<T, Stencil>& contributions, T* out) {
  DVDB_TRY(check_countable(c, n));
  if (places.grid.n_voxels == 0) return {};
  if (std::is_same_v<Stencil, TrilinearStencil> && contributions.groups.channels == 1 &&
      n >= places.grid.n_leaves) {  // each leaf takes memory and time
    backend::Scratch word_memory(c);
    Span<uint32_t> word;
    uint32_t failed = 0;
    DVDB_TRY(word_memory.allocate(1, word));
    DVDB_TRY(sum_slopes_by_leaf(c, places, n, contributions.data, contributions.slopes, out, word.data));
    DVDB_TRY(backend::download(c, &failed, word.data, sizeof(failed)));
    if (failed == 0) return {};
  }
  CellMemory memory(c);
  Cells<Computed<T>> cells;
  DVDB_TRY((find_cells<Computed<T>, Stencil>(c, places, n, memory, cells)));
  return backend::for_each(c, contributions.groups.items(places.grid.n_voxels),
                           SumSlopeCells<T, Stencil>{places, cells, contributions, out}, kSlopeGrain);
}

}  // namespace

Status operators::splat_slopes(Context& c, const SplatSlopesArgs& a) {
  return with_contributions(c, a, [&](const LocatedPoints& places, const auto& contributions, auto* out) {
    return splat_contributions(c, places, a.n, contributions, out);
  });
}
