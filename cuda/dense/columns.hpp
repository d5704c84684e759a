/// Sums over rows, column by column, in double precision and in an order that depends on sizes alone.
///
///   sums[list][column][k] = sum over the rows of the list of what a rule makes of the elements of a column
///
/// Rows are cut into chunks, which lists do not share, and columns into blocks: a tile is a chunk of a block. A lane of
/// a tile takes every so many rows of it, 16 bytes of columns at a time; its sums are added lane by lane, then chunk by
/// chunk. Maps of rows are cut alike, so that what belongs to columns is read once for several rows.
#pragma once

#include <memory>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/packs.hpp"

namespace dvdb {

/// Lists of consecutive rows: one of all rows, or those that offsets in device memory say.
struct RowLists {
  int64_t rows = 0;
  int64_t n = 1;
  const int64_t* offsets = nullptr;  // [n + 1], null for one list

  DVDB_FN int64_t begin(int64_t list) const { return offsets == nullptr ? 0 : offsets[list]; }
  DVDB_FN int64_t end(int64_t list) const { return offsets == nullptr ? rows : offsets[list + 1]; }
  DVDB_FN int64_t list_of(int64_t row) const { return offsets == nullptr ? 0 : last_not_above(offsets, n, row); }
};

/// Neighboring columns of a thread.
struct Columns {
  int64_t first;
  int held;
};

/// Division of rows and columns into blocks.
template <class T>
struct ColumnTiling {
  static constexpr int kThreads = 256;
  static constexpr int kMostPacks = 32;
  static constexpr int kAhead = 4;  // rows of a lane that are on their way at once

  RowLists lists;
  int64_t channels;
  int packs;       // that a row of a tile has
  int64_t blocks;  // of columns
  int64_t chunk_rows;
  int64_t chunks;
  const int64_t* first_chunks = nullptr;  // [lists + 1], null for one list

  /// For one list; for more, `chunks` is to be set.
  static ColumnTiling of(const RowLists& lists, int64_t channels) {
    const int64_t all = max_of((channels + kPack<T> - 1) / kPack<T>, int64_t(1));
    const int64_t blocks = (all + kMostPacks - 1) / kMostPacks;
    ColumnTiling out{lists, channels, int((all + blocks - 1) / blocks), channels == 0 ? 0 : blocks, 0, 0};
    // As many rows for each lane as leave about 256 tiles, in batches that are on their way at once.
    const int64_t lanes = out.lanes();
    const int64_t batches = (lists.rows + lanes * 128 * kAhead) / (lanes * 256 * kAhead);
    out.chunk_rows = lanes * kAhead * min_of(max_of(batches, int64_t(1)), int64_t(16));
    out.chunks = (lists.rows + out.chunk_rows - 1) / out.chunk_rows;
    return out;
  }

  /// Rows that a tile reads at once.
  DVDB_FN int lanes() const { return kThreads / packs; }
  /// The columns of a thread of a tile of a block; none for threads beyond the last of either.
  DVDB_FN Columns columns_of(int64_t block, int thread) const {
    const int64_t first = (block * packs + thread % packs) * kPack<T>;
    const int64_t left = thread < lanes() * packs ? channels - first : 0;
    return {first, int(max_of(min_of(left, int64_t(kPack<T>)), int64_t(0)))};
  }
  /// The rows of a chunk.
  struct Rows {
    int64_t list, begin, end;
  };
  DVDB_FN Rows rows_of(int64_t chunk) const {
    const int64_t list = first_chunks == nullptr ? 0 : last_not_above(first_chunks, lists.n, chunk);
    const int64_t before = first_chunks == nullptr ? 0 : first_chunks[list];
    const int64_t begin = lists.begin(list) + (chunk - before) * chunk_rows;
    return {list, begin, min_of(lists.end(list), begin + chunk_rows)};
  }
};

/// Sums chunks. A rule has kSums, `Lane lane(list, columns) const`, what it knows of columns, `Words read(columns, row)
/// const`, what it needs of a row, and `void add(lane, words, sums) const`, which adds to double sums[kSums][kPack].
template <class T, class Rule>
struct SumChunks {
  static constexpr int kThreads = ColumnTiling<T>::kThreads;
  static constexpr int kAtOnce = 2;
  static constexpr int kPhases = 2;
  static constexpr int kWidth = kPack<T>;
  static constexpr int kAhead = ColumnTiling<T>::kAhead;

  struct Shared {
    double sums[Rule::kSums][kWidth][kThreads];  // threads last, so that they write to different banks
  };

  Rule rule;
  ColumnTiling<T> tiling;
  Divider blocks;
  double* out;  // [chunks, kSums, channels]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    int64_t block;
    const int64_t chunk = blocks.divide(tile, &block);
    if constexpr (P == 0) {
      sum_rows(chunk, block, thread, shared);
    } else {
      join_lanes(chunk, block, thread, shared);
    }
  }

