/// Grids of the voxels that triangles touch, or that are near triangles.
///
/// Triangles are refined down a tree of boxes to leaves, so that large ones are spread over many threads. A batch with
/// those leaves is built, and each leaf gets a list of its triangles; cubes of 4^3 voxels are tested against the lists,
/// and a second build leaves out what stayed empty. Where many small triangles would be in many lists, the first build
/// takes all leaves around a mesh, and cubes are tested against one hierarchy of boxes around the triangles; the result
/// is the same.
#include "_generated/grid_args.hpp"
#include "core/nodes/relate.hpp"
#include "core/nodes/reshape.hpp"
#include "grid/near_voxels.hpp"

using namespace dvdb;

namespace {

using mesh::BoxBeside;
using mesh::Cube;
using mesh::Limits;
using mesh::MeshSummary;
using mesh::MeshTables;
using mesh::MeshView;
using mesh::NearTriangles;
using mesh::Pair;
using mesh::Reach;
using mesh::TriangleFrame;
using mesh::TriangleTree;

/// Sets all voxels of all leaves.
Status fill_leaves(Context& context, const nodes::Nodes& made) {
  return backend::fill(context, made.leaves, ~uint64_t(0), 8, made.n_leaves * int64_t(sizeof(Leaf)));
}

/// Units that touch all of their boxes, and set all voxels there.
struct WholeBoxes {
  struct Unit {};
  DVDB_FN Unit load(int64_t) const { return {}; }
  DVDB_FN uint32_t touching(const Unit&, int, int64_t) const { return 1; }
  DVDB_FN bool touches(const Unit&, uint32_t, uint32_t, uint32_t) const { return true; }
  Status place_words(Context& context, Span<const LeafPlace>, const nodes::Nodes& made) const {
    return fill_leaves(context, made);
  }
};

/// The leaves of pairs, with all of their voxels.
struct PairLeaves : WholeBoxes {
  const Pair* pairs;
  int64_t n_units;
  nodes::Parts parts = {};

  DVDB_FN nodes::LeafBox box(int64_t unit) const { return {pairs[unit].node, pairs[unit].node, pairs[unit].list}; }
};

/// All leaves of a box for each grid.
struct BoxLeaves : WholeBoxes {
  const nodes::LeafBox* boxes;  // [n_grids]
  int64_t n_units;
  nodes::Parts parts;

  DVDB_FN nodes::LeafBox box(int64_t unit) const { return boxes[unit]; }
};

/// Finds the voxels of a cube that are near enough to a triangle of its leaf's list.
struct FindNear {
  static constexpr int kAtOnce = 6;
  NearTriangles near;
  uint64_t* cubes;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    const Cube cube = Cube::of(near.places, i);
    const Limits limits = near.summary.limits[cube.grid];
    NearVoxels voxels = NearVoxels::of(team, limits);
    const auto test = [&](int64_t, int64_t face, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                          const TriangleFrame::Error& error) {
      return team.ballot(!voxels.test(team, near, near.reach, cube, limits, face, frame, center, error)) == 0;
    };
    const bool all = near.each(team, cube, limits, near.begin(cube.leaf), near.end(cube.leaf), test);
    const uint64_t mask = voxels.mask(team, all);
    if (team.rank == 0) cubes[i] = mask;
  }
};

/// The same with a hierarchy of boxes around all triangles.
struct FindNearInTree {
  TriangleTree tree;
  Reach reach;
  const LeafPlace* places;  // [n_leaves]
  uint64_t* cubes;          // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    const Cube cube = Cube::of(places, i);
    const Limits limits = tree.summary.limits[cube.grid];
    Visitor visitor{tree, reach, team, cube, limits, NearVoxels::of(team, limits)};
    tree.walk(team, cube, limits, visitor);
    const uint64_t mask = visitor.voxels.mask(team, false);
    if (team.rank == 0) cubes[i] = mask;
  }

 private:
  struct Visitor {
    static constexpr bool kLearns = true;
    const TriangleTree& tree;
    const Reach& reach;
    const backend::Team& team;
    const Cube& cube;
    const Limits& limits;
    NearVoxels voxels;

    /// Nothing is left to find once all voxels are near.
    DVDB_FN float most(const backend::Team&) const {
      int32_t all = 1;
      for (int k = 0; k < mesh::kLaneVoxels; ++k) all &= voxels.found[k];
      return team.ballot(all == 0) == 0 ? -1.0f : limits.outer * limits.outer;
    }
    DVDB_FN void learn(const BoxBeside& box) {
      const float surely = limits.inner * limits.inner;
      for (int k = 0; k < mesh::kLaneVoxels; ++k) voxels.found[k] |= box.most(voxels.offs[k]) <= surely ? 1 : 0;
    }
    DVDB_FN bool wants(const BoxBeside& box) const {
      const float perhaps = limits.outer * limits.outer;
      int32_t any = 0;
      for (int k = 0; k < mesh::kLaneVoxels; ++k)
        any |= (box.least(voxels.offs[k]) > perhaps ? 0 : 1) & ~voxels.found[k];
      return any != 0;
    }
    DVDB_FN void test(int64_t face, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                      const TriangleFrame::Error& error, float) {
      voxels.test(team, tree, reach, cube, limits, face, frame, center, error);
    }
  };
};

