/// What attention reads: heads of queries, keys and values, and tiles of lists.
#pragma once

#include <algorithm>
#include <memory>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "backend/api/special/attention/heads.hpp"
#include "core/list_offsets.hpp"
#include "core/numbers.hpp"

namespace dvdb {

/// Rows of a tile, of queries and of keys.
inline constexpr int kTileRows = 32;

/// The elements that rows have for one head.
template <class T>
struct HeadRows {
  T* data;
  int64_t stride;

  DVDB_FN T* row(int64_t at) const { return data + at * stride; }
};

/// Operands of attention. Pointers are to the first head of the first row.
template <class T>
struct AttentionView {
  using S = Computed<T>;

  const T* q;
  const T* k;
  const T* v;
  int64_t strides[3];  // elements from row to row of these
  int64_t n_queries;
  int64_t heads;
  int64_t depth;
  int64_t value_depth;
  S scale;
  bool causal;
  RelativeBias<S> bias;

  DVDB_FN HeadRows<const T> queries(int64_t head) const { return {q + head * depth, strides[0]}; }
  DVDB_FN HeadRows<const T> keys(int64_t head) const { return {k + head * depth, strides[1]}; }
  DVDB_FN HeadRows<const T> values(int64_t head) const { return {v + head * value_depth, strides[2]}; }
  /// Elements of results, or of their gradients, which lie end to end.
  DVDB_FN HeadRows<const T> results(const T* rows, int64_t head) const {
    return {rows + head * value_depth, heads * value_depth};
  }
};

/// How many rows a tile has.
DVDB_FN int rows_of(const AttentionTile& tile) { return int(min_of(tile.end - tile.first, int64_t(kTileRows))); }

/// The tiles of all lists in memory that kernels can read, list by list or those that meet most rows first.
class AttentionTiles {
 public:
  explicit AttentionTiles(Context& context) : context_(context), memory_(context) {}

  /// Cuts lists into tiles of so many rows.
  Status cut(const int64_t* offsets, const int64_t* others, int64_t n_lists, int64_t rows, bool longest_first = false) {
    int64_t count = 0;
    for (int64_t list = 0; list < n_lists; ++list) count += (offsets[list + 1] - offsets[list] + rows - 1) / rows;
    const std::unique_ptr<AttentionTile[]> tiles(new (std::nothrow) AttentionTile[size_t(count) + 1]);
    if (tiles == nullptr) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot attend: out of host memory");
    int64_t at = 0;
    for (int64_t list = 0; list < n_lists; ++list)
      for (int64_t first = offsets[list]; first < offsets[list + 1]; first += rows)
        tiles[at++] = {first, offsets[list], offsets[list + 1], others[list], others[list + 1]};
    // So that no long one is left for the end.
    if (longest_first) {
      std::sort(tiles.get(), tiles.get() + count, [](const AttentionTile& a, const AttentionTile& b) {
        const int64_t by = (a.other_end - a.other_begin) - (b.other_end - b.other_begin);
        return by != 0 ? by > 0 : a.first < b.first;
      });
    }
    DVDB_TRY(memory_.allocate(count, tiles_));
    return backend::upload(context_, tiles_.data, tiles.get(), count * int64_t(sizeof(AttentionTile)));
  }

  Span<AttentionTile> tiles() const { return tiles_; }

 private:
  Context& context_;
  backend::Scratch memory_;
  Span<AttentionTile> tiles_;
};

/// A block's work: a tile, a head, and a run of channels.
struct AttentionItem {
  int64_t tile;
  int64_t head;
  int64_t channel;

  DVDB_FN static AttentionItem of(int64_t item, int64_t heads, int64_t runs, int64_t wide) {
    const int64_t of_head = item / runs;
    return {of_head / heads, of_head % heads, item % runs * wide};
  }
};

/// Fails where blocks cannot be numbered.
inline Status check_blocks(Context& context, int64_t blocks) {
  if (blocks < int64_t(1) << 31) return {};
  return fail(context, DVDB_UNSUPPORTED, "Cannot attend: %lld blocks of work are too many",
              static_cast<long long>(blocks));
}

}  // namespace dvdb
