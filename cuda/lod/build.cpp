#include <new>

#include "backend/api/launch.hpp"
#include "core/entry.hpp"
#include "lod/tree/samples.hpp"

using namespace dvdb;
using namespace dvdb::lod;

namespace {

constexpr int64_t kPointsPerLeaf = 50000;
constexpr int64_t kGridSize = 128;
constexpr int64_t kMostGridSize = 1024;
constexpr int64_t kMostPoints = int64_t(1) << 44;

Status refuse_setting(Context& c, const char* name, int64_t value, const char* expected) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build LOD: %s is %lld, %s expected", name, static_cast<long long>(value), expected);
}

Status read_settings(Context& c, const int64_t* settings, Request& request, Frame& frame) {
  request.points_per_leaf = settings[DVDB_LOD_POINTS_PER_LEAF] == 0 ? kPointsPerLeaf : settings[DVDB_LOD_POINTS_PER_LEAF];
  if (request.points_per_leaf < 1) return refuse_setting(c, "points per leaf", request.points_per_leaf, "1 or more");
  const int64_t grid = settings[DVDB_LOD_GRID_SIZE] == 0 ? kGridSize : settings[DVDB_LOD_GRID_SIZE];
  if (grid < 2 || grid > kMostGridSize || popcount(uint64_t(grid)) != 1) return refuse_setting(c, "grid size", grid, "a power of two from 2 to 1024");
  request.grid_log2 = lowest_bit(uint64_t(grid));
  const int64_t bits = settings[DVDB_LOD_BITS] == 0 ? (request.dtype == DVDB_F64 ? 30 : 24) : settings[DVDB_LOD_BITS];
  if (bits < request.grid_log2 || bits > kMostBits) return refuse_setting(c, "bits", bits, "at most 32, and enough for the grid");
  frame.bits = int(bits);
  const int64_t strategy = settings[DVDB_LOD_STRATEGY];
  if (strategy < DVDB_LOD_NONE || strategy > DVDB_LOD_WEIGHTED_ACROSS) return refuse_setting(c, "strategy", strategy, "one of dvdb_lod_strategy");
  request.strategy = dvdb_lod_strategy(strategy);
  request.any_order = settings[DVDB_LOD_ANY_ORDER] != 0;
  request.tracks_rows = settings[DVDB_LOD_ROWS] != 0;
  request.seed = uint64_t(settings[DVDB_LOD_SEED]);
  if (settings[DVDB_LOD_ROOT_LEVEL] < 0 || settings[DVDB_LOD_ROOT_LEVEL] > kMostBits) {
    return refuse_setting(c, "root level", settings[DVDB_LOD_ROOT_LEVEL], "0 to 32");
  }
  request.root_level = int(settings[DVDB_LOD_ROOT_LEVEL]);
  if (settings[DVDB_LOD_MAX_DEPTH] < 0) return refuse_setting(c, "max depth", settings[DVDB_LOD_MAX_DEPTH], "0 or more");
  return {};
}

/// The known nodes, and the sums that points stand for.
Status read_known(Context& c, int64_t n_known, const int64_t* known, dvdb_buffer sums, Request& request) {
  if (n_known < 0 || n_known % DVDB_LOD_KNOWN_COUNT != 0) return refuse_setting(c, "the number of known numbers", n_known, "5 for each node");
  if (n_known > 0) DVDB_TRY(require(c, known, n_known, "known"));
  request.known = known;
  request.n_known = n_known / DVDB_LOD_KNOWN_COUNT;
  if (sums == 0) return {};
  Buffer* held = nullptr;
  DVDB_TRY(find(c, sums, &held));
  if (!request.tracks_rows) return refuse_setting(c, "rows", 0, "1 where sums are given");
  Span<uint64_t> given;
  DVDB_TRY(borrow(c, sums, request.n * 5, "sums", given));
  request.sums = given.data;
  return {};
}

