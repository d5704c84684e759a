/// The backend of matrix units: windows of targets, whose sources are held on chip and gathered there for each tap. Where
/// most taps find nothing, targets that have the same taps are multiplied together instead.
#include "backend/sorted_gemm.hpp"
#include "conv/backends.hpp"

namespace dvdb {

namespace {

const char* refuse(Context& context, const ConvPlan&, const ConvShape& shape) { return refuse_units(context, shape); }

/// Whether leaves have few voxels, which is known without waiting for the device. Scans have some ten in a leaf, shells of one
/// voxel fifty, those of four voxels 140.
bool has_few_voxels(const GridView& grid, int64_t of_a_leaf) { return grid.n_voxels <= of_a_leaf * grid.n_leaves; }

/// Whether multiplying targets with the same taps together is faster, as it is by a quarter with fifty voxels in a leaf.
bool sorts(const ConvPlan& plan, const backend::WindowGemm& gemm) {
  return gemm.map.taps <= backend::kMostSortedTaps && gemm.in_channels >= 64 && gemm.out_channels >= 64 && has_few_voxels(plan.target(), 96);
}

Status sum(Context& context, const ConvSums& sums) {
  KernelMap map;
  backend::WindowGemm gemm = halves_of(sums);
  DVDB_TRY(sums.plan->find_map(map));
  gemm.map = map.gathered();
  gemm.mirrored = map.mirrored;
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
  DVDB_TRY(sums.plan->find_windows(outer.windows));
  outer.map = map.gathered();
  outer.is_brief = sums.shape.dtype == DVDB_BF16;
  outer.source = static_cast<const uint16_t*>(sums.features);
  outer.in_channels = sums.shape.in_channels;
  outer.gradients = static_cast<const uint16_t*>(sums.gradients);
  outer.out_channels = sums.shape.out_channels;
  outer.mirrored = map.mirrored;
  outer.out = static_cast<uint16_t*>(sums.out);
  return backend::window_outer(context, outer);
}

}  // namespace

const char* refuse_units(Context& context, const ConvShape& shape) {
  if (shape.dtype != DVDB_F16 && shape.dtype != DVDB_BF16) return "its elements are f16 or bf16";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

backend::WindowGemm halves_of(const ConvSums& sums) {
  const auto [dtype, in, out] = sums.shape;
  backend::WindowGemm gemm{};
  gemm.is_brief = dtype == DVDB_BF16;
  gemm.source = static_cast<const uint16_t*>(sums.source);
  gemm.in_channels = sums.backward ? out : in;
  gemm.weights = static_cast<const uint16_t*>(sums.weights);
  gemm.out_channels = sums.backward ? in : out;
  gemm.backward = sums.backward;
  gemm.bias = static_cast<const uint16_t*>(sums.bias);
  gemm.relu = sums.relu;
  gemm.out = static_cast<uint16_t*>(sums.out);
  return gemm;
}

const ConvBackend kWindowGemm = {DVDB_CONV_WINDOW, "window", "f16 and bf16 are fastest on matrix units, from windows held on chip", refuse, sum, sum_outer};

}  // namespace dvdb
