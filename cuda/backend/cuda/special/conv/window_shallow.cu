/// Products over windows of targets for few channels of 16 bits.
#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/shallow_kernel.cuh"
#include "backend/cuda/special/conv/window_shallow.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

template <Operand kOperand, int kDepth, int kColumns, int kTiles, int kAtOnce>
Status launch(Context& context, const WindowGemm& gemm) {
  int64_t units = 0;
  int64_t tiles = 0;
  Scratch memory(context);
  DVDB_TRY((pack_weights<kDepth, kColumns>(context, gemm, memory, units, tiles)));
  return launch_shallow<kOperand, kDepth, kColumns, kTiles, kAtOnce>(context, gemm, {},
                                                                     static_cast<const uint8_t*>(memory.data()), tiles);
}

template <Operand kOperand, int kDepth>
Status with_columns(Context& context, const WindowGemm& gemm) {
  // As many blocks at once as shared memory and registers have room for.
  if (gemm.out_channels <= 16) return launch<kOperand, kDepth, 16, 2, kDepth == 32 ? 2 : 4>(context, gemm);
  if constexpr (kDepth == 16) {
    return launch<kOperand, kDepth, 32, 4, 4>(context, gemm);
  } else {
    return launch<kOperand, kDepth, 32, 2, kDepth == 32 ? 2 : 3>(context, gemm);
  }
}

template <Operand kOperand>
Status with_depth(Context& context, const WindowGemm& gemm) {
  switch (shallow_depth(gemm.in_channels)) {
    case 8: return with_columns<kOperand, 8>(context, gemm);
    case 16: return with_columns<kOperand, 16>(context, gemm);
    default: return with_columns<kOperand, 32>(context, gemm);
  }
}

}  // namespace

Status shallow_window_gemm(Context& context, const WindowGemm& gemm) {
  return gemm.is_bf16 ? with_depth<Operand::kBf16>(context, gemm) : with_depth<Operand::kHalf>(context, gemm);
}

}  // namespace dvdb::backend
