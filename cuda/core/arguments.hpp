/// Arguments of entries as they come from C, and their checks, which generated entries make before an operator runs.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <type_traits>

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

/// Checks the arguments of an entry one by one. Each check says whether it passed; the first that fails is the outcome.
class Checks {
 public:
  explicit Checks(Context& context) : context_(context) {}

  Status outcome() const { return outcome_; }

  /// Looks up the object that a handle names. Names are those of arguments, here and below.
  template <class R>
  bool take(const char* name, uint32_t handle, R*& out) {
    return passed(dvdb::take(context_, name, handle, out));
  }

  /// Checks that a buffer holds exactly the elements of a shape.
  template <class T>
  bool take(const char* name, dvdb_buffer handle, Dimensions shape, Span<T>& out) {
    return passed(dvdb::take(context_, name, handle, shape, out));
  }
  template <class T>
  bool take(const char* name, dvdb_buffer handle, Dimensions shape, OptionalSpan<T>& out, bool is_optional) {
    return passed(dvdb::take(context_, name, handle, shape, out, is_optional));
  }
  bool take(const char* name, dvdb_buffer handle, uint32_t dtype, Dimensions shape, Operand& out,
            bool is_optional = false) {
    return passed(dvdb::take(context_, name, handle, dtype, shape, out, is_optional));
  }

  /// Rejects a null pointer to memory of a shape with any elements.
  bool memory(const char* name, const void* memory, Dimensions shape);

  /// Checks that a number of grids is that of a batch.
  bool grid_count(const GridBatch& batch, int64_t n_grids) {
    return passed(check_grid_count(context_, batch, n_grids));
  }

  /// Checks that a dtype is one of some. The name is that of the operand with such elements.
  bool dtype(const char* name, uint32_t dtype, std::initializer_list<uint32_t> allowed);

  /// Checks that a number is one of an enum's, which `expected` lists.
  bool choice(const char* name, uint32_t value, std::initializer_list<uint32_t> allowed, const char* expected);

  /// Checks that a number is from `least` to `most`.
  bool range(const char* name, int64_t value, int64_t least, int64_t most);

  /// Checks that all numbers of an array are from `least` to `most`.
  template <class T>
  bool ranges(const char* name, const T* values, int count, int64_t least, int64_t most) {
    return std::all_of(values, values + count, [&](T value) { return range(name, value, least, most); });
  }

 private:
  bool passed(Status status) {
    outcome_ = status;
    return status.ok();
  }

  Context& context_;
  Status outcome_;
};

/// Runs an operator in the context's turn, on arguments of which `check` looks up those that are handles.
template <class Args, class Check>
dvdb_status entry(dvdb_context handle, dvdb_ticket ticket, Status (*run)(Context&, const Args&),
                  std::type_identity_t<Args> args, Check check) {
  return entry(handle, ticket, [&](Context& context) -> Status {
    Checks checks(context);
    return check(checks, args) ? run(context, args) : checks.outcome();
  });
}

}  // namespace dvdb
