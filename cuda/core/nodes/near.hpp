/// Words of a result's leaf that depend only on the leaves around it: moves and boxes of up to 16 voxels each way, and
/// neighborhoods of one voxel.
#pragma once

#include "backend/api/launch.hpp"
#include "core/leaf_neighbors.hpp"
#include "core/nodes/leaf_source.hpp"

namespace dvdb::nodes {

/// A box of at most 16 voxels each way around a voxel. With `kInverse` it reads what is not active, and what is
/// missing.
template <bool kInverse>
struct NearBox {
  static constexpr int64_t kReach = 16;
  SourceLeaves source;
  LeafNeighbors table;
  int32_t low[3];
  int32_t high[3];

  static bool fits(const Relation& relation) {
    bool near = relation.shifts();
    for (const AxisMap& axis : relation.axes)
      near = near && axis.low >= -kReach && axis.low <= kReach && axis.high >= -kReach && axis.high <= kReach;
    return near;
  }
  /// The leaves that a leaf depends on, along an axis.
  DVDB_FN static int32_t first(const AxisMap& axis) { return int32_t(-axis.high >> kLeafLog2); }
  DVDB_FN static int32_t last(const AxisMap& axis) { return int32_t((7 - axis.low) >> kLeafLog2); }

  static Status make(Context& context, const SourceLeaves& source, const Relation& relation,
                     Span<const LeafPlace> places, backend::Scratch& memory, NearBox& out) {
    const AxisMap* axes = relation.axes;
    out.source = source;
    for (int axis = 0; axis < 3; ++axis) {
      out.low[axis] = int32_t(axes[axis].low);
      out.high[axis] = int32_t(axes[axis].high);
    }
    return find_leaf_neighbors(context, source.grid, places, {first(axes[0]), first(axes[1]), first(axes[2])},
                               {last(axes[0]), last(axes[1]), last(axes[2])}, memory, out.table);
  }

  /// Slice x of a leaf of the result.
  DVDB_FN uint64_t word(int64_t leaf, int32_t x) const {
    const uint32_t* near = table.around(leaf);
    const int32_t first = x - high[0];
    const int32_t last = x - low[0];
    uint64_t out = 0;
    for (int32_t y = table.low.y; y < table.low.y + table.dims.y; ++y) {
      uint64_t rows = 0;
      for (int32_t z = table.low.z; z < table.low.z + table.dims.z; ++z) {
        uint64_t bits = 0;
        for (int32_t column = first >> 3; column <= last >> 3; ++column) {
          const uint32_t found = near[table.at(column, y, z)];
          if (found == LeafNeighbors::kNone) {
            if (kInverse) bits = ~uint64_t(0);
            continue;
          }
          const int32_t end = min_of(last - 8 * column, 7);
          for (int32_t at = max_of(first - 8 * column, 0); at <= end; ++at) {
            bits |= kInverse ? ~source.word(found, uint32_t(at)) : source.word(found, uint32_t(at));
          }
        }
        if (bits == 0) continue;
        const int32_t stop = min_of(7, 8 * z + high[2]);
        for (int32_t places = max_of(-7, 8 * z + low[2]); places <= stop; ++places) rows |= move_z(bits, places);
      }
      if (rows == 0) continue;
      const int32_t stop = min_of(7, 8 * y + high[1]);
      for (int32_t places = max_of(-7, 8 * y + low[1]); places <= stop; ++places) out |= move_y(rows, places);
    }
    return out;
  }
};

/// One step or none along each axis, and along so many axes at once: 6, 18 and 26 neighbors, and boxes within them.
struct Steps {
  bool down[3];  // to the voxel below along an axis
  bool up[3];
  int sides;  // 1, 2 or 3

  static bool fits(const Relation& relation) {
    bool near = relation.shifts();
    for (const AxisMap& axis : relation.axes)
      near = near && axis.low >= -1 && axis.low <= 0 && axis.high >= 0 && axis.high <= 1;
    return near;
  }
  static Steps of(const Relation& relation, int sides) {
    Steps steps = {};
    for (int axis = 0; axis < 3; ++axis) {
      steps.down[axis] = relation.axes[axis].low < 0;
      steps.up[axis] = relation.axes[axis].high > 0;
    }
    steps.sides = sides;
    return steps;
  }
};

/// The voxels that a step leads to from one that is active. With `kInverse` from one that is not.
template <bool kInverse>
struct NearSteps {
  SourceLeaves source;
  LeafNeighbors table;
  Steps steps;

