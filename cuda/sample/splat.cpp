/// Gives data of points to the voxels around them: the transpose of sampling.
/// out[voxel] = sum over taps, then points, of weight * data: sum/reference.hpp.
///
/// Points of one cell have the same voxels around them. They are brought together, in the order of cells and then in
/// their own, and each voxel sums up the cells that it is a tap of: the same bits whatever the backend and the number
/// of threads.
#include "sample/sum/by_leaf.hpp"
#include "sample/sum/cells.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kGrain = 512;

/// Sums up a group of channels of a voxel.
template <class T, int kWidth, class Stencil>
struct SumCells {
  using R = Computed<T>;
  Cells<R> cells;
  R factor;       // of the kernel
  const T* data;  // [n, channels]
  Divider groups;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    using ChannelPack = Pack<T, kWidth>;
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const ChannelPack* const from = reinterpret_cast<const ChannelPack*>(data) + group;
    VoxelSums<T, kWidth> sums;
    cells.template each_share<Stencil::kTaps>(row, [&](int tap, int64_t point) {
      // Points without a part in a sum are not read, so that they cannot make it NaN.
      const R weight = scaled<Stencil>(Stencil::weight_of(cells.parts[point].at, tap), factor);
      if (weight != 0) sums.add(weight, from[point * groups.by]);
    });
    reinterpret_cast<ChannelPack*>(out)[i] = sums.result();
  }
};

template <class T, class Stencil>
Status splat_in_order(Context& c, const LocatedPoints& places, int64_t n, const T* data, int64_t channels, T* out) {
  using R = Computed<T>;
  DVDB_TRY(check_countable(c, n));
  const int64_t n_voxels = places.grid.n_voxels;
  if (n_voxels == 0) return {};
  if (std::is_same_v<Stencil, TrilinearStencil> && n >= places.grid.n_leaves) {  // each leaf takes memory and time
    backend::Scratch memory(c);
    Span<uint32_t> word;
    uint32_t failed = 0;
    DVDB_TRY(memory.allocate(1, word));
    DVDB_TRY(sum_by_leaf(c, places, n, data, channels, out, word.data));
    DVDB_TRY(backend::download(c, &failed, word.data, sizeof(failed)));
    if (failed == 0) return {};
  }
  CellMemory memory(c);
  Cells<R> cells;
  DVDB_TRY((find_cells<R, Stencil>(c, places, n, memory, cells)));
  const auto sum_up = [&]<int kWidth>() -> Status {
    const Divider groups = Divider::of(channels / kWidth);
    return backend::for_each(c, n_voxels * groups.by,
                             SumCells<T, kWidth, Stencil>{cells, R(places.factor), data, groups, out}, kGrain);
  };
  const uint64_t addresses = address_of(data) | address_of(out);
  if constexpr (std::is_same_v<Stencil, TrilinearStencil> && std::is_same_v<T, float>) {
    // Most of the work is to find what belongs to a voxel: fewer threads do it, once each.
    if (channels % 8 == 0 && addresses % 32 == 0) return sum_up.template operator()<8>();
  }
  return with_pack<T>(channels, addresses, sum_up);
}

}  // namespace

Status operators::splat(Context& c, const SplatArgs& a) {
  return with_features(c, a, [&]<class T, class Stencil>(const LocatedPoints& places, const T* features, T* out) {
    return splat_in_order<T, Stencil>(c, places, a.n, features, a.channels, out);
  });
}
