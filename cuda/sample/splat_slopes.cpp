/// The way back to voxels from gradients of samples and of their slopes, in order.
/// out[voxel] = sum over taps, then points, of weight * data + slope of the weight * slopes: sum/reference.hpp.
#include "sample/sum/cells.hpp"
#include "sample/sum/slope_gifts.hpp"
#include "sample/sum/slopes_by_leaf.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kSlopeGrain = 256;

/// Sums up a group of channels of a voxel.
template <class T, class Stencil>
struct SumSlopeCells {
  using R = Computed<T>;
  using Gifts = SlopeGifts<T, Stencil>;
  Places places;
  Cells<R> cells;
  Gifts gifts;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    const ChannelGroups::Item item = gifts.groups.item(i);
    const int64_t row = item.row;
    const int64_t first = item.first;
    ShareSums<T, ChannelGroups::kWidth> sums;
    GridUnits<R> units;
    cells.template each_share<Stencil::kTaps>(row, [&](int tap, int64_t point) {
      if (units.size == nullptr) units.set(places.head_of(point));
      typename Gifts::Shares shares;
      if (gifts.share(point, first, cells.parts[point].at, tap, units, shares)) sums.add(shares);
    });
    const auto few = sums.result();
    for (int channel = 0; channel < gifts.groups.width_of(first); ++channel)
      out[row * gifts.groups.channels + first + channel] = few.at[channel];
  }

  /// On a host thread: iterates over voxels, visiting the points of each once for many channels.
  void run_on_host(int64_t begin, int64_t end) const {
    gifts.groups.each_row(begin, end, [&](int64_t row, int64_t first, int64_t last) {
      each_channels<16>(first, last, [&]<int kSome>(int64_t channel) { sum_some<kSome>(row, channel); });
    });
  }

 private:
  template <int kSome>
  void sum_some(int64_t row, int64_t first) const {
    ShareSums<T, kSome> sums;
    GridUnits<R> units;
    cells.template each_share<Stencil::kTaps>(row, [&](int tap, int64_t point) {
      if (units.size == nullptr) units.set(places.head_of(point));
      R shares[kSome];
      if (gifts.template share_some<kSome>(point, first, cells.parts[point].at, tap, units, shares)) sums.add(shares);
    });
    const auto few = sums.result();
    for (int channel = 0; channel < kSome; ++channel)
      out[row * gifts.groups.channels + first + channel] = few.at[channel];
  }
};

template <class T, class Stencil>
Status splat_gifts(Context& c, const Places& places, int64_t n, const SlopeGifts<T, Stencil>& gifts, T* out) {
  DVDB_TRY(check_countable(c, n));
  if (places.grid.n_voxels == 0) return {};
  if (std::is_same_v<Stencil, TrilinearStencil> && gifts.groups.channels == 1 &&
      n >= places.grid.n_leaves) {  // each leaf takes memory and time
    backend::Scratch word_memory(c);
    Span<uint32_t> word;
    uint32_t failed = 0;
    DVDB_TRY(word_memory.allocate(1, word));
    DVDB_TRY(sum_slopes_by_leaf(c, places, n, gifts.data, gifts.slopes, out, word.data));
    DVDB_TRY(backend::download(c, &failed, word.data, sizeof(failed)));
    if (failed == 0) return {};
  }
  CellMemory memory(c);
  Cells<Computed<T>> cells;
  DVDB_TRY((find_cells<Computed<T>, Stencil>(c, places, n, memory, cells)));
  return backend::for_each(c, gifts.groups.items(places.grid.n_voxels),
                           SumSlopeCells<T, Stencil>{places, cells, gifts, out}, kSlopeGrain);
}

}  // namespace

Status operators::splat_slopes(Context& c, const SplatSlopesArgs& a) {
  return with_gifts(c, a, [&](const Places& places, const auto& gifts, auto* out) {
    return splat_gifts(c, places, a.n, gifts, out);
  });
}
