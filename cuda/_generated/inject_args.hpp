// Generated from ffi/include/denovdb/inject.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of inject.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/inject.h"

namespace dvdb::operators {

/// Arguments of dvdb_inject_from_dense_cminor.
struct InjectFromDenseCminorArgs {
  GridBatch* grid = nullptr;
  Operand dense;  // dtype [n_grids, size[0], size[1], size[2], channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  const int64_t* size = nullptr;  // [3], cells
  const int32_t* origins = nullptr;  // [n_grids, 3], voxels
  uint32_t n_grids = 0;  // as many as the batch has
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_inject_from_dense_cminor.
Status inject_from_dense_cminor(Context& c, const InjectFromDenseCminorArgs& a);

/// Arguments of dvdb_inject_from_dense_cmajor.
struct InjectFromDenseCmajorArgs {
  GridBatch* grid = nullptr;
  Operand dense;  // dtype [n_grids, channels, size[0], size[1], size[2]]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  const int64_t* size = nullptr;  // [3], cells
  const int32_t* origins = nullptr;  // [n_grids, 3], voxels
  uint32_t n_grids = 0;  // as many as the batch has
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_inject_from_dense_cmajor.
Status inject_from_dense_cmajor(Context& c, const InjectFromDenseCmajorArgs& a);

/// Arguments of dvdb_inject_to_dense_cminor.
struct InjectToDenseCminorArgs {
  GridBatch* grid = nullptr;
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  const int64_t* size = nullptr;  // [3], cells
  const int32_t* origins = nullptr;  // [n_grids, 3], voxels
  uint32_t n_grids = 0;  // as many as the batch has
  Operand out;  // dtype [n_grids, size[0], size[1], size[2], channels]
};

/// Called by dvdb_inject_to_dense_cminor.
Status inject_to_dense_cminor(Context& c, const InjectToDenseCminorArgs& a);

/// Arguments of dvdb_inject_to_dense_cmajor.
struct InjectToDenseCmajorArgs {
  GridBatch* grid = nullptr;
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  const int64_t* size = nullptr;  // [3], cells
  const int32_t* origins = nullptr;  // [n_grids, 3], voxels
  uint32_t n_grids = 0;  // as many as the batch has
  Operand out;  // dtype [n_grids, channels, size[0], size[1], size[2]]
};

/// Called by dvdb_inject_to_dense_cmajor.
Status inject_to_dense_cmajor(Context& c, const InjectToDenseCmajorArgs& a);

/// Arguments of dvdb_inject.
struct InjectArgs {
  GridBatch* grid = nullptr;
  GridBatch* src_grid = nullptr;  // as many grids as `grid` has
  Operand src;  // dtype [n_voxels(src_grid), channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  uint32_t fill_low = 0;
  uint32_t fill_high = 0;  // one element, little-endian, low word first
  Operand out;  // dtype [n_voxels(grid), channels]
};

/// Called by dvdb_inject.
Status inject(Context& c, const InjectArgs& a);

/// Arguments of dvdb_inject_into.
struct InjectIntoArgs {
  GridBatch* grid = nullptr;
  GridBatch* src_grid = nullptr;  // as many grids as `grid` has
  Operand src;  // dtype [n_voxels(src_grid), channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  Operand out;  // dtype [n_voxels(grid), channels]
};

/// Called by dvdb_inject_into.
Status inject_into(Context& c, const InjectIntoArgs& a);

/// Arguments of dvdb_inject_from_ijk.
struct InjectFromIjkArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand src;  // dtype [n, channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  uint32_t fill_low = 0;
  uint32_t fill_high = 0;  // one element, little-endian, low word first
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_inject_from_ijk.
Status inject_from_ijk(Context& c, const InjectFromIjkArgs& a);

/// Arguments of dvdb_inject_from_ijk_into.
struct InjectFromIjkIntoArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand src;  // dtype [n, channels]
  uint32_t dtype = 0;  // dvdb_dtype
  int64_t channels = 0;
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_inject_from_ijk_into.
Status inject_from_ijk_into(Context& c, const InjectFromIjkIntoArgs& a);

}  // namespace dvdb::operators
