/// Launches of products: shared memory, grid sizes and errors.
#pragma once

#include "backend/cuda/state.cuh"

namespace dvdb::backend {

/// Allows the blocks of a kernel so many bytes of shared memory.
template <class... Parameters>
Status allow_block_bytes(Context& context, void (*kernel)(Parameters...), int bytes) {
  return check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
                    "set up products");
}

/// Calls run.operator()<kWidth>() with the first of ascending widths that holds `channels`, or with the last one.
template <int kWidth, int... kWider, class Run>
Status with_width(int64_t channels, Run run) {
  if constexpr (sizeof...(kWider) > 0) {
    if (channels > kWidth) return with_width<kWider...>(channels, run);
  }
  return run.template operator()<kWidth>();
}

}  // namespace dvdb::backend
