/// Grids of the voxels that triangles touch or are near to.
///
/// Triangles are followed down a tree of boxes to leaves, so that large ones are spread over many threads; a batch that
/// has those leaves is built, their masks are filled, and a second build leaves out what stayed empty.
#include "backend/launch.hpp"
#include "core/entry.hpp"
#include "core/leaf_finder.hpp"
#include "core/mesh.hpp"
#include "core/nodes/relate.hpp"
#include "denovdb/grid.h"
#include "grid/build.hpp"

using namespace dvdb;

namespace {

using mesh::MeshView;
using mesh::Pair;
using mesh::Reach;
using mesh::Triangle;

/// Writes the first and the last voxel of each pair's leaf, which give a build its leaves and more than its bounds.
struct WriteLeafEnds {
  const Pair* pairs;
  Coord* out;  // [n_pairs, 2]

  DVDB_FN void operator()(int64_t i) const {
    const Coord node = pairs[i].node;
    out[2 * i] = {node.x * 8, node.y * 8, node.z * 8};
    out[2 * i + 1] = {node.x * 8 + 7, node.y * 8 + 7, node.z * 8 + 7};
  }
};

/// Writes where the points of each grid begin.
struct WriteOffsets {
  const Pair* pairs;
  int64_t n_pairs;
  int64_t* out;  // [n_grids + 1]

  DVDB_FN void operator()(int64_t list) const {
    const auto before = [&](int64_t at) { return at < 0 ? int64_t(-1) : int64_t(pairs[at].list); };
    out[list] = 2 * (last_not_above(int64_t(-1), n_pairs, list - 1, before) + 1);
  }
};

/// Marks the voxels of one slice of a pair's leaf.
struct MarkNear {
  GridView grid;
  MeshView mesh;
  Reach reach;
  const Pair* pairs;
  uint64_t* words;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const Pair pair = pairs[i / 8];
    const uint32_t slice = uint32_t(i % 8);
    const Vec3d size = mesh.size(pair.list);
    const Triangle triangle = mesh.in_voxels(pair.face, pair.list);
    const Vec3d around = reach.in_voxels(size);
    const Coord origin{pair.node.x * 8, pair.node.y * 8, pair.node.z * 8};
    const double x = double(origin.x) + slice;
    if (x < triangle.low(0) - around.x || x > triangle.high(0) + around.x) return;
    LeafFinder finder(grid, grid.heads[pair.list]);
    const int64_t leaf = finder.find_leaf(origin);
    if (leaf < 0) return;
    uint64_t* const word = &words[leaf * 8 + slice];
    const uint64_t held = backend::peek(word);  // what other triangles have marked needs no look
    uint64_t found = 0;
    for (uint32_t y = 0; y < 8; ++y) {
      const double row = double(origin.y) + y;
      if ((held >> 8 * y & 255) == 255 || row < triangle.low(1) - around.y || row > triangle.high(1) + around.y) continue;
      for (uint32_t z = 0; z < 8; ++z) {
        const uint64_t mark = bit(8 * y + z);
        if ((held & mark) == 0 && is_near(triangle, size, {x, row, double(origin.z) + z})) found |= mark;
      }
    }
    if (found != 0) backend::atomic_or(word, found);
  }

 private:
  DVDB_FN bool is_near(const Triangle& triangle, const Vec3d& size, const Vec3d& centre) const {
    if (reach.width > 0 && triangle.seen_from(centre, size).nearest().square <= reach.width * reach.width) return true;
    return triangle.touches({centre.x - 0.5, centre.y - 0.5, centre.z - 0.5}, {centre.x + 0.5, centre.y + 0.5, centre.z + 0.5});
  }
};

/// Builds a batch that has the leaves of all pairs.
Status build_leaves(Context& c, Span<Pair> pairs, BuildInput& input, std::unique_ptr<GridBatch>& out) {
  const int64_t n = input.n_grids;
  backend::Scratch offset_memory(c);
  backend::Scratch point_memory(c);
  Span<int64_t> offsets;
  Span<Coord> points;
  const std::unique_ptr<int64_t[]> host(new (std::nothrow) int64_t[size_t(n + 1)]());
  if (!host) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
  DVDB_TRY(offset_memory.allocate(n + 1, offsets));
  DVDB_TRY(point_memory.allocate(2 * pairs.size, points));
  DVDB_TRY(backend::for_each(c, n + 1, WriteOffsets{pairs.data, pairs.size, offsets.data}));
  DVDB_TRY(backend::for_each(c, pairs.size, WriteLeafEnds{pairs.data, points.data}));
  DVDB_TRY(backend::download(c, host.get(), offsets.data, offsets.size * int64_t(sizeof(int64_t))));
  input.points = points;
  input.offsets = host.get();
  return build_grid(c, input, out);
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
    BuildInput input{{}, nullptr, voxel_sizes, origins, int64_t(n_grids)};
    mesh::MeshTables tables(c);
    MeshView view;
    DVDB_TRY(tables.place({vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, int64_t(n_grids)}, view));
    DVDB_TRY(check_transforms(c, voxel_sizes, origins, n_grids));
    DVDB_TRY(tables.place_transforms(voxel_sizes, origins, view));
    const Reach reach{half_width, true};
    Span<Pair> pairs;
    DVDB_TRY(tables.list_leaves(view, reach, pairs));
    std::unique_ptr<GridBatch> leaves;
    DVDB_TRY(build_leaves(c, pairs, input, leaves));
    backend::Scratch word_memory(c);
    Span<uint64_t> words;
    DVDB_TRY(word_memory.allocate(leaves->view.n_leaves * 8, words));
    DVDB_TRY(backend::fill(c, words.data, 0, 8, words.size * int64_t(sizeof(uint64_t))));
    DVDB_TRY(backend::for_each(c, pairs.size * 8, MarkNear{leaves->view, view, reach, pairs.data, words.data}, 256));
    std::unique_ptr<GridBatch> batch;
    DVDB_TRY(nodes::relate(c, {leaves.get(), words.data}, {}, input.transforms(), "build grid", batch));
    return publish(std::move(batch), out_grid);
  });
}
