/// The backend of local gather, GEMM and scatter: for each tap of 64 targets, the source rows that exist are gathered
/// densely.
#include "conv/backends/backend.hpp"

namespace dvdb {

namespace {

const char* refuse_lggs(Context& context, const ConvPlan&, const ConvShape& shape) {
  return refuse_units(context, shape);
}

Status sum_lggs(Context& context, const ConvSums& sums) {
  return sum_on_matrix_units(context, sums, backend::local_gemm);
}

Status sum_outer_lggs(Context& context, const ConvOuterSums& sums) { return kIgemm.sum_outer(context, sums); }

}  // namespace

const ConvBackend kLggs = {DVDB_CONV_LGGS, "lggs",   "few taps a target, many channels",
                           refuse_lggs,    sum_lggs, sum_outer_lggs};

}  // namespace dvdb
