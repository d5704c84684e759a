/// Bounds of the voxels of each grid, by atomic minima and maxima.
#include "core/nodes/reshape.hpp"

namespace dvdb::nodes {

namespace {

/// Writes the least and the greatest corner of the voxels of each leaf.
struct WriteCorners {
  const Leaf* leaves;
  const LeafPlace* places;
  Coord* out;  // [n_leaves, 2]

  DVDB_FN void operator()(int64_t i) const {
    uint64_t plane = 0;  // all slices, one on the other
    uint32_t slices = 0;
    for (uint32_t x = 0; x < 8; ++x) {
      const uint64_t word = leaves[i].mask[x];
      plane |= word;
      slices |= word != 0 ? 1u << x : 0;
    }
    uint64_t columns = plane | plane >> 32;
    columns |= columns >> 16;
    columns = (columns | columns >> 8) & 255;
    const Coord origin = places[i].origin;
    out[2 * i] = {origin.x + lowest_bit(slices), origin.y + lowest_bit(plane) / 8, origin.z + lowest_bit(columns)};
    out[2 * i + 1] = {origin.x + highest_bit(slices), origin.y + highest_bit(plane) / 8,
                      origin.z + highest_bit(columns)};
  }
};

/// Empties the bounds and finds where each grid's corners start.
struct StartBounds {
  Nodes nodes;
  int64_t n_grids;
  Bounds* bounds;
  int64_t* starts;  // [n_grids + 1]

  DVDB_FN void operator()(int64_t grid) const {
    int64_t leaf = nodes.n_leaves;
    if (grid < n_grids) {
      bounds[grid] = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};
      const uint32_t tile = nodes.heads[grid].first_tile;
      if (tile < nodes.n_tiles)
        leaf = nodes.lowers[int64_t(nodes.uppers[int64_t(tile) * kUpperWords].base) * kLowerWords].base;
    }
    starts[grid] = 2 * leaf;
  }
};

int64_t blocks_of(const Bounds& bounds, int log2, int axis) {
  return (int64_t(bounds.high[axis]) >> log2) - (int64_t(bounds.low[axis]) >> log2) + 1;
}

constexpr int64_t kMostPlanned = int64_t(1) << 44;  // 65 536 grids of it do not overflow

int64_t blocks_of(const Bounds& bounds, int log2) {
  if (bounds.empty()) return 0;
  const int64_t plane = blocks_of(bounds, log2, 0) * blocks_of(bounds, log2, 1);
  return plane > kMostPlanned / blocks_of(bounds, log2, 2) ? kMostPlanned : plane * blocks_of(bounds, log2, 2);
}

}  // namespace

int64_t plan_slots(const Bounds* bounds, int64_t n_grids, GridSlots* out) {
  int64_t first = 0;
  for (int64_t grid = 0; grid < n_grids; ++grid) {
    GridSlots& own = out[grid];
    own.first = first;
    own.count = blocks_of(bounds[grid], kTileLog2);
    for (int axis = 0; axis < 3; ++axis) {
      own.tile_low[axis] = bounds[grid].low[axis] >> kTileLog2;
      own.dims[axis] = bounds[grid].empty() ? 0 : uint32_t(blocks_of(bounds[grid], kTileLog2, axis));
    }
    first += own.count;
  }
  return first;
}

int64_t count_blocks(const Bounds* bounds, int64_t n_grids) {
  int64_t sum = 0;
  for (int64_t grid = 0; grid < n_grids; ++grid) sum += blocks_of(bounds[grid], kLowerLog2);
  return sum;
}

Status measure_bounds(Context& context, const Nodes& nodes, const LeafPlace* places, int64_t n_grids, Bounds* bounds) {
  backend::Scratch memory(context);
  backend::Layout layout;
  const int64_t corners = layout.reserve<Coord>(2 * nodes.n_leaves);
  const int64_t starts = layout.reserve<int64_t>(n_grids + 1);
  DVDB_TRY(memory.allocate(layout.bytes()));
  backend::PointPass pass{{at<Coord>(memory.data(), corners), 2 * nodes.n_leaves},
                          {at<int64_t>(memory.data(), starts), n_grids}};
  pass.bounds = bounds;
  DVDB_TRY(
      backend::for_each(context, n_grids + 1, StartBounds{nodes, n_grids, bounds, at<int64_t>(memory.data(), starts)}));
  DVDB_TRY(backend::for_each(context, nodes.n_leaves,
                             WriteCorners{nodes.leaves, places, at<Coord>(memory.data(), corners)}));
  return backend::for_each_point(context, pass, backend::IgnorePoint{});
}

}  // namespace dvdb::nodes
