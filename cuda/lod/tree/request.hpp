/// Input of a level-of-detail tree, and its parts.
#pragma once

#include <memory>

#include "backend/api/memory.hpp"
#include "core/handles.hpp"
#include "denovdb/lod.h"
#include "lod/tree/source.hpp"

namespace dvdb::lod {

/// The checked arguments of a build.
struct Request {
  const void* points = nullptr;  // dtype [n, 3]
  uint32_t dtype = DVDB_F32;
  int64_t n = 0;
  const uint32_t* colors = nullptr;  // [n], or one for all points
  bool has_colors = false;
  int64_t points_per_leaf = 0;
  int grid_log2 = 7;
  int max_depth = 0;
  dvdb_lod_strategy strategy = DVDB_LOD_NONE;
  bool any_order = false;
  bool tracks_rows = false;
  uint64_t seed = 0;
  int root_level = 0;
  const int64_t* known = nullptr;  // host [n_known, DVDB_LOD_KNOWN_COUNT]
  int64_t n_known = 0;
  const uint64_t* sums = nullptr;  // [n, 5] by row
};

/// Nodes of a tree, level after level, in Morton order within each.
struct Node {
  uint32_t x, y, z;  // cell of its level
  int32_t level;
  int64_t begin;  // first point
  int64_t count;
  int64_t parent;       // -1 for the root
  int64_t first_child;  // -1 for a leaf
  uint32_t children;    // a bit for each octant
  uint32_t inner;
  uint32_t voxel_shift;  // of a leaf that stands for voxels: 1 + from coordinates to their cells
};

/// Voxel of an inner node: its cell within the node, 10 bits an axis from x in the low ones, and its color.
struct Voxel {
  uint32_t cell;
  uint32_t rgba;
};

DVDB_FN Vec3<uint32_t> cell_of(const Voxel& v) { return {v.cell & 1023, v.cell >> 10 & 1023, v.cell >> 20}; }
DVDB_FN uint32_t pack_cell(uint32_t x, uint32_t y, uint32_t z) { return x | y << 10 | z << 20; }

/// Voxels of all inner nodes of a level.
struct VoxelLevel {
  std::shared_ptr<Storage> storage;
  int64_t first = 0;  // number of its first voxel in the tree
  int64_t count = 0;
  const Voxel* voxels() const { return storage ? static_cast<const Voxel*>(storage->data) : nullptr; }
};

inline constexpr int kMostLevels = kMostBits + 2;

/// The object behind a tree handle.
struct Tree : Resource {
  static constexpr Kind kKind = Kind::kLod;
  Frame frame;
  bool whole = false;  // coordinates of points are integers from frame.low
  bool tracked = false;
  bool unordered = false;  // points of a leaf may be in any order
  int grid_log2 = 7;
  int64_t n = 0;
  std::shared_ptr<Storage> points;  // Point or TrackedPoint [n]
  std::unique_ptr<Node[]> nodes;
  std::unique_ptr<int64_t[]> voxel_starts;  // [n_nodes + 1] over the whole tree
  int64_t n_nodes = 0;
  int64_t n_inner = 0;
  int n_levels = 0;
  int64_t level_starts[kMostLevels + 1] = {};  // first node of each level
  VoxelLevel voxels[kMostLevels];
  std::shared_ptr<Storage> drawn;  // nodes and voxel_starts on the device, once something was drawn

  explicit Tree(Context& owner) : Resource(kKind, owner) {}
  int64_t n_voxels() const { return n_nodes > 0 ? voxel_starts[n_nodes] : 0; }
};

/// Moves device memory to an owner of its own.
Status hold(Context& context, backend::Scratch& memory, std::shared_ptr<Storage>& out);

/// Computes the bounding box of the points if the frame has none (edge 0), and completes the frame.
Status find_frame(Context& context, const Request& request, bool has_box, Frame& frame);

/// Sorts the points into the tree's order.
Status order_points(Context& context, const Request& request, Tree& tree);

/// Finds the nodes of sorted points.
Status find_nodes(Context& context, const Request& request, Tree& tree);

/// Fills the inner nodes with voxels.
Status make_voxels(Context& context, const Request& request, Tree& tree);

/// Calls `visit(number, leaf)` for all leaves in the order of points.
template <class Visit>
void for_each_leaf(const Tree& tree, Visit visit) {
  int64_t stack[8 * kMostLevels];
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const int64_t i = stack[--depth];
    const Node& node = tree.nodes[size_t(i)];
    if (node.inner == 0) visit(i, node);
    for (int child = node.inner == 0 ? 0 : popcount(node.children); child-- > 0;)
      stack[depth++] = node.first_child + child;
  }
}

/// Calls `body(records)` with the tree's points by their type.
template <class Body>
Status with_points(const Tree& tree, Body body) {
  void* data = tree.points ? tree.points->data : nullptr;
  if (tree.tracked) return body(static_cast<TrackedPoint*>(data));
  return body(static_cast<Point*>(data));
}

}  // namespace dvdb::lod
