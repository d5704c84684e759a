/// Operands of elementwise operations: their memory, and the runs of elements in which CPU threads process them.
#pragma once

#include <cstring>
#include <utility>

#include "jagged/elements.hpp"
#include "jagged/lists.hpp"

namespace dvdb {

/// Elements of a run; a few runs fit into the L1 cache.
inline constexpr int64_t kRun = 512;

/// An operand and its strides, in elements.
struct StridedOperand {
  const void* data = nullptr;
  uint32_t dtype = DVDB_F32;
  int64_t strides[DVDB_MAX_AXES] = {};
};

/// Axes of the result, the last one varying fastest.
struct Axes {
  int rank = 0;
  Divider extents[DVDB_MAX_AXES] = {};
};

/// Calls `body(data as T)` with the C++ type of a dtype.
template <class Body>
void with_elements(const void* data, uint32_t dtype, Body body) {
  switch (dtype) {
    case DVDB_F32: return body(static_cast<const float*>(data));
    case DVDB_F16: return body(static_cast<const Half*>(data));
    case DVDB_BF16: return body(static_cast<const BFloat16*>(data));
    case DVDB_F64: return body(static_cast<const double*>(data));
    case DVDB_I32: return body(static_cast<const int32_t*>(data));
    case DVDB_I64: return body(static_cast<const int64_t*>(data));
    case DVDB_U8: return body(static_cast<const uint8_t*>(data));
    case DVDB_U16: return body(static_cast<const uint16_t*>(data));
    case DVDB_I16: return body(static_cast<const int16_t*>(data));
    default: return body(static_cast<const Flag*>(data));
  }
}

/// Whether an operand is contiguous like the result.
inline bool is_dense(const StridedOperand& operand, const Axes& axes) {
  int64_t stride = 1;
  for (int axis = axes.rank - 1; axis >= 0; --axis) {
    if (operand.strides[axis] != stride) return false;
    stride *= axes.extents[axis].by;
  }
  return true;
}

/// The number of elements after which an operand repeats, or INT64_MAX.
inline int64_t period_of(const StridedOperand& operand, const Axes& axes) {
  for (int axis = 0; axis < axes.rank - 1; ++axis) {
    if (operand.strides[axis] != 0) return INT64_MAX;
  }
  return axes.rank > 1 ? axes.extents[axes.rank - 1].by : INT64_MAX;
}

/// Reads elements [at, at + n) of an operand broadcast along the axes, step by step.
template <class C>
void walk_run(const StridedOperand& operand, const Axes& axes, int64_t at, int64_t n, C* out) {
  const int last = axes.rank - 1;
  int64_t place[DVDB_MAX_AXES] = {};
  int64_t offset = 0;
  int64_t rest = at;
  for (int axis = last; axis > 0; --axis) {
    rest = axes.extents[axis].divide(rest, &place[axis]);
    offset += place[axis] * operand.strides[axis];
  }
  place[0] = rest;
  offset += rest * operand.strides[0];
  with_elements(operand.data, operand.dtype, [&]<class T>(const T* data) {
    int64_t done = 0;
    while (true) {
      const int64_t stride = operand.strides[last];
      const int64_t row = min_of(n - done, axes.extents[last].by - place[last]);
      if (stride == 1) {
        for (int64_t i = 0; i < row; ++i) out[done + i] = load_as<C>(data[offset + i]);
      } else {
        for (int64_t i = 0; i < row; ++i) out[done + i] = load_as<C>(data[offset + i * stride]);
      }
      done += row;
      if (done == n) return;
      offset -= place[last] * stride;
      place[last] = 0;
      for (int axis = last - 1; axis >= 0; --axis) {
        offset += operand.strides[axis];
        if (++place[axis] < axes.extents[axis].by) break;
        offset -= place[axis] * operand.strides[axis];
        place[axis] = 0;
      }
    }
  });
}

/// Reads elements [at, at + n) of an operand broadcast along the axes.
template <class C>
void read_run(const StridedOperand& operand, const Axes& axes, int64_t at, int64_t n, C* out) {
  if (is_dense(operand, axes)) {
    with_elements(operand.data, operand.dtype, [&]<class T>(const T* data) {
      for (int64_t i = 0; i < n; ++i) out[i] = load_as<C>(data[at + i]);
    });
    return;
  }
  int64_t read = min_of(n, period_of(operand, axes));
  walk_run(operand, axes, at, read, out);
  for (int64_t more; read < n; read += more) {
    more = min_of(read, n - read);
    std::memcpy(out + read, out, size_t(more) * sizeof(C));
  }
}

/// Writes elements [at, at + n) of the result.
template <class C>
void write_run(void* out, uint32_t dtype, int64_t at, int64_t n, const C* values, bool saturates) {
  with_elements(out, dtype, [&]<class T>(const T* data) {
    T* target = const_cast<T*>(data) + at;
    for (int64_t i = 0; i < n; ++i) target[i] = store_as<T>(values[i], saturates);
  });
}

template <class C, bool kCostly, uint32_t kOp>
void apply_loop(int64_t n, C* a, const C* b, const C* d) {
  for (int64_t i = 0; i < n; ++i) {
    const C y = operand_count(kOp) > 1 ? b[i] : C(0);
    const C z = operand_count(kOp) > 2 ? d[i] : C(0);
    if constexpr (std::is_same_v<C, int64_t>) {
      a[i] = whole_op(kOp, a[i], y, z);
    } else if constexpr (kCostly) {
      a[i] = costly_op<C>(kOp, a[i], y, z);
    } else {
      a[i] = plain_op<C>(kOp, a[i], y, z);
    }
  }
}

template <class C, bool kCostly, uint32_t kFirst, uint32_t... kOps>
void apply_one_of(uint32_t op, int64_t n, C* a, const C* b, const C* d, std::integer_sequence<uint32_t, kOps...>) {
  (void)((op == kFirst + kOps ? (apply_loop<C, kCostly, kFirst + kOps>(n, a, b, d), true) : false) || ...);
}

/// Applies an operation to a run; `a` becomes the result.
template <class C, bool kCostly>
void apply_run(uint32_t op, int64_t n, C* a, const C* b, const C* d) {
  if constexpr (kCostly) {
    apply_one_of<C, true, DVDB_OP_EXP>(op, n, a, b, d,
                                       std::make_integer_sequence<uint32_t, DVDB_OP_ELU_BACKWARD - DVDB_OP_EXP + 1>());
  } else if (op == DVDB_OP_POWER) {
    apply_loop<C, false, DVDB_OP_POWER>(n, a, b, d);  // of whole numbers
  } else {
    apply_one_of<C, false, 0>(op, n, a, b, d, std::make_integer_sequence<uint32_t, DVDB_OP_LEAKY_RELU_BACKWARD + 1>());
  }
}

}  // namespace dvdb
