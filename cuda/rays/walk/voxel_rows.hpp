/// The voxels of a small grid as rows of bits along each axis, for walks that need no nodes.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/grid_batch.hpp"
#include "rays/walk/row_axes.hpp"
#include "rays/walk/spare_scratch.hpp"

namespace dvdb {

/// Rows along an axis in a box around the voxels of a grid. Axes are in the order of axis_of_rows: u, v, and that of
/// the rows.
struct RowsAlong {
  GridHead head;       // with bounds and transform in that order
  double per_unit[3];  // voxels along x, y and z
  int32_t low[3];      // the least voxel of the box
  uint32_t first;      // word w of the row at u, v of the box is number first + (u * n + w) * side + v
  uint32_t n;
  uint32_t side;
};

/// The rows of a batch.
struct VoxelRows {
  const RowsAlong* along = nullptr;  // [n_grids, 3]
  const uint32_t* words = nullptr;
};

/// The box: that of leaves around the bounds and the voxels next to these.
struct RowsBox {
  static constexpr int64_t kMostSide = 160;

  int32_t low[3];
  uint32_t side[3];
  uint32_t first[4];  // where the words of each axis begin, and how many there are

  DVDB_FN uint32_t words_of_row(int axis) const { return (side[axis] + 31) / 32; }

  /// False around bounds, [2, 3], that are too large or too far out.
  DVDB_FN bool enclose(const int32_t* bounds) {
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t from = (int64_t(bounds[axis]) - 1) & ~int64_t(7);
      const int64_t to = (int64_t(bounds[3 + axis]) + 9) & ~int64_t(7);
      if (to - from > kMostSide || from < -(1 << 30) || to > 1 << 30) return false;
      low[axis] = int32_t(from);
      side[axis] = uint32_t(to - from);
    }
    first[0] = 0;
    for (int axis = 0; axis < 3; ++axis)
      first[axis + 1] = first[axis] + side[axis_of_rows(axis, 0)] * side[axis_of_rows(axis, 1)] * words_of_row(axis);
    return true;
  }
};

/// Writes what a slice of a leaf has of 8 words, which are next to each other along v: a byte of each.
struct WriteRows {
  GridView grid;
  uint32_t words_of_grid;
  RowsAlong* along;  // [n_grids, 3]
  uint32_t* words;   // [n_grids, words_of_grid]

  DVDB_FN void operator()(int64_t i) const {
    const uint32_t which = uint32_t(i) / (words_of_grid / 2);
    const uint32_t item = uint32_t(i) % (words_of_grid / 2);
    const uint32_t part = item % 4;
    const uint32_t at = item / 4 * 8;
    const GridHead& head = grid.heads[which];
    RowsBox box = {};
    box.enclose(&head.bounds[0][0]);
    if (item < 3) write_along(which, box, int(item));
    if (at >= box.first[3]) return;
    const int axis = at >= box.first[2] ? 2 : at >= box.first[1] ? 1 : 0;
    const int v = axis_of_rows(axis, 1);
    const uint32_t word = (at - box.first[axis]) / box.side[v];
    const uint32_t n = box.words_of_row(axis);
    const uint32_t to[3] = {word / n, (at - box.first[axis]) % box.side[v], word % n * 32 + part * 8};
    Coord c;
    c.x = box.low[0] + int32_t(axis == 0 ? to[2] : to[0]);
    c.y = box.low[1] + int32_t(axis == 0 ? to[0] : axis == 1 ? to[2] : to[1]);
    c.z = box.low[2] + int32_t(axis == 2 ? to[2] : to[1]);
    const uint64_t rows = rows_of_leaf(head, c, axis, to[0] % 8);
    auto* const bytes = reinterpret_cast<uint8_t*>(words + which * words_of_grid + at) + part;
    for (int k = 0; k < 8; ++k) bytes[4 * k] = uint8_t(rows >> 8 * k);
  }

 private:
  /// The rows of a leaf in a slice across u, a byte for each place along v.
  DVDB_FN uint64_t rows_of_leaf(const GridHead& head, const Coord& c, int axis, uint32_t slice) const {
    const int64_t upper = grid.find_upper(head, c);
    const int64_t lower = upper < 0 ? GridView::kMissing : grid.find_lower(upper, c);
    const int64_t leaf = lower < 0 ? GridView::kMissing : grid.find_leaf(lower, c);
    if (leaf < 0) return 0;
    const uint64_t* mask = grid.leaves[leaf].mask;
    if (axis == 2) return mask[slice];
    if (axis == 1) return transposed(mask[slice]);
    uint64_t rows = 0;
    for (uint32_t x = 0; x < 8; ++x) rows |= (mask[x] >> 8 * slice & 255) << 8 * x;
    return transposed(rows);
  }

  /// Swaps bits 8 * i + k and 8 * k + i.
  DVDB_FN static uint64_t transposed(uint64_t bits) {
    const auto swap = [&](int by, uint64_t which) {
      const uint64_t changed = (bits ^ bits >> by) & which;
      bits ^= changed ^ changed << by;
    };
    swap(7, 0x00aa00aa00aa00aa);
    swap(14, 0x0000cccc0000cccc);
    swap(28, 0x00000000f0f0f0f0);
    return bits;
  }

  DVDB_FN void write_along(uint32_t which, const RowsBox& box, int axis) const {
    const GridHead& head = grid.heads[which];
    RowsAlong rows;
    rows.head = head;
    for (int at = 0; at < 3; ++at) {
      const int from = axis_of_rows(axis, at);
      rows.head.size[at] = head.size[from];
      rows.head.origin[at] = head.origin[from];
      for (int end = 0; end < 2; ++end) rows.head.bounds[end][at] = head.bounds[end][from];
      rows.low[at] = box.low[from];
      rows.per_unit[at] = 1 / head.size[at];
    }
    rows.first = which * words_of_grid + box.first[axis];
    rows.n = box.words_of_row(axis);
    rows.side = box.side[axis_of_rows(axis, 1)];
    along[3 * which + uint32_t(axis)] = rows;
  }
};

/// Makes rows of the voxels of a batch, in memory that the caller keeps, if they fit into so many words and there is
/// room; none are made if not.
inline Status make_rows(Context& context, const GridBatch& batch, int64_t most_words, backend::Scratch& memory,
                        VoxelRows& out) {
  const int64_t n_grids = batch.view.n_grids;
  uint32_t most = 0;
  for (int64_t which = 0; which < n_grids; ++which) {
    RowsBox box = {};
    if (!box.enclose(batch.bounds.get() + 6 * which)) return {};
    most = max_of(most, box.first[3]);
    if (most * n_grids > most_words) return {};
  }
  backend::Layout layout;
  const int64_t along_at = layout.reserve<RowsAlong>(3 * n_grids);
  const int64_t words_at = layout.reserve<uint32_t>(n_grids * most);
  DVDB_TRY(allocate_spare(memory, layout.bytes()));
  if (memory.data() == nullptr) return {};
  char* const bytes = static_cast<char*>(memory.data());
  auto* const along = reinterpret_cast<RowsAlong*>(bytes + along_at);
  auto* const words = reinterpret_cast<uint32_t*>(bytes + words_at);
  out = {along, words};
  return backend::for_each(context, n_grids * most / 2, WriteRows{batch.view, most, along, words});
}

}  // namespace dvdb
