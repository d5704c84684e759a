/// Weighted colors of single voxels: means over the samples around their centers.
#pragma once

#include "lod/weights/lookup.hpp"

namespace dvdb::lod {

inline constexpr float kFullWeight = 256.0f;

inline constexpr int kShortShift = 28;  // distances of neighbors fit 32 bits below

/// Weighted sums of colors.
struct Weighed {
  uint64_t sums[4] = {0, 0, 0, 0};
  uint64_t weight = 0;

  DVDB_FN void add(uint32_t rgba, uint32_t by) {
    for (int channel = 0; channel < 4; ++channel) sums[channel] += uint64_t(by) * (rgba >> (8 * channel) & 255);
    weight += by;
  }
  DVDB_FN uint32_t color() const { return mean_color(sums, weight); }
};

/// Weighs the samples around a voxel: those of the 27 cells around it that are occupied. Distances are whole numbers of
/// half units, which float as they are: scaling by powers of two would change no bit of what is computed from them.
template <class Record>
struct WeighVoxel {
  Lookup lookup;
  Intervals nodes;
  const Record* points;
  const int64_t* firsts;
  const int64_t* part_firsts;
  const uint16_t* order;  // of points in their leaves, or none where they lie in it
  const Voxel* below;
  ChildView children;
  const NodeChildren* node_children;
  int shift;    // from coordinates to cells of this level's voxels
  float scale;  // half units to cells
  float limit;  // square of a cell in half units
  bool across;  // borders of nodes

  DVDB_FN void operator()(int64_t i) const { weigh(i, nodes.at(i)); }

