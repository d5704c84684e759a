/// Sums of rows that were taken from the same row: the backward pass of gathering.
///
/// Taken rows are sorted by where they come from, stably, and cut into runs of kRunRows. A thread adds up a column of a
/// run; rows that are all in one run are written at once. What a row has in several runs is left in two tables, at the
/// end of its first run and at the beginnings of the others, and added by lanes, in double precision all along. So the
/// order of sums depends on the rows alone, and rows that are taken often keep all threads busy.
#include "_generated/jagged_args.hpp"
#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "core/numbers.hpp"
#include "core/words.hpp"

using namespace dvdb;

namespace {

constexpr int64_t kRunRows = 32;

/// Keys to sort by: the row, or `count` for rows that are not there.
struct ListTaken {
  const int64_t* rows;
  int64_t count;
  uint64_t* keys;
  uint32_t* places;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = rows[i];
    keys[i] = uint64_t(row >= 0 && row < count ? row : count);
    places[i] = uint32_t(i);
  }
};

/// Taken rows in the order of where they come from.
template <class T>
struct SortedRows {
  const uint64_t* keys;
  const uint32_t* places;
  const T* gradients;  // [n, columns]
  int64_t n;
  int64_t count;
  int64_t columns;

  /// The first place behind those of a key.
  DVDB_FN int64_t end_of(uint64_t key) const {
    const uint64_t* const all = keys;
    return last_not_above(int64_t(-1), n, key, [all](int64_t at) { return all[at]; }) + 1;
  }
};

/// Adds up a column of a run.
template <class T>
struct SumRuns {
  SortedRows<T> rows;
  Divider columns;
  double* heads;  // [runs, columns] of rows that began in a run before
  double* tails;  // [runs, columns] of rows that begin here and go on
  T* out;         // [count, columns]

  DVDB_FN void operator()(int64_t item) const {
    int64_t column;
    const int64_t run = columns.divide(item, &column);
    const int64_t begin = run * kRunRows;
    const int64_t end = min_of(rows.n, begin + kRunRows);
    uint64_t key = rows.keys[begin];
    bool began_before = run > 0 && rows.keys[begin - 1] == key;
    double sum = 0;
    for (int64_t at = begin; at < end; ++at) {
      sum += double(widen(rows.gradients[int64_t(rows.places[at]) * rows.columns + column]));
      const bool is_last = at + 1 == rows.n;
      const uint64_t next = is_last ? key : rows.keys[at + 1];
      if (!is_last && next == key && at + 1 < end) continue;
      const bool goes_on = !is_last && next == key;
      if (began_before) {
        heads[run * rows.columns + column] = sum;
      } else if (goes_on) {
        tails[run * rows.columns + column] = sum;
      } else if (key < uint64_t(rows.count)) {
        out[int64_t(key) * rows.columns + column] = from_double<T>(sum);
      }
      began_before = false;
      key = next;
      sum = 0;
    }
  }
};

/// Adds up what a row that begins in a run and goes on has in all runs, a few neighboring columns at a time.
template <class T>
struct JoinRuns {
  static constexpr int kLanes = 64;
  static constexpr int kColumns = 4;
  static constexpr int kThreads = kLanes * kColumns;
  static constexpr int kPhases = 2;

  struct Shared {
    double sums[kThreads];
  };

  SortedRows<T> rows;
  Divider blocks;  // of columns
  const double* heads;
  const double* tails;
  T* out;

  /// The row that begins in a run and goes on, or `count` if there is none.
  DVDB_FN uint64_t key_of(int64_t run) const {
    const int64_t end = (run + 1) * kRunRows;
    if (end >= rows.n) return uint64_t(rows.count);
    const uint64_t key = rows.keys[end - 1];
    const bool begins = run == 0 || rows.keys[run * kRunRows - 1] != key;
    return begins && rows.keys[end] == key ? key : uint64_t(rows.count);
  }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    int64_t block;
    const int64_t run = blocks.divide(tile, &block);
    const int64_t column = block * kColumns + thread % kColumns;
    const uint64_t key = key_of(run);
    if (key >= uint64_t(rows.count) || column >= rows.columns) return;
    if constexpr (P == 0) {
      const int64_t last = (rows.end_of(key) - 1) / kRunRows;
      const int lane = thread / kColumns;
      double sum = lane == 0 ? tails[run * rows.columns + column] : 0.0;
      for (int64_t at = run + 1 + lane; at <= last; at += kLanes) sum += heads[at * rows.columns + column];
      shared.sums[thread] = sum;
    } else if (thread < kColumns) {
      double sum = 0;
      for (int lane = 0; lane < kLanes; ++lane) sum += shared.sums[lane * kColumns + thread];
      out[int64_t(key) * rows.columns + column] = from_double<T>(sum);
    }
  }

  void run_on_host(int64_t tile, Shared& shared) const {
    int64_t block;
    if (key_of(blocks.divide(tile, &block)) >= uint64_t(rows.count)) return;
    for (int thread = 0; thread < kThreads; ++thread) phase<0>(tile, thread, shared);
    for (int thread = 0; thread < kColumns; ++thread) phase<1>(tile, thread, shared);
  }
};

}  // namespace

Status operators::take_rows_backward(Context& c, const TakeRowsBackwardArgs& a) {
  DVDB_TRY(backend::check_listable(c, a.n));
  return with_float(c, a.dtype, "gradients", [&]<class T>() -> Status {
    T* const out = a.out.as<T>().data;
    DVDB_TRY(backend::fill(c, out, 0, int(sizeof(T)), a.n_source * a.columns * int64_t(sizeof(T))));
    if (a.n == 0 || a.columns == 0 || a.n_source == 0) return {};
    backend::Scratch key_memory(c);
    backend::Scratch place_memory(c);
    backend::Scratch sum_memory(c);
    Span<uint64_t> keys;
    Span<uint32_t> places;
    Span<double> sums;
    const int64_t runs = (a.n + kRunRows - 1) / kRunRows;
    DVDB_TRY(key_memory.allocate(a.n, keys));
    DVDB_TRY(place_memory.allocate(a.n, places));
    DVDB_TRY(sum_memory.allocate(2 * runs * a.columns, sums));
    DVDB_TRY(backend::for_each(c, a.n, ListTaken{a.rows.data, a.n_source, keys.data, places.data}));
    int bits = 1;
    while (bits < 63 && a.n_source >> bits != 0) ++bits;
    DVDB_TRY(backend::sort_pairs(c, keys, places, 0, bits));
    const SortedRows<T> rows{keys.data, places.data, a.gradients.as<T>().data, a.n, a.n_source, a.columns};
    double* const heads = sums.data;
    double* const tails = sums.data + runs * a.columns;
    DVDB_TRY(backend::for_each(c, runs * a.columns, SumRuns<T>{rows, Divider::of(a.columns), heads, tails, out}, 512));
    using Join = JoinRuns<T>;
    const int64_t blocks = (a.columns + Join::kColumns - 1) / Join::kColumns;
    return backend::for_each_tile(c, runs * blocks, Join{rows, Divider::of(blocks), heads, tails, out});
  });
}
