/// The backend of implicit products: tiles of targets with much the same taps gather straight into their products and pass
/// over the taps that none of them has.
#include "backend/window_gemm.hpp"
#include "conv/backends.hpp"

namespace dvdb {

namespace {

const char* refuse(Context&, const ConvPlan&, const ConvShape& shape) {
  return shape.dtype == DVDB_F64 ? "its elements are f16, bf16 or f32" : nullptr;
}

Status sum(Context& context, const ConvSums& sums) {
  const bool is_half = sums.shape.dtype != DVDB_F32;
  backend::GatherTiles tiles{};
  DVDB_TRY(sums.plan->find_tiles(tiles));
  if (!is_half || !backend::has_matrix_units(context)) return sum_in_order(context, sums, &tiles);
  return sum_on_matrix_units(context, sums, tiles);
}

Status sum_outer(Context& context, const ConvOuterSums& sums) { return kGatherScatter.sum_outer(context, sums); }

const char* refuse_split(Context& context, const ConvPlan&, const ConvShape& shape) {
  if (shape.dtype != DVDB_F32) return "its elements are f32";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

Status sum_split(Context& context, const ConvSums& sums) {
  backend::GatherTiles tiles{};
  DVDB_TRY(sums.plan->find_tiles(tiles));
  return sum_on_matrix_units(context, sums, tiles);
}

}  // namespace

Status sum_on_matrix_units(Context& context, const ConvSums& sums, const backend::GatherTiles& tiles) {
  const auto [dtype, in, out] = sums.shape;
  KernelMap map;
  backend::TileGemm gemm{};
  DVDB_TRY(sums.plan->find_map(map));
  gemm.map = map.gathered();
  gemm.tiles = tiles;
  gemm.element = dtype == DVDB_F16 ? backend::MatrixElement::kF16 : dtype == DVDB_BF16 ? backend::MatrixElement::kBf16 : backend::MatrixElement::kF32;
  gemm.source = sums.source;
  gemm.n_sources = map.n_sources;
  gemm.in_channels = sums.backward ? out : in;
  gemm.weights = sums.weights;
  gemm.out_channels = sums.backward ? in : out;
  gemm.backward = sums.backward;
  gemm.mirrored = map.mirrored;
  gemm.bias = sums.bias;
  gemm.relu = sums.relu;
  gemm.out = sums.out;
  return backend::matrix_tile_gemm(context, gemm);
}

const ConvBackend kIgemm = {DVDB_CONV_IGEMM, "igemm", "tiles of targets with the same taps, in the order of gather-scatter for f32", refuse, sum, sum_outer};
const ConvBackend kIgemmSplit = {DVDB_CONV_IGEMM_SPLIT, "igemm-split", "f32 as pairs of f16 on matrix units", refuse_split, sum_split, sum_outer};

}  // namespace dvdb
