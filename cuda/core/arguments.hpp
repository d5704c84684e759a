/// Arguments of entries as they come from C, and their checks, which generated entries make before an operator runs.
#pragma once

#include <initializer_list>

#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/numbers.hpp"

namespace dvdb {

/// A dimension of a buffer. Sums and products that do not fit are the largest number, which no dimension may be.
struct Count {
  int64_t value;

  Count(int64_t of) : value(of) {}

  friend Count operator+(Count a, Count b) {
    int64_t sum;
    return __builtin_add_overflow(a.value, b.value, &sum) ? INT64_MAX : sum;
  }
  friend Count operator-(Count a, Count b) {
    int64_t difference;
    return __builtin_sub_overflow(a.value, b.value, &difference) ? INT64_MAX : difference;
  }
  friend Count operator*(Count a, Count b) {
    int64_t product;
    return __builtin_mul_overflow(a.value, b.value, &product) ? INT64_MAX : product;
  }
};

/// a / b, rounded up; b is positive.
Count ceil_div(Count a, Count b);

/// a to the power of b.
Count power(Count a, Count b);

/// The product of a list of extents; 0 for an empty list, and a negative extent for a list with one.
Count product(const int64_t* extents, int64_t count);

/// Dimensions, the slowest first.
using Dimensions = std::initializer_list<Count>;

/// The elements of a buffer whose type a dtype names. Without a buffer, `given` is false.
struct Operand {
  void* data = nullptr;
  int64_t size = 0;  // elements
  uint32_t dtype = DVDB_F32;
  bool given = false;

  template <class T>
  Span<T> as() const {
    return {static_cast<T*>(data), size};
  }
};

/// The elements of a buffer that may be left out; `given` says whether it is there.
template <class T>
struct OptionalSpan : Span<T> {
  bool given = false;
};

/// The coordinates that a buffer of i32 [n, 3] holds.
inline Span<Coord> coords_of(Span<int32_t> numbers) {
  return {reinterpret_cast<Coord*>(numbers.data), numbers.size / 3};
}

/// Looks up the object that a handle names. The name is that of the argument.
template <class R>
Status take(Context& context, const char* name, uint32_t handle, R*& out) {
  Resource* resource = nullptr;
  DVDB_TRY(find_resource(context, handle, R::kKind, &resource, name));
  out = static_cast<R*>(resource);
  return {};
}

/// Checks that every dimension is possible, and multiplies them.
Status check_shape(Context& context, const char* name, Dimensions shape, int64_t& out_elements);

/// Checks that a buffer holds exactly the elements of a shape. An optional one may be 0; its shape has to be possible
/// all the same.
Status take(Context& context, const char* name, dvdb_buffer handle, uint32_t dtype, Dimensions shape, Operand& out,
            bool is_optional = false);

template <class T>
Status take(Context& context, const char* name, dvdb_buffer handle, Dimensions shape, Span<T>& out) {
  int64_t elements = 0;
  DVDB_TRY(check_shape(context, name, shape, elements));
  return borrow(context, handle, elements, name, out);
}

template <class T>
Status take(Context& context, const char* name, dvdb_buffer handle, Dimensions shape, OptionalSpan<T>& out,
            bool is_optional) {
  int64_t elements = 0;
  DVDB_TRY(check_shape(context, name, shape, elements));
  out.given = handle != 0 || !is_optional;
  return out.given ? borrow(context, handle, elements, name, static_cast<Span<T>&>(out)) : Status();
}

/// Rejects a null pointer to memory of a shape with any elements.
Status require(Context& context, const char* name, const void* memory, Dimensions shape);

/// Checks that a dtype is one of some. The name is that of the operand with such elements.
Status check_dtype(Context& context, const char* name, uint32_t dtype, std::initializer_list<uint32_t> allowed);

/// Checks that a number is one of an enum's, which `expected` lists.
Status check_choice(Context& context, const char* name, uint32_t value, std::initializer_list<uint32_t> allowed,
                    const char* expected);

/// Checks that a number is from `least` to `most`.
Status check_range(Context& context, const char* name, int64_t value, int64_t least, int64_t most);

/// Checks that all numbers of an array are from `least` to `most`.
template <class T>
Status check_ranges(Context& context, const char* name, const T* values, int count, int64_t least, int64_t most) {
  for (int i = 0; i < count; ++i) DVDB_TRY(check_range(context, name, values[i], least, most));
  return {};
}

}  // namespace dvdb
