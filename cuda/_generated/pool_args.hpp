// Generated from ffi/include/denovdb/pool.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of pool.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/pool.h"

namespace dvdb::operators {

/// Arguments of dvdb_voxel_mean.
struct VoxelMeanArgs {
  GridBatch* grid = nullptr;
  Span<int64_t> rows;  // i64 [n], rows in the batch, or -1
  Operand features;  // dtype [n, channels]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  uint32_t channels = 0;  // 1 to 65536
  Operand out;  // f32 [n_voxels, channels]; f64 for dtype DVDB_F64
};

/// Called by dvdb_voxel_mean.
Status voxel_mean(Context& c, const VoxelMeanArgs& a);

/// Arguments of dvdb_voxel_mean_backward.
struct VoxelMeanBackwardArgs {
  GridBatch* grid = nullptr;
  Span<int64_t> rows;  // i64 [n], rows in the batch, or -1
  Operand gradients;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  uint32_t channels = 0;  // 1 to 65536
  Operand out;  // dtype [n, channels]
};

/// Called by dvdb_voxel_mean_backward.
Status voxel_mean_backward(Context& c, const VoxelMeanBackwardArgs& a);

/// Arguments of dvdb_pool.
struct PoolArgs {
  GridBatch* fine = nullptr;
  GridBatch* coarse = nullptr;
  Operand features;  // dtype [n_voxels(fine), channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t reduction = 0;  // dvdb_pooling
  const int32_t* factor = nullptr;  // [3], 1 or more
  const int32_t* stride = nullptr;  // [3], 1 or more
  Operand out;  // dtype [n_voxels(coarse), channels]
};

/// Called by dvdb_pool.
Status pool(Context& c, const PoolArgs& a);

/// Arguments of dvdb_pool_backward.
struct PoolBackwardArgs {
  GridBatch* fine = nullptr;
  GridBatch* coarse = nullptr;
  Operand features;  // dtype [n_voxels(fine), channels]; 0 unless reduction is DVDB_POOL_MAX
  Operand gradients;  // dtype [n_voxels(coarse), channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t reduction = 0;  // dvdb_pooling
  const int32_t* factor = nullptr;  // [3], 1 or more
  const int32_t* stride = nullptr;  // [3], 1 or more
  Operand out;  // dtype [n_voxels(fine), channels]
};

/// Called by dvdb_pool_backward.
Status pool_backward(Context& c, const PoolBackwardArgs& a);

}  // namespace dvdb::operators