/// Joins the masks of cubes to mask words of leaves.
struct JoinCubes {
  const uint64_t* cubes;  // [n_leaves, 8]
  uint64_t* words;        // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t* own = cubes + i / 8 * 8 + (i % 8 >> 2) * 4;
    uint64_t word = 0;
    for (uint32_t at = 0; at < 4; ++at) {
      uint64_t rows = own[at] >> 16 * (i & 3) & 0xffff;  // four voxels of each of four rows
      rows = (rows | rows << 8) & 0x00ff00ff;
      rows = (rows | rows << 4) & 0x0f0f0f0f;
      word |= rows << (32 * (at >> 1) + 4 * (at & 1));
    }
    words[i] = word;
  }
};

/// Bytes that the build allocates for each leaf: itself, its place, and two words for each of its slices.
constexpr int64_t kLeafBytes = int64_t(sizeof(Leaf) + sizeof(LeafPlace) + 16 * sizeof(uint64_t));

/// Operands of both ways to build.
struct Build {
  Context& context;
  const MeshView& mesh;
  const Reach& reach;
  const MeshSummary& summary;
  const nodes::Transforms& transforms;
  Bounds* bounds;  // [n_grids] of leaves around each mesh
};

/// Counts the leaves in bounds; `dims` becomes the most along each axis.
double count_leaves(const Bounds* bounds, int64_t n_grids, int64_t (&dims)[3]) {
  double sum = 0;
  for (int64_t grid = 0; grid < n_grids; ++grid) {
    if (bounds[grid].empty()) continue;
    double product = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t along =
          (int64_t(bounds[grid].high[axis]) >> kLeafLog2) - (int64_t(bounds[grid].low[axis]) >> kLeafLog2) + 1;
      dims[axis] = max_of(dims[axis], along);
      product *= double(along);
    }
    sum += product;
  }
  return sum;
}

/// Finds near voxels in the leaves of pairs, of which each gets a list of its triangles.
Status search_lists(const Build& build, MeshTables& tables, std::unique_ptr<GridBatch>& leaves,
                    backend::Scratch& cube_memory, Span<uint64_t>& cubes) {
  Context& c = build.context;
  Span<Pair> pairs;
  DVDB_TRY(tables.list_leaves(build.mesh, build.reach, build.summary, kLeafBytes, pairs));
  const int64_t blocks = nodes::count_blocks(build.bounds, build.transforms.n_grids);
  DVDB_TRY(nodes::reshape(c, PairLeaves{{}, pairs.data, pairs.size},
                          {build.transforms, build.bounds, true, min_of(blocks, pairs.size)}, leaves));
  mesh::NearTriangleLists lists(c);
  NearTriangles near;
  DVDB_TRY(lists.make(build.mesh, build.summary, build.reach, pairs, leaves->view, near));
  DVDB_TRY(cube_memory.allocate(leaves->view.n_leaves * mesh::kCubes, cubes));
  return backend::for_each_warp(c, cubes.size, FindNear{near, cubes.data}, 64);
}

