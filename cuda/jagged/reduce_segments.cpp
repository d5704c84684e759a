/// Segmented reductions: sums, products, means, norms and variances.
#include "denovdb/jagged.h"
#include "jagged/segments.hpp"

using namespace dvdb;

namespace {

/// Folds numbers in double precision, or integers in 64 bits. The reduction is a run-time value that is the same for
/// all threads.
template <class A>
struct Arithmetic {
  using Value = A;
  uint32_t reduction;

  DVDB_FN A neutral() const {
    switch (reduction) {
      case DVDB_REDUCE_PROD:
      case DVDB_REDUCE_ALL: return A(1);
      case DVDB_REDUCE_ANY:
      case DVDB_REDUCE_NORM_MAX: return A(0);
      default: return A(-0.0);  // -0 + x is x for every x
    }
  }

  template <class T>
  DVDB_FN A lift(T element, int64_t, double centre) const {
    const A value = load_as<A>(element);
    switch (reduction) {
      case DVDB_REDUCE_ANY:
      case DVDB_REDUCE_ALL: return A(value != 0 ? 1 : 0);
      case DVDB_REDUCE_NORM_1:
      case DVDB_REDUCE_NORM_MAX: return value < 0 ? -value : value;
      case DVDB_REDUCE_NORM_2: return value * value;
      case DVDB_REDUCE_VAR:
      case DVDB_REDUCE_STD: return (value - A(centre)) * (value - A(centre));
      default: return value;
    }
  }

  DVDB_FN A combine(A a, A b) const {
    switch (reduction) {
      case DVDB_REDUCE_PROD:
        if constexpr (std::is_integral_v<A>) return A(uint64_t(a) * uint64_t(b));
        return a * b;
      case DVDB_REDUCE_ANY: return max_of(a, b);
      case DVDB_REDUCE_ALL: return min_of(a, b);
      case DVDB_REDUCE_NORM_MAX: return a < b || b != b ? b : a;
      default:
        if constexpr (std::is_integral_v<A>) return A(uint64_t(a) + uint64_t(b));
        return a + b;
    }
  }
};

/// Writes the result of a segment.
template <class A>
struct WriteReduced {
  uint32_t reduction;
  double correction;
  const int64_t* offsets;  // unused when all segments have one length
  int64_t length;
  void* out;
  uint32_t dtype;

  DVDB_FN void operator()(int64_t segment, int64_t, int64_t i, A folded) const {
    const A sum = folded + A(0);  // turns -0 into 0
    if constexpr (std::is_integral_v<A>) {
      store_element(out, dtype, i, sum, false);
    } else {
      store_element(out, dtype, i, finish(double(length >= 0 ? length : offsets[segment + 1] - offsets[segment]), sum), false);
    }
  }

  DVDB_FN double finish(double count, double sum) const {
    if (reduction == DVDB_REDUCE_MEAN) return count > 0 ? sum / count : 0.0;
    if (reduction == DVDB_REDUCE_NORM_2) return std::sqrt(sum);
    if (reduction != DVDB_REDUCE_VAR && reduction != DVDB_REDUCE_STD) return sum;
    const double freedom = count - correction;
    const double variance = freedom > 0 ? sum / freedom : std::numeric_limits<double>::quiet_NaN();
    return reduction == DVDB_REDUCE_VAR ? variance : std::sqrt(variance);
  }
};

struct Reduction {
  uint32_t kind;
  double correction;
  SegmentInput input;
  void* out;
  uint32_t out_dtype;
};

template <class A, class T>
Status reduce(Context& c, const Reduction& asked, const T* values) {
  const SegmentInput& input = asked.input;
  SegmentPlan plan(c);
  DVDB_TRY(plan.make(c, input));
  const auto fold = [&](uint32_t kind, const double* centres, void* out, uint32_t dtype) {
    const WriteReduced<A> write{kind, asked.correction, plan.offsets(), input.length, out, dtype};
    return fold_segments(c, plan, Arithmetic<A>{kind}, RawRows<T>{values, centres}, input.columns, write);
  };
  if (asked.kind != DVDB_REDUCE_VAR && asked.kind != DVDB_REDUCE_STD) return fold(asked.kind, nullptr, asked.out, asked.out_dtype);
  backend::Scratch memory(c);
  Span<double> means;
  DVDB_TRY(memory.allocate(input.n_segments * input.columns, means));
  DVDB_TRY(fold(DVDB_REDUCE_MEAN, nullptr, means.data, DVDB_F64));
  return fold(asked.kind, means.data, asked.out, asked.out_dtype);
}

bool keeps_whole(uint32_t kind) { return kind == DVDB_REDUCE_SUM || kind == DVDB_REDUCE_PROD || kind == DVDB_REDUCE_ANY || kind == DVDB_REDUCE_ALL; }

}  // namespace

dvdb_status dvdb_reduce_segments(dvdb_context context, uint32_t reduction, double correction, dvdb_buffer values, uint32_t dtype, int64_t n, int64_t columns,
                                 int64_t n_segments, int64_t length, const int64_t* offsets, uint32_t n_offsets, dvdb_buffer out, uint32_t out_dtype) noexcept {
  return entry(context, [=](Context& c) -> Status {
    if (reduction > DVDB_REDUCE_STD) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot reduce segments: the reduction %u is not known", reduction);
    Reduction asked{reduction, correction, {n, columns, n_segments, length, offsets}, nullptr, out_dtype};
    DVDB_TRY(asked.input.check(c, n_offsets));
    DVDB_TRY(borrow_numbers(c, out, out_dtype, n_segments * columns, "out", &asked.out));
    return with_number(c, dtype, "values", [&]<class T>() -> Status {
      Span<T> numbers;
      DVDB_TRY(borrow(c, values, n * columns, "values", numbers));
      if (n_segments * columns == 0) return {};
      if constexpr (kIsWhole<T>) {
        if (keeps_whole(reduction)) return reduce<int64_t, T>(c, asked, numbers.data);
      }
      return reduce<double, T>(c, asked, numbers.data);
    });
  });
}
