/// Attention of f16 and bf16 on matrix units (tensor cores), whose order of sums is that of the device.
///
/// What a list gets depends on its own rows alone: tiles begin where lists do.
#pragma once

#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb {

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

/// Rows of a list from one on, as many as a tile has, and the rows that they meet, which are those of another list.
struct AttentionTile {
  int64_t first;
  int64_t begin, end;              // of the list
  int64_t other_begin, other_end;  // of the other one
};

namespace backend {

/// Queries that a tile has, by the elements of a head: few where exponentials take longest, which more warps hide, and
/// where registers are few.
inline constexpr int64_t unit_queries(int64_t depth) { return depth == 64 ? 128 : 64; }

/// Attention with heads of 16, 32, 64 or 128 elements, in queries, keys and values alike. Pointers are to the first
/// head of the first row; rows and they are whole pieces of 16 bytes.
struct UnitAttention {
  bool is_bf16;
  const uint16_t* q;
  const uint16_t* k;
  const uint16_t* v;
  int64_t strides[3];  // elements from row to row of these
  int64_t n_queries;
  int64_t heads;
  int64_t depth;
  float scale;
  bool causal;
  RelativeBias<float> bias;
  const AttentionTile* tiles;  // on the device, of unit_queries(depth) rows
  int64_t n_tiles;
  uint16_t* out;    // [n_queries, heads, depth], whole pieces of 16 bytes
  float* log_sums;  // [heads, n_queries]
};

Status attend_on_units(Context& context, const UnitAttention& attention);

/// Rows of tiles of backward passes.
inline constexpr int64_t kUnitBackwardRows = 64;

/// What the backward pass reads besides operands, whose tiles and results are not used.
struct UnitAttentionSlopes {
  UnitAttention operands;
  const uint16_t* gradients;   // [n_queries, heads, depth], whole pieces of 16 bytes
  const float* log_sums;       // [heads, n_queries]
  const float* shares;         // [heads, n_queries]: sums of results times gradients
  const AttentionTile* tiles;  // on the device, of kUnitBackwardRows rows
  int64_t n_tiles;
};

/// Gradients with respect to queries, by tiles of queries; they have the rows of q.
Status query_gradients_on_units(Context& context, const UnitAttentionSlopes& slopes, uint16_t* out);

/// Gradients with respect to keys and values, by tiles of keys; they have the rows of k and of v. Either may be null.
Status key_gradients_on_units(Context& context, const UnitAttentionSlopes& slopes, uint16_t* out_keys,
                              uint16_t* out_values);

}  // namespace backend

}  // namespace dvdb
