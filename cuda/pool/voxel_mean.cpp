/// Means of the features of the points in each voxel, and their backward pass.
#include "_generated/pool_args.hpp"
#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "core/channel_groups.hpp"
#include "core/numbers.hpp"
#include "core/words.hpp"

using namespace dvdb;

namespace {

/// Sums bytes exactly; integer sums do not depend on the order of additions.
struct AddBytes {
  const int64_t* rows;
  const uint8_t* values;  // [n, channels]
  int64_t n_voxels;
  int64_t channels;
  uint64_t* sums;    // [n_voxels, channels]
  uint64_t* counts;  // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = rows[i];
    if (row < 0 || row >= n_voxels) return;
    for (int64_t channel = 0; channel < channels; ++channel) {
      backend::atomic_add(&sums[row * channels + channel], uint64_t(values[i * channels + channel]));
    }
    backend::atomic_add(&counts[row], uint64_t(1));
  }
};

struct DivideBytes {
  const uint64_t* sums;
  const uint64_t* counts;
  int64_t channels;
  float* out;

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t count = counts[i / channels];
    out[i] = count == 0 ? 0.0f : float(double(sums[i]) / double(count));
  }
};

/// Writes sort keys that bring the points of a voxel together; points without a voxel go last.
struct WriteRowKeys {
  const int64_t* rows;
  int64_t n_voxels;
  uint64_t* keys;
  uint32_t* order;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = rows[i];
    keys[i] = uint64_t(row < 0 || row >= n_voxels ? n_voxels : row);
    order[i] = uint32_t(i);
  }
};

/// Averages one run of sorted points, in point order and double precision.
template <class T, class Out>
struct AverageRun {
  const uint64_t* keys;
  const uint32_t* order;
  int64_t n;
  const T* values;  // [n, channels]
  int64_t n_voxels;
  int64_t channels;
  Out* out;  // [n_voxels, channels], zero before

  DVDB_FN void operator()(int64_t begin) const {
    const uint64_t row = keys[begin];
    if (int64_t(row) == n_voxels || (begin > 0 && keys[begin - 1] == row)) return;
    for (int64_t channel = 0; channel < channels; ++channel) {
      double sum = 0;
      int64_t at = begin;
      for (; at < n && keys[at] == row; ++at) sum += to_double(values[int64_t(order[at]) * channels + channel]);
      out[int64_t(row) * channels + channel] = store_as<Out>(sum / double(at - begin), false);
    }
  }

  /// On a host thread: visits each run once for up to 16 channels. With few channels that gains nothing.
  void run_on_host(int64_t begin, int64_t end) const {
    while (begin < end && channels < 4) (*this)(begin++);
    for (int64_t at = begin; at < end; ++at) {
      const uint64_t row = keys[at];
      if (int64_t(row) == n_voxels || (at > 0 && keys[at - 1] == row)) continue;
      int64_t stop = at + 1;
      while (stop < n && keys[stop] == row) ++stop;
      each_channels<16>(0, channels, [&]<int kSome>(int64_t first) {
        double sums[kSome] = {};
        for (int64_t place = at; place < stop; ++place) {
          const T* const from = values + int64_t(order[place]) * channels + first;
          for (int channel = 0; channel < kSome; ++channel) sums[channel] += double(widen(from[channel]));
        }
        Out* const to = out + int64_t(row) * channels + first;
        for (int channel = 0; channel < kSome; ++channel)
          to[channel] = store_as<Out>(sums[channel] / double(stop - at), false);
      });
    }
  }
};

struct CountPoints {
  const int64_t* rows;
  int64_t n_voxels;
  uint64_t* counts;  // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = rows[i];
    if (row >= 0 && row < n_voxels) backend::atomic_add(&counts[row], uint64_t(1));
  }
};