  DVDB_FN void sum_rows(int64_t chunk, int64_t block, int thread, Shared& shared) const {
    const int64_t lanes = tiling.lanes();
    const auto columns = tiling.columns_of(block, thread);
    double sums[Rule::kSums][kWidth] = {};
    if (columns.held > 0) {
      const auto rows = tiling.rows_of(chunk);
      const auto lane = rule.lane(rows.list, columns);
      int64_t row = rows.begin + thread / tiling.packs;
      for (; row + (kAhead - 1) * lanes < rows.end; row += kAhead * lanes) {
        typename Rule::Words words[kAhead];
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at) words[at] = rule.read(columns, row + at * lanes);
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at) rule.add(lane, words[at], sums);
      }
      for (; row < rows.end; row += lanes) rule.add(lane, rule.read(columns, row), sums);
    }
    for (int k = 0; k < Rule::kSums; ++k)
      for (int at = 0; at < kWidth; ++at) shared.sums[k][at][thread] = sums[k][at];
  }

  DVDB_FN void join_lanes(int64_t chunk, int64_t block, int thread, const Shared& shared) const {
    const int packs = tiling.packs;
    const int width = packs * kWidth;
    for (int item = thread; item < width * Rule::kSums; item += kThreads) {
      const int pack = item % packs;
      const int at = item / packs % kWidth;
      const int k = item / width;
      const int64_t channel = block * width + pack * kWidth + at;
      if (channel >= tiling.channels) continue;
      double sum = 0;
      for (int place = pack; place < tiling.lanes() * packs; place += packs) sum += shared.sums[k][at][place];
      out[(chunk * Rule::kSums + k) * tiling.channels + channel] = sum;
    }
  }
};

/// Adds up the chunks of lists, a few neighboring columns at a time, and hands the sums over: finish(list, column,
/// sums).
template <int kSums, class Finish>
struct JoinChunks {
  static constexpr int kLanes = 64;
  static constexpr int kColumns = 4;  // as many doubles as memory is read in one piece
  static constexpr int kThreads = kLanes * kColumns;
  static constexpr int kTeam = 8;  // lanes whose sums are added up before those of teams are
  static constexpr int kPhases = 3;

  struct Shared {
    double sums[kSums][kThreads];
    double of_teams[kSums][kThreads / kTeam];
  };

  const double* parts;  // [chunks, kSums, channels]
  const int64_t* first_chunks;
  int64_t chunks;
  int64_t channels;
  Divider blocks;  // of columns
  Finish finish;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    int64_t block;
    const int64_t list = blocks.divide(tile, &block);
    const int64_t column = block * kColumns + thread % kColumns;
    if (column >= channels) return;
    if constexpr (P == 0) {
      const int64_t begin = first_chunks == nullptr ? 0 : first_chunks[list];
      const int64_t end = first_chunks == nullptr ? chunks : first_chunks[list + 1];
      double sums[kSums] = {};
      constexpr int kAhead = kOnGpu ? 4 : 1;
      int64_t chunk = begin + thread / kColumns;
      for (; chunk + (kAhead - 1) * kLanes < end; chunk += kAhead * kLanes) {
        double own[kAhead][kSums];
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at)
          for (int k = 0; k < kSums; ++k) own[at][k] = part(chunk + at * kLanes, k, column);
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at)
          for (int k = 0; k < kSums; ++k) sums[k] += own[at][k];
      }
      for (; kAhead > 1 && chunk < end; chunk += kLanes)
        for (int k = 0; k < kSums; ++k) sums[k] += part(chunk, k, column);
      for (int k = 0; k < kSums; ++k) shared.sums[k][thread] = sums[k];
    } else if (P == 1 && thread < kThreads / kTeam) {
      const int first = thread / kColumns * kTeam * kColumns + thread % kColumns;
      for (int k = 0; k < kSums; ++k) {
        double sum = 0;
        for (int at = 0; at < kTeam; ++at) sum += shared.sums[k][first + at * kColumns];
        shared.of_teams[k][thread] = sum;
      }
    } else if (P == 2 && thread < kColumns) {
      double sums[kSums] = {};
      for (int at = 0; at < kLanes / kTeam; ++at)
        for (int k = 0; k < kSums; ++k) sums[k] += shared.of_teams[k][at * kColumns + thread];
      finish(list, column, sums);
    }
  }

  DVDB_FN double part(int64_t chunk, int k, int64_t column) const {
    return parts[(chunk * kSums + k) * channels + column];
  }
};

/// Joins chunks of `lists` lists, see JoinChunks.
template <int kSums, class Finish>
Status join_chunks(Context& c, int64_t lists, const double* parts, const int64_t* first_chunks, int64_t chunks,
                   int64_t channels, const Finish& finish) {
  using Join = JoinChunks<kSums, Finish>;
  const int64_t blocks = (channels + Join::kColumns - 1) / Join::kColumns;
  return backend::for_each_tile(
      c, lists * blocks, Join{parts, first_chunks, chunks, channels, Divider::of(max_of(blocks, int64_t(1))), finish});
}

