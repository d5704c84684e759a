/// Segmented reduction, column by column, in an order that depends only on the length of a segment.
///
/// A segment of more than kFew rows is cut into chunks of kLanes * kLanes rows. Lane j of a chunk folds its rows j, j +
/// kLanes, ... to one row, and the rows of all lanes are folded in the same way, level by level, until at most kFew
/// rows are left, which one item folds in order. Neighboring items read neighboring memory, and a segment of any
/// length keeps all threads busy.
#pragma once

#include <memory>
#include <new>

#include "core/numbers.hpp"
#include "jagged/lists.hpp"

namespace dvdb {

inline constexpr int64_t kLanes = 32;
inline constexpr int64_t kChunkRows = kLanes * kLanes;
inline constexpr int64_t kFew = 128;
inline constexpr int kMaxLevels = 16;
inline constexpr int64_t kLevelGrain = 512;  // items that a host thread takes at a time

/// The number of rows that a level leaves of more than kFew.
DVDB_FN int64_t rows_left(int64_t rows) { return (rows + kChunkRows - 1) / kChunkRows * kLanes; }

/// The segments that a level folds: where their rows are, and where the remaining rows go.
struct SegmentTable {
  const int64_t* targets = nullptr;  // [n + 1] first remaining row of each
  const int64_t* sources = nullptr;  // [n] first row; ~row of what levels left for those that they folded
  const int64_t* counts = nullptr;   // [n]
  int64_t n = 0;
  int64_t length = -1;  // rows of every segment, or -1: the tables say
  int64_t left = 0;     // rows left of every segment
  int64_t first_source = 0;
  bool folded = false;  // segments of one length: the rows are those that levels left

  DVDB_FN int64_t segment_of(int64_t target) const {
    return length >= 0 ? target / left : last_not_above(targets, n, target);
  }
  DVDB_FN int64_t target(int64_t segment) const { return length >= 0 ? segment * left : targets[segment]; }
  DVDB_FN int64_t source(int64_t segment) const {
    if (length < 0) return sources[segment];
    const int64_t row = first_source + segment * length;
    return folded ? ~row : row;
  }
  DVDB_FN int64_t count(int64_t segment) const { return length >= 0 ? length : counts[segment]; }
};

/// The input rows, with `centers` [n_segments, columns] subtracted unless null.
template <class T>
struct RawRows {
  const T* values;
  const double* centers;
};

/// Folds the rows of one lane. A GPU loads several rows before folding them, so that several loads are in flight.
template <class Rule, class T>
DVDB_FN typename Rule::Value fold_raw(const Rule& rule, const RawRows<T>& raw, int64_t first, int64_t row, int64_t stop,
                                      int64_t step, int64_t columns, int64_t column, double center) {
  typename Rule::Value folded = rule.neutral();
  const T* values = raw.values + first * columns + column;
  constexpr int kAhead = kOnGpu ? 4 : 1;
  for (; row + (kAhead - 1) * step < stop; row += kAhead * step) {
    T read[kAhead];
    for (int k = 0; k < kAhead; ++k) read[k] = values[(row + k * step) * columns];
    for (int k = 0; k < kAhead; ++k) folded = rule.combine(folded, rule.lift(read[k], row + k * step, center));
  }
  for (; kAhead > 1 && row < stop; row += step)
    folded = rule.combine(folded, rule.lift(values[row * columns], row, center));
  return folded;
}

template <class Rule>
DVDB_FN typename Rule::Value fold_left(const Rule& rule, const typename Rule::Value* rows, int64_t row, int64_t stop,
                                       int64_t step, int64_t columns, int64_t column) {
  typename Rule::Value folded = rule.neutral();
  for (; row < stop; row += step) folded = rule.combine(folded, rows[row * columns + column]);
  return folded;
}

/// The position at which an item of a level works.
struct Lane {
  int64_t segment, first, begin, stop;

  DVDB_FN static Lane of(const SegmentTable& table, int64_t target) {
    const int64_t segment = table.segment_of(target);
    const int64_t inside = target - table.target(segment);
    const int64_t chunk = inside / kLanes;
    return {segment, table.source(segment), chunk * kChunkRows + inside % kLanes,
            min_of(table.count(segment), (chunk + 1) * kChunkRows)};
  }
};

/// The first level: folds the input rows. `owners` gives each table entry's segment.
template <class Rule, class T>
struct FoldRaw {
  Rule rule;
  RawRows<T> raw;
  SegmentTable table;
  const int64_t* owners;
  Divider columns;
  typename Rule::Value* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const Lane lane = Lane::of(table, columns.divide(i, &column));
    const int64_t segment = owners != nullptr ? owners[lane.segment] : lane.segment;
    const double center = raw.centers != nullptr ? raw.centers[segment * columns.by + column] : 0.0;
    out[i] = fold_raw(rule, raw, lane.first, lane.begin, lane.stop, kLanes, columns.by, column, center);
  }

