/// The backend of local gathers, products and scatters: each tap of 64 targets gathers the rows that are there without gaps.
#include "backend/window_gemm.hpp"
#include "conv/backends.hpp"

namespace dvdb {

namespace {

const char* refuse(Context& context, const ConvPlan&, const ConvShape& shape) {
  if (shape.dtype != DVDB_F16 && shape.dtype != DVDB_BF16) return "its elements are f16 or bf16";
  return backend::has_matrix_units(context) ? nullptr : "the device has no matrix units";
}

Status sum(Context& context, const ConvSums& sums) { return sum_on_matrix_units(context, sums, backend::local_gemm); }

Status sum_outer(Context& context, const ConvOuterSums& sums) { return kIgemm.sum_outer(context, sums); }

}  // namespace

const ConvBackend kLggs = {DVDB_CONV_LGGS, "lggs", "few taps a target, many channels", refuse, sum, sum_outer};

}  // namespace dvdb