/// The frame decides how deep a tree can be.
Status choose_depth(Context& c, int64_t wanted, Request& request, const Frame& frame) {
  const int most = frame.bits - request.grid_log2 + 1;
  request.max_depth = wanted == 0 ? most : int(min_of<int64_t>(wanted, INT32_MAX));
  if (request.root_level > request.max_depth) return refuse_setting(c, "root level", request.root_level, "at most the max depth");
  if (request.max_depth <= most) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build LOD: max depth is %lld, at most %d expected for %d bits", static_cast<long long>(wanted), most,
              frame.bits);
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
Status borrow_points(Context& c, dvdb_buffer points, backend::Scratch& memory, Request& request) {
  if (request.dtype == DVDB_F16) {
    Span<Half> halves;
    Span<float> floats;
    DVDB_TRY(borrow(c, points, request.n * 3, "points", halves));
    DVDB_TRY(memory.allocate(halves.size, floats));
    DVDB_TRY(backend::for_each(c, halves.size, WidenHalf{halves.data, floats.data}));
    request.points = floats.data;
    request.dtype = DVDB_F32;
    return {};
  }
  return with_coordinate(c, request.dtype, [&]<class T>() -> Status {
    Span<T> coordinates;
    DVDB_TRY(borrow(c, points, request.n * 3, "points", coordinates));
    request.points = coordinates.data;
    return {};
  });
}

struct WidenColor {
  const uint8_t* from;  // [n, 3]
  uint32_t* to;

  DVDB_FN void operator()(int64_t i) const {
    const uint8_t* c = from + 3 * i;
    to[i] = uint32_t(c[0]) | uint32_t(c[1]) << 8 | uint32_t(c[2]) << 16 | 0xff000000u;
  }
};

/// Packs colours into words; a single white word if there are none.
Status borrow_colors(Context& c, dvdb_buffer colors, uint32_t channels, backend::Scratch& memory, Request& request) {
  Span<uint32_t> words;
  request.has_colors = colors != 0;
  if (colors == 0) {
    DVDB_TRY(memory.allocate(1, words));
    request.colors = words.data;
    return backend::fill(c, words.data, 0xffffffffu, 4, 4);
  }
  if (channels == 4) {
    DVDB_TRY(borrow(c, colors, request.n, "colors", words));
    request.colors = words.data;
    return {};
  }
  Buffer* held = nullptr;
  DVDB_TRY(find(c, colors, &held));
  if (channels != 3) return refuse_setting(c, "the number of colour channels", channels, "3 or 4");
  Span<uint8_t> bytes;
  DVDB_TRY(borrow(c, colors, request.n * 3, "colors", bytes));
  DVDB_TRY(memory.allocate(request.n, words));
  request.colors = words.data;
  return backend::for_each(c, request.n, WidenColor{bytes.data, words.data});
}

/// Whether the points of leaves can stay in input order.
bool may_be_loose(const Request& request, const Frame& frame) {
  if (!request.any_order || request.root_level > 0 || request.n_known > 0) return false;
  if (request.strategy == DVDB_LOD_NONE) return true;
  if (means_points(request.strategy) || request.points_per_leaf < kLeastLoose || request.points_per_leaf > kMostLoose) return false;
  return request.grid_log2 <= kMostLooseLevels + 1 && frame.bits - request.grid_log2 <= kMostLooseShift;
}

/// Whether one of the deepest leaves has more points than one block can process.
bool has_crowd(const Tree& tree) {
  int64_t most = 0;
  for (int64_t i = 0; i < tree.n_nodes; ++i) {
    if (tree.nodes[size_t(i)].inner == 0) most = max_of(most, tree.nodes[size_t(i)].count);
  }
  return most > kMostLoose;
}

Status build(Context& c, Request& request, Tree& tree) {
  request.any_order = may_be_loose(request, tree.frame);
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

dvdb_status dvdb_lod_build(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, dvdb_buffer colors,
                           uint32_t color_channels, const double* box, uint32_t has_box, const int64_t* settings, int64_t n_known,
                           const int64_t* known, dvdb_buffer sums, dvdb_lod* out_lod) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_lod, 1, "out_lod"));
    *out_lod = 0;
    DVDB_TRY(require(c, box, 1, "box"));
    DVDB_TRY(require(c, settings, 1, "settings"));
    if (n_points < 0 || n_points > kMostPoints) return refuse_setting(c, "the number of points", n_points, "0 to 2^44");
    Request request;
    request.dtype = dtype;
    request.n = n_points;
    Frame frame;
    backend::Scratch widened(c);
    DVDB_TRY(borrow_points(c, points, widened, request));
    backend::Scratch packed(c);
    DVDB_TRY(borrow_colors(c, colors, color_channels, packed, request));
    DVDB_TRY(read_settings(c, settings, request, frame));
    if (has_box != 0) {
      for (int axis = 0; axis < 3; ++axis) {
        frame.low[axis] = box[axis];
        frame.high[axis] = box[3 + axis];
      }
      frame.edge = box[6];
    }
    DVDB_TRY(read_known(c, n_known, known, sums, request));
    DVDB_TRY(find_frame(c, request, has_box != 0, frame));
    DVDB_TRY(choose_depth(c, settings[DVDB_LOD_MAX_DEPTH], request, frame));
    std::unique_ptr<Tree> tree(new (std::nothrow) Tree(c));
    if (!tree) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory");
    tree->frame = frame;
    tree->whole = dtype == DVDB_I32;
    tree->tracked = request.tracks_rows;
    tree->loose = request.any_order;
    tree->grid_log2 = request.grid_log2;
    tree->n = n_points;
    DVDB_TRY(build(c, request, *tree));
    return publish(std::move(tree), out_lod);
  });
}

