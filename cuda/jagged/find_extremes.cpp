/// Minimum and maximum of segments, and their rows.
#include "jagged/segments.hpp"

using namespace dvdb;

namespace {

/// Keeps the better of two numbers, the first of equal ones; NaN beats every number.
template <class A>
struct Extreme {
  bool greatest;

  struct Value {
    A number;
    int64_t row;  // in the segment; -1 stands for no number
  };

  DVDB_FN Value neutral() const { return {A(0), -1}; }

  template <class T>
  DVDB_FN Value lift(T element, int64_t row, double) const {
    return {load_as<A>(element), row};
  }

  DVDB_FN Value combine(const Value& a, const Value& b) const {
    if (a.row < 0) return b;
    if (b.row < 0) return a;
    const bool a_nan = a.number != a.number;
    const bool b_nan = b.number != b.number;
    if (a_nan != b_nan) return b_nan ? b : a;
    const bool b_better = greatest ? b.number > a.number : b.number < a.number;
    const bool a_better = greatest ? a.number > b.number : a.number < b.number;
    if (a_better) return a;
    return b_better || b.row < a.row ? b : a;
  }
};

/// Writes the number exactly as it is in the source, and its row.
template <class A, class T>
struct WriteExtreme {
  const T* values;
  const int64_t* offsets;  // unused when all segments have one length
  int64_t length;
  int64_t columns;
  T* out_values;
  int64_t* out_rows;

  DVDB_FN void operator()(int64_t segment, int64_t column, int64_t i, const typename Extreme<A>::Value& best) const {
    out_rows[i] = best.row;
    const int64_t first = length >= 0 ? segment * length : offsets[segment];
    out_values[i] = best.row < 0 ? T{} : values[(first + best.row) * columns + column];
  }
};

}  // namespace

Status operators::find_extremes(Context& c, const FindExtremesArgs& a) {
  const SegmentInput input{a.n, a.columns, a.n_segments, a.length, a.offsets};
  DVDB_TRY(input.check(c, a.n_offsets));
  return with_number(c, a.dtype, "values", [&]<class T>() -> Status {
    if constexpr (std::is_same_v<T, Flag>) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find extremes: values of dtype bool have none");
    } else {
      using A = std::conditional_t<kIsWhole<T>, int64_t, double>;
      if (a.out_rows.size == 0) return {};
      const T* const values = a.values.as<T>().data;
      SegmentPlan plan(c);
      DVDB_TRY(plan.make(c, input));
      const WriteExtreme<A, T> write{values,         plan.offsets(), a.length, a.columns, a.out_values.as<T>().data,
                                     a.out_rows.data};
      return fold_segments(c, plan, Extreme<A>{a.greatest != 0}, RawRows<T>{values, nullptr}, a.columns, write);
    }
  });
}
