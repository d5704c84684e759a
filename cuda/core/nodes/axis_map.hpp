/// Relations between the voxels of two grids that hold per axis: coarsening, refining, boxes, strided kernels.
///
/// Along an axis, source voxel s and result voxel d are related when from * s + low <= to * d <= from * s + high.
#pragma once

#include "base/portable.hpp"

namespace dvdb::nodes {

struct AxisMap {
  int32_t from = 1;
  int32_t to = 1;
  int64_t low = 0;
  int64_t high = 0;

  DVDB_FN static int64_t floor_div(int64_t n, int32_t d) {
    if (d == 1) return n;
    if ((d & (d - 1)) == 0) return n >> lowest_bit(uint64_t(d));
    if (n == int32_t(n)) {  // several times cheaper on a GPU
      const int32_t quotient = int32_t(n) / d;
      return int64_t(quotient) - (quotient * int64_t(d) > n ? 1 : 0);
    }
    const int64_t quotient = n / d;
    return quotient * d > n ? quotient - 1 : quotient;
  }
  DVDB_FN static int64_t ceil_div(int64_t n, int32_t d) { return -floor_div(-n, d); }

  /// The result voxels of a source voxel are [first, last]; none where first > last.
  DVDB_FN int64_t first(int64_t s) const { return ceil_div(from * s + low, to); }
  DVDB_FN int64_t last(int64_t s) const { return floor_div(from * s + high, to); }

  /// The same, seen from the result.
  DVDB_FN AxisMap reversed() const { return {to, from, -high, -low}; }

  /// Neither scales: the result is the source moved and widened.
  DVDB_FN bool shifts() const { return from == 1 && to == 1; }
  DVDB_FN bool is_identity() const { return shifts() && low == 0 && high == 0; }

  /// Some source voxels have no result voxel.
  DVDB_FN bool has_holes() const { return high - low + 1 < to; }

  /// Most nodes of 2^log2 voxels that the result voxels of a node of as many source voxels lie in.
  int64_t most_nodes(int log2) const;
};

/// One relation for each axis; a voxel is related to another when all three hold.
struct Relation {
  AxisMap axes[3];

  DVDB_FN bool shifts() const { return axes[0].shifts() && axes[1].shifts() && axes[2].shifts(); }
  DVDB_FN bool has_holes() const { return axes[0].has_holes() || axes[1].has_holes() || axes[2].has_holes(); }

  /// The product of the axes' most nodes, or 2^44 where it is more.
  int64_t most_nodes(int log2) const;
};

}  // namespace dvdb::nodes