dvdb_status dvdb_lod_destroy(dvdb_context context, dvdb_lod lod) noexcept {
  return entry(context, [=](Context& c) { return retire(c, lod, Kind::kLod); });
}

dvdb_status dvdb_lod_counts(dvdb_context context, dvdb_lod lod, int64_t* out_counts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Tree* tree = nullptr;
    DVDB_TRY(find(c, lod, &tree));
    DVDB_TRY(require(c, out_counts, 1, "out_counts"));
    out_counts[DVDB_LOD_COUNT_POINTS] = tree->n;
    out_counts[DVDB_LOD_COUNT_NODES] = tree->n_nodes;
    out_counts[DVDB_LOD_COUNT_INNER] = tree->n_inner;
    out_counts[DVDB_LOD_COUNT_LEVELS] = tree->n_levels;
    out_counts[DVDB_LOD_COUNT_VOXELS] = tree->n_voxels();
    out_counts[DVDB_LOD_COUNT_BITS] = tree->frame.bits;
    out_counts[DVDB_LOD_COUNT_GRID_SIZE] = int64_t(1) << tree->grid_log2;
    out_counts[DVDB_LOD_COUNT_ROWS] = tree->tracked ? 1 : 0;
    out_counts[DVDB_LOD_COUNT_BYTES] = bytes_of(*tree);
    out_counts[DVDB_LOD_COUNT_WHOLE] = tree->whole ? 1 : 0;
    out_counts[DVDB_LOD_COUNT_LOOSE] = tree->loose ? 1 : 0;
    return {};
  });
}

dvdb_status dvdb_lod_cube(dvdb_context context, dvdb_lod lod, double* out_cube) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Tree* tree = nullptr;
    DVDB_TRY(find(c, lod, &tree));
    DVDB_TRY(require(c, out_cube, 1, "out_cube"));
    for (int axis = 0; axis < 3; ++axis) out_cube[axis] = tree->frame.low[axis];
    out_cube[3] = tree->frame.edge;
    return {};
  });
}

dvdb_status dvdb_lod_nodes(dvdb_context context, dvdb_lod lod, int64_t n_numbers, int64_t* out_nodes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Tree* tree = nullptr;
    DVDB_TRY(find(c, lod, &tree));
    if (n_numbers != tree->n_nodes * DVDB_LOD_NODE_COUNT) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot read nodes: room for %lld numbers, the tree has %lld nodes of %d", static_cast<long long>(n_numbers),
                  static_cast<long long>(tree->n_nodes), int(DVDB_LOD_NODE_COUNT));
    }
    DVDB_TRY(require(c, out_nodes, n_numbers, "out_nodes"));
    for (int64_t i = 0; i < tree->n_nodes; ++i) {
      const Node& node = tree->nodes[size_t(i)];
      int64_t* out = out_nodes + i * DVDB_LOD_NODE_COUNT;
      out[DVDB_LOD_NODE_LEVEL] = node.level;
      out[DVDB_LOD_NODE_X] = node.x;
      out[DVDB_LOD_NODE_Y] = node.y;
      out[DVDB_LOD_NODE_Z] = node.z;
      out[DVDB_LOD_NODE_PARENT] = node.parent;
      out[DVDB_LOD_NODE_FIRST_CHILD] = node.first_child;
      out[DVDB_LOD_NODE_CHILDREN] = node.children;
      out[DVDB_LOD_NODE_FIRST_POINT] = node.begin;
      out[DVDB_LOD_NODE_POINTS] = node.count;
      out[DVDB_LOD_NODE_FIRST_VOXEL] = tree->voxel_starts[size_t(i)];
      out[DVDB_LOD_NODE_VOXELS] = tree->voxel_starts[size_t(i + 1)] - tree->voxel_starts[size_t(i)];
    }
    return {};
  });
}
