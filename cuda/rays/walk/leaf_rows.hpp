/// The leaves of lower nodes as rows of bits along each axis, for ray walks that take all leaves of a row at once.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// Row (u, v) along an axis has a bit for each leaf position; u and v are the other axes, in the order of axis_of_rows.
struct LeafRows {
  static constexpr int kLog2 = kLowerLog2 - kLeafLog2;
  static constexpr int64_t kOfAxis = 1 << (2 * kLog2);
  static constexpr int64_t kOfNode = 3 * kOfAxis;

  const uint16_t* rows = nullptr;  // [n_lowers, 3, 16, 16]

  DVDB_FN const uint16_t* along(uint32_t axis, uint32_t lower) const {
    return rows + (int64_t(lower) * 3 + axis) * kOfAxis;
  }

  /// The offset of a leaf in its lower node, from the index of its row and its position in the row.
  DVDB_FN static uint32_t offset(uint32_t axis, uint32_t row, uint32_t place) {
    const uint32_t shift = kLog2 * (2 - axis);
    return row >> shift << (shift + kLog2) | place << shift | (row & ((1u << shift) - 1));
  }
};

struct WriteLeafRows {
  GridView grid;
  uint16_t* rows;  // [n_lowers, 3, 16, 16]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord* words = grid.lowers + i / LeafRows::kOfNode * kLowerWords;
    const auto axis = uint32_t(i % LeafRows::kOfNode / LeafRows::kOfAxis);
    const auto at = uint32_t(i % LeafRows::kOfAxis);
    uint32_t row = 0;
    for (uint32_t place = 0; place < 1 << LeafRows::kLog2; ++place) {
      const uint32_t offset = LeafRows::offset(axis, at, place);
      row |= uint32_t(words[offset >> 6].has(offset & 63)) << place;
    }
    rows[i] = uint16_t(row);
  }
};

}  // namespace dvdb
