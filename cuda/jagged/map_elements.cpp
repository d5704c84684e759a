/// Elementwise arithmetic with broadcasting.
#include "jagged/element_runs.hpp"

using namespace dvdb;

namespace {

/// Computes one element in the type C.
template <class C, bool kCostly>
struct MapElement {
  uint32_t op;
  int operands;
  Operand x, y, z;
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
      result = costly_op<C>(op, a, b);
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

/// The arguments of the entry.
struct Request {
  uint32_t op;
  uint32_t precision;
  const int64_t* shape;
  uint32_t rank;
  dvdb_buffer buffers[3];
  const uint32_t* dtypes;
  const int64_t* sizes;
  const int64_t* strides;  // [3, rank]
};

Status check_axes(Context& c, const Request& asked, int64_t* count) {
  if (!is_element_op(asked.op)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: the operation %u is not known", asked.op);
  if (asked.rank == 0 || asked.rank > DVDB_MAX_AXES) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: %u axes, 1 to %d are possible", asked.rank, int(DVDB_MAX_AXES));
  }
  DVDB_TRY(require(c, asked.shape, asked.rank, "shape"));
  DVDB_TRY(require(c, asked.dtypes, 3, "dtypes"));
  DVDB_TRY(require(c, asked.sizes, 3, "sizes"));
  DVDB_TRY(require(c, asked.strides, asked.rank, "strides"));
  int64_t total = 1;
  for (uint32_t axis = 0; axis < asked.rank; ++axis) {
    const int64_t extent = asked.shape[axis];
    if (extent < 0 || (extent > 0 && total > INT64_MAX / 16 / extent)) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: axis %u of %lld elements is out of range", axis, static_cast<long long>(extent));
    }
    total *= extent;
  }
  *count = total;
  return {};
}

/// Finds the memory of an operand and checks that its strides stay inside it.
Status place_operand(Context& c, const Request& asked, int which, int64_t count, Operand& out) {
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const char* name = kNames[which];
  void* data = nullptr;
  DVDB_TRY(borrow_numbers(c, asked.buffers[which], asked.dtypes[which], asked.sizes[which], name, &data));
  out.data = data;
  out.dtype = asked.dtypes[which];
  int64_t last = 0;
  for (uint32_t axis = 0; axis < asked.rank; ++axis) {
    const int64_t stride = asked.strides[int64_t(which) * asked.rank + axis];
    const int64_t steps = max_of<int64_t>(asked.shape[axis] - 1, 0);
    if (stride < 0 || (steps > 0 && stride > (INT64_MAX / 16 - last) / steps)) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: stride %lld of %s is out of range", static_cast<long long>(stride), name);
    }
    out.strides[axis] = stride;
    last += stride * steps;
  }
  if (count > 0 && last >= asked.sizes[which]) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: the strides reach element %lld of %s, which has %lld", static_cast<long long>(last), name,
                static_cast<long long>(asked.sizes[which]));
  }
  return {};
}

template <class C, bool kCostly>
Status launch(Context& c, const Request& asked, const Operand* operands, const Axes& axes, int64_t count, void* out, uint32_t out_dtype) {
  return backend::for_each(c, count, MapElement<C, kCostly>{asked.op, operand_count(asked.op), operands[0], operands[1], operands[2], axes, out, out_dtype});
}

Status map_elements(Context& c, const Request& asked, dvdb_buffer out, uint32_t out_dtype) {
  int64_t count = 0;
  Operand operands[3];
  void* to = nullptr;
  DVDB_TRY(check_axes(c, asked, &count));
  for (int which = 0; which < 3; ++which) DVDB_TRY(place_operand(c, asked, which, count, operands[which]));
  DVDB_TRY(borrow_numbers(c, out, out_dtype, count, "out", &to));
  Axes axes{int(asked.rank), {}};
  for (uint32_t axis = 0; axis < asked.rank; ++axis) axes.extents[axis] = Divider::of(asked.shape[axis]);
  const bool costly = is_costly(asked.op);
  switch (asked.precision) {
    case DVDB_F32:
      return costly ? launch<float, true>(c, asked, operands, axes, count, to, out_dtype) : launch<float, false>(c, asked, operands, axes, count, to, out_dtype);
    case DVDB_F64:
      return costly ? launch<double, true>(c, asked, operands, axes, count, to, out_dtype)
                    : launch<double, false>(c, asked, operands, axes, count, to, out_dtype);
    case DVDB_I64:
      if (is_for_integers(asked.op)) return launch<int64_t, false>(c, asked, operands, axes, count, to, out_dtype);
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: the operation %u is not for integers", asked.op);
    default: return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map elements: the precision %u is not f32, f64 or i64", asked.precision);
  }
}

}  // namespace

dvdb_status dvdb_map_elements(dvdb_context context, uint32_t op, uint32_t precision, const int64_t* shape, uint32_t rank, dvdb_buffer x, dvdb_buffer y,
                              dvdb_buffer z, const uint32_t* dtypes, const int64_t* sizes, const int64_t* strides, dvdb_buffer out,
                              uint32_t out_dtype) noexcept {
  return entry(context, [=](Context& c) { return map_elements(c, {op, precision, shape, rank, {x, y, z}, dtypes, sizes, strides}, out, out_dtype); });
}