  /// The same for a range of consecutive items: those of one chunk read row after row, side by side.
  void run_on_host(int64_t begin, int64_t end) const {
    constexpr int64_t kSide = 256;
    typename Rule::Value folded[kSide];
    int64_t rows[kSide];
    double centers[kSide];
    const int64_t width = columns.by;
    for (int64_t at = begin, stop; at < end; at = stop) {
      int64_t column;
      const Lane lane = Lane::of(table, columns.divide(at, &column));
      const int64_t skipped = lane.begin % kLanes * width + column;  // items of the chunk before this one
      const int64_t top = lane.begin - lane.begin % kLanes;          // first row of the chunk
      stop = min_of(min_of(end, at + kSide), at - skipped + kLanes * width);
      const int64_t side = stop - at;
      for (int64_t j = 0; j < side; ++j) {
        folded[j] = rule.neutral();
        rows[j] = top + (skipped + j) / width;
        centers[j] = 0.0;
      }
      if (raw.centers != nullptr) {
        const double* own = raw.centers + (owners != nullptr ? owners[lane.segment] : lane.segment) * width;
        for (int64_t j = 0; j < side; ++j) centers[j] = own[(skipped + j) % width];
      }
      const T* values = raw.values + (lane.first + top) * width + skipped;
      for (int64_t row = 0; row < lane.stop - top; row += kLanes) {
        const int64_t held = min_of(side, (lane.stop - top - row) * width - skipped);
        for (int64_t j = 0; j < held; ++j)
          folded[j] = rule.combine(folded[j], rule.lift(values[row * width + j], rows[j] + row, centers[j]));
      }
      for (int64_t j = 0; j < side; ++j) out[at + j] = folded[j];
    }
  }
};

/// The levels after the first.
template <class Rule>
struct FoldLeft {
  Rule rule;
  const typename Rule::Value* rows;  // of all levels
  SegmentTable table;
  Divider columns;
  typename Rule::Value* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const Lane lane = Lane::of(table, columns.divide(i, &column));
    out[i] = fold_left(rule, rows + lane.first * columns.by, lane.begin, lane.stop, kLanes, columns.by, column);
  }
};

/// The last step: folds the few remaining rows of each segment and passes the result to the writer.
template <class Rule, class T, class Writer>
struct FinishSegment {
  Rule rule;
  RawRows<T> raw;
  const typename Rule::Value* left;
  SegmentTable table;
  Divider columns;
  Writer writer;

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const int64_t segment = columns.divide(i, &column);
    const int64_t source = table.source(segment);
    const int64_t count = table.count(segment);
    if (source >= 0) {
      const double center = raw.centers != nullptr ? raw.centers[i] : 0.0;
      writer(segment, column, i, fold_raw(rule, raw, source, 0, count, 1, columns.by, column, center));
    } else {
      writer(segment, column, i, fold_left(rule, left + ~source * columns.by, 0, count, 1, columns.by, column));
    }
  }
};

/// The arguments of a segmented reduction.
struct SegmentInput {
  int64_t n = 0;  // rows
  int64_t columns = 0;
  int64_t n_segments = 0;
  int64_t length = -1;  // rows of each segment, or -1: the offsets say
  const int64_t* offsets = nullptr;

  Status check(Context& context, uint32_t n_offsets) const;
};

/// The levels of a reduction: planned on the host, uploaded in one copy.
class SegmentPlan {
 public:
  explicit SegmentPlan(Context& context) : memory_(context) {}

  Status make(Context& context, const SegmentInput& input);

  int levels() const { return n_levels_; }
  const SegmentTable& level(int k) const { return levels_[k]; }
  int64_t level_rows(int k) const { return first_[k + 1] - first_[k]; }  // that level k leaves
  int64_t first_row(int k) const { return first_[k]; }                   // of what level k leaves, among all left rows
  const int64_t* owners() const { return owners_; }
  const SegmentTable& last() const { return last_; }
  int64_t rows_left_in_all() const { return first_[n_levels_]; }
  /// First row and length of a segment of the input.
  const int64_t* offsets() const { return offsets_; }

 private:
  void plan_equal(const SegmentInput& input);
  Status plan_lists(Context& context, const SegmentInput& input);

  backend::Scratch memory_;
  SegmentTable levels_[kMaxLevels] = {};
  int64_t first_[kMaxLevels + 1] = {};
  int n_levels_ = 0;
  SegmentTable last_;
  const int64_t* owners_ = nullptr;
  const int64_t* offsets_ = nullptr;
};

/// Runs all levels, then the last step.
template <class Rule, class T, class Writer>
Status fold_segments(Context& context, const SegmentPlan& plan, const Rule& rule, const RawRows<T>& raw,
                     int64_t columns, const Writer& writer) {
  backend::Scratch memory(context);
  Span<typename Rule::Value> left;
  DVDB_TRY(memory.allocate(plan.rows_left_in_all() * columns, left));
  for (int k = 0; k < plan.levels(); ++k) {
    const int64_t n = plan.level_rows(k) * columns;
    const Divider split = Divider::of(columns);
    typename Rule::Value* out = left.data + plan.first_row(k) * columns;
    if (k == 0) {
      DVDB_TRY(backend::for_each(context, n, FoldRaw<Rule, T>{rule, raw, plan.level(k), plan.owners(), split, out},
                                 kLevelGrain));
    } else {
      DVDB_TRY(backend::for_each(context, n, FoldLeft<Rule>{rule, left.data, plan.level(k), split, out}, kLevelGrain));
    }
  }
  const int64_t n = plan.last().n * columns;
  const FinishSegment<Rule, T, Writer> finish{rule, raw, left.data, plan.last(), Divider::of(columns), writer};
  return backend::for_each(context, n, finish, kLevelGrain);
}

}  // namespace dvdb
