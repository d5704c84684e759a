/// Products on matrix units, which host processors do not have: gather_gemm uses their vectors.
#include "backend/api/special/conv/leaf_gemm.hpp"
#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/api/special/conv/sorted_gemm.hpp"

namespace dvdb::backend {

bool has_matrix_units(Context&) { return false; }

Status make_windows(Context& context, const GatherMap&, const GatherWindows&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot list windows: the device has no matrix units");
}

Status window_gemm(Context& context, const WindowGemm&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

bool narrows_in_windows(const WindowGemm&, const FloatOperands&) { return false; }

Status window_gemm(Context& context, const WindowGemm&, const FloatOperands&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status sorted_gemm(Context& context, const WindowGemm&, const GatherTiles&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status leaf_gemm(Context& context, const WindowGemm&, const LeafBlocks&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status brick_gemm(Context& context, const WindowGemm&, const LeafBlocks&, const TargetBricks&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status window_outer(Context& context, const WindowOuter&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status make_pairs(Context& context, const GatherMap&, const GatherPairs&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot list pairs: the device has no matrix units");
}

Status paired_outer(Context& context, const WindowOuter&, const GatherPairs&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status split_outer(Context& context, const SplitOuter&, const GatherPairs&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status narrow_operands(Context& context, const NarrowOperands&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot round operands: the device has no matrix units");
}

}  // namespace dvdb::backend
