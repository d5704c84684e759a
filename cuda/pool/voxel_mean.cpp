#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "core/channel_groups.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/numbers.hpp"
#include "core/words.hpp"
#include "denovdb/pool.h"

using namespace dvdb;

namespace {

constexpr uint32_t kMostChannels = 1u << 16;

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
        for (int channel = 0; channel < kSome; ++channel) to[channel] = store_as<Out>(sums[channel] / double(stop - at), false);
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
    out[i] = store_as<T>(is_voxel ? to_double(gradients[row * channels.by + channel]) / double(counts[row]) : 0.0, false);
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

Status mean_of_bytes(Context& c, Span<int64_t> rows, dvdb_buffer values, int64_t channels, int64_t n_voxels, dvdb_buffer out) {
  Span<uint8_t> bytes;
  Span<float> means;
  DVDB_TRY(borrow(c, values, rows.size * channels, "values", bytes));
  DVDB_TRY(borrow(c, out, n_voxels * channels, "out", means));
  backend::Scratch memory(c);
  Span<uint64_t> sums;
  DVDB_TRY(memory.allocate(n_voxels * (channels + 1), sums));
  DVDB_TRY(backend::fill(c, sums.data, 0, 1, sums.size * int64_t(sizeof(uint64_t))));
  uint64_t* counts = sums.data + n_voxels * channels;
  DVDB_TRY(backend::for_each(c, rows.size, AddBytes{rows.data, bytes.data, n_voxels, channels, sums.data, counts}));
  return backend::for_each(c, n_voxels * channels, DivideBytes{sums.data, counts, channels, means.data});
}

template <class T, class Out>
Status mean_of_reals(Context& c, Span<int64_t> rows, dvdb_buffer values, int64_t channels, int64_t n_voxels, dvdb_buffer out) {
  Span<T> reals;
  Span<Out> means;
  DVDB_TRY(borrow(c, values, rows.size * channels, "values", reals));
  DVDB_TRY(borrow(c, out, n_voxels * channels, "out", means));
  if (rows.size > int64_t(UINT32_MAX)) {
    return fail(c, DVDB_UNSUPPORTED, "Cannot average %lld points: at most 4294967295 are possible for reals", static_cast<long long>(rows.size));
  }
  backend::Scratch key_memory(c);
  backend::Scratch order_memory(c);
  Span<uint64_t> keys;
  Span<uint32_t> order;
  DVDB_TRY(key_memory.allocate(rows.size, keys));
  DVDB_TRY(order_memory.allocate(rows.size, order));
  DVDB_TRY(backend::fill(c, means.data, 0, 1, means.size * int64_t(sizeof(Out))));
  DVDB_TRY(backend::for_each(c, rows.size, WriteRowKeys{rows.data, n_voxels, keys.data, order.data}));
  DVDB_TRY(backend::sort_pairs(c, keys, order, 0, highest_bit(uint64_t(n_voxels) | 1) + 1));
  return backend::for_each(c, rows.size, AverageRun<T, Out>{keys.data, order.data, rows.size, reals.data, n_voxels, channels, means.data});
}

template <class T>
Status share_gradients(Context& c, Span<int64_t> rows, dvdb_buffer gradients, int64_t channels, int64_t n_voxels, dvdb_buffer out) {
  Span<T> of_means;
  Span<T> of_values;
  DVDB_TRY(borrow(c, gradients, n_voxels * channels, "gradients", of_means));
  DVDB_TRY(borrow(c, out, rows.size * channels, "out", of_values));
  backend::Scratch memory(c);
  Span<uint64_t> counts;
  DVDB_TRY(memory.allocate(n_voxels, counts));
  DVDB_TRY(backend::fill(c, counts.data, 0, 1, counts.size * int64_t(sizeof(uint64_t))));
  DVDB_TRY(backend::for_each(c, rows.size, CountPoints{rows.data, n_voxels, counts.data}));
  const ShareGradients<T> share{rows.data, counts.data, of_means.data, n_voxels, Divider::of(channels), of_values.data};
  return backend::for_each(c, of_values.size, share);
}

/// The voxels and the rows that an entry is given.
struct MeanInput {
  int64_t n_voxels;
  Span<int64_t> rows;
};

Status find_input(Context& c, dvdb_grid grid, dvdb_buffer rows, int64_t n, uint32_t channels, MeanInput* input) {
  GridBatch* batch = nullptr;
  DVDB_TRY(find(c, grid, &batch));
  DVDB_TRY(borrow(c, rows, n, "rows", input->rows));
  input->n_voxels = batch->view.n_voxels;
  if (channels >= 1 && channels <= kMostChannels) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot average values: %u channels, 1 to %u are possible", channels, kMostChannels);
}

}  // namespace

dvdb_status dvdb_voxel_mean(dvdb_context context, dvdb_grid grid, dvdb_buffer rows, dvdb_buffer values, uint32_t dtype, int64_t n, uint32_t channels,
                            dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    MeanInput in;
    DVDB_TRY(find_input(c, grid, rows, n, channels, &in));
    switch (dtype) {
      case DVDB_U8: return mean_of_bytes(c, in.rows, values, channels, in.n_voxels, out);
      case DVDB_F16: return mean_of_reals<Half, float>(c, in.rows, values, channels, in.n_voxels, out);
      case DVDB_BF16: return mean_of_reals<Brief, float>(c, in.rows, values, channels, in.n_voxels, out);
      case DVDB_F32: return mean_of_reals<float, float>(c, in.rows, values, channels, in.n_voxels, out);
      case DVDB_F64: return mean_of_reals<double, double>(c, in.rows, values, channels, in.n_voxels, out);
      default: return fail(c, DVDB_INVALID_ARGUMENT, "Cannot average values: dtype %u is not u8, f16, bf16, f32 or f64", dtype);
    }
  });
}

dvdb_status dvdb_voxel_mean_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer rows, dvdb_buffer gradients, uint32_t dtype, int64_t n,
                                     uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    MeanInput in;
    DVDB_TRY(find_input(c, grid, rows, n, channels, &in));
    return with_float(c, dtype, "gradients", [&]<class T>() -> Status { return share_gradients<T>(c, in.rows, gradients, channels, in.n_voxels, out); });
  });
}
