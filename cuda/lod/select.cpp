/// Selects what to draw for a camera: a cut through the tree, as runs of points and voxels.
#include "_generated/lod_args.hpp"
#include "backend/api/launch.hpp"
#include "lod/view/camera.hpp"
#include "lod/view/drawn.hpp"

namespace dvdb::lod {

Status view_tree(Context& context, Tree& tree, TreeView& out) {
  backend::Layout layout;
  const int64_t nodes = layout.reserve<Node>(tree.n_nodes);
  const int64_t starts = layout.reserve<int64_t>(tree.n_nodes + 1);
  if (!tree.drawn) {
    backend::Scratch memory(context);
    DVDB_TRY(memory.allocate(layout.bytes(), backend::Use::kResult));
    uint8_t* const data = static_cast<uint8_t*>(memory.data());
    DVDB_TRY(backend::upload(context, data + nodes, tree.nodes.get(), tree.n_nodes * int64_t(sizeof(Node))));
    DVDB_TRY(backend::upload(context, data + starts, tree.voxel_starts.get(),
                             (tree.n_nodes + 1) * int64_t(sizeof(int64_t))));
    DVDB_TRY(hold(context, memory, tree.drawn));
  }
  const uint8_t* const data = static_cast<const uint8_t*>(tree.drawn->data);
  out.nodes = reinterpret_cast<const Node*>(data + nodes);
  out.voxel_starts = reinterpret_cast<const int64_t*>(data + starts);
  out.n_nodes = tree.n_nodes;
  out.grid_log2 = tree.grid_log2;
  for (int axis = 0; axis < 3; ++axis) out.low[axis] = tree.frame.low[axis];
  out.edge = tree.frame.edge;
  for (int level = 0; level < kMostLevels; ++level) {
    out.voxels[level] = tree.voxels[level].voxels();
    out.first[level] = tree.voxels[level].first;
  }
  return {};
}

namespace {

/// Flags that tell whether a node is visible, its parent provided.
constexpr uint8_t kInside = 1;
constexpr uint8_t kLarge = 2;

struct TestNode {
  TreeView tree;
  Row sides[4];  // not below 0 in the picture and its margin
  Row along;
  Row depth;
  double scale;  // pixels of a unit at w = 1
  double min_size;
  uint8_t* passes;

  DVDB_FN void operator()(int64_t i) const {
    const Node node = tree.nodes[i];
    const double edge = tree.edge_at(node.level);
    double corner[3];
    tree.corner_of(node, corner);
    bool inside = along.at(corner) + along.rise(edge) > 0 && depth.at(corner) + depth.rise(edge) > 0;
    for (const Row& side : sides) inside = inside && side.at(corner) + side.rise(edge) >= 0;
    const bool large = edge * scale >= min_size * (along.at(corner) + along.fall(edge));
    passes[i] = uint8_t((inside ? kInside : 0) | (large || node.level == 0 ? kLarge : 0));
  }
};

/// Finds the octants that are drawn of visible nodes, and counts; a tile of nodes adds to the totals once.
struct FindOctantsToDraw {
  static constexpr int kThreads = 128;
  static constexpr int kItems = 8;
  static constexpr int kPhases = 2;
  static constexpr int64_t kTile = kThreads * kItems;
  struct Shared {
    int64_t sums[kThreads][DVDB_LOD_TOTAL_COUNT];
  };
  TreeView tree;
  const uint8_t* passes;
  uint8_t* octants;
  int64_t* totals;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      int64_t sums[DVDB_LOD_TOTAL_COUNT] = {};
      for (int k = 0; k < kItems; ++k) {
        const int64_t i = tile * kTile + k * kThreads + thread;
        if (i < tree.n_nodes) octants[i] = uint8_t(find_octants(i, sums));
      }
      for (int place = 0; place < DVDB_LOD_TOTAL_COUNT; ++place) shared.sums[thread][place] = sums[place];
    } else if (thread < DVDB_LOD_TOTAL_COUNT) {
      int64_t sum = 0;
      for (int k = 0; k < kThreads; ++k) sum += shared.sums[k][thread];
      if (sum != 0) backend::atomic_add(&totals[thread], sum);
    }
  }

  DVDB_FN bool is_visible(int64_t i) const {
    for (; i >= 0; i = tree.nodes[i].parent) {
      if (passes[i] != (kInside | kLarge)) return false;
    }
    return true;
  }
  DVDB_FN uint32_t find_octants(int64_t i, int64_t (&sums)[DVDB_LOD_TOTAL_COUNT]) const {
    if (!is_visible(i)) return 0;
    const Node node = tree.nodes[i];
    if (node.inner == 0) {
      sums[DVDB_LOD_TOTAL_NODES] += 1;
      sums[DVDB_LOD_TOTAL_RUNS] += 1;
      sums[DVDB_LOD_TOTAL_POINTS] += node.count;
      return kWholeLeaf;
    }
    uint32_t drawn = 0;
    int64_t child = node.first_child;
    for (uint32_t rest = node.children; rest != 0; rest &= rest - 1) {
      if (passes[child++] == kInside) drawn |= rest & (0u - rest);
    }
    if (tree.voxel_starts[i + 1] == tree.voxel_starts[i] || drawn == 0) return 0;
    sums[DVDB_LOD_TOTAL_NODES] += 1;
    for_each_run_of_octants(drawn, node.children, [&](uint32_t begin, uint32_t end) {
      sums[DVDB_LOD_TOTAL_RUNS] += 1;
      sums[DVDB_LOD_TOTAL_VOXELS] += tree.first_in(i, node, end) - tree.first_in(i, node, begin);
    });
    return drawn;
  }
};

