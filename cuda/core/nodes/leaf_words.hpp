/// Words of a result's leaves, gathered from the source's leaves around them.
#pragma once

#include "core/nodes/leaf_source.hpp"

namespace dvdb::nodes {

/// What the bits of a source's slice become in a slice of the result, along z: `from` and `to` are the leaves' origins.
template <bool kShifts>
DVDB_FN uint64_t map_z(const AxisMap& axis, uint64_t word, int64_t from, int64_t to) {
  uint64_t out = 0;
  if (kShifts) {
    const int end = int(min_of<int64_t>(7, from - to + axis.high));
    for (int places = int(max_of<int64_t>(-7, from - to + axis.low)); places <= end; ++places) out |= move_z(word, places);
    return out;
  }
  for (int z = 0; z < 8; ++z) {
    const uint64_t column = word >> z & uint64_t(0x0101010101010101);
    if (column != 0) out |= column * bit_range(axis.first(from + z) - to, axis.last(from + z) - to);
  }
  return out;
}

template <bool kShifts>
DVDB_FN uint64_t map_y(const AxisMap& axis, uint64_t word, int64_t from, int64_t to) {
  uint64_t out = 0;
  if (kShifts) {
    const int end = int(min_of<int64_t>(7, from - to + axis.high));
    for (int places = int(max_of<int64_t>(-7, from - to + axis.low)); places <= end; ++places) out |= move_y(word, places);
    return out;
  }
  for (int y = 0; y < 8; ++y) {
    const uint64_t row = word >> 8 * y & 255;
    if (row != 0) out |= row * spread_bits(bit_range(axis.first(from + y) - to, axis.last(from + y) - to));
  }
  return out;
}

/// Slice x of the result's leaf at `leaf`: the voxels that are related to one that the reader sees.
template <bool kShifts, bool kInverse>
DVDB_FN uint64_t related_word(const SourceLeaves& source, const Relation& relation, uint32_t grid, const Coord& leaf, uint32_t x) {
  int64_t low[3];
  int64_t high[3];
  for (int axis = 0; axis < 3; ++axis) {
    const AxisMap back = relation.axes[axis].reversed();
    const int64_t d = leaf[axis];
    low[axis] = back.first(axis == 0 ? d + x : d);
    high[axis] = back.last(axis == 0 ? d + x : d + 7);
    if (kInverse) continue;  // what is not active has no bounds
    low[axis] = max_of<int64_t>(low[axis], source.grid.heads[grid].bounds[0][axis]);
    high[axis] = min_of<int64_t>(high[axis], source.grid.heads[grid].bounds[1][axis]);
  }
  WordReader<kInverse> reader(source, grid);
  uint64_t out = 0;
  for (int64_t y = low[1] & ~int64_t(7); y <= high[1]; y += 8) {
    uint64_t rows = 0;
    for (int64_t z = low[2] & ~int64_t(7); z <= high[2]; z += 8) {
      const uint64_t word = reader.slices(low[0], high[0], y, z);
      if (word != 0) rows |= map_z<kShifts>(relation.axes[2], word, z, leaf.z);
    }
    if (rows != 0) out |= map_y<kShifts>(relation.axes[1], rows, y, leaf.y);
  }
  return out;
}

/// The 3 x 3 words around a place in one slice.
struct Slice {
  uint64_t at[3][3];  // [y - 1, y, y + 1][z - 1, z, z + 1]

  /// The bits of the words of row `y` moved along z by one place each way, and unmoved.
  DVDB_FN uint64_t spread_z(int y) const {
    return at[y][1] | move_z(at[y][1], 1) | move_z(at[y][1], -1) | move_z(at[y][0], -7) | move_z(at[y][2], 7);
  }
  static DVDB_FN uint64_t spread_y(uint64_t below, uint64_t own, uint64_t above) {
    return own | move_y(own, 1) | move_y(own, -1) | move_y(below, -7) | move_y(above, 7);
  }
  DVDB_FN uint64_t cross() const { return spread_z(1) | spread_y(at[0][1], at[1][1], at[2][1]); }
  DVDB_FN uint64_t box() const { return spread_y(spread_z(0), spread_z(1), spread_z(2)); }
};

/// Slice x of the leaf at `leaf`: the voxels that are, or share a face with, or for 18 neighbours an edge with, one that
/// the reader sees.
template <bool kInverse>
DVDB_FN uint64_t neighbor_word(const SourceLeaves& source, bool edges, uint32_t grid, const Coord& leaf, uint32_t x) {
  WordReader<kInverse> reader(source, grid);
  const auto read = [&](int64_t slice, bool corners) {
    Slice out = {};
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (!corners && y != 0 && z != 0) continue;
        const Vec3<int64_t> at{slice, int64_t(leaf.y) + 8 * y, int64_t(leaf.z) + 8 * z};
        const bool outside = at.x != int32_t(at.x) || at.y != int32_t(at.y) || at.z != int32_t(at.z);
        out.at[y + 1][z + 1] = outside ? (kInverse ? ~uint64_t(0) : 0) : reader.slices(at.x, at.x, at.y, at.z);
      }
    }
    return out;
  };
  const int64_t own = int64_t(leaf.x) + x;
  if (!edges) {
    const auto centre = [&](int64_t slice) {
      if (slice != int32_t(slice)) return kInverse ? ~uint64_t(0) : uint64_t(0);
      return reader.slices(slice, slice, leaf.y, leaf.z);
    };
    return read(own, false).cross() | centre(own - 1) | centre(own + 1);
  }
  return read(own, true).box() | read(own - 1, false).cross() | read(own + 1, false).cross();
}

}  // namespace dvdb::nodes
