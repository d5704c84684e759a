/// Grids of the voxels that triangles touch, or that are near triangles.
///
/// Triangles are refined down a tree of boxes to leaves, so that large ones are spread over many threads. A batch with those leaves
/// is built, and each leaf gets a list of its triangles; cubes of 4^3 voxels are tested against the lists, and a second build leaves
/// out what stayed empty.
#include "core/entry.hpp"
#include "core/near_triangles.hpp"
#include "core/nodes/relate.hpp"
#include "core/nodes/reshape.hpp"
#include "denovdb/grid.h"

using namespace dvdb;

namespace {

using mesh::Cube;
using mesh::Limits;
using mesh::MeshView;
using mesh::NearTriangles;
using mesh::Pair;
using mesh::Reach;
using mesh::Triangle;
using mesh::TriangleFrame;

/// The leaves of pairs, with all of their voxels.
struct PairLeaves {
  const Pair* pairs;
  int64_t n_units;
  nodes::Parts parts = {};

  struct Unit {};
  DVDB_FN nodes::LeafBox box(int64_t unit) const { return {pairs[unit].node, pairs[unit].node, pairs[unit].list}; }
  DVDB_FN Unit load(int64_t) const { return {}; }
  DVDB_FN uint32_t touching(const Unit&, int, int64_t) const { return 1; }
  DVDB_FN bool touches(const Unit&, uint32_t, uint32_t, uint32_t) const { return true; }
  Status place_words(Context& context, Span<const LeafPlace>, const nodes::Nodes& made) const {
    return backend::fill(context, made.leaves, ~uint64_t(0), 8, made.n_leaves * int64_t(sizeof(Leaf)));
  }
};

/// Finds the voxels of a cube that are near enough to a triangle.
struct FindNear {
  static constexpr int kAtOnce = 6;
  NearTriangles near;
  uint64_t* cubes;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    using mesh::kLaneVoxels;
    const Cube cube = Cube::of(near.places, i);
    const Limits limits = near.look.limits[cube.grid];
    mesh::Vec3f offs[kLaneVoxels];
    int32_t found[kLaneVoxels];
    for (int k = 0; k < kLaneVoxels; ++k) {
      offs[k] = Cube::off(Cube::voxel(team, k), limits.stretch);
      found[k] = 0;
    }
    const bool whole = near.each(team, cube, limits, near.begin(cube.leaf), near.end(cube.leaf),
                                 [&](int64_t, int64_t face, const TriangleFrame& frame, const TriangleFrame::Seen& centre,
                                     const TriangleFrame::Error& error) {
      const float inner = limits.inner - error.distance;
      const float outer = limits.outer + error.distance;
      const float surely = inner > 0 ? inner * inner - error.square : -1.0f;
      const float perhaps = outer * outer + error.square;
      int32_t open[kLaneVoxels];
      int32_t any_open = 0;
      int32_t all_found = 1;
      for (int k = 0; k < kLaneVoxels; ++k) {
        const float square = frame.square(frame.beside(centre, offs[k]));
        found[k] |= square <= surely ? 1 : 0;
        open[k] = (square > perhaps ? 0 : 1) & ~found[k];
        any_open |= open[k];
        all_found &= found[k];
      }
      if (any_open != 0) {
        const Triangle triangle = near.look.triangles[face];
        all_found = 1;
        for (int k = 0; k < kLaneVoxels; ++k) {
          if (open[k] != 0) found[k] = is_near(triangle, near.mesh.size(cube.grid), cube.centre(Cube::voxel(team, k))) ? 1 : 0;
          all_found &= found[k];
        }
      }
      return team.ballot(all_found == 0) == 0;
    });
    uint64_t bits = 0;
    for (int k = 0; k < kLaneVoxels; ++k) bits |= uint64_t(team.ballot(whole || found[k] != 0)) << (k * backend::kFullTeam);
    if (team.rank == 0) cubes[i] = bits;
  }

