/// Lists of triangles per leaf, from sorted pairs of both.
#include "core/mesh/near_triangles.hpp"

#include "backend/api/special/points/cells.hpp"
#include "core/leaf_finder.hpp"

namespace dvdb::mesh {

namespace {

/// Finds the leaf of each pair.
struct FindLeaf {
  GridView grid;
  const Pair* pairs;
  uint32_t* leaves;  // [n_pairs]

  DVDB_FN void operator()(int64_t i) const {
    const Pair& pair = pairs[i];
    LeafFinder finder(grid, grid.heads[pair.list]);
    const int64_t leaf = finder.find_leaf({pair.node.x * 8, pair.node.y * 8, pair.node.z * 8});
    leaves[i] = leaf < 0 ? backend::kNoCell : uint32_t(leaf);
  }
};

struct CountFace {
  const uint32_t* leaves;

  DVDB_FN uint32_t operator()(int64_t i) const { return leaves[i]; }
};

struct MoveFace {
  const Pair* pairs;
  const uint32_t* leaves;

  DVDB_FN uint32_t operator()(int64_t i, int64_t* out) const {
    *out = pairs[i].face;
    return leaves[i];
  }
};

/// Turns lengths of lists into their first places.
struct PlaceLists {
  uint64_t* counts;

  DVDB_FN uint64_t count(int64_t leaf) const { return counts[leaf]; }
  DVDB_FN void emit(int64_t leaf, uint64_t, uint64_t before) const { counts[leaf] = before; }
};

}  // namespace

Status NearTriangleLists::make(const MeshView& mesh, const MeshSummary& summary, const Reach& reach,
                               Span<const Pair> pairs, const GridView& grid, NearTriangles& out) {
  Span<LeafPlace> places;
  Span<uint64_t> ends;
  Span<int64_t> faces;
  backend::Scratch leaf_memory(context_);
  Span<uint32_t> leaves;
  DVDB_TRY(list_leaves(context_, grid, place_memory_, places));
  DVDB_TRY(end_memory_.allocate(grid.n_leaves, ends));
  DVDB_TRY(face_memory_.allocate(pairs.size, faces));
  DVDB_TRY(leaf_memory.allocate(pairs.size, leaves));
  DVDB_TRY(backend::fill(context_, ends.data, 0, 8, ends.size * int64_t(sizeof(uint64_t))));
  DVDB_TRY(backend::for_each(context_, pairs.size, FindLeaf{grid, pairs.data, leaves.data}));
  DVDB_TRY(backend::count_cells(context_, pairs.size, CountFace{leaves.data}, ends));
  DVDB_TRY(backend::for_each_scan(context_, ends.size, PlaceLists{ends.data}));
  DVDB_TRY(
      backend::move_to_cells(context_, pairs.size, MoveFace{pairs.data, leaves.data}, ends, faces));  // leaves the ends
  out = {mesh, summary, reach, places.data, ends.data, faces.data};
  return {};
}

}  // namespace dvdb::mesh
