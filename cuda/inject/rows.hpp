/// Feature rows as the entries receive them: dtype, channels and memory.
#pragma once

#include <initializer_list>

#include "core/handles.hpp"
#include "core/row_copies.hpp"

namespace dvdb {

inline Status read_row_form(Context& context, uint32_t dtype, int64_t channels, RowForm& out) {
  out = {channels, dtype_bytes(dtype)};
  if (out.element == 0) return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use rows: dtype %u is unknown", dtype);
  if (channels < 0 || channels > INT64_MAX / out.element) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use rows: %lld channels are out of range", static_cast<long long>(channels));
  }
  return {};
}

/// Multiplies extents; refuses negative ones and products that need more than 63 bits.
inline Status count_elements(Context& context, std::initializer_list<int64_t> extents, const char* name, int64_t* out) {
  int64_t product = 1;
  for (const int64_t extent : extents) {
    if (extent < 0 || __builtin_mul_overflow(product, extent, &product)) {
      return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: its size is out of range at an extent of %lld", name, static_cast<long long>(extent));
    }
  }
  *out = product;
  return {};
}

/// Names the memory of elements of any dtype.
inline Status borrow_elements(Context& context, dvdb_buffer handle, const RowForm& form, int64_t count, const char* name, void** out) {
  return borrow_bytes(context, handle, count, form.element, form.element, name, out);
}

/// Names the memory of `count` rows.
inline Status borrow_rows(Context& context, dvdb_buffer handle, const RowForm& form, int64_t count, const char* name, void** out) {
  int64_t elements = 0;
  DVDB_TRY(count_elements(context, {count, form.channels}, name, &elements));
  return borrow_elements(context, handle, form, elements, name, out);
}

}  // namespace dvdb
