/// Words of a result's leaf that depend only on the leaves around it: moves and boxes of up to 8 voxels each way, and
/// neighbourhoods of one voxel.
#pragma once

#include "core/nodes/leaf_source.hpp"

namespace dvdb::nodes {

/// For each leaf of a result, the source's leaves around it; entries are sorted by offset, z fastest.
struct NearTable {
  static constexpr uint32_t kNone = 0xffffffff;
  Vec3<int32_t> low;    // least offset, in leaves
  Vec3<int32_t> dims;
  uint32_t* leaves;     // [n_leaves, dims.x, dims.y, dims.z]

  DVDB_FN int64_t size() const { return int64_t(dims.x) * dims.y * dims.z; }
  DVDB_FN int64_t at(int32_t x, int32_t y, int32_t z) const { return (int64_t(x - low.x) * dims.y + (y - low.y)) * dims.z + (z - low.z); }
};

/// Finds a column of source leaves along x.
struct FindNear {
  GridView grid;
  const LeafPlace* places;
  NearTable table;

  DVDB_FN void operator()(int64_t i) const {
    const uint32_t columns = uint32_t(table.dims.y * table.dims.z);
    const int64_t leaf = i / columns;
    const int32_t column = int32_t(i % columns);
    const int32_t y = table.low.y + column / table.dims.z;
    const int32_t z = table.low.z + column % table.dims.z;
    const LeafPlace place = places[leaf];
    LeafFinder finder(grid, place.grid);
    for (int32_t x = table.low.x; x < table.low.x + table.dims.x; ++x) {
      const Vec3<int64_t> c{int64_t(place.origin.x) + 8 * x, int64_t(place.origin.y) + 8 * y, int64_t(place.origin.z) + 8 * z};
      const bool fits = c.x == int32_t(c.x) && c.y == int32_t(c.y) && c.z == int32_t(c.z);
      const int64_t found = fits ? finder.find({int32_t(c.x), int32_t(c.y), int32_t(c.z)}) : GridView::kMissing;
      table.leaves[leaf * table.size() + table.at(x, y, z)] = found < 0 ? NearTable::kNone : uint32_t(found);
    }
  }
};

/// Makes a table in `memory`.
inline Status find_near(Context& context, const GridView& grid, Span<const LeafPlace> places, Vec3<int32_t> low, Vec3<int32_t> high,
                        backend::Scratch& memory, NearTable& out) {
  Span<uint32_t> leaves;
  out = {low, {high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1}, nullptr};
  DVDB_TRY(memory.allocate(places.size * out.size(), leaves));
  out.leaves = leaves.data;
  return backend::for_each(context, places.size * out.dims.y * out.dims.z, FindNear{grid, places.data, out}, 512);
}

/// A box of at most 8 voxels each way around a voxel. With `kInverse` it reads what is not active, and what is missing.
template <bool kInverse>
struct NearBox {
  SourceLeaves source;
  NearTable table;
  int32_t low[3];
  int32_t high[3];

  static bool fits(const Relation& relation) {
    bool near = relation.shifts();
    for (const AxisMap& axis : relation.axes) near = near && axis.low >= -8 && axis.high <= 8;
    return near;
  }
  /// The leaves that a leaf depends on, along an axis.
  DVDB_FN static int32_t first(const AxisMap& axis) { return int32_t(-axis.high >> kLeafLog2); }
  DVDB_FN static int32_t last(const AxisMap& axis) { return int32_t((7 - axis.low) >> kLeafLog2); }

  static Status make(Context& context, const SourceLeaves& source, const Relation& relation, Span<const LeafPlace> places, backend::Scratch& memory,
                     NearBox& out) {
    const AxisMap* axes = relation.axes;
    out.source = source;
    for (int axis = 0; axis < 3; ++axis) {
      out.low[axis] = int32_t(axes[axis].low);
      out.high[axis] = int32_t(axes[axis].high);
    }
    return find_near(context, source.grid, places, {first(axes[0]), first(axes[1]), first(axes[2])}, {last(axes[0]), last(axes[1]), last(axes[2])},
                     memory, out.table);
  }

  /// Slice x of a leaf of the result.
  DVDB_FN uint64_t word(int64_t leaf, int32_t x) const {
    const uint32_t* near = table.leaves + leaf * table.size();
    const int32_t first = x - high[0];
    const int32_t last = x - low[0];
    uint64_t out = 0;
    for (int32_t y = table.low.y; y < table.low.y + table.dims.y; ++y) {
      uint64_t rows = 0;
      for (int32_t z = table.low.z; z < table.low.z + table.dims.z; ++z) {
        uint64_t bits = 0;
        for (int32_t column = first >> 3; column <= last >> 3; ++column) {
          const uint32_t found = near[table.at(column, y, z)];
          if (found == NearTable::kNone) {
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

/// The voxels that share a face, or for 18 neighbours an edge, with a voxel, and itself.
template <bool kInverse>
struct NearNeighbors {
  SourceLeaves source;
  NearTable table;
  bool edges;

  static Status make(Context& context, const SourceLeaves& source, bool edges, Span<const LeafPlace> places, backend::Scratch& memory,
                     NearNeighbors& out) {
    out.source = source;
    out.edges = edges;
    return find_near(context, source.grid, places, {-1, -1, -1}, {1, 1, 1}, memory, out.table);
  }

  /// The 3 x 3 words around a place in one slice.
  struct Slice {
    uint64_t at[3][3];  // [y - 1, y, y + 1][z - 1, z, z + 1]

    DVDB_FN uint64_t spread_z(int y) const {
      return at[y][1] | move_z(at[y][1], 1) | move_z(at[y][1], -1) | move_z(at[y][0], -7) | move_z(at[y][2], 7);
    }
    static DVDB_FN uint64_t spread_y(uint64_t below, uint64_t own, uint64_t above) {
      return own | move_y(own, 1) | move_y(own, -1) | move_y(below, -7) | move_y(above, 7);
    }
    DVDB_FN uint64_t cross() const { return spread_z(1) | spread_y(at[0][1], at[1][1], at[2][1]); }
    DVDB_FN uint64_t box() const { return spread_y(spread_z(0), spread_z(1), spread_z(2)); }
  };

  DVDB_FN uint64_t read(int64_t leaf, int32_t x, int32_t y, int32_t z) const {
    const uint32_t found = table.leaves[leaf * table.size() + table.at(x >> 3, y, z)];
    if (found == NearTable::kNone) return kInverse ? ~uint64_t(0) : 0;
    return kInverse ? ~source.word(found, uint32_t(x & 7)) : source.word(found, uint32_t(x & 7));
  }
  DVDB_FN Slice slice(int64_t leaf, int32_t x, bool corners) const {
    Slice out;
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) out.at[y + 1][z + 1] = corners || y == 0 || z == 0 ? read(leaf, x, y, z) : 0;
    }
    return out;
  }
  /// Slice x of a leaf of the result.
  DVDB_FN uint64_t word(int64_t leaf, int32_t x) const {
    if (!edges) return slice(leaf, x, false).cross() | read(leaf, x - 1, 0, 0) | read(leaf, x + 1, 0, 0);
    return slice(leaf, x, true).box() | slice(leaf, x - 1, false).cross() | slice(leaf, x + 1, false).cross();
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
