/// Products on matrix units, which host processors do not have: gather_gemm uses their vectors.
#include "backend/api/special/conv/leaf_gemm.hpp"
#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/api/special/conv/sorted_gemm.hpp"

namespace dvdb::backend {

namespace {

Status refuse(Context& context, const char* what) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot %s: the device has no matrix units", what);
}

}  // namespace

bool has_matrix_units(Context&) { return false; }

Status make_windows(Context& context, const GatherMap&, const GatherWindows&) {
  return refuse(context, "list windows");
}
Status window_gemm(Context& context, const WindowGemm&) { return refuse(context, "multiply"); }

bool narrows_in_windows(const WindowGemm&, const FloatOperands&) { return false; }

Status window_gemm(Context& context, const WindowGemm&, const FloatOperands&) { return refuse(context, "multiply"); }
Status sorted_gemm(Context& context, const WindowGemm&, const GatherTiles&) { return refuse(context, "multiply"); }
Status leaf_gemm(Context& context, const WindowGemm&, const LeafBlocks&) { return refuse(context, "multiply"); }
Status brick_gemm(Context& context, const WindowGemm&, const LeafBlocks&, const TargetBricks&) {
  return refuse(context, "multiply");
}
Status window_outer(Context& context, const WindowOuter&) { return refuse(context, "multiply"); }
Status make_pairs(Context& context, const GatherMap&, const GatherPairs&) { return refuse(context, "list pairs"); }
Status paired_outer(Context& context, const WindowOuter&, const GatherPairs&) { return refuse(context, "multiply"); }
Status split_outer(Context& context, const SplitOuter&, const GatherPairs&) { return refuse(context, "multiply"); }
Status narrow_operands(Context& context, const NarrowOperands&) { return refuse(context, "round operands"); }

}  // namespace dvdb::backend