struct CountNodeRuns {
  const Node* nodes;
  const uint8_t* octants;
  int64_t* firsts;

  DVDB_FN uint64_t count(int64_t i) const {
    if (octants[i] == 0 || nodes[i].inner == 0) return octants[i] != 0;
    uint64_t runs = 0;
    for_each_run_of_octants(octants[i], nodes[i].children, [&](uint32_t, uint32_t) { ++runs; });
    return runs;
  }
  DVDB_FN void emit(int64_t i, uint64_t, uint64_t before) const { firsts[i] = int64_t(before); }
};

struct WriteRuns {
  TreeView tree;
  const uint8_t* octants;
  const int64_t* firsts;
  int64_t n_runs;
  int64_t* runs;  // [n_runs, 3]

  DVDB_FN void put(int64_t at, int64_t node, int64_t first, int64_t count) const {
    if (at < 0 || at >= n_runs) return;
    runs[3 * at] = node;
    runs[3 * at + 1] = first;
    runs[3 * at + 2] = count;
  }
  DVDB_FN void operator()(int64_t i) const {
    const Node node = tree.nodes[i];
    if (octants[i] == 0) return;
    int64_t at = firsts[i];
    if (node.inner == 0) return put(at, i, node.begin, node.count);
    for_each_run_of_octants(octants[i], node.children, [&](uint32_t begin, uint32_t end) {
      const int64_t first = tree.first_in(i, node, begin);
      put(at++, i, first, tree.first_in(i, node, end) - first);
    });
  }
};

/// The sides of the view frustum, moved outwards by the margin.
void find_sides(const Camera& camera, double margin, Row (&sides)[4]) {
  const double x = 1 + 2 * margin / camera.width;
  const double y = 1 + 2 * margin / camera.height;
  sides[0] = combine(camera.across, x, camera.along);
  sides[1] = combine(times(-1, camera.across), x, camera.along);
  sides[2] = combine(camera.down, y, camera.along);
  sides[3] = combine(times(-1, camera.down), y, camera.along);
}

Status check_pixels(Context& c, const char* name, double value) {
  if (std::isfinite(value) && value >= 0) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot select nodes: %s is %g pixels, a finite number of 0 or more expected",
              name, value);
}

}  // namespace

}  // namespace dvdb::lod

using namespace dvdb;
using namespace dvdb::lod;

Status operators::select_lod_nodes(Context& c, const SelectLodNodesArgs& a) {
  Tree& tree = *a.lod;
  const int64_t n_nodes = tree.n_nodes;
  Camera from;
  DVDB_TRY(read_camera(c, "select nodes", a.camera, a.width, a.height, from));
  DVDB_TRY(check_pixels(c, "min_size", a.min_size));
  DVDB_TRY(check_pixels(c, "margin", a.margin));
  backend::ScratchArray<uint8_t> passes(c);
  backend::ScratchArray<int64_t> totals(c);
  DVDB_TRY(passes.allocate(n_nodes));
  DVDB_TRY(totals.allocate(DVDB_LOD_TOTAL_COUNT));
  DVDB_TRY(backend::fill(c, totals.data, 0, 8, totals.size * 8));
  TestNode test = {{}, {}, from.along, from.depth, from.scale(), tree.n_voxels() > 0 ? a.min_size : 0, passes.data};
  DVDB_TRY(view_tree(c, tree, test.tree));
  find_sides(from, a.margin, test.sides);
  constexpr int64_t kGrain = 256;
  DVDB_TRY(backend::for_each(c, n_nodes, test, kGrain));
  const int64_t n_tiles = (n_nodes + FindOctantsToDraw::kTile - 1) / FindOctantsToDraw::kTile;
  DVDB_TRY(
      backend::for_each_tile(c, n_tiles, FindOctantsToDraw{test.tree, passes.data, a.out_octants.data, totals.data}));
  DVDB_TRY(backend::for_each_scan(c, n_nodes, CountNodeRuns{test.tree.nodes, a.out_octants.data, a.out_firsts.data}));
  return backend::download(c, a.out_totals, totals.data, totals.size * 8);
}

Status operators::select_lod_nodes_runs(Context& c, const SelectLodNodesRunsArgs& a) {
  WriteRuns write = {{}, a.octants.data, a.firsts.data, a.n_runs, a.out_runs.data};
  DVDB_TRY(view_tree(c, *a.lod, write.tree));
  return backend::for_each(c, a.lod->n_nodes, write);
}
