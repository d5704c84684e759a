/// Minimum and maximum of columns.
#include <bit>
#include <memory>
#include <new>
#include <type_traits>

#include "_generated/records_args.hpp"
#include "backend/api/launch.hpp"

using namespace dvdb;

namespace {

constexpr int64_t kShareOfRows = 1024;  // rows that one item goes through

/// Integers that are ordered like the numbers they encode.
DVDB_FN uint64_t rank_of(double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  return bits >> 63 != 0 ? ~bits : bits | bit(63);
}
inline double number_of(uint64_t rank) { return std::bit_cast<double>(rank >> 63 != 0 ? rank & ~bit(63) : ~rank); }

template <class T>
struct FindExtremes {
  static constexpr int kLanes = 96;
  const T* values;
  int64_t n_rows;
  int64_t channels;
  uint64_t* least;  // [channels] ranks
  uint64_t* most;

  DVDB_FN void operator()(int64_t item) const {
    const int64_t share = item / channels;
    const int64_t channel = item - share * channels;
    const int64_t end = min_of(n_rows, (share + 1) * kShareOfRows);
    int64_t row = share * kShareOfRows;
    while (row < end && !(at(row, channel) == at(row, channel))) ++row;
    if (row == end) return;
    T low = at(row, channel);
    T high = low;
    for (; row < end; ++row) {
      const T value = at(row, channel);
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
    backend::atomic_min(&least[channel], rank_of(double(low)));
    backend::atomic_max(&most[channel], rank_of(double(high)));
  }
  /// The same for whole shares of integers: the values of several rows at once, each in a lane of its own.
  void run_on_host(int64_t begin, int64_t end) const {
    if (std::is_integral_v<T> && kLanes % channels == 0 && begin % channels == 0 && end % channels == 0) {
      find_in_lanes(begin / channels * kShareOfRows, min_of(n_rows, end / channels * kShareOfRows));
    } else {
      for (int64_t item = begin; item < end; ++item) (*this)(item);
    }
  }
  void find_in_lanes(int64_t row, int64_t end) const {
    T low[kLanes];
    T high[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) low[lane] = high[lane] = at(row, lane % channels);
    const T* from = values + row * channels;
    const T* const stop = values + end * channels;
    for (; stop - from >= kLanes; from += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        low[lane] = min_of(low[lane], from[lane]);
        high[lane] = max_of(high[lane], from[lane]);
      }
    }
    for (int lane = 0; from < stop; ++lane, ++from) {
      low[lane] = min_of(low[lane], *from);
      high[lane] = max_of(high[lane], *from);
    }
    for (int lane = 0; lane < kLanes; ++lane) {
      backend::atomic_min(&least[lane % channels], rank_of(double(low[lane])));
      backend::atomic_max(&most[lane % channels], rank_of(double(high[lane])));
    }
  }
  DVDB_FN T at(int64_t row, int64_t channel) const { return values[row * channels + channel]; }
};

/// Finds the ranks of the extremes of all columns, [2, channels].
template <class T>
Status find_extremes(Context& c, const operators::ColumnExtremesArgs& a, uint64_t* ranks) {
  const int64_t channels = a.channels;
  const FindExtremes<T> find{a.values.as<T>().data, a.n_rows, channels, ranks, ranks + channels};
  return backend::for_each(c, (a.n_rows + kShareOfRows - 1) / kShareOfRows * channels, find, 16 * channels);
}

Status find_extremes(Context& c, const operators::ColumnExtremesArgs& a, uint64_t* ranks) {
  switch (a.dtype) {
    case DVDB_U8: return find_extremes<uint8_t>(c, a, ranks);
    case DVDB_U16: return find_extremes<uint16_t>(c, a, ranks);
    case DVDB_I16: return find_extremes<int16_t>(c, a, ranks);
    case DVDB_I32: return find_extremes<int32_t>(c, a, ranks);
    case DVDB_F32: return find_extremes<float>(c, a, ranks);
    default: return find_extremes<double>(c, a, ranks);
  }
}

}  // namespace

Status operators::column_extremes(Context& c, const ColumnExtremesArgs& a) {
  const uint32_t channels = a.channels;
  backend::Scratch memory(c);
  Span<uint64_t> ranks;
  DVDB_TRY(memory.allocate(2 * int64_t(channels), ranks));
  DVDB_TRY(backend::fill(c, ranks.data, ~uint64_t(0), 8, channels * 8));
  DVDB_TRY(backend::fill(c, ranks.data + channels, 0, 8, channels * 8));
  DVDB_TRY(find_extremes(c, a, ranks.data));
  std::unique_ptr<uint64_t[]> found(new (std::nothrow) uint64_t[size_t(2 * channels)]);
  if (!found) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot find extremes: out of host memory");
  DVDB_TRY(backend::download(c, found.get(), ranks.data, 2 * int64_t(channels) * 8));
  for (uint32_t k = 0; k < channels; ++k) {
    const bool is_none = found[k] > found[channels + k];
    a.out_least[k] = is_none ? 0 : number_of(found[k]);
    a.out_most[k] = is_none ? 0 : number_of(found[channels + k]);
  }
  return {};
}
