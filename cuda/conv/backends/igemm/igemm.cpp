/// The implicit GEMM backends: tiles of targets with similar taps gather source rows directly into their products, and
/// skip the taps that no target of the tile has. igemm-split computes gradients of weights over pairs of rows.
#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/api/special/conv/window_gemm.hpp"
#include "conv/backends/backend.hpp"

namespace dvdb {

namespace {

const char* refuse_igemm(Context&, const ConvPlan&, const ConvShape& shape) {
  return shape.dtype == DVDB_F64 ? "its elements are f16, bf16 or f32" : nullptr;
}

Status sum_igemm(Context& context, const ConvSums& sums) {
  backend::GatherTiles tiles{};
  if (sums.shape.dtype != DVDB_F32 && backend::has_matrix_units(context))
    return sum_on_matrix_units(context, sums, backend::matrix_tile_gemm);
  DVDB_TRY(sums.plan->find_tiles(tiles));
  return sum_in_order(context, sums, &tiles);
}

/// Gradients of weights have no tiles of their own.
Status sum_outer_igemm(Context& context, const ConvOuterSums& sums) {
  const bool by_windows = kWindowGemm.refuses(context, *sums.plan, sums.shape) == nullptr;
  return (by_windows ? kWindowGemm : kGatherScatter).sum_outer(context, sums);
}

const char* refuse_split(Context& context, const ConvPlan&, const ConvShape& shape) {
  if (shape.dtype != DVDB_F32) return "its elements are f32";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

Status sum_split(Context& context, const ConvSums& sums) {
  return sum_on_matrix_units(context, sums, backend::matrix_tile_gemm);
}

/// Whether gradients of weights are faster on matrix units, which process 64 channels at once.
bool splits_outer(const ConvPlan& plan, const ConvShape& shape) {
  return plan.ties->taps() <= backend::kMostPairedTaps && min_of(shape.in_channels, shape.out_channels) > 32;
}

Status sum_outer_split(Context& context, const ConvOuterSums& sums) {
  if (!splits_outer(*sums.plan, sums.shape)) return sum_outer_igemm(context, sums);
  KernelMap map;
  backend::GatherPairs pairs{};
  backend::SplitOuter outer{};
  DVDB_TRY(sums.plan->find_map(map));
  DVDB_TRY(sums.plan->find_pairs(pairs));
  outer.map = map.gathered();
  outer.source = static_cast<const float*>(sums.features);
  outer.n_sources = map.n_sources;
  outer.in_channels = sums.shape.in_channels;
  outer.gradients = static_cast<const float*>(sums.gradients);
  outer.out_channels = sums.shape.out_channels;
  outer.mirrored = map.mirrored;
  outer.out = static_cast<float*>(sums.out);
  return backend::split_outer(context, outer, pairs);
}

}  // namespace

Status sum_on_matrix_units(Context& context, const ConvSums& sums, ProductOnUnits multiply) {
  const auto [dtype, in, out] = sums.shape;
  KernelMap map;
  backend::TileGemm gemm{};
  DVDB_TRY(sums.plan->find_map(map));
  DVDB_TRY(sums.plan->find_tiles(gemm.tiles));
  gemm.map = map.gathered();
  gemm.element = dtype == DVDB_F16    ? backend::MatrixElement::kF16
                 : dtype == DVDB_BF16 ? backend::MatrixElement::kBf16
                                      : backend::MatrixElement::kF32;
  gemm.source = sums.source;
  gemm.n_sources = map.n_sources;
  gemm.in_channels = sums.backward ? out : in;
  gemm.weights = sums.weights;
  gemm.out_channels = sums.backward ? in : out;
  gemm.backward = sums.backward;
  gemm.mirrored = map.mirrored;
  gemm.bias = sums.bias;
  gemm.residual = sums.residual;
  gemm.relu = sums.relu;
  gemm.out = sums.out;
  return multiply(context, gemm);
}

const ConvBackend kIgemm = {
    DVDB_CONV_IGEMM, "igemm",   "tiles of targets with the same taps, in the order of gather-scatter for f32",
    refuse_igemm,    sum_igemm, sum_outer_igemm};
const ConvBackend kIgemmSplit = {DVDB_CONV_IGEMM_SPLIT, "igemm-split", "f32 as pairs of f16 on matrix units",
                                 refuse_split,          sum_split,     sum_outer_split};

}  // namespace dvdb
