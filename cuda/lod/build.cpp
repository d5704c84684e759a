/// Builds level-of-detail octrees: Schuetz, Kerbl, Klaus and Wimmer, "GPU-Accelerated LOD Generation for Point Clouds",
/// 2023.
#include <new>

#include "_generated/lod_args.hpp"
#include "backend/api/launch.hpp"
#include "lod/tree/samples.hpp"

using namespace dvdb;
using namespace dvdb::lod;

namespace {

constexpr int64_t kPointsPerLeaf = 50000;
constexpr int64_t kGridSize = 128;
constexpr int64_t kMostGridSize = 1024;

Status refuse_setting(Context& c, const char* name, int64_t value, const char* expected) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build LOD: %s is %lld, %s expected", name,
              static_cast<long long>(value), expected);
}

Status read_settings(Context& c, const int64_t* settings, Request& request, Frame& frame) {
  request.points_per_leaf =
      settings[DVDB_LOD_POINTS_PER_LEAF] == 0 ? kPointsPerLeaf : settings[DVDB_LOD_POINTS_PER_LEAF];
  if (request.points_per_leaf < 1) return refuse_setting(c, "points per leaf", request.points_per_leaf, "1 or more");
  const int64_t grid = settings[DVDB_LOD_GRID_SIZE] == 0 ? kGridSize : settings[DVDB_LOD_GRID_SIZE];
  if (grid < 2 || grid > kMostGridSize || popcount(uint64_t(grid)) != 1)
    return refuse_setting(c, "grid size", grid, "a power of two from 2 to 1024");
  request.grid_log2 = lowest_bit(uint64_t(grid));
  const int64_t bits = settings[DVDB_LOD_BITS] == 0 ? (request.dtype == DVDB_F64 ? 30 : 24) : settings[DVDB_LOD_BITS];
  if (bits < request.grid_log2 || bits > kMostBits)
    return refuse_setting(c, "bits", bits, "at most 32, and enough for the grid");
  frame.bits = int(bits);
  const int64_t strategy = settings[DVDB_LOD_STRATEGY];
  if (strategy < DVDB_LOD_NONE || strategy > DVDB_LOD_WEIGHTED_ACROSS)
    return refuse_setting(c, "strategy", strategy, "one of dvdb_lod_strategy");
  request.strategy = dvdb_lod_strategy(strategy);
  request.any_order = settings[DVDB_LOD_ANY_ORDER] != 0;
  request.tracks_rows = settings[DVDB_LOD_ROWS] != 0;
  request.seed = uint64_t(settings[DVDB_LOD_SEED]);
  if (settings[DVDB_LOD_ROOT_LEVEL] < 0 || settings[DVDB_LOD_ROOT_LEVEL] > kMostBits) {
    return refuse_setting(c, "root level", settings[DVDB_LOD_ROOT_LEVEL], "0 to 32");
  }
  request.root_level = int(settings[DVDB_LOD_ROOT_LEVEL]);
  if (settings[DVDB_LOD_MAX_DEPTH] < 0)
    return refuse_setting(c, "max depth", settings[DVDB_LOD_MAX_DEPTH], "0 or more");
  return {};
}

/// The known nodes, and the sums that points stand for.
Status read_known(Context& c, const operators::BuildLodArgs& a, Request& request) {
  if (a.n_known % DVDB_LOD_KNOWN_COUNT != 0)
    return refuse_setting(c, "the number of known numbers", a.n_known, "5 for each node");
  request.known = a.known;
  request.n_known = a.n_known / DVDB_LOD_KNOWN_COUNT;
  if (a.sums.given && !request.tracks_rows) return refuse_setting(c, "rows", 0, "1 where sums are given");
  request.sums = a.sums.data;
  return {};
}

/// The frame decides how deep a tree can be.
Status choose_depth(Context& c, int64_t wanted, Request& request, const Frame& frame) {
  const int most = frame.bits - request.grid_log2 + 1;
  request.max_depth = wanted == 0 ? most : int(min_of<int64_t>(wanted, INT32_MAX));
  if (request.root_level > request.max_depth)
    return refuse_setting(c, "root level", request.root_level, "at most the max depth");
  if (request.max_depth <= most) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build LOD: max depth is %lld, at most %d expected for %d bits",
              static_cast<long long>(wanted), most, frame.bits);
}

