/// Rows as words: the widest word that rows, addresses and offsets allow moves most bytes at a time.
#pragma once

#include "jagged/lists.hpp"

namespace dvdb {

struct alignas(16) Word16 {
  uint64_t low;
  uint64_t high;
};

/// A repeated element as a word of any width.
template <class Word>
DVDB_FN Word pattern_word(uint64_t pattern) {
  if constexpr (sizeof(Word) == 16) {
    return {pattern, pattern};
  } else {
    return Word(pattern);
  }
}

/// Repeats an element of 1, 2, 4 or 8 bytes over 8 bytes.
inline uint64_t repeat_pattern(uint64_t pattern, uint32_t bytes) {
  for (uint32_t width = bytes; width < 8; width *= 2) {
    pattern &= bit(8 * width) - 1;
    pattern |= pattern << (8 * width);
  }
  return pattern;
}

/// Calls `body.operator()<Word>()` with the widest word that divides all of the bits set in `sizes`.
template <class Body>
Status with_word(uint64_t sizes, Body body) {
  if (sizes % 16 == 0) return body.template operator()<Word16>();
  if (sizes % 8 == 0) return body.template operator()<uint64_t>();
  if (sizes % 4 == 0) return body.template operator()<uint32_t>();
  if (sizes % 2 == 0) return body.template operator()<uint16_t>();
  return body.template operator()<uint8_t>();
}

inline uint64_t address_of(const void* memory) { return uint64_t(reinterpret_cast<uintptr_t>(memory)); }

/// Rows of bytes that a call borrows.
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