  static Status make(Context& context, const SourceLeaves& source, const Steps& steps, Span<const LeafPlace> places,
                     backend::Scratch& memory, NearSteps& out) {
    out.source = source;
    out.steps = steps;
    const auto low = [&](int axis) { return steps.up[axis] ? -1 : 0; };  // a step up comes from below
    const auto high = [&](int axis) { return steps.down[axis] ? 1 : 0; };
    return find_leaf_neighbors(context, source.grid, places, {low(0), low(1), low(2)}, {high(0), high(1), high(2)},
                               memory, out.table);
  }

  /// The 3 x 3 words around a place in one slice.
  struct Slice {
    uint64_t at[3][3];  // [y - 1, y, y + 1][z - 1, z, z + 1]
  };

  DVDB_FN uint64_t along_z(const Slice& slice, int y) const {
    uint64_t out = slice.at[y][1];
    if (steps.up[2]) out |= move_z(slice.at[y][1], 1) | move_z(slice.at[y][0], -7);
    if (steps.down[2]) out |= move_z(slice.at[y][1], -1) | move_z(slice.at[y][2], 7);
    return out;
  }
  DVDB_FN uint64_t along_y(uint64_t below, uint64_t own, uint64_t above) const {
    uint64_t out = own;
    if (steps.up[1]) out |= move_y(own, 1) | move_y(below, -7);
    if (steps.down[1]) out |= move_y(own, -1) | move_y(above, 7);
    return out;
  }
  DVDB_FN uint64_t cross(const Slice& slice) const {
    return along_z(slice, 1) | along_y(slice.at[0][1], slice.at[1][1], slice.at[2][1]);
  }
  DVDB_FN uint64_t box(const Slice& slice) const {
    return along_y(along_z(slice, 0), along_z(slice, 1), along_z(slice, 2));
  }

  DVDB_FN uint64_t read(const uint32_t* near, int32_t x, int y, int z) const {
    const uint32_t found = near[table.at(x >> 3, y, z)];
    if (found == LeafNeighbors::kNone) return kInverse ? ~uint64_t(0) : 0;
    return kInverse ? ~source.word(found, uint32_t(x & 7)) : source.word(found, uint32_t(x & 7));
  }
  DVDB_FN void add_slice(const uint32_t* near, int32_t x, bool corners, Slice& out) const {
    DVDB_UNROLLED
    for (int y = -1; y <= 1; ++y) {
      if ((y < 0 && !steps.up[1]) || (y > 0 && !steps.down[1])) continue;
      DVDB_UNROLLED
      for (int z = -1; z <= 1; ++z) {
        if ((z < 0 && !steps.up[2]) || (z > 0 && !steps.down[2]) || (!corners && y != 0 && z != 0)) continue;
        out.at[y + 1][z + 1] |= read(near, x, y, z);
      }
    }
  }

  /// Slice x of a leaf of the result.
  DVDB_FN uint64_t word(int64_t leaf, int32_t x) const {
    const uint32_t* near = table.around(leaf);
    Slice own = {};
    add_slice(near, x, steps.sides > 1, own);
    if (steps.sides == 3) {
      if (steps.up[0]) add_slice(near, x - 1, true, own);
      if (steps.down[0]) add_slice(near, x + 1, true, own);
      return box(own);
    }
    if (steps.sides == 1) {
      uint64_t out = cross(own);
      if (steps.up[0]) out |= read(near, x - 1, 0, 0);
      if (steps.down[0]) out |= read(near, x + 1, 0, 0);
      return out;
    }
    Slice beside = {};
    if (steps.up[0]) add_slice(near, x - 1, false, beside);
    if (steps.down[0]) add_slice(near, x + 1, false, beside);
    return box(own) | cross(beside);
  }
};

/// Writes the words of a result's leaves.
template <class Near>
struct WriteNear {
  Near near;
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const { leaves[i / 8].mask[i % 8] = near.word(i / 8, int32_t(i % 8)); }
};

/// Writes what is left of a source's words when those are taken away.
template <class Near>
struct TakeNear {
  Near near;
  uint64_t* out;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t own = near.source.word(i / 8, uint32_t(i % 8));
    out[i] = own == 0 ? 0 : own & ~near.word(i / 8, int32_t(i % 8));
  }
};

}  // namespace dvdb::nodes