/// Finds near voxels in all leaves of the bounds, with a hierarchy of boxes around the triangles.
Status search_tree(const Build& build, const int64_t (&dims)[3], std::unique_ptr<GridBatch>& leaves,
                   backend::Scratch& cube_memory, Span<uint64_t>& cubes) {
  Context& c = build.context;
  const int64_t n_grids = build.transforms.n_grids;
  backend::Scratch box_memory(c);
  backend::Scratch place_memory(c);
  Span<nodes::LeafBox> boxes;
  Span<LeafPlace> places;
  const std::unique_ptr<nodes::LeafBox[]> host(new (std::nothrow) nodes::LeafBox[size_t(n_grids)]);
  if (!host) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
  for (int64_t grid = 0; grid < n_grids; ++grid) {
    const auto& [low, high] = build.bounds[grid];
    host[size_t(grid)] = {{low[0] >> kLeafLog2, low[1] >> kLeafLog2, low[2] >> kLeafLog2},
                          {high[0] >> kLeafLog2, high[1] >> kLeafLog2, high[2] >> kLeafLog2},
                          uint32_t(grid)};
  }
  DVDB_TRY(box_memory.allocate(n_grids, boxes));
  DVDB_TRY(backend::upload(c, boxes.data, host.get(), n_grids * int64_t(sizeof(nodes::LeafBox))));
  const int64_t blocks = nodes::count_blocks(build.bounds, n_grids);
  const BoxLeaves source{{}, boxes.data, n_grids, nodes::Parts::of(dims, n_grids)};
  DVDB_TRY(nodes::reshape(c, source, {build.transforms, build.bounds, true, blocks}, leaves));
  mesh::TriangleTreeTables tables(c);
  TriangleTree tree;
  DVDB_TRY(tables.make(build.mesh, build.summary, true, tree));
  DVDB_TRY(list_leaves(c, leaves->view, place_memory, places));
  DVDB_TRY(cube_memory.allocate(places.size * mesh::kCubes, cubes));
  return backend::for_each_warp(c, cubes.size, FindNearInTree{tree, build.reach, places.data, cubes.data}, 8);
}

}  // namespace

Status operators::grid_from_mesh(Context& c, const GridFromMeshArgs& a) {
  *a.out_grid = 0;
  if (!(a.half_width >= 0) || a.half_width - a.half_width != 0) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build grid: the half width %g is not finite and 0 or more",
                a.half_width);
  }
  const nodes::Transforms transforms{a.voxel_sizes, a.origins, int64_t(a.n_grids)};
  MeshTables tables(c);
  MeshView view;
  DVDB_TRY(tables.place(a, view));
  DVDB_TRY(check_transforms(c, a.voxel_sizes, a.origins, a.n_grids));
  DVDB_TRY(tables.place_transforms(a.voxel_sizes, a.origins, view));
  const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(a.n_grids)]);
  if (!bounds) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
  const Reach reach{a.half_width, true};
  MeshSummary summary;
  DVDB_TRY(tables.summarize_faces(view, reach, bounds.get(), summary));
  for (int64_t grid = 0; grid < transforms.n_grids; ++grid) {
    for (int axis = 0; axis < 3 && !bounds[grid].empty(); ++axis) {
      bounds[grid].low[axis] &= ~7;
      bounds[grid].high[axis] |= 7;
    }
  }
  const Build build{c, view, reach, summary, transforms, bounds.get()};
  std::unique_ptr<GridBatch> leaves;
  backend::Scratch cube_memory(c);
  backend::Scratch word_memory(c);
  Span<uint64_t> cubes;
  Span<uint64_t> words;
  int64_t dims[3] = {0, 0, 0};
  const double n_leaves = count_leaves(bounds.get(), transforms.n_grids, dims);
  // The search with lists refuses bounds beyond the memory, and says which triangle reaches so far.
  const int64_t room = backend::memory_size(c) - c.held_bytes.load();
  const bool has_room = n_leaves * double(kLeafBytes) < double(room);
  if (has_room && mesh::is_crowded(tables.pairs_of_small(), n_leaves, view.n_faces)) {
    DVDB_TRY(search_tree(build, dims, leaves, cube_memory, cubes));
  } else {
    DVDB_TRY(search_lists(build, tables, leaves, cube_memory, cubes));
  }
  DVDB_TRY(word_memory.allocate(cubes.size, words));
  DVDB_TRY(backend::for_each(c, cubes.size, JoinCubes{cubes.data, words.data}));
  std::unique_ptr<GridBatch> batch;
  DVDB_TRY(nodes::relate(c, {leaves.get(), words.data}, {}, transforms, "build grid", batch));
  return publish(std::move(batch), a.out_grid);
}
