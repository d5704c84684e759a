/// The drawn part of a tree: nodes on the device, the selected octants of their voxels, and runs.
#pragma once

#include "lod/tree/request.hpp"

namespace dvdb::lod {

/// A tree as passed to kernels.
struct TreeView {
  const Node* nodes;
  const int64_t* voxel_starts;  // [n_nodes + 1] over the whole tree
  int64_t n_nodes;
  int grid_log2;
  double low[3];
  double edge;
  const Voxel* voxels[kMostLevels];  // of a level
  int64_t first[kMostLevels];        // number of its first voxel

  /// Edge of a node of a level.
  DVDB_FN double edge_at(int level) const { return edge / double(uint64_t(1) << level); }
  DVDB_FN void corner_of(const Node& node, double (&out)[3]) const {
    const double size = edge_at(node.level);
    out[0] = low[0] + double(node.x) * size;
    out[1] = low[1] + double(node.y) * size;
    out[2] = low[2] + double(node.z) * size;
  }
  DVDB_FN const Voxel* voxel(const Node& node, int64_t number) const {
    return voxels[node.level] + (number - first[node.level]);
  }

  /// The first voxel of a node that is in the given octant or a later one; voxels are in Morton order.
  DVDB_FN int64_t first_in(int64_t i, const Node& node, uint32_t octant) const {
    int64_t begin = voxel_starts[i];
    int64_t end = voxel_starts[i + 1];
    if (octant == 0) return begin;
    if (octant == 8) return end;
    while (begin < end) {
      const int64_t middle = begin + (end - begin) / 2;
      if (octant_of(cell_of(*voxel(node, middle)), grid_log2 - 1) < octant) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }
};

/// Uploads the nodes of a tree on first use, and returns them.
Status view_tree(Context& context, Tree& tree, TreeView& out);

/// The octants of a leaf.
inline constexpr uint32_t kWholeLeaf = 255;

/// Calls `body(first octant, octant behind the last)` for each run of octants that are drawn. Octants without voxels do
/// not end a run, those of other children do.
template <class Body>
DVDB_FN void for_each_run_of_octants(uint32_t drawn, uint32_t children, Body body) {
  const uint32_t others = children & ~drawn;
  uint32_t rest = drawn;
  while (rest != 0) {
    const uint32_t begin = uint32_t(lowest_bit(rest));
    const uint32_t behind = others >> begin << begin;
    const uint32_t end = behind == 0 ? 8 : uint32_t(lowest_bit(behind));
    body(begin, end);
    rest = rest >> end << end;
  }
}

}  // namespace dvdb::lod
