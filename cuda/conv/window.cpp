/// The backend of matrix units: windows of targets, whose sources are held on chip and gathered there for each tap. Where
/// most taps find nothing, targets that have the same taps are multiplied together instead. Gradients of weights of many
/// channels are summed up over pairs of rows.
#include "backend/sorted_gemm.hpp"
#include "conv/backends.hpp"

namespace dvdb {

namespace {

const char* refuse(Context& context, const ConvPlan&, const ConvShape& shape) {
  if (shape.dtype != DVDB_F16 && shape.dtype != DVDB_BF16) return "its elements are f16 or bf16";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

/// Whether leaves have few voxels, which is known without waiting for the device. Scans have some ten in a leaf, shells of one
/// voxel fifty, those of four voxels 140.
bool has_few_voxels(const GridView& grid, int64_t of_a_leaf) { return grid.n_voxels <= of_a_leaf * grid.n_leaves; }

/// Whether multiplying targets with the same taps together is faster, as it is by a quarter with fifty voxels in a leaf.
bool sorts(const ConvPlan& plan, const backend::WindowGemm& gemm) {
  return gemm.map.taps <= backend::kMostSortedTaps && gemm.in_channels >= 64 && gemm.out_channels >= 64 && has_few_voxels(plan.target(), 96);
}

/// Whether multiplying the pairs of each tap alone is faster, as it is from more than 64 channels on, and with 64 where leaves
/// have few voxels.
bool takes_pairs(const ConvPlan& plan, const backend::WindowOuter& outer) {
  if (outer.map.taps > backend::kMostPairedTaps || outer.in_channels < 64 || outer.out_channels < 64) return false;
  return outer.in_channels > 64 || has_few_voxels(plan.target(), 96);
}

Status sum(Context& context, const ConvSums& sums) {
  const auto [dtype, in, out] = sums.shape;
  KernelMap map;
  backend::WindowGemm gemm{};
  DVDB_TRY(sums.plan->find_map(map));
  gemm.map = map.gathered();
  gemm.is_brief = dtype == DVDB_BF16;
  gemm.source = static_cast<const uint16_t*>(sums.source);
  gemm.in_channels = sums.backward ? out : in;
  gemm.weights = static_cast<const uint16_t*>(sums.weights);
  gemm.out_channels = sums.backward ? in : out;
  gemm.backward = sums.backward;
  gemm.mirrored = map.mirrored;
  gemm.bias = static_cast<const uint16_t*>(sums.bias);
  gemm.relu = sums.relu;
  gemm.out = static_cast<uint16_t*>(sums.out);
  gemm.scattered = has_few_voxels(sums.plan->target(), 32);
  if (sorts(*sums.plan, gemm)) {
    backend::GatherTiles tiles{};
    DVDB_TRY(sums.plan->find_tiles(tiles));
    return backend::sorted_gemm(context, gemm, tiles);
  }
  DVDB_TRY(sums.plan->find_windows(gemm.windows));
  return backend::window_gemm(context, gemm);
}

Status sum_outer(Context& context, const ConvOuterSums& sums) {
  KernelMap map;
  backend::WindowOuter outer{};
  DVDB_TRY(sums.plan->find_map(map));
  outer.map = map.gathered();
  outer.is_brief = sums.shape.dtype == DVDB_BF16;
  outer.source = static_cast<const uint16_t*>(sums.features);
  outer.in_channels = sums.shape.in_channels;
  outer.gradients = static_cast<const uint16_t*>(sums.gradients);
  outer.out_channels = sums.shape.out_channels;
  outer.mirrored = map.mirrored;
  outer.out = static_cast<uint16_t*>(sums.out);
  if (takes_pairs(*sums.plan, outer)) {
    backend::GatherPairs pairs{};
    DVDB_TRY(sums.plan->find_pairs(pairs));
    return backend::paired_outer(context, outer, pairs);
  }
  DVDB_TRY(sums.plan->find_windows(outer.windows));
  return backend::window_outer(context, outer);
}

}  // namespace

const ConvBackend kWindowGemm = {DVDB_CONV_WINDOW, "window", "f16 and bf16 are fastest on matrix units, from windows held on chip", refuse, sum, sum_outer};

}  // namespace dvdb
