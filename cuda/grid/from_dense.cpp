/// Grids of boxes of voxels, all of them or those of a mask.
#include <climits>
#include <new>

#include "_generated/grid_args.hpp"
#include "core/nodes/leaf_source.hpp"
#include "core/nodes/reshape.hpp"

using namespace dvdb;

namespace {

/// A box of voxels in every grid, and the leaves around it.
struct DenseSource {
  Coord low;  // voxels
  Coord high;
  Coord first_leaf;       // leaf coordinates
  Vec3<int64_t> leaves;   // leaves per axis
  const uint64_t* words;  // [leaves of the box, 8] masks, or null when all voxels are kept
  int64_t n_units;
  nodes::Parts parts = {};

  DVDB_FN int64_t n_leaves() const { return leaves.x * leaves.y * leaves.z; }
  DVDB_FN Coord leaf_at(int64_t index) const {
    return {int32_t(first_leaf.x + index / (leaves.y * leaves.z)), int32_t(first_leaf.y + index / leaves.z % leaves.y),
            int32_t(first_leaf.z + index % leaves.z)};
  }
  DVDB_FN int64_t index_of(const Coord& origin) const {
    const auto at = [&](int axis) { return int64_t(origin[axis] >> kLeafLog2) - first_leaf[axis]; };
    return (at(0) * leaves.y + at(1)) * leaves.z + at(2);
  }
  /// The bits of a slice that lie in the box.
  DVDB_FN uint64_t inside(const Coord& origin, uint32_t x) const { return nodes::slice_in_box(origin, x, low, high); }

  DVDB_FN nodes::LeafBox box(int64_t unit) const {
    const Coord leaf = leaf_at(unit % n_leaves());
    return {leaf, leaf, uint32_t(unit / n_leaves())};
  }
  using Unit = int64_t;
  DVDB_FN Unit load(int64_t unit) const { return unit; }
  DVDB_FN uint32_t touching(Unit, int, int32_t) const { return 255; }
  DVDB_FN bool touches(Unit unit, uint32_t, uint32_t, uint32_t) const {
    if (words == nullptr) return true;
    const uint64_t* own = words + unit % n_leaves() * 8;
    return (own[0] | own[1] | own[2] | own[3] | own[4] | own[5] | own[6] | own[7]) != 0;
  }
  Status place_words(Context& context, Span<const LeafPlace> places, const nodes::Nodes& made) const {
    return nodes::write_words(context, *this, places, made);
  }
  DVDB_FN uint64_t word(uint32_t, const Coord& leaf, uint32_t x) const {
    return words == nullptr ? inside(leaf, x) : words[index_of(leaf) * 8 + x];
  }
};

/// Packs a byte mask into the mask words of leaves.
struct PackMask {
  DenseSource source;
  const uint8_t* mask;  // [dims]
  uint64_t* out;        // [leaves of the box, 8]

  DVDB_FN void operator()(int64_t i) const {
    const Coord leaf = source.leaf_at(i / 8);
    const Coord origin{leaf.x * 8, leaf.y * 8, leaf.z * 8};
    const int64_t slice = int64_t(origin.x) + i % 8 - source.low.x;
    const int64_t rows = int64_t(source.high.y) - source.low.y + 1;
    const int64_t columns = int64_t(source.high.z) - source.low.z + 1;
    uint64_t word = 0;
    for (uint64_t rest = source.inside(origin, uint32_t(i % 8)); rest != 0; rest &= rest - 1) {
      const int at = lowest_bit(rest);
      const int64_t y = int64_t(origin.y) + at / 8 - source.low.y;
      const int64_t z = int64_t(origin.z) + at % 8 - source.low.z;
      if (mask[(slice * rows + y) * columns + z] != 0) word |= bit(uint32_t(at));
    }
    out[i] = word;
  }
};

/// Lays out the leaves around a box.
Status plan_box(Context& context, const int32_t* low, const int64_t* dims, int64_t n_grids, DenseSource& out) {
  int32_t high[3];
  int64_t leaves[3];
  for (int axis = 0; axis < 3; ++axis) {
    if (dims[axis] > int64_t(INT_MAX) - low[axis] + 1) {
      return fail(context, DVDB_INVALID_ARGUMENT,
                  "Cannot build grid: %lld voxels from %d along axis %d do not fit int32",
                  static_cast<long long>(dims[axis]), low[axis], axis);
    }
    high[axis] = int32_t(low[axis] + dims[axis] - 1);
    leaves[axis] = (int64_t(high[axis]) >> kLeafLog2) - (low[axis] >> kLeafLog2) + 1;
  }
  const double all = double(leaves[0]) * double(leaves[1]) * double(leaves[2]) * double(max_of<int64_t>(1, n_grids));
  if (all > double(UINT32_MAX))
    return fail(context, DVDB_UNSUPPORTED, "Cannot build grid: %.0f leaves, at most 4294967295 are possible", all);
  out.low = {low[0], low[1], low[2]};
  out.high = {high[0], high[1], high[2]};
  out.first_leaf = {low[0] >> kLeafLog2, low[1] >> kLeafLog2, low[2] >> kLeafLog2};
  out.leaves = {leaves[0], leaves[1], leaves[2]};
  out.n_units = out.n_leaves() * n_grids;
  return {};
}

Status build_dense(Context& context, DenseSource& source, const int64_t* dims, dvdb_buffer mask,
                   const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) {
  const int64_t n = transforms.n_grids;
  backend::Scratch memory(context);
  if (mask != 0) {
    Span<uint8_t> bytes;
    Span<uint64_t> words;
    DVDB_TRY(borrow(context, mask, dims[0] * dims[1] * dims[2], "mask", bytes));
    DVDB_TRY(memory.allocate(source.n_leaves() * 8, words));
    DVDB_TRY(backend::for_each(context, words.size, PackMask{source, bytes.data, words.data}));
    source.words = words.data;
  }
  const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(n)]);
  if (!bounds) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
  for (int64_t grid = 0; grid < n; ++grid)
    bounds[grid] = {{source.low.x, source.low.y, source.low.z}, {source.high.x, source.high.y, source.high.z}};
  return nodes::reshape(context, source, {transforms, bounds.get(), mask == 0, nodes::count_blocks(bounds.get(), n)},
                        out);
}

}  // namespace

Status operators::grid_from_dense(Context& c, const GridFromDenseArgs& a) {
  *a.out_grid = 0;
  if (a.n_grids > DVDB_MAX_GRIDS) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot build grid: %u grids, at most %d are possible", a.n_grids,
                int(DVDB_MAX_GRIDS));
  }
  DVDB_TRY(check_transforms(c, a.voxel_sizes, a.origins, a.n_grids));
  DenseSource source = {};
  DVDB_TRY(plan_box(c, a.low, a.dims, a.n_grids, source));
  std::unique_ptr<GridBatch> made;
  DVDB_TRY(build_dense(c, source, a.dims, a.mask, {a.voxel_sizes, a.origins, int64_t(a.n_grids)}, made));
  return publish(std::move(made), a.out_grid);
}
