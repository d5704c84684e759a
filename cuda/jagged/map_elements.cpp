/// Elementwise arithmetic with broadcasting.
#include "_generated/jagged_args.hpp"
#include "jagged/map_packs.hpp"

using namespace dvdb;

namespace {

/// Computes one element in the type C.
template <class C, bool kCostly>
struct MapElement {
  uint32_t op;
  int operands;
  StridedOperand x, y, z;
  Axes axes;
  void* out;
  uint32_t out_dtype;

  DVDB_FN void operator()(int64_t i) const {
    int64_t at_x = 0;
    int64_t at_y = 0;
    int64_t at_z = 0;
    int64_t rest = i;
    for (int axis = axes.rank - 1; axis > 0; --axis) {
      int64_t place;
      rest = axes.extents[axis].divide(rest, &place);
      at_x += place * x.strides[axis];
      at_y += place * y.strides[axis];
      at_z += place * z.strides[axis];
    }
    const C a = load_element<C>(x.data, x.dtype, at_x + rest * x.strides[0]);
    const C b = operands > 1 ? load_element<C>(y.data, y.dtype, at_y + rest * y.strides[0]) : C(0);
    const C d = operands > 2 ? load_element<C>(z.data, z.dtype, at_z + rest * z.strides[0]) : C(0);
    C result;
    if constexpr (std::is_same_v<C, int64_t>) {
      result = whole_op(op, a, b, d);
    } else if constexpr (kCostly) {
      result = costly_op<C>(op, a, b, d);
    } else {
      result = plain_op<C>(op, a, b, d);
    }
    store_element(out, out_dtype, i, result, op == DVDB_OP_CAST);
  }

  /// The same for a range of consecutive elements: run-time decisions are made once for many of them, so that the
  /// compiler can vectorize the loops.
  void run_on_host(int64_t begin, int64_t end) const {
    C a[kRun];
    C b[kRun];
    C d[kRun];
    for (int64_t at = begin; at < end; at += kRun) {
      const int64_t n = min_of(end - at, kRun);
      read_run(x, axes, at, n, a);
      if (operands > 1) read_run(y, axes, at, n, b);
      if (operands > 2) read_run(z, axes, at, n, d);
      apply_run<C, kCostly>(op, n, a, b, d);
      write_run(out, out_dtype, at, n, a, op == DVDB_OP_CAST);
    }
  }
};

using operators::MapElementsArgs;

/// Multiplies the extents of the shape.
Status count_elements(Context& c, const MapElementsArgs& a, int64_t* count) {
  int64_t total = 1;
  for (uint32_t axis = 0; axis < a.rank; ++axis) {
    const int64_t extent = a.shape[axis];
    if (extent < 0 || (extent > 0 && total > INT64_MAX / 16 / extent)) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: axis %u of %lld elements is out of range", axis,
                  static_cast<long long>(extent));
    }
    total *= extent;
  }
  *count = total;
  return {};
}

/// Checks that the strides of an operand stay inside its memory.
Status place_operand(Context& c, const MapElementsArgs& a, int which, int64_t count, StridedOperand& out) {
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const char* name = kNames[which];
  const Operand& operand = which == 0 ? a.x : which == 1 ? a.y : a.z;
  out.data = operand.data;
  out.dtype = operand.dtype;
  int64_t last = 0;
  for (uint32_t axis = 0; axis < a.rank; ++axis) {
    const int64_t stride = a.strides[int64_t(which) * a.rank + axis];
    const int64_t steps = max_of<int64_t>(a.shape[axis] - 1, 0);
    if (stride < 0 || (steps > 0 && stride > (INT64_MAX / 16 - last) / steps)) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: stride %lld of %s is out of range",
                  static_cast<long long>(stride), name);
    }
    out.strides[axis] = stride;
    last += stride * steps;
  }
  if (count > 0 && last >= operand.size) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: the strides reach element %lld of %s, which has %lld",
                static_cast<long long>(last), name, static_cast<long long>(operand.size));
  }
  return {};
}

/// Operands and results of a kernel.
struct Elements {
  StridedOperand operands[3];
  Axes axes;
  int64_t count = 0;
  void* out = nullptr;
};

template <class C>
Status map_in(Context& c, const MapElementsArgs& a, const Elements& of) {
  const auto& [x, y, z] = of.operands;
  const int operands = operand_count(a.op);
  if constexpr (kLaunchesOnGpu && std::is_same_v<C, float>) {
    MapPacks packs{a.op, {}, {}, of.out, a.out_dtype, of.count};
    if (packs.take(x, y, of.axes))
      return backend::for_each(c, (of.count + MapPacks::kHeld - 1) / MapPacks::kHeld, packs);
  }
  if constexpr (!std::is_same_v<C, int64_t>) {
    if (is_costly(a.op))
      return backend::for_each(c, of.count, MapElement<C, true>{a.op, operands, x, y, z, of.axes, of.out, a.out_dtype});
  }
  return backend::for_each(c, of.count, MapElement<C, false>{a.op, operands, x, y, z, of.axes, of.out, a.out_dtype});
}

}  // namespace

Status operators::map_elements(Context& c, const MapElementsArgs& a) {
  Elements of;
  DVDB_TRY(count_elements(c, a, &of.count));
  for (int which = 0; which < 3; ++which) DVDB_TRY(place_operand(c, a, which, of.count, of.operands[which]));
  DVDB_TRY(borrow_numbers(c, a.out, a.out_dtype, of.count, "out", &of.out));
  of.axes.rank = int(a.rank);
  for (uint32_t axis = 0; axis < a.rank; ++axis) of.axes.extents[axis] = Divider::of(a.shape[axis]);
  if (a.precision == DVDB_F32) return map_in<float>(c, a, of);
  if (a.precision == DVDB_F64) return map_in<double>(c, a, of);
  if (is_for_integers(a.op)) return map_in<int64_t>(c, a, of);
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: the operation %u is not for integers", a.op);
}
