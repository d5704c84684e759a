/// The matrix unit backends: the sources of windows of targets are loaded into shared memory and gathered there for
/// each tap. If most taps find no source, targets that have the same taps are multiplied together instead. Gradients of
/// weights with many channels are summed over pairs of rows. f32 is converted to f16 after scaling by powers of two,
/// which has as many significant bits as the TF32 of matrix units.
#include "backend/api/memory.hpp"
#include "backend/api/special/conv/sorted_gemm.hpp"
#include "conv/backends/backend.hpp"

namespace dvdb {

namespace {

const char* refuse_window(Context& context, const ConvPlan&, const ConvShape& shape) {
  return refuse_units(context, shape);
}

const char* refuse_tf32(Context& context, const ConvPlan&, const ConvShape& shape) {
  if (shape.dtype != DVDB_F32) return "its elements are f32";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

/// The operands of the matrix units for the duration of a scope: the caller's, or for f32 the converted ones.
class Halves {
 public:
  const uint16_t* first;
  const uint16_t* second;
  backend::Undo undo = nullptr;

  Halves(Context& context, const void* first_given, const void* second_given)
      : first(static_cast<const uint16_t*>(first_given)),
        second(static_cast<const uint16_t*>(second_given)),
        memory_(context) {}

  Status narrow(Context& context, const ConvShape& shape, int64_t n_first, int64_t n_second) {
    if (shape.dtype != DVDB_F32) return {};
    backend::Layout layout;
    const int64_t notes = layout.reserve<uint8_t>(backend::kNarrowBytes);
    const int64_t to_first = layout.reserve<uint16_t>(n_first);
    const int64_t to_second = layout.reserve<uint16_t>(n_second);
    DVDB_TRY(memory_.allocate(layout.bytes()));
    auto* const memory = static_cast<uint8_t*>(memory_.data());
    const backend::Narrowed narrowed_first{reinterpret_cast<const float*>(first), n_first,
                                           reinterpret_cast<uint16_t*>(memory + to_first)};
    const backend::Narrowed narrowed_second{reinterpret_cast<const float*>(second), n_second,
                                            reinterpret_cast<uint16_t*>(memory + to_second)};
    first = narrowed_first.to;
    second = narrowed_second.to;
    undo = reinterpret_cast<const float*>(memory + notes);
    return backend::narrow_operands(context, {narrowed_first, narrowed_second, memory + notes});
  }

 private:
  backend::Scratch memory_;
};

/// Whether leaves contain few voxels, which is known without waiting for the device. Scans have about ten voxels in a
/// leaf, shells one voxel thick fifty, shells four voxels thick 140.
bool has_few_voxels(const GridView& grid, int64_t of_a_leaf) { return grid.n_voxels <= of_a_leaf * grid.n_leaves; }

/// Whether multiplying targets with the same taps together is faster; with fifty voxels in a leaf it is, by a quarter.
bool sorts(const ConvPlan& plan, const backend::WindowGemm& gemm) {
  return gemm.map.taps <= backend::kMostSortedTaps && gemm.in_channels >= 64 && gemm.out_channels >= 64 &&
         has_few_voxels(plan.target(), 96);
}

/// Whether multiplying the pairs of each tap separately is faster: from about 100 channels on, and from 64 on if leaves
/// contain few voxels.
bool takes_pairs(const ConvPlan& plan, const backend::WindowOuter& outer) {
  const int64_t fewer = outer.in_channels < outer.out_channels ? outer.in_channels : outer.out_channels;
  if (outer.map.taps > backend::kMostPairedTaps || fewer < 64) return false;
  return fewer > 96 || has_few_voxels(plan.target(), 96);
}

Status sum_window(Context& context, const ConvSums& sums) {
  KernelMap map;
  backend::WindowGemm gemm = halves_of(sums);
  Halves halves(context, sums.source, sums.weights);
  DVDB_TRY(sums.plan->find_map(map));
  gemm.map = map.gathered();
  gemm.mirrored = map.mirrored;
  const backend::FloatOperands floats{static_cast<const float*>(sums.source), static_cast<const float*>(sums.weights)};
  if (sums.shape.dtype == DVDB_F32 && backend::narrows_in_windows(gemm, floats)) {
    gemm.source = gemm.weights = nullptr;
    DVDB_TRY(sums.plan->find_windows(gemm.windows));
    return backend::window_gemm(context, gemm, floats);
  }
  DVDB_TRY(halves.narrow(context, sums.shape, map.n_sources * gemm.in_channels,
                         map.taps * gemm.in_channels * gemm.out_channels));
  gemm.source = halves.first;
  gemm.weights = halves.second;
  gemm.undo = halves.undo;
  if (sorts(*sums.plan, gemm)) {
    backend::GatherTiles tiles{};
    DVDB_TRY(sums.plan->find_tiles(tiles));
    return backend::sorted_gemm(context, gemm, tiles);
  }
  DVDB_TRY(sums.plan->find_windows(gemm.windows));
  return backend::window_gemm(context, gemm);
}

Status sum_outer_window(Context& context, const ConvOuterSums& sums) {
  KernelMap map;
  backend::WindowOuter outer{};
  Halves halves(context, sums.features, sums.gradients);
  DVDB_TRY(sums.plan->find_map(map));
  DVDB_TRY(halves.narrow(context, sums.shape, map.n_sources * sums.shape.in_channels,
                         map.n_targets * sums.shape.out_channels));
  outer.map = map.gathered();
  outer.is_bf16 = sums.shape.dtype == DVDB_BF16;
  outer.source = halves.first;
  outer.in_channels = sums.shape.in_channels;
  outer.gradients = halves.second;
  outer.out_channels = sums.shape.out_channels;
  outer.mirrored = map.mirrored;
  outer.undo = halves.undo;
  outer.is_wide = sums.out_dtype == DVDB_F32 && halves.undo == nullptr;
  outer.out = sums.out;
  if (takes_pairs(*sums.plan, outer)) {
    backend::GatherPairs pairs{};
    DVDB_TRY(sums.plan->find_pairs(pairs));
    return backend::paired_outer(context, outer, pairs);
  }
  DVDB_TRY(sums.plan->find_windows(outer.windows));
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
  gemm.is_bf16 = dtype == DVDB_BF16;
  gemm.source = static_cast<const uint16_t*>(sums.source);
  gemm.in_channels = sums.backward ? out : in;
  gemm.weights = static_cast<const uint16_t*>(sums.weights);
  gemm.out_channels = sums.backward ? in : out;
  gemm.backward = sums.backward;
  gemm.bias = sums.bias;
  gemm.residual = sums.residual;
  gemm.relu = sums.relu;
  gemm.out = sums.out;
  return gemm;
}

const ConvBackend kWindowGemm = {
    DVDB_CONV_WINDOW, "window",   "f16 and bf16 are fastest on matrix units, from windows held on chip",
    refuse_window,    sum_window, sum_outer_window};
const ConvBackend kTf32 = {DVDB_CONV_TF32,
                           "tf32",
                           "f32 in 11 bits on matrix units, from windows held on chip",
                           refuse_tf32,
                           sum_window,
                           sum_outer_window,
                           "features and weights are rounded to 11 bits"};

}  // namespace dvdb