/// Gives each point its share of the gradient of its voxel, one channel at a time.
template <class T>
struct ShareGradients {
  const int64_t* rows;     // [n]
  const uint64_t* counts;  // [n_voxels]
  const T* gradients;      // [n_voxels, channels]
  int64_t n_voxels;
  Divider channels;
  T* out;  // [n, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t channel = 0;
    const int64_t row = rows[channels.divide(i, &channel)];
    const bool is_voxel = row >= 0 && row < n_voxels;
    out[i] =
        store_as<T>(is_voxel ? to_double(gradients[row * channels.by + channel]) / double(counts[row]) : 0.0, false);
  }

  /// On a host thread: looks up the voxel of each point once for all channels. With few channels that gains nothing.
  void run_on_host(int64_t begin, int64_t end) const {
    while (begin < end && channels.by < 4) (*this)(begin++);
    while (begin < end) {
      int64_t channel = 0;
      const int64_t row = rows[channels.divide(begin, &channel)];
      const int64_t own = min_of(channels.by - channel, end - begin);
      T* const to = out + begin;
      begin += own;
      if (row < 0 || row >= n_voxels) {
        for (int64_t at = 0; at < own; ++at) to[at] = store_as<T>(0.0, false);
        continue;
      }
      const T* const from = gradients + row * channels.by + channel;
      const double count = double(counts[row]);
      for (int64_t at = 0; at < own; ++at) to[at] = store_as<T>(double(widen(from[at])) / count, false);
    }
  }
};

Status mean_of_bytes(Context& c, const operators::VoxelMeanArgs& a) {
  const int64_t n_voxels = a.grid->view.n_voxels;
  const int64_t channels = a.channels;
  backend::Scratch memory(c);
  Span<uint64_t> sums;
  DVDB_TRY(memory.allocate(n_voxels * (channels + 1), sums));
  DVDB_TRY(backend::fill(c, sums.data, 0, 1, sums.size * int64_t(sizeof(uint64_t))));
  uint64_t* counts = sums.data + n_voxels * channels;
  DVDB_TRY(backend::for_each(
      c, a.n, AddBytes{a.rows.data, a.features.as<uint8_t>().data, n_voxels, channels, sums.data, counts}));
  return backend::for_each(c, a.out.size, DivideBytes{sums.data, counts, channels, a.out.as<float>().data});
}

template <class T, class Out>
Status mean_of_reals(Context& c, const operators::VoxelMeanArgs& a) {
  const int64_t n_voxels = a.grid->view.n_voxels;
  if (a.n > int64_t(UINT32_MAX)) {
    return fail(c, DVDB_UNSUPPORTED, "Cannot average %lld points: at most 4294967295 are possible for reals",
                static_cast<long long>(a.n));
  }
  backend::Scratch key_memory(c);
  backend::Scratch order_memory(c);
  Span<uint64_t> keys;
  Span<uint32_t> order;
  DVDB_TRY(key_memory.allocate(a.n, keys));
  DVDB_TRY(order_memory.allocate(a.n, order));
  DVDB_TRY(backend::fill(c, a.out.data, 0, 1, a.out.size * int64_t(sizeof(Out))));
  DVDB_TRY(backend::for_each(c, a.n, WriteRowKeys{a.rows.data, n_voxels, keys.data, order.data}));
  DVDB_TRY(backend::sort_pairs(c, keys, order, 0, highest_bit(uint64_t(n_voxels) | 1) + 1));
  return backend::for_each(c, a.n,
                           AverageRun<T, Out>{keys.data, order.data, a.n, a.features.as<T>().data, n_voxels, a.channels,
                                              a.out.as<Out>().data});
}

}  // namespace

Status operators::voxel_mean(Context& c, const VoxelMeanArgs& a) {
  if (a.dtype == DVDB_U8) return mean_of_bytes(c, a);
  return with_float(c, a.dtype, "features", [&]<class T>() { return mean_of_reals<T, Computed<T>>(c, a); });
}

Status operators::voxel_mean_backward(Context& c, const VoxelMeanBackwardArgs& a) {
  const int64_t n_voxels = a.grid->view.n_voxels;
  backend::Scratch memory(c);
  Span<uint64_t> counts;
  DVDB_TRY(memory.allocate(n_voxels, counts));
  DVDB_TRY(backend::fill(c, counts.data, 0, 1, counts.size * int64_t(sizeof(uint64_t))));
  DVDB_TRY(backend::for_each(c, a.n, CountPoints{a.rows.data, n_voxels, counts.data}));
  return with_float(c, a.dtype, "gradients", [&]<class T>() -> Status {
    const ShareGradients<T> share{
        a.rows.data, counts.data, a.gradients.as<T>().data, n_voxels, Divider::of(a.channels), a.out.as<T>().data};
    return backend::for_each(c, a.out.size, share);
  });
}
