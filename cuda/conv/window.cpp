/// The backend of matrix units: windows of targets, whose sources are held on chip and gathered there for each tap. Where
/// most taps find nothing, targets that have the same taps are multiplied together instead.
#include "backend/sorted_gemm.hpp"
#include "conv/backends.hpp"

namespace dvdb {

namespace {

const char* refuse(Context& context, const ConvPlan&, const ConvShape& shape) {
  if (shape.dtype != DVDB_F16 && shape.dtype != DVDB_BF16) return "its elements are f16 or bf16";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

/// Whether sorting targets pays, which is told without waiting for the device: scans have some ten voxels in a leaf, shells of
/// one voxel fifty, and those of four voxels, where both ways take the same time, 140.
bool is_scattered(const ConvPlan& plan, int64_t in_channels, int64_t out_channels) {
  constexpr int64_t kFewVoxels = 96;  // of a leaf
  constexpr int64_t kManyChannels = 64;
  return plan.ties->taps() <= backend::kMostOrderedTaps && in_channels >= kManyChannels && out_channels >= kManyChannels &&
         plan.target().n_voxels <= kFewVoxels * plan.target().n_leaves;
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
  if (is_scattered(*sums.plan, gemm.in_channels, gemm.out_channels)) {
    backend::GatherOrder order{};
    DVDB_TRY(sums.plan->find_order(order));
    return backend::sorted_gemm(context, gemm, order);
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

const ConvBackend kWindowGemm = {DVDB_CONV_WINDOW, "window", "f16 and bf16 are fastest on matrix units, from windows held on chip", refuse, sum, sum_outer};

}  // namespace dvdb
