/// The backends that process targets leaf by leaf: leaf masks give the rows that taps read, so no kernel map is built.
#include "backend/api/launch.hpp"
#include "conv/backends/backend.hpp"
#include "core/leaf_neighbors.hpp"

namespace dvdb {

namespace {

/// Lists the bricks of each leaf that contain voxels.
struct ListBricks {
  const Leaf* leaves;
  int64_t n;
  uint64_t* numbered;

  /// Bit 16 * (x / 4) + 4 * (y / 2) + z / 2 for each brick.
  DVDB_FN uint32_t bricks_of(int64_t i) const {
    uint32_t bricks = 0;
    for (int half = 0; half < 2; ++half) {
      uint64_t voxels = 0;
      for (int x = 0; x < 4; ++x) voxels |= leaves[i].mask[half * 4 + x];
      voxels |= voxels >> 1;
      voxels |= voxels >> 8;
      for (int at = 0; at < 16; ++at) bricks |= uint32_t(voxels >> (at / 4 * 16 + at % 4 * 2) & 1) << (half * 16 + at);
    }
    return bricks;
  }

  DVDB_FN int64_t count(int64_t i) const { return popcount(uint64_t(bricks_of(i))); }

  DVDB_FN void emit(int64_t i, int64_t, int64_t before) const {
    for (uint64_t rest = bricks_of(i); rest != 0; rest &= rest - 1)
      numbered[++before] = uint64_t(i) * backend::TargetBricks::kOfLeaf + lowest_bit(rest);
    if (i == n - 1) numbered[0] = uint64_t(before);
  }
};

const char* refuse_taps(Context& context, const ConvPlan& plan, const ConvShape& shape, int32_t least_taps,
                        int32_t most_taps, const char* taps_reason) {
  if (const char* reason = refuse_units(context, shape); reason != nullptr) return reason;
  const Stencil stencil = plan.ties->stencil(plan.target_is_fine);
  for (const TapAxis& axis : stencil.axes) {
    if (axis.scale != 1 || axis.divisor != 1) return "its stride is 1; window and igemm take any";
    if (axis.taps < least_taps || axis.taps > most_taps) return taps_reason;
  }
  return nullptr;
}

const char* refuse_leaf(Context& context, const ConvPlan& plan, const ConvShape& shape) {
  const char* reason = refuse_taps(context, plan, shape, 1, backend::LeafBlocks::kMostTaps,
                                   "its kernels have at most 7 taps along an axis; window and igemm take any");
  if (reason != nullptr) return reason;
  return shape.in_channels <= backend::kMostLeafChannels
             ? nullptr
             : "it takes at most 32 channels in; window takes any number, and so does brick for 3 x 3 x 3 taps";
}

const char* refuse_brick(Context& context, const ConvPlan& plan, const ConvShape& shape) {
  return refuse_taps(context, plan, shape, 3, 3,
                     "its kernels are 3 x 3 x 3; leaf takes up to 7 taps along an axis, window and igemm any");
}

backend::WindowGemm products_of(const ConvSums& sums) {
  backend::WindowGemm gemm = halves_of(sums);
  gemm.map = {nullptr, sums.plan->ties->taps(), sums.plan->target().n_voxels};
  return gemm;
}

/// In the backward pass there may be more channels than the backend supports.
Status sum_leaf(Context& context, const ConvSums& sums) {
  const backend::WindowGemm gemm = products_of(sums);
  if (gemm.in_channels > backend::kMostLeafChannels) return kIgemm.sum(context, sums);
  backend::LeafBlocks leaves{};
  DVDB_TRY(sums.plan->find_leaves(leaves));
  return backend::leaf_gemm(context, gemm, leaves);
}

Status sum_brick(Context& context, const ConvSums& sums) {
  backend::LeafBlocks leaves{};
  backend::TargetBricks bricks{};
  DVDB_TRY(sums.plan->find_leaves(leaves));
  DVDB_TRY(sums.plan->find_bricks(bricks));
  return backend::brick_gemm(context, products_of(sums), leaves, bricks);
}

Status sum_outer_leaf(Context& context, const ConvOuterSums& sums) { return kIgemm.sum_outer(context, sums); }

}  // namespace

Status write_leaves_around(Context& context, const GridView& target, const GridView& source, uint32_t* near) {
  backend::Scratch place_memory(context);
  backend::Scratch near_memory(context);
  Span<LeafPlace> places;
  LeafNeighbors table;
  DVDB_TRY(list_leaves(context, target, place_memory, places));
  DVDB_TRY(find_leaf_neighbors(context, source, places, {-1, -1, -1}, {1, 1, 1}, near_memory, table));
  return backend::copy(context, near, table.leaves, near_memory.bytes());
}

Status write_bricks(Context& context, const GridView& target, uint64_t* numbered) {
  return backend::for_each_scan(context, target.n_leaves, ListBricks{target.leaves, target.n_leaves, numbered});
}

const ConvBackend kLeafGemm = {DVDB_CONV_LEAF, "leaf",   "few channels, without a kernel map",
                               refuse_leaf,    sum_leaf, sum_outer_leaf};
const ConvBackend kBrickGemm = {DVDB_CONV_BRICK, "brick",   "full leaves, without a kernel map",
                                refuse_brick,    sum_brick, sum_outer_leaf};

}  // namespace dvdb
