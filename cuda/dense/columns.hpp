/// Sums over rows, column by column, in double precision and in an order that depends on sizes alone.
///
///   sums[list][column][k] = sum over the rows of the list of what a rule makes of the elements of a column
///
/// Rows are cut into chunks, which lists do not share, and columns into blocks: a tile is a chunk of a block. A lane of
/// a tile takes every so many rows of it, 16 bytes of columns at a time; its sums are added lane by lane, then chunk by
/// chunk. Columns may be joined in groups of neighbors.
#pragma once

#include <memory>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "dense/packs.hpp"

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

/// Division of rows and columns into blocks.
template <class T>
struct ColumnTiling {
  static constexpr int kThreads = 256;
  static constexpr int kMostPacks = 32;

  RowLists lists;
  int64_t channels;
  int packs;       // that a row of a tile has: a power of two
  int64_t blocks;  // of columns
  int64_t chunk_rows;
  int64_t chunks;
  const int64_t* first_chunks = nullptr;  // [lists + 1], null for one list

  /// For one list; for more, `chunks` is to be set.
  static ColumnTiling of(const RowLists& lists, int64_t channels) {
    ColumnTiling out{lists, channels, 1, 0, 0, 0};
    while (out.packs < kMostPacks && int64_t(out.packs) * kPack<T> < channels) out.packs *= 2;
    out.blocks = (channels + out.packs * kPack<T> - 1) / (out.packs * kPack<T>);
    // As many rows for each lane as leave about a thousand tiles.
    const int64_t lanes = kThreads / out.packs;
    out.chunk_rows = lanes * min_of(max_of(lists.rows / (lanes * 1024), int64_t(4)), int64_t(64));
    out.chunks = (lists.rows + out.chunk_rows - 1) / out.chunk_rows;
    return out;
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
  DVDB_FN int64_t first_chunk(int64_t list) const {
    return first_chunks == nullptr ? (list == 0 ? 0 : chunks) : first_chunks[list];
  }
};

/// Sums chunks. A rule has kSums, `Lane lane(list, first, held) const` for `held` columns from `first` on, and
/// `void add(lane, row, sums) const`, which adds to double sums[kSums][kPack].
template <class T, class Rule>
struct SumChunks {
  static constexpr int kThreads = ColumnTiling<T>::kThreads;
  static constexpr int kPhases = 2;
  static constexpr int kWidth = kPack<T>;

  struct Shared {
    double sums[Rule::kSums][kThreads * kWidth];  // [lanes, columns of a block]
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
    const int lanes = kThreads / tiling.packs;
    const int pack = thread & (tiling.packs - 1);
    const int64_t first = (block * tiling.packs + pack) * kWidth;
    const int held = int(max_of(min_of(tiling.channels - first, int64_t(kWidth)), int64_t(0)));
    double sums[Rule::kSums][kWidth] = {};
    if (held > 0) {
      const auto rows = tiling.rows_of(chunk);
      auto lane = rule.lane(rows.list, first, held);
      for (int64_t row = rows.begin + thread / tiling.packs; row < rows.end; row += lanes) rule.add(lane, row, sums);
    }
    for (int k = 0; k < Rule::kSums; ++k)
      for (int at = 0; at < kWidth; ++at) shared.sums[k][thread * kWidth + at] = sums[k][at];
  }

  DVDB_FN void join_lanes(int64_t chunk, int64_t block, int thread, const Shared& shared) const {
    const int width = tiling.packs * kWidth;
    for (int at = thread; at < width * Rule::kSums; at += kThreads) {
      const int k = at / width;
      const int column = at % width;
      const int64_t channel = block * width + column;
      if (channel >= tiling.channels) continue;
      double sum = 0;
      for (int place = column; place < kThreads * kWidth; place += width) sum += shared.sums[k][place];
      out[(chunk * Rule::kSums + k) * tiling.channels + channel] = sum;
    }
  }
};

/// Adds up the chunks of lists and groups of columns, and hands the sums over: finish(list, group, sums).
template <int kSums, class Finish>
struct JoinChunks {
  static constexpr int kThreads = 64;
  static constexpr int kPhases = 2;

  struct Shared {
    double sums[kSums][kThreads];
  };

  const double* parts;  // [chunks, kSums, channels]
  const int64_t* first_chunks;
  int64_t chunks;
  int64_t channels;
  Divider group;   // columns of a group
  Divider groups;  // of a list
  Finish finish;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    int64_t own;
    const int64_t list = groups.divide(tile, &own);
    if constexpr (P == 0) {
      const int64_t begin = first_chunks == nullptr ? 0 : first_chunks[list];
      const int64_t end = first_chunks == nullptr ? chunks : first_chunks[list + 1];
      double sums[kSums] = {};
      for (int64_t at = thread; at < (end - begin) * group.by; at += kThreads) {
        int64_t column;
        const int64_t chunk = begin + group.divide(at, &column);
        for (int k = 0; k < kSums; ++k) sums[k] += parts[(chunk * kSums + k) * channels + own * group.by + column];
      }
      for (int k = 0; k < kSums; ++k) shared.sums[k][thread] = sums[k];
    } else if (thread == 0) {
      double sums[kSums] = {};
      for (int k = 0; k < kSums; ++k)
        for (int at = 0; at < kThreads; ++at) sums[k] += shared.sums[k][at];
      finish(list, own, sums);
    }
  }
};

/// Sums the columns of lists by a rule, and hands the sums of each list and group of columns to a functor.
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
  Status sum(const Rule& rule, int64_t group, const Finish& finish) {
    if (tiling_.channels == 0) return {};
    Span<double> parts;
    DVDB_TRY(parts_.allocate(tiling_.chunks * Rule::kSums * tiling_.channels, parts));
    const SumChunks<T, Rule> chunks{rule, tiling_, Divider::of(tiling_.blocks), parts.data};
    DVDB_TRY(backend::for_each_tile(context_, tiling_.chunks * tiling_.blocks, chunks));
    const int64_t groups = tiling_.channels / group;
    return backend::for_each_tile(
        context_, tiling_.lists.n * groups,
        JoinChunks<Rule::kSums, Finish>{parts.data, tiling_.first_chunks, tiling_.chunks, tiling_.channels,
                                        Divider::of(group), Divider::of(groups), finish});
  }

 private:
  Context& context_;
  backend::Scratch parts_;
  backend::Scratch table_;
  ColumnTiling<T> tiling_{};
};

}  // namespace dvdb
