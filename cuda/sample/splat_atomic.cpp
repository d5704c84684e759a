/// Data of points given to the voxels around them at once, without an order.
#include "backend/float_sums.hpp"
#include "sample/corner_tiles.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kAtomicGrain = 256;

/// Adds a group of a point's channels to its voxels.
template <class S, class Stencil>
struct AddShares {
  static constexpr int kWidth = 4;
  Places places;
  const void* data;  // [n, channels]
  uint32_t dtype;
  int64_t channels;
  Divider groups;
  S* sums;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t point = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place(point, places.head_of(point), stencil, rows)) return;
    double values[kWidth];
    for (int channel = 0; channel < width; ++channel) values[channel] = load_element<double>(data, dtype, point * channels + first + channel);
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      const double weight = stencil.weight(tap);
      if (rows[tap] < 0 || weight == 0) continue;
      S* const to = sums + rows[tap] * channels + first;
      for (int channel = 0; channel < width; ++channel) backend::atomic_sum(&to[channel], S(weight * values[channel]));
    }
  }
};

/// The same for trilinear kernels: the threads of a tile first find the voxels around its points.
template <class T, class Row, int kWidth>
struct AddCornerShares {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  using Shared = typename Tiles::Shared;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  const T* data;        // [n, channels]
  GroupWalk<Row> walk;  // groups of kWidth channels
  R* sums;              // [n_voxels, channels]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      walk.each(thread, shared.points, [&](int at, Row group) { add(shared.around[at], tile * kThreads + at, group); });
    }
  }

  void run(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      for (Row group = 0; group < walk.count; ++group) add(around, point, group);
    });
  }

 private:
  DVDB_FN void add(const Cell& around, int64_t point, Row group) const {
    using Few = Pack<T, kWidth>;
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    const Few few = reinterpret_cast<const Few*>(data)[point * walk.count + group];
    for (int corner = 0; corner < kCorners; ++corner) {
      const R weight = TrilinearCell::weight_of(part, corner);
      if (!around.has(corner) || weight == 0) continue;
      R shares[kWidth];
      for (int channel = 0; channel < kWidth; ++channel) shares[channel] = weight * load_as<R>(few.at[channel]);
      backend::atomic_sums(sums + (int64_t(around.rows[corner]) * walk.count + group) * kWidth, shares);
    }
  }
};

/// Rounds sums to a narrower type.
struct RoundSums {
  const float* sums;
  uint32_t dtype;
  void* out;

  DVDB_FN void operator()(int64_t i) const { store_element<double>(out, dtype, i, double(sums[i]), false); }
};

struct AtomicRequest {
  dvdb_buffer data;
  uint32_t dtype;
  int64_t channels;
  uint32_t kernel;
  dvdb_buffer out;
};

template <class T>
Status add_corner_shares(Context& c, const Places& places, int64_t n, const T* data, int64_t channels, Computed<T>* sums) {
  const auto run = [&]<class Row, int kWidth>() -> Status {
    using Functor = AddCornerShares<T, Row, kWidth>;
    const Functor functor{{places, n}, data, GroupWalk<Row>::of(channels / kWidth, Functor::kThreads), sums};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  };
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
  return with_pack<T>(channels, address_of(data) | address_of(sums), [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
}

/// Adds all shares to sums that begin with 0.
template <class S>
Status add_shares(Context& c, const Places& places, int64_t n, const AtomicRequest& request, const void* data, S* sums) {
  const int64_t channels = request.channels;
  DVDB_TRY(backend::fill(c, sums, 0, 4, places.grid.n_voxels * channels * int64_t(sizeof(S))));
  return with_stencil(c, request.kernel, [&]<class Stencil>() -> Status {
    if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
      return with_float(c, request.dtype, "data", [&]<class T>() -> Status {
        if constexpr (std::is_same_v<Computed<T>, S>) return add_corner_shares(c, places, n, static_cast<const T*>(data), channels, sums);
        return {};  // f64 alone has sums of f64
      });
    } else {
      using Functor = AddShares<S, Stencil>;
      const Divider groups = Divider::of((channels + Functor::kWidth - 1) / Functor::kWidth);
      return backend::for_each(c, n * groups.by, Functor{places, data, request.dtype, channels, groups, sums}, kAtomicGrain);
    }
  });
}

Status splat_atomic(Context& c, const PointRequest& points, const AtomicRequest& request) {
  const int64_t channels = request.channels;
  return with_places(c, points, channels, [&](const Places& places) -> Status {
    const int64_t elements = places.grid.n_voxels * channels;
    void* data = nullptr;
    void* out = nullptr;
    DVDB_TRY(with_float(c, request.dtype, "data", [&]<class T>() -> Status { return {}; }));
    DVDB_TRY(with_stencil(c, request.kernel, [&]<class Stencil>() -> Status { return {}; }));
    DVDB_TRY(borrow_numbers(c, request.data, request.dtype, points.n * channels, "data", &data));
    DVDB_TRY(borrow_numbers(c, request.out, request.dtype, elements, "out", &out));
    if (channels == 0) return {};
    if (request.dtype == DVDB_F64) return add_shares(c, places, points.n, request, data, static_cast<double*>(out));
    if (request.dtype == DVDB_F32) return add_shares(c, places, points.n, request, data, static_cast<float*>(out));
    backend::Scratch memory(c);
    Span<float> sums;
    DVDB_TRY(memory.allocate(elements, sums));
    DVDB_TRY(add_shares(c, places, points.n, request, data, sums.data));
    return backend::for_each(c, elements, RoundSums{sums.data, request.dtype, out});
  });
}

}  // namespace

dvdb_status dvdb_splat_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                              uint32_t n_grids, dvdb_buffer data, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return splat_atomic(c, {grid, points, point_dtype, n, offsets, n_grids}, {data, dtype, channels, kernel, out});
  });
}
