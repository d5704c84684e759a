// Generated from ffi/include/denovdb/inject.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of inject.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/inject.h"

namespace dvdb::operators {

/// Arguments of dvdb_inject_from_dense_cminor().
struct InjectFromDenseCminorArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t channels = 0; const int64_t* size = nullptr;
  const int32_t* origins = nullptr; GridBatch* grid = nullptr; Operand dense{}, out{};
};
Status inject_from_dense_cminor(Context& c, const InjectFromDenseCminorArgs& a);

/// Arguments of dvdb_inject_from_dense_cmajor().
struct InjectFromDenseCmajorArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t channels = 0; const int64_t* size = nullptr;
  const int32_t* origins = nullptr; GridBatch* grid = nullptr; Operand dense{}, out{};
};
Status inject_from_dense_cmajor(Context& c, const InjectFromDenseCmajorArgs& a);

/// Arguments of dvdb_inject_to_dense_cminor().
struct InjectToDenseCminorArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t channels = 0; const int64_t* size = nullptr;
  const int32_t* origins = nullptr; GridBatch* grid = nullptr; Operand features{}, out{};
};
Status inject_to_dense_cminor(Context& c, const InjectToDenseCminorArgs& a);

/// Arguments of dvdb_inject_to_dense_cmajor().
struct InjectToDenseCmajorArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t channels = 0; const int64_t* size = nullptr;
  const int32_t* origins = nullptr; GridBatch* grid = nullptr; Operand features{}, out{};
};
Status inject_to_dense_cmajor(Context& c, const InjectToDenseCmajorArgs& a);

/// Arguments of dvdb_inject().
struct InjectArgs {
  uint32_t dtype = 0, fill_low = 0, fill_high = 0; int64_t channels = 0; GridBatch* grid = nullptr, *src_grid = nullptr;
  Operand src{}, out{};
};
Status inject(Context& c, const InjectArgs& a);

/// Arguments of dvdb_inject_into().
struct InjectIntoArgs {
  uint32_t dtype = 0; int64_t channels = 0; GridBatch* grid = nullptr, *src_grid = nullptr; Operand src{}, out{};
};
Status inject_into(Context& c, const InjectIntoArgs& a);

/// Arguments of dvdb_inject_from_ijk().
struct InjectFromIjkArgs {
  int64_t n = 0, channels = 0; const int64_t* offsets = nullptr;
  uint32_t n_grids = 0, dtype = 0, fill_low = 0, fill_high = 0; GridBatch* grid = nullptr; Span<int32_t> ijk{};
  Operand src{}, out{};
};
Status inject_from_ijk(Context& c, const InjectFromIjkArgs& a);

/// Arguments of dvdb_inject_from_ijk_into().
struct InjectFromIjkIntoArgs {
  int64_t n = 0, channels = 0; const int64_t* offsets = nullptr; uint32_t n_grids = 0, dtype = 0;
  GridBatch* grid = nullptr; Span<int32_t> ijk{}; Operand src{}, out{};
};
Status inject_from_ijk_into(Context& c, const InjectFromIjkIntoArgs& a);

}  // namespace dvdb::operators
