/// Rows of bytes as the entries receive them.
#pragma once

#include "core/words.hpp"
#include "jagged/lists.hpp"

namespace dvdb {

/// Rows of bytes in a buffer that a call uses.
struct ByteRows {
  uint8_t* data = nullptr;
  int64_t count = 0;
  int64_t row_bytes = 0;
};

inline Status borrow_rows(Context& context, dvdb_buffer buffer, int64_t count, int64_t row_bytes, const char* name, ByteRows& out) {
  if (count < 0 || row_bytes < 0 || (row_bytes > 0 && count > INT64_MAX / row_bytes)) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: %lld rows of %lld bytes are out of range", name, static_cast<long long>(count),
                static_cast<long long>(row_bytes));
  }
  Span<uint8_t> bytes;
  DVDB_TRY(borrow(context, buffer, count * row_bytes, name, bytes));
  out = {bytes.data, count, row_bytes};
  return {};
}

}  // namespace dvdb
