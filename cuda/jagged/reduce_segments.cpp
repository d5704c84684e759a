/// Segmented reductions: sums, products, means, norms and variances.
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
  DVDB_FN A lift(T element, int64_t, double center) const {
    const A value = load_as<A>(element);
    switch (reduction) {
      case DVDB_REDUCE_ANY:
      case DVDB_REDUCE_ALL: return A(value != 0 ? 1 : 0);
      case DVDB_REDUCE_NORM_1:
      case DVDB_REDUCE_NORM_MAX: return value < 0 ? -value : value;
      case DVDB_REDUCE_NORM_2: return value * value;
      case DVDB_REDUCE_VAR:
      case DVDB_REDUCE_STD: return (value - A(center)) * (value - A(center));
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
      store_element(out, dtype, i, finish(double(length >= 0 ? length : offsets[segment + 1] - offsets[segment]), sum),
                    false);
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
  const auto fold = [&](uint32_t kind, const double* centers, void* out, uint32_t dtype) {
    const WriteReduced<A> write{kind, asked.correction, plan.offsets(), input.length, out, dtype};
    return fold_segments(c, plan, Arithmetic<A>{kind}, RawRows<T>{values, centers}, input.columns, write);
  };
  if (asked.kind != DVDB_REDUCE_VAR && asked.kind != DVDB_REDUCE_STD)
    return fold(asked.kind, nullptr, asked.out, asked.out_dtype);
  backend::Scratch memory(c);
  Span<double> means;
  DVDB_TRY(memory.allocate(input.n_segments * input.columns, means));
  DVDB_TRY(fold(DVDB_REDUCE_MEAN, nullptr, means.data, DVDB_F64));
  return fold(asked.kind, means.data, asked.out, asked.out_dtype);
}

bool keeps_whole(uint32_t kind) {
  return kind == DVDB_REDUCE_SUM || kind == DVDB_REDUCE_PROD || kind == DVDB_REDUCE_ANY || kind == DVDB_REDUCE_ALL;
}

}  // namespace

Status operators::reduce_segments(Context& c, const ReduceSegmentsArgs& a) {
  const Reduction asked{
      a.reduction, a.correction, {a.n, a.columns, a.n_segments, a.length, a.offsets}, a.out.data, a.out_dtype};
  DVDB_TRY(asked.input.check(c, a.n_offsets));
  if (a.out.size == 0) return {};
  return with_number(c, a.dtype, "values", [&]<class T>() -> Status {
    const T* const values = a.values.as<T>().data;
    if constexpr (kIsWhole<T>) {
      if (keeps_whole(a.reduction)) return reduce<int64_t, T>(c, asked, values);
    }
    return reduce<double, T>(c, asked, values);
  });
}
