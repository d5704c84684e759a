/// Gives data of points to the voxels around them: the transpose of sampling.
///
/// Points of one cell have the same voxels around them. They are brought together, in the order of cells and then in their
/// own, and each voxel sums up the cells that it is a tap of: the same bits whatever the backend and the number of threads.
#include "backend/algorithms.hpp"
#include "sample/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kGrain = 512;

/// Where a point is in its cell.
template <class R>
struct Part {
  R at[3];
};

/// Writes the cell of a point: its first active voxel, and which tap that is. Points without any go last.
template <class R, class Stencil>
struct WriteCells {
  Places places;
  uint64_t* keys;   // [n]
  uint32_t* order;  // [n]
  Part<R>* parts;   // [n]

  DVDB_FN void operator()(int64_t point) const {
    Stencil stencil;
    int64_t rows[Stencil::kTaps] = {};
    uint64_t key = uint64_t(places.grid.n_voxels) * Stencil::kTaps;
    if (places.place(point, places.head_of(point), stencil, rows)) {
      for (int tap = Stencil::kTaps - 1; tap >= 0; --tap) {
        if (rows[tap] >= 0) key = uint64_t(rows[tap]) * Stencil::kTaps + uint64_t(tap);
      }
      const Vec3d part = stencil.part();
      parts[point] = {{R(part.x), R(part.y), R(part.z)}};
    }
    keys[point] = key;
    order[point] = uint32_t(point);
  }
};

/// Says when a point's cell is before that of the point before.
struct FindDescents {
  const uint64_t* keys;
  uint32_t* found;

  DVDB_FN void operator()(int64_t i) const {
    if (i > 0 && keys[i] < keys[i - 1] && backend::peek(found) == 0) backend::atomic_store(found, 1u);
  }
};

/// Tells the voxels of a cell where its points begin, and where they end.
template <class Stencil>
struct TellVoxels {
  Places places;
  const uint64_t* keys;  // ascending
  const uint32_t* order;
  int64_t n;
  uint32_t* ends;    // [n], of the cell that begins there
  uint32_t* starts;  // [n_voxels, kTaps], plus 1; 0 for none

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t key = keys[i];
    if ((i > 0 && keys[i - 1] == key) || key == uint64_t(places.grid.n_voxels) * Stencil::kTaps) return;
    int64_t reach = 1;
    while (i + reach < n && keys[i + reach] == key) reach *= 2;
    const int64_t before = i + reach / 2;  // in the cell
    const auto is_beyond = [&](int64_t at) { return keys[before + at] == key ? 0 : 1; };
    ends[i] = uint32_t(before + 1 + last_not_above(int64_t(0), min_of(i + reach, n) - before, 0, is_beyond));
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place(order[i], places.head_of(order[i]), stencil, rows)) return;
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      if (rows[tap] >= 0) starts[rows[tap] * Stencil::kTaps + tap] = uint32_t(i) + 1;
    }
  }
};

/// Sums up a group of channels of a voxel. Narrow types are summed up in single precision, a few points of a cell at a
/// time, and those sums in double.
template <class T, int kWidth, class Stencil>
struct SumCells {
  using R = Computed<T>;
  static constexpr uint32_t kTogether = std::is_same_v<R, double> ? UINT32_MAX : 16;
  const uint32_t* order;
  const uint32_t* ends;
  const uint32_t* starts;
  const Part<R>* parts;
  const T* data;  // [n, channels]
  Divider groups;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    using Few = Pack<T, kWidth>;
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    double sums[kWidth] = {};
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      const uint32_t start = starts[row * Stencil::kTaps + tap];
      if (start == 0) continue;
      const uint32_t end = ends[start - 1];
      for (uint32_t at = start - 1; at < end;) {
        R some[kWidth] = {};
        for (const uint32_t stop = end - at > kTogether ? at + kTogether : end; at < stop; ++at) {
          const int64_t point = order[at];
          // What has no part in a sum is not read, so that it cannot make it NaN.
          const R weight = Stencil::weight_of(parts[point].at, tap);
          if (weight == 0) continue;
          const Few few = reinterpret_cast<const Few*>(data)[point * groups.by + group];
          for (int channel = 0; channel < kWidth; ++channel) some[channel] += weight * load_as<R>(few.at[channel]);
        }
        for (int channel = 0; channel < kWidth; ++channel) sums[channel] += double(some[channel]);
      }
    }
    Few few;
    for (int channel = 0; channel < kWidth; ++channel) few.at[channel] = from_double<T>(sums[channel]);
    reinterpret_cast<Few*>(out)[i] = few;
  }
};

template <class T, class Stencil>
Status splat(Context& c, const Places& places, int64_t n, const T* data, int64_t channels, T* out) {
  using R = Computed<T>;
  if (n >= int64_t(UINT32_MAX)) return fail(c, DVDB_UNSUPPORTED, "Cannot splat %lld points: at most 4294967294 are possible", static_cast<long long>(n));
  const int64_t taps = places.grid.n_voxels * Stencil::kTaps;
  backend::Scratch key_memory(c);
  backend::Scratch order_memory(c);
  backend::Scratch part_memory(c);
  backend::Scratch end_memory(c);
  backend::Scratch start_memory(c);
  Span<uint64_t> keys;
  Span<uint32_t> order;
  Span<Part<R>> parts;
  Span<uint32_t> ends;
  Span<uint32_t> starts;  // the last says whether points are out of order
  DVDB_TRY(key_memory.allocate(n, keys));
  DVDB_TRY(order_memory.allocate(n, order));
  DVDB_TRY(part_memory.allocate(n, parts));
  DVDB_TRY(end_memory.allocate(n, ends));
  DVDB_TRY(start_memory.allocate(taps + 1, starts));
  DVDB_TRY(backend::fill(c, starts.data, 0, 1, (taps + 1) * int64_t(sizeof(uint32_t))));
  DVDB_TRY(backend::for_each(c, n, WriteCells<R, Stencil>{places, keys.data, order.data, parts.data}, kGrain));
  uint32_t descends = 0;
  DVDB_TRY(backend::for_each(c, n, FindDescents{keys.data, starts.data + taps}));
  DVDB_TRY(backend::download(c, &descends, starts.data + taps, sizeof(descends)));
  if (descends != 0) DVDB_TRY(backend::sort_pairs(c, keys, order, 0, highest_bit(uint64_t(taps) | 1) + 1));
  DVDB_TRY(backend::for_each(c, n, TellVoxels<Stencil>{places, keys.data, order.data, n, ends.data, starts.data}, kGrain));
  return with_pack<T>(channels, address_of(data) | address_of(out), [&]<int kWidth>() -> Status {
    const Divider groups = Divider::of(channels / kWidth);
    return backend::for_each(c, places.grid.n_voxels * groups.by,
                             SumCells<T, kWidth, Stencil>{order.data, ends.data, starts.data, parts.data, data, groups, out}, kGrain);
  });
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
