/// What attention reads: heads of queries, keys and values, and tiles of lists.
#pragma once

#include <memory>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
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

/// Numbers that are added to scores: for each axis one by the position of the query less that of the key, clamped.
template <class S>
struct RelativeBias {
  const S* table;  // [3, 2 * reach + 1, heads], or null
  int64_t reach;
  int64_t heads;
  const int32_t* positions;      // [n_queries, 3], or null: all 0
  const int32_t* key_positions;  // [n_keys, 3], or null

  DVDB_FN int64_t entries() const { return 2 * reach + 1; }

  /// The entry of an axis.
  DVDB_FN int64_t entry(int64_t query, int64_t key, int axis) const {
    const int64_t from = positions == nullptr ? 0 : positions[3 * query + axis];
    const int64_t to = key_positions == nullptr ? 0 : key_positions[3 * key + axis];
    const int64_t by = from - to;
    return axis * entries() + (by < -reach ? -reach : by > reach ? reach : by) + reach;
  }

  DVDB_FN S at(int64_t query, int64_t key, int64_t head) const {
    S sum = 0;
    for (int axis = 0; axis < 3; ++axis) sum += table[entry(query, key, axis) * heads + head];
    return sum;
  }
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

/// Up to kTileRows rows of a list, and the rows that they meet, which are those of another list.
struct AttentionTile {
  int64_t first;
  int64_t begin, end;              // of the list
  int64_t other_begin, other_end;  // of the other one

  DVDB_FN int rows() const { return int(min_of(end - first, int64_t(kTileRows))); }
};

/// The tiles of all lists, list by list, in memory that kernels can read.
class AttentionTiles {
 public:
  explicit AttentionTiles(Context& context) : context_(context), memory_(context) {}

  /// Cuts lists into tiles of so many rows.
  Status cut(const int64_t* offsets, const int64_t* others, int64_t n_lists, int64_t rows) {
    int64_t count = 0;
    for (int64_t list = 0; list < n_lists; ++list) count += (offsets[list + 1] - offsets[list] + rows - 1) / rows;
    const std::unique_ptr<AttentionTile[]> tiles(new (std::nothrow) AttentionTile[size_t(count) + 1]);
    if (tiles == nullptr) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot attend: out of host memory");
    int64_t at = 0;
    for (int64_t list = 0; list < n_lists; ++list)
      for (int64_t first = offsets[list]; first < offsets[list + 1]; first += rows)
        tiles[at++] = {first, offsets[list], offsets[list + 1], others[list], others[list + 1]};
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