int64_t bytes_of(const Tree& tree) {
  int64_t bytes = tree.points ? tree.points->bytes : 0;
  for (const VoxelLevel& level : tree.voxels) bytes += level.storage ? level.storage->bytes : 0;
  return bytes;
}

struct WidenHalf {
  const Half* from;
  float* to;

  DVDB_FN void operator()(int64_t i) const { to[i] = float(double(from[i])); }
};

/// Converts f16 to f32, which is exact.
Status widen_points(Context& c, const Operand& points, backend::Scratch& memory, Request& request) {
  request.points = points.data;
  request.dtype = points.dtype;
  if (points.dtype != DVDB_F16) return {};
  Span<float> floats;
  DVDB_TRY(memory.allocate(points.size, floats));
  request.points = floats.data;
  request.dtype = DVDB_F32;
  return backend::for_each(c, points.size, WidenHalf{points.as<Half>().data, floats.data});
}

struct WidenColor {
  const uint8_t* from;  // [n, 3]
  uint32_t* to;

  DVDB_FN void operator()(int64_t i) const {
    const uint8_t* c = from + 3 * i;
    to[i] = uint32_t(c[0]) | uint32_t(c[1]) << 8 | uint32_t(c[2]) << 16 | 0xff000000u;
  }
};

/// Packs colors into words; a single white word if there are none.
Status pack_colors(Context& c, const OptionalSpan<uint8_t>& colors, uint32_t channels, backend::Scratch& memory,
                   Request& request) {
  Span<uint32_t> words;
  request.has_colors = colors.given;
  if (!colors.given) {
    DVDB_TRY(memory.allocate(1, words));
    request.colors = words.data;
    return backend::fill(c, words.data, 0xffffffffu, 4, 4);
  }
  if (channels == 4) {
    request.colors = reinterpret_cast<const uint32_t*>(colors.data);
    if (uintptr_t(colors.data) % sizeof(uint32_t) == 0) return {};
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use colors: rows of 4 bytes are not aligned to 4 bytes");
  }
  if (channels != 3) return refuse_setting(c, "the number of color channels", channels, "3 or 4");
  DVDB_TRY(memory.allocate(request.n, words));
  request.colors = words.data;
  return backend::for_each(c, request.n, WidenColor{colors.data, words.data});
}

/// Whether the points of leaves can stay in input order.
bool may_be_unordered(const Request& request, const Frame& frame) {
  if (!request.any_order || request.root_level > 0 || request.n_known > 0) return false;
  if (request.strategy == DVDB_LOD_NONE) return true;
  if (means_points(request.strategy) || request.points_per_leaf < kLeastUnordered ||
      request.points_per_leaf > kMostUnordered)
    return false;
  return request.grid_log2 <= kMostUnorderedLevels + 1 && frame.bits - request.grid_log2 <= kMostUnorderedShift;
}

/// Whether one of the deepest leaves has more points than one block can process.
bool has_crowd(const Tree& tree) {
  int64_t most = 0;
  for (int64_t i = 0; i < tree.n_nodes; ++i) {
    if (tree.nodes[size_t(i)].inner == 0) most = max_of(most, tree.nodes[size_t(i)].count);
  }
  return most > kMostUnordered;
}

Status build(Context& c, Request& request, Tree& tree) {
  request.any_order = may_be_unordered(request, tree.frame);
  DVDB_TRY(order_points(c, request, tree));
  DVDB_TRY(find_nodes(c, request, tree));
  if (request.any_order && request.strategy != DVDB_LOD_NONE && has_crowd(tree)) {
    request.any_order = false;
    tree.points.reset();
    DVDB_TRY(order_points(c, request, tree));
    DVDB_TRY(find_nodes(c, request, tree));
  }
  return make_voxels(c, request, tree);
}

}  // namespace