 private:
  DVDB_FN bool is_near(const Triangle& triangle, const Vec3d& size, const Vec3d& centre) const {
    const double width = near.reach.width;
    if (width > 0 && triangle.seen_from(centre, size).nearest().square <= width * width) return true;
    if (!near.reach.asks_cells(size)) return false;
    return triangle.touches({centre.x - 0.5, centre.y - 0.5, centre.z - 0.5}, {centre.x + 0.5, centre.y + 0.5, centre.z + 0.5});
  }
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

/// What the build allocates for each leaf: itself, its place, and two words for each of its slices.
constexpr int64_t kLeafBytes = int64_t(sizeof(Leaf) + sizeof(LeafPlace) + 16 * sizeof(uint64_t));

/// Builds a batch that has the leaves of all pairs. `bounds` hold the voxels around each mesh.
Status build_leaves(Context& c, Span<const Pair> pairs, const nodes::Transforms& transforms, Bounds* bounds, std::unique_ptr<GridBatch>& out) {
  for (int64_t grid = 0; grid < transforms.n_grids; ++grid) {
    for (int axis = 0; axis < 3 && !bounds[grid].empty(); ++axis) {
      bounds[grid].low[axis] &= ~7;
      bounds[grid].high[axis] |= 7;
    }
  }
  const int64_t blocks = nodes::count_blocks(bounds, transforms.n_grids);
  return nodes::reshape(c, PairLeaves{pairs.data, pairs.size}, {transforms, bounds, true, min_of(blocks, pairs.size)}, out);
}

}  // namespace

dvdb_status dvdb_grid_from_mesh(dvdb_context context, dvdb_ticket ticket, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices,
                                const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets,
                                const double* voxel_sizes, const double* origins, uint32_t n_grids, double half_width, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_grid, 1, "out_grid"));
    *out_grid = 0;
    if (!(half_width >= 0) || half_width - half_width != 0) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build grid: the half width %g is not finite and 0 or more", half_width);
    }
    const nodes::Transforms transforms{voxel_sizes, origins, int64_t(n_grids)};
    mesh::MeshTables tables(c);
    MeshView view;
    DVDB_TRY(tables.place({vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, int64_t(n_grids)}, view));
    DVDB_TRY(check_transforms(c, voxel_sizes, origins, n_grids));
    DVDB_TRY(tables.place_transforms(voxel_sizes, origins, view));
    const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(n_grids)]);
    if (!bounds) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
    const Reach reach{half_width, true};
    mesh::MeshLook look;
    Span<Pair> pairs;
    DVDB_TRY(tables.look_at_faces(view, reach, bounds.get(), look));
    DVDB_TRY(tables.list_leaves(view, reach, look, kLeafBytes, pairs));
    std::unique_ptr<GridBatch> leaves;
    DVDB_TRY(build_leaves(c, pairs, transforms, bounds.get(), leaves));
    const int64_t n_words = leaves->view.n_leaves * 8;
    mesh::NearTriangleLists lists(c);
    NearTriangles near;
    backend::Scratch cube_memory(c);
    backend::Scratch word_memory(c);
    Span<uint64_t> cubes;
    Span<uint64_t> words;
    DVDB_TRY(lists.make(view, look, reach, pairs, leaves->view, near));
    DVDB_TRY(cube_memory.allocate(n_words, cubes));
    DVDB_TRY(word_memory.allocate(n_words, words));
    DVDB_TRY(backend::for_each_full_team(c, n_words, FindNear{near, cubes.data}, 64));
    DVDB_TRY(backend::for_each(c, n_words, JoinCubes{cubes.data, words.data}));
    std::unique_ptr<GridBatch> batch;
    DVDB_TRY(nodes::relate(c, {leaves.get(), words.data}, {}, transforms, "build grid", batch));
    return publish(std::move(batch), out_grid);
  });
}
