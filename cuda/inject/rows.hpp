/// Rows as bytes: what one consists of, the widest pieces to copy it in, and copies along a map of rows.
#pragma once

#include <initializer_list>

#include "backend/launch.hpp"
#include "core/handles.hpp"

namespace dvdb {

/// 16 bytes, moved by one instruction on a GPU.
struct alignas(16) Wide {
  uint64_t low;
  uint64_t high;
};

inline constexpr int kWideBytes = 16;

/// Divides by a number that is fixed for a launch: two multiplications where dividend and divisor fit 32 bits.
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
};

/// Bytes of an element, or 0 for a dtype that is not known.
inline int element_bytes(uint32_t dtype) {
  switch (dtype) {
    case DVDB_U8:
    case DVDB_BOOL: return 1;
    case DVDB_F16:
    case DVDB_BF16: return 2;
    case DVDB_F32:
    case DVDB_I32: return 4;
    case DVDB_F64:
    case DVDB_I64: return 8;
    default: return 0;
  }
}

/// What every row of a call looks like.
struct RowForm {
  int64_t channels = 0;
  int element = 0;  // bytes

  int64_t bytes() const { return channels * element; }
};

inline Status read_row_form(Context& context, uint32_t dtype, int64_t channels, RowForm& out) {
  out = {channels, element_bytes(dtype)};
  if (out.element == 0) return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use rows: dtype %u is unknown", dtype);
  if (channels < 0 || channels > INT64_MAX / out.element) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use rows: %lld channels are out of range", static_cast<long long>(channels));
  }
  return {};
}

/// Multiplies extents; refuses negative ones and products beyond 63 bits.
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

/// The widest pieces that a stretch of so many bytes splits into at both addresses.
inline int piece_bytes(int64_t bytes, const void* a, const void* b) {
  const uint64_t mixed = uint64_t(bytes) | reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b) | kWideBytes;
  return 1 << lowest_bit(mixed);
}

/// Calls `body.operator()<T>()` with the type of pieces of a width of 1, 2, 4, 8 or 16 bytes.
template <class Body>
Status with_piece(int bytes, Body body) {
  switch (bytes) {
    case 1: return body.template operator()<uint8_t>();
    case 2: return body.template operator()<uint16_t>();
    case 4: return body.template operator()<uint32_t>();
    case 8: return body.template operator()<uint64_t>();
    default: return body.template operator()<Wide>();
  }
}

/// Repeats an element over a piece that it divides.
template <class T>
T repeat(uint64_t element, int bytes) {
  for (int width = bytes; width < 8; width *= 2) {
    element &= bit(uint32_t(8 * width)) - 1;
    element |= element << (8 * width);
  }
  if constexpr (sizeof(T) == kWideBytes) {
    return {element, element};
  } else {
    return T(element);
  }
}

/// Writes every row from the row that a map names; where it names none, the fill value or nothing.
template <class T>
struct GatherRows {
  const int64_t* map;  // [rows of to], -1 for none
  const T* from;
  T* to;
  Divider pieces;  // per row
  T fill;
  bool keeps;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = pieces.quotient(i);
    const int64_t source = map[row];
    if (source >= 0) {
      to[i] = from[source * pieces.by + (i - row * pieces.by)];
    } else if (!keeps) {
      to[i] = fill;
    }
  }
};

/// Writes every row to the row that a map names; no two rows have the same one.
template <class T>
struct ScatterRows {
  const int64_t* map;  // [rows of from], -1 for none
  const T* from;
  T* to;
  Divider pieces;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = pieces.quotient(i);
    const int64_t target = map[row];
    if (target >= 0) to[target * pieces.by + (i - row * pieces.by)] = from[i];
  }
};

/// What rows without a source get: a value, or what they hold already.
struct Rest {
  bool keeps;
  uint64_t fill;
};

inline Status gather_rows(Context& context, const RowForm& form, Span<int64_t> map, const void* from, void* to, Rest rest) {
  if (form.bytes() == 0) return {};
  const int width = piece_bytes(form.bytes(), from, to);
  return with_piece(width, [&]<class T>() -> Status {
    const Divider pieces = Divider::of(form.bytes() / width);
    return backend::for_each(context, map.size * pieces.by,
                             GatherRows<T>{map.data, static_cast<const T*>(from), static_cast<T*>(to), pieces, repeat<T>(rest.fill, form.element), rest.keeps});
  });
}

inline Status scatter_rows(Context& context, const RowForm& form, Span<int64_t> map, const void* from, void* to) {
  if (form.bytes() == 0) return {};
  const int width = piece_bytes(form.bytes(), from, to);
  return with_piece(width, [&]<class T>() -> Status {
    const Divider pieces = Divider::of(form.bytes() / width);
    return backend::for_each(context, map.size * pieces.by, ScatterRows<T>{map.data, static_cast<const T*>(from), static_cast<T*>(to), pieces});
  });
}

}  // namespace dvdb