/// Rewrites the rows of lists. A rule has `lane` and `read` as those of sums, and `void write(columns, lane, row,
/// words) const`.
template <class T, class Rule>
struct MapRows {
  static constexpr int kThreads = ColumnTiling<T>::kThreads;
  static constexpr int kAtOnce = 2;
  static constexpr int kPhases = 1;
  static constexpr int kAhead = ColumnTiling<T>::kAhead;  // rows of a thread

  struct Shared {};

  Rule rule;
  ColumnTiling<T> tiling;
  Divider blocks;
  Divider parts;  // of a chunk

  static MapRows of(const Rule& rule, const ColumnTiling<T>& tiling) {
    const int64_t rows = kAhead * tiling.lanes();
    return {rule, tiling, Divider::of(max_of(tiling.blocks, int64_t(1))),
            Divider::of((tiling.chunk_rows + rows - 1) / rows)};
  }
  int64_t tiles() const { return tiling.chunks * parts.by * tiling.blocks; }

  /// The rows that a tile has of its chunk.
  DVDB_FN auto rows_of(int64_t tile, int64_t* block) const {
    int64_t part;
    const int64_t chunk = parts.divide(blocks.divide(tile, block), &part);
    auto rows = tiling.rows_of(chunk);
    rows.begin += part * kAhead * tiling.lanes();
    return rows;
  }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    int64_t block;
    const auto rows = rows_of(tile, &block);
    const auto columns = tiling.columns_of(block, thread);
    const int64_t lanes = tiling.lanes();
    const int64_t row = rows.begin + thread / tiling.packs;
    if (columns.held <= 0 || row >= rows.end) return;
    typename Rule::Words words[kAhead];
    DVDB_UNROLLED
    for (int at = 0; at < kAhead; ++at)
      if (row + at * lanes < rows.end) words[at] = rule.read(columns, row + at * lanes);
    const auto lane = rule.lane(rows.list, columns);
    DVDB_UNROLLED
    for (int at = 0; at < kAhead; ++at)
      if (row + at * lanes < rows.end) rule.write(columns, lane, row + at * lanes, words[at]);
  }

  void run_on_host(int64_t tile, Shared&) const {
    int64_t block;
    const auto rows = rows_of(tile, &block);
    const int64_t end = min_of(rows.end, rows.begin + kAhead * tiling.lanes());
    for (int pack = 0; pack < tiling.packs; ++pack) {
      const auto columns = tiling.columns_of(block, pack);
      if (columns.held <= 0) return;
      const auto lane = rule.lane(rows.list, columns);
      for (int64_t row = rows.begin; row < end; ++row) rule.write(columns, lane, row, rule.read(columns, row));
    }
  }
};

/// Sums the columns of lists by a rule, and hands the sums of each list and column to a functor.
template <class T>
class ColumnSums {
 public:
  explicit ColumnSums(Context& context) : context_(context), parts_(context), table_(context) {}

  /// `offsets` are those of the lists in host memory, or null for one list.
  Status cut(const RowLists& lists, int64_t channels, const int64_t* offsets = nullptr) {
    tiling_ = ColumnTiling<T>::of(lists, channels);
    if (offsets == nullptr) return {};
    const std::unique_ptr<int64_t[]> first(new (std::nothrow) int64_t[size_t(lists.n + 1)]);
    if (first == nullptr)
      return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot cut %lld lists", static_cast<long long>(lists.n));
    first[0] = 0;
    for (int64_t list = 0; list < lists.n; ++list) {
      const int64_t rows = offsets[list + 1] - offsets[list];
      first[list + 1] = first[list] + (rows + tiling_.chunk_rows - 1) / tiling_.chunk_rows;
    }
    tiling_.chunks = first[lists.n];
    Span<int64_t> table;
    DVDB_TRY(table_.allocate(lists.n + 1, table));
    DVDB_TRY(backend::upload(context_, table.data, first.get(), (lists.n + 1) * int64_t(sizeof(int64_t))));
    tiling_.first_chunks = table.data;
    return {};
  }

  template <class Rule, class Finish>
  Status sum(const Rule& rule, const Finish& finish) {
    if (tiling_.channels == 0) return {};
    Span<double> parts;
    DVDB_TRY(parts_.allocate(tiling_.chunks * Rule::kSums * tiling_.channels, parts));
    const SumChunks<T, Rule> chunks{rule, tiling_, Divider::of(tiling_.blocks), parts.data};
    DVDB_TRY(backend::for_each_tile(context_, tiling_.chunks * tiling_.blocks, chunks));
    return join_chunks<Rule::kSums>(context_, tiling_.lists.n, parts.data, tiling_.first_chunks, tiling_.chunks,
                                    tiling_.channels, finish);
  }

  /// Rewrites the rows by a rule, see MapRows.
  template <class Rule>
  Status map(const Rule& rule) {
    const auto body = MapRows<T, Rule>::of(rule, tiling_);
    return backend::for_each_tile(context_, body.tiles(), body);
  }

 private:
  Context& context_;
  backend::Scratch parts_;
  backend::Scratch table_;
  ColumnTiling<T> tiling_{};
};

}  // namespace dvdb