Status operators::build_lod(Context& c, const BuildLodArgs& a) {
  *a.out_lod = 0;
  Request request;
  request.n = a.n_points;
  Frame frame;
  backend::Scratch widened(c);
  DVDB_TRY(widen_points(c, a.points, widened, request));
  backend::Scratch packed(c);
  DVDB_TRY(pack_colors(c, a.colors, a.color_channels, packed, request));
  DVDB_TRY(read_settings(c, a.settings, request, frame));
  if (a.has_box != 0) {
    for (int axis = 0; axis < 3; ++axis) {
      frame.low[axis] = a.box[axis];
      frame.high[axis] = a.box[3 + axis];
    }
    frame.edge = a.box[6];
  }
  DVDB_TRY(read_known(c, a, request));
  DVDB_TRY(find_frame(c, request, a.has_box != 0, frame));
  DVDB_TRY(choose_depth(c, a.settings[DVDB_LOD_MAX_DEPTH], request, frame));
  std::unique_ptr<Tree> tree(new (std::nothrow) Tree(c));
  if (!tree) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory");
  tree->frame = frame;
  tree->whole = a.dtype == DVDB_I32;
  tree->tracked = request.tracks_rows;
  tree->unordered = request.any_order;
  tree->grid_log2 = request.grid_log2;
  tree->n = a.n_points;
  DVDB_TRY(build(c, request, *tree));
  return publish(std::move(tree), a.out_lod);
}

Status operators::lod_destroy(Context& c, const LodDestroyArgs& a) { return retire(c, a.lod, Kind::kLod); }

Status operators::lod_counts(Context&, const LodCountsArgs& a) {
  const Tree& tree = *a.lod;
  a.out_counts[DVDB_LOD_COUNT_POINTS] = tree.n;
  a.out_counts[DVDB_LOD_COUNT_NODES] = tree.n_nodes;
  a.out_counts[DVDB_LOD_COUNT_INNER] = tree.n_inner;
  a.out_counts[DVDB_LOD_COUNT_LEVELS] = tree.n_levels;
  a.out_counts[DVDB_LOD_COUNT_VOXELS] = tree.n_voxels();
  a.out_counts[DVDB_LOD_COUNT_BITS] = tree.frame.bits;
  a.out_counts[DVDB_LOD_COUNT_GRID_SIZE] = int64_t(1) << tree.grid_log2;
  a.out_counts[DVDB_LOD_COUNT_ROWS] = tree.tracked ? 1 : 0;
  a.out_counts[DVDB_LOD_COUNT_BYTES] = bytes_of(tree);
  a.out_counts[DVDB_LOD_COUNT_WHOLE] = tree.whole ? 1 : 0;
  a.out_counts[DVDB_LOD_COUNT_LOOSE] = tree.unordered ? 1 : 0;
  return {};
}

Status operators::lod_cube(Context&, const LodCubeArgs& a) {
  for (int axis = 0; axis < 3; ++axis) a.out_cube[axis] = a.lod->frame.low[axis];
  a.out_cube[3] = a.lod->frame.edge;
  return {};
}

Status operators::lod_nodes(Context& c, const LodNodesArgs& a) {
  const Tree& tree = *a.lod;
  if (a.n_numbers != tree.n_nodes * DVDB_LOD_NODE_COUNT) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot read nodes: room for %lld numbers, the tree has %lld nodes of %d",
                static_cast<long long>(a.n_numbers), static_cast<long long>(tree.n_nodes), int(DVDB_LOD_NODE_COUNT));
  }
  for (int64_t i = 0; i < tree.n_nodes; ++i) {
    const Node& node = tree.nodes[size_t(i)];
    int64_t* out = a.out_nodes + i * DVDB_LOD_NODE_COUNT;
    out[DVDB_LOD_NODE_LEVEL] = node.level;
    out[DVDB_LOD_NODE_X] = node.x;
    out[DVDB_LOD_NODE_Y] = node.y;
    out[DVDB_LOD_NODE_Z] = node.z;
    out[DVDB_LOD_NODE_PARENT] = node.parent;
    out[DVDB_LOD_NODE_FIRST_CHILD] = node.first_child;
    out[DVDB_LOD_NODE_CHILDREN] = node.children;
    out[DVDB_LOD_NODE_FIRST_POINT] = node.begin;
    out[DVDB_LOD_NODE_POINTS] = node.count;
    out[DVDB_LOD_NODE_FIRST_VOXEL] = tree.voxel_starts[size_t(i)];
    out[DVDB_LOD_NODE_VOXELS] = tree.voxel_starts[size_t(i + 1)] - tree.voxel_starts[size_t(i)];
  }
  return {};
}
