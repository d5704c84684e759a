/// Elements and rows as bytes: words to copy them in, and index arithmetic.
#pragma once

#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb {

/// 16 bytes, which a GPU loads or stores by one instruction.
struct alignas(16) Word16 {
  uint64_t low;
  uint64_t high;
};

inline constexpr int kWordBytes = 16;

/// Division by a number that is constant in a launch: two multiplications if dividend and divisor fit 32 bits.
/// Lemire, Kaser and Kurz, "Faster remainder by direct computation", 2019.
struct Divider {
  int64_t by = 1;
  uint64_t inverse = 0;  // ceil(2^64 / by)

  static Divider of(int64_t by) { return {by, by > 1 ? UINT64_MAX / uint64_t(by) + 1 : 0}; }

  DVDB_FN int64_t quotient(int64_t n) const {
    if (by == 1) return n;
    if ((uint64_t(n) | uint64_t(by)) >> 32 != 0) return n / by;
    const uint64_t low = (inverse & UINT32_MAX) * uint64_t(n) >> 32;
    return int64_t(((inverse >> 32) * uint64_t(n) + low) >> 32);
  }
  /// Returns the quotient, and writes the remainder.
  DVDB_FN int64_t divide(int64_t n, int64_t* rest) const {
    const int64_t whole = quotient(n);
    *rest = n - whole * by;
    return whole;
  }
};

/// Bytes of an element, or 0 for an unknown dtype.
inline int dtype_bytes(uint32_t dtype) {
  switch (dtype) {
    case DVDB_U8:
    case DVDB_BOOL: return 1;
    case DVDB_F16:
    case DVDB_BF16:
    case DVDB_U16:
    case DVDB_I16: return 2;
    case DVDB_F32:
    case DVDB_I32: return 4;
    case DVDB_F64:
    case DVDB_I64: return 8;
    default: return 0;
  }
}

inline uint64_t address_of(const void* memory) { return uint64_t(reinterpret_cast<uintptr_t>(memory)); }

/// The widest word, in bytes, whose size divides all the numbers that are ORed together in `sizes`.
inline int word_bytes(uint64_t sizes) { return 1 << lowest_bit(sizes | kWordBytes); }

/// Calls `body.operator()<Word>()` with the type of words of 1, 2, 4, 8 or 16 bytes.
template <class Body>
Status with_word(int bytes, Body body) {
  switch (bytes) {
    case 1: return body.template operator()<uint8_t>();
    case 2: return body.template operator()<uint16_t>();
    case 4: return body.template operator()<uint32_t>();
    case 8: return body.template operator()<uint64_t>();
    default: return body.template operator()<Word16>();
  }
}

/// Repeats an element of 1, 2, 4 or 8 bytes over a word that it divides.
template <class Word>
Word repeat_element(uint64_t element, int bytes) {
  for (int width = bytes; width < 8; width *= 2) {
    element &= bit(uint32_t(8 * width)) - 1;
    element |= element << (8 * width);
  }
  if constexpr (sizeof(Word) == kWordBytes) {
    return {element, element};
  } else {
    return Word(element);
  }
}

}  // namespace dvdb
