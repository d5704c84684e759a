// Generated from ffi/include/denovdb/pool.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of pool.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/pool.h"

namespace dvdb::operators {

/// Arguments of dvdb_voxel_mean().
struct VoxelMeanArgs {
  uint32_t dtype = 0, channels = 0; int64_t n = 0; GridBatch* grid = nullptr; Span<int64_t> rows{};
  Operand features{}, out{};
};
Status voxel_mean(Context& c, const VoxelMeanArgs& a);

/// Arguments of dvdb_voxel_mean_backward().
struct VoxelMeanBackwardArgs {
  uint32_t dtype = 0, channels = 0; int64_t n = 0; GridBatch* grid = nullptr; Span<int64_t> rows{};
  Operand gradients{}, out{};
};
Status voxel_mean_backward(Context& c, const VoxelMeanBackwardArgs& a);

/// Arguments of dvdb_pool().
struct PoolArgs {
  uint32_t dtype = 0, reduction = 0; int64_t channels = 0; const int32_t* factor = nullptr, *stride = nullptr;
  GridBatch* fine = nullptr, *coarse = nullptr; Operand features{}, out{};
};
Status pool(Context& c, const PoolArgs& a);

/// Arguments of dvdb_pool_backward().
struct PoolBackwardArgs {
  uint32_t dtype = 0, reduction = 0; int64_t channels = 0; const int32_t* factor = nullptr, *stride = nullptr;
  GridBatch* fine = nullptr, *coarse = nullptr; Operand features{}, gradients{}, out{};
};
Status pool_backward(Context& c, const PoolBackwardArgs& a);

}  // namespace dvdb::operators