  DVDB_FN void weigh(int64_t i, int64_t node) const {
    const Vec3<uint32_t> origin = lookup.nodes[node];
    const Vec3<uint32_t> cell = lookup.cell_at(i);
    const int64_t center[3] = {center_of(origin.x, cell.x), center_of(origin.y, cell.y), center_of(origin.z, cell.z)};
    Weighed weighed;
    BrickCache nearby{lookup.find(node, lookup.brick_of(cell)), node};
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dz = -1; dz <= 1; ++dz) {
          Vec3<uint32_t> other{cell.x + uint32_t(dx), cell.y + uint32_t(dy), cell.z + uint32_t(dz)};
          const int64_t owner = enter(node, origin, other);
          const int64_t at = owner < 0 ? -1 : voxel_of(owner, other, nearby);
          if (at >= 0) add_samples(samples_of(at, at + 1, child_of(owner, other)), center, weighed);
        }
      }
    }
    lookup.voxels[i].rgba = weighed.color();
  }

  DVDB_FN int64_t center_of(uint32_t node, uint32_t cell) const {
    return ((int64_t(node) << lookup.grid_log2 | cell) * 2 + 1) << shift;
  }

  /// The child that has a cell of a node.
  DVDB_FN int64_t child_of(int64_t node, const Vec3<uint32_t>& cell) const {
    const NodeChildren own = node_children[node];
    return own.first + rank_below(own.mask, octant_of(cell, lookup.grid_log2 - 1));
  }
  /// Samples of voxels of one child.
  DVDB_FN Run samples_of(int64_t first, int64_t end, int64_t child) const {
    const int64_t from = children.sources[child] - children.items.starts[child];
    const int64_t begin = from + firsts[first];
    const int64_t behind = from + firsts[end];
    if (children.is_leaf[child] == 0) return {begin, behind, child};
    return {part_firsts[begin], part_firsts[behind], child};
  }

  /// The points of a child that is a leaf.
  struct LeafPoints {
    const Record* points;
    const Record* first;
    const uint16_t* order;

    DVDB_FN Record at(int64_t k) const { return order == nullptr ? points[k] : first[order[k]]; }
  };
  DVDB_FN LeafPoints points_of(int64_t child) const {
    return {points, order == nullptr ? points : points + part_firsts[children.sources[child]], order};
  }

  /// The brick that was looked at last: most neighbors share one.
  struct BrickCache {
    Brick brick;
    int64_t node;
  };

  /// Moves a cell that may lie beyond its node to the node where it is; -1 if there is none.
  DVDB_FN int64_t enter(int64_t node, const Vec3<uint32_t>& origin, Vec3<uint32_t>& cell) const {
    const uint32_t mask = (1u << lookup.grid_log2) - 1;
    if (((cell.x | cell.y | cell.z) & ~mask) == 0) return node;
    if (!across) return -1;
    // Beyond the cube the cell of the node wraps around, and is none of the level's.
    const int64_t entered =
        lookup.find_node({step(origin.x, cell.x, mask), step(origin.y, cell.y, mask), step(origin.z, cell.z, mask)});
    cell = {cell.x & mask, cell.y & mask, cell.z & mask};
    return entered;
  }

  /// The voxel of a cell, or -1.
  DVDB_FN int64_t voxel_of(int64_t node, const Vec3<uint32_t>& cell, BrickCache& nearby) const {
    const uint32_t place = lookup.brick_of(cell);
    if (place != nearby.brick.place || node != nearby.node) nearby = {lookup.find(node, place), node};
    const uint32_t at = Lookup::bit_of(cell);
    if ((nearby.brick.mask >> at & 1) == 0) return -1;
    return lookup.starts[node] + nearby.brick.first + rank_below(nearby.brick.mask, at);
  }
  DVDB_FN static uint32_t step(uint32_t node, uint32_t cell, uint32_t mask) {
    return cell <= mask ? node : cell > 2 * mask ? node - 1 : node + 1;
  }

  DVDB_FN void add_samples(const Run& run, const int64_t (&center)[3], Weighed& weighed) const {
    if (children.is_leaf[run.child] != 0) {
      const int64_t half = int64_t(1) << (children.is_leaf[run.child] - 1);  // of a cell, in half units
      const LeafPoints own = points_of(run.child);
      if (shift < kShortShift) {
        const uint32_t from[3] = {uint32_t(half - center[0]), uint32_t(half - center[1]), uint32_t(half - center[2])};
        for (int64_t k = run.begin; k < run.end; ++k) {
          const Record p = own.at(k);
          add(float(int32_t(2 * p.x + from[0])), float(int32_t(2 * p.y + from[1])), float(int32_t(2 * p.z + from[2])),
              p.rgba, weighed);
        }
        return;
      }
      for (int64_t k = run.begin; k < run.end; ++k) {
        const Record p = own.at(k);
        add(float(2 * int64_t(p.x) + half - center[0]), float(2 * int64_t(p.y) + half - center[1]),
            float(2 * int64_t(p.z) + half - center[2]), p.rgba, weighed);
      }
      return;
    }
    const int64_t* own = children.cells + 3 * run.child;
    const int64_t from[3] = {fine_center(own[0], 0) - center[0], fine_center(own[1], 0) - center[1],
                             fine_center(own[2], 0) - center[2]};
    for (int64_t k = run.begin; k < run.end; ++k) {
      const Voxel voxel = below[k];
      const Vec3<uint32_t> cell = cell_of(voxel);
      add(float(from[0] + (int64_t(cell.x) << shift)), float(from[1] + (int64_t(cell.y) << shift)),
          float(from[2] + (int64_t(cell.z) << shift)), voxel.rgba, weighed);
    }
  }
  DVDB_FN int64_t fine_center(int64_t node, uint32_t cell) const {
    return ((node << lookup.grid_log2 | int64_t(cell)) * 2 + 1) << (shift - 1);
  }

  DVDB_FN void add(float x, float y, float z, uint32_t rgba, Weighed& weighed) const {
    const float square = x * x + y * y + z * z;
    if (square < limit) weighed.add(rgba, uint32_t((1.0f - sqrtf(square) * scale) * kFullWeight));
  }
};

}  // namespace dvdb::lod
