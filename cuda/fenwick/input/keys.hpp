/// Element keys as the entries receive them: one number for each axis.
#pragma once

#include <cstdio>

#include "fenwick/input/faults.hpp"
#include "fenwick/view/shape.hpp"

namespace dvdb::fenwick {

/// Calls `body.operator()<T>()` with the C++ type of a checked dtype of integers.
template <class Body>
Status with_integer(uint32_t dtype, Body body) {
  return dtype == DVDB_I32 ? body.template operator()<int32_t>() : body.template operator()<int64_t>();
}

/// Keys of `width` numbers each. A width of 1 means linear positions, with the first axis varying fastest.
template <class T>
struct Keys {
  const T* numbers;
  int width;
  int64_t dims[kMostAxes];  // of `width` axes

  static Keys of(const T* numbers, int width, const Shape& shape) {
    Keys out{numbers, width, {1, 1, 1, 1}};
    for (int axis = 0; axis < width; ++axis) out.dims[axis] = width == 1 ? shape.n : shape.dims[axis];
    return out;
  }

  /// Writes key i, with 0 on the missing axes; false if it is outside the index.
  DVDB_FN bool read(int64_t i, int64_t (&out)[kMostAxes]) const {
    bool inside = true;
    for (int axis = 0; axis < kMostAxes; ++axis) {
      out[axis] = axis < width ? int64_t(numbers[i * width + axis]) : 0;
      inside = inside && out[axis] >= 0 && out[axis] < dims[axis];
    }
    return inside;
  }
  /// The same, and reports a key outside the index.
  DVDB_FN bool read(int64_t i, int64_t (&out)[kMostAxes], const FaultSink& faults) const {
    const bool inside = read(i, out);
    if (!inside) faults.report(i, DVDB_FAULT_KEY);
    return inside;
  }
  DVDB_FN int64_t linear(const int64_t (&key)[kMostAxes]) const {
    return ((key[3] * dims[2] + key[2]) * dims[1] + key[1]) * dims[0] + key[0];
  }
};

/// Rejects keys of an index without axes.
inline Status check_keys(Context& c, int64_t count, int width, const char* name) {
  if (width > 0 || count == 0) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use %s: there are %lld, and no elements", name,
              static_cast<long long>(count));
}

/// Waits for the kernels, and reports the first key that they refused.
template <class T>
Status settle_keys(Context& c, const Faults& faults, const Span<const T>& numbers, int width, int64_t count,
                   const Shape& shape, const char* name, bool with_end, uint32_t* out_fault) {
  uint64_t bad = 0;
  int64_t place = 0;
  DVDB_TRY(faults.read(out_fault, &bad, &place));
  if (bad == 0) return {};
  T first[kMostAxes] = {};
  DVDB_TRY(backend::download(c, first, numbers.data + place * width, width * int64_t(sizeof(T))));
  char text[128] = {};
  int used = 0;
  for (int axis = 0; axis < width; ++axis) {
    used += std::snprintf(text + used, sizeof text - size_t(used), axis == 0 ? "%lld" : ", %lld",
                          static_cast<long long>(first[axis]));
  }
  char limits[128] = {};
  used = 0;
  for (int axis = 0; axis < width; ++axis) {
    const int64_t limit = (width == 1 ? shape.n : shape.dims[axis]) + (with_end ? 1 : 0);
    used += std::snprintf(limits + used, sizeof limits - size_t(used), axis == 0 ? "%lld" : ", %lld",
                          static_cast<long long>(limit));
  }
  const bool ranks = *out_fault == DVDB_FAULT_RANK;
  return fail(c, DVDB_INVALID_DATA,
              "Cannot use %s: of %lld %llu are not from 0 to below (%s), the first is number %lld with (%s)", name,
              static_cast<long long>(count), static_cast<unsigned long long>(bad), ranks ? "2^63" : limits,
              static_cast<long long>(place), text);
}

/// Checks what a call says of an index and its keys, borrows its parts, and calls body.operator()<Key>(shape, parts)
/// with the type of the keys; `check(c, a, shape)` checks what is the call's own.
template <class Args, class Check, class Body>
Status with_index(Context& c, const Args& a, Check check, Body body) {
  Shape shape;
  Parts parts;
  *a.out_fault = DVDB_FAULT_NONE;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, a.bits, shape));
  DVDB_TRY(check_layout(c, a.layout, shape));
  DVDB_TRY(check(c, a, shape));
  DVDB_TRY(borrow_parts(c, a.layout, shape, a.data, a.counters, parts));
  DVDB_TRY(check_keys(c, a.count, shape.n_dims, "keys"));
  return with_integer(a.index_dtype, [&]<class Key>() { return body.template operator()<Key>(shape, parts); });
}

}  // namespace dvdb::fenwick
