/// Elementwise operations of one step on floats that lie next to each other, by packs: a GPU thread reads and writes
/// whole words. Results are those of the general kernel.
#pragma once

#include "core/packs.hpp"
#include "jagged/element_runs.hpp"

namespace dvdb {

/// An operand whose elements lie as those of the result do, or a single number.
struct PackedOperand {
  const void* data;
  uint32_t dtype;
  bool is_single;
};

struct MapPacks {
  static constexpr int kHeld = 8;  // elements of a thread

  uint32_t op;
  PackedOperand x, y;
  void* out;
  uint32_t out_dtype;
  int64_t count;

  /// Takes the operands of an operation, if packs suit it.
  bool take(const StridedOperand& first, const StridedOperand& second, const Axes& axes) {
    return suits(op) && is_float(out_dtype) && address_of(out) % kWordBytes == 0 && pack(first, axes, x) &&
           (operand_count(op) < 2 || pack(second, axes, y));
  }

  DVDB_FN void operator()(int64_t i) const {
    const int64_t first = i * kHeld;
    const int held = int(min_of(count - first, int64_t(kHeld)));
    float a[kHeld];
    float b[kHeld];
    read(x, first, held, a);
    if (y.data != nullptr) read(y, first, held, b);
    switch (op) {
      case DVDB_OP_NEGATE: apply<DVDB_OP_NEGATE>(a, b); break;
      case DVDB_OP_RELU: apply<DVDB_OP_RELU>(a, b); break;
      case DVDB_OP_ADD: apply<DVDB_OP_ADD>(a, b); break;
      case DVDB_OP_SUBTRACT: apply<DVDB_OP_SUBTRACT>(a, b); break;
      case DVDB_OP_MULTIPLY: apply<DVDB_OP_MULTIPLY>(a, b); break;
      default: break;
    }
    if (out_dtype == DVDB_F32) {
      write(static_cast<float*>(out) + first, held, a);
    } else if (out_dtype == DVDB_F16) {
      write(static_cast<Half*>(out) + first, held, a);
    } else {
      write(static_cast<BFloat16*>(out) + first, held, a);
    }
  }

 private:
  static bool is_float(uint32_t dtype) { return dtype == DVDB_F32 || dtype == DVDB_F16 || dtype == DVDB_BF16; }
  static bool suits(uint32_t op) {
    return op == DVDB_OP_CAST || op == DVDB_OP_NEGATE || op == DVDB_OP_RELU || op == DVDB_OP_ADD ||
           op == DVDB_OP_SUBTRACT || op == DVDB_OP_MULTIPLY;
  }
  /// Makes an operand of a strided one, if it is such.
  static bool pack(const StridedOperand& operand, const Axes& axes, PackedOperand& to) {
    bool is_single = true;
    for (int axis = 0; axis < axes.rank; ++axis) is_single = is_single && operand.strides[axis] == 0;
    to = {operand.data, operand.dtype, is_single};
    return is_float(operand.dtype) &&
           (is_single || (is_dense(operand, axes) && address_of(operand.data) % kWordBytes == 0));
  }

  template <uint32_t kOp>
  DVDB_FN static void apply(float (&a)[kHeld], const float (&b)[kHeld]) {
    for (int at = 0; at < kHeld; ++at) a[at] = plain_op<float>(kOp, a[at], b[at], 0);
  }

  DVDB_FN static void read(const PackedOperand& operand, int64_t first, int held, float (&to)[kHeld]) {
    if (operand.is_single) {
      const float value = load_element<float>(operand.data, operand.dtype, 0);
      for (int at = 0; at < kHeld; ++at) to[at] = value;
    } else if (operand.dtype == DVDB_F32) {
      read(static_cast<const float*>(operand.data) + first, held, to);
    } else if (operand.dtype == DVDB_F16) {
      read(static_cast<const Half*>(operand.data) + first, held, to);
    } else {
      read(static_cast<const BFloat16*>(operand.data) + first, held, to);
    }
  }

  template <class T>
  DVDB_FN static void read(const T* from, int held, float (&to)[kHeld]) {
    for (int part = 0; part < kHeld; part += kPack<T>) {
      float pack[kPack<T>];
      load_pack(from + part, held == kHeld, held - part, pack);
      for (int at = 0; at < kPack<T>; ++at) to[part + at] = pack[at];
    }
  }

  template <class T>
  DVDB_FN static void write(T* to, int held, const float (&values)[kHeld]) {
    for (int part = 0; part < kHeld; part += kPack<T>) {
      float pack[kPack<T>];
      for (int at = 0; at < kPack<T>; ++at) pack[at] = values[part + at];
      store_pack(to + part, held == kHeld, held - part, pack);
    }
  }
};

}  // namespace dvdb
