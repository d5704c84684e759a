// Elementary functions against those of libm in more digits, over all sizes of arguments, and on the launches' device
// against the host, bit by bit.

#include <cmath>

#include "backend/api/launch.hpp"
#include "core/elementary.hpp"
#include "values.hpp"

using namespace dvdb;

namespace {

/// Arguments of every size and sign between two limits: those of a step through the bits, and whole numbers.
template <class A>
std::vector<A> arguments(A low, A high) {
  using Word = typename elementary::Format<A>::Word;
  std::vector<A> found{low, high};
  constexpr int kSteps = 60000;
  const auto add = [&](A x) {
    if (x >= low && x <= high) found.push_back(x);
  };
  const Word most = std::bit_cast<Word>(std::numeric_limits<A>::max());
  for (int i = 0; i <= kSteps; ++i) {
    const A size = std::bit_cast<A>(Word(most / kSteps * i + (i * 7919) % 4096));
    add(size);
    add(-size);
    add(low + (high - low) * (A(i) / A(kSteps)));
    add(A(i - kSteps / 2) / A(256));
  }
  return found;
}

/// The distance of two numbers in units in the last place of the wanted one.
template <class A>
double units_apart(A got, long double wanted) {
  const A rounded = A(wanted);
  if (got == rounded || (got != got && rounded != rounded)) return 0;
  if (!std::isfinite(got) || !std::isfinite(rounded)) return 1e30;
  int exponent;
  std::frexp(rounded, &exponent);
  const int least = std::is_same_v<A, float> ? -149 : -1074;
  const int digits = std::is_same_v<A, float> ? 24 : 53;
  const long double unit = std::ldexp(1.0L, std::max(exponent - digits, least));
  return double(std::fabs(static_cast<long double>(got) - wanted) / unit);
}

/// The greatest error of a function over its arguments; reports where it is above what is allowed.
template <class A, class Own, class Wanted>
void compare(const char* name, A low, A high, double most, Own own, Wanted wanted) {
  double worst = 0;
  A at = 0;
  for (const A x : arguments(low, high)) {
    const double apart = units_apart(own(x), wanted(static_cast<long double>(x)));
    if (!(apart <= worst)) {
      worst = apart;
      at = x;
    }
  }
  if (!(worst <= most)) test::report(__FILE__, __LINE__, "%s(%.17g) is %.3g units off", name, double(at), worst);
}

template <class A>
void compare_all() {
  constexpr A kMost = std::numeric_limits<A>::max();
  compare<A>("exp", -kMost, kMost, 2, [](A x) { return elementary::exp(x); }, [](long double x) { return expl(x); });
  compare<A>(
      "expm1", -kMost, kMost, 2.5, [](A x) { return elementary::expm1(x); }, [](long double x) { return expm1l(x); });
  compare<A>("log", 0, kMost, 2, [](A x) { return elementary::log(x); }, [](long double x) { return logl(x); });
  compare<A>(
      "log1p", A(-1), kMost, 2.5, [](A x) { return elementary::log1p(x); }, [](long double x) { return log1pl(x); });
  compare<A>("tanh", -kMost, kMost, 3, [](A x) { return elementary::tanh(x); }, [](long double x) { return tanhl(x); });
  compare<A>(
      "sigmoid", A(-80), kMost, 3, [](A x) { return elementary::sigmoid(x); },
      [](long double x) { return 1 / (1 + expl(-x)); });
  // Below the normal numbers a relative error says nothing.
  compare<A>(
      "erfc", -kMost, std::is_same_v<A, float> ? A(9) : A(26), 6, [](A x) { return elementary::erfc(x); },
      [](long double x) { return erfcl(x); });
}

}  // namespace

TEST(functions_of_floats_are_exact_to_the_last_places) { compare_all<float>(); }

TEST(functions_of_doubles_are_exact_to_the_last_places) { compare_all<double>(); }

TEST(turns_have_the_cosine_and_sine_of_their_angle) {
  for (int i = 0; i < 100000; ++i) {
    const double turns = i / 100000.0;
    const elementary::Turn turn = elementary::Turn::of(turns);
    const long double angle = 6.283185307179586476925L * static_cast<long double>(turns);
    CHECK(std::fabs(double(turn.cos - cosl(angle))) < 3e-16);
    CHECK(std::fabs(double(turn.sin - sinl(angle))) < 3e-16);
  }
}

namespace {

template <class A>
void check_limits() {
  constexpr A kInfinity = std::numeric_limits<A>::infinity();
  constexpr A kNan = std::numeric_limits<A>::quiet_NaN();
  using namespace elementary;
  CHECK_EQUAL(elementary::exp(kInfinity), kInfinity);
  CHECK_EQUAL(elementary::exp(-kInfinity), A(0));
  CHECK_EQUAL(elementary::exp(A(0)), A(1));
  CHECK_EQUAL(elementary::expm1(-kInfinity), A(-1));
  CHECK_EQUAL(elementary::expm1(kInfinity), kInfinity);
  CHECK(std::signbit(elementary::expm1(A(-0.0))));
  CHECK_EQUAL(elementary::log(A(0)), -kInfinity);
  CHECK_EQUAL(elementary::log(kInfinity), kInfinity);
  CHECK(std::isnan(elementary::log(A(-1))));
  CHECK_EQUAL(elementary::log1p(A(-1)), -kInfinity);
  CHECK_EQUAL(elementary::log1p(kInfinity), kInfinity);
  CHECK(std::isnan(elementary::log1p(A(-2))));
  CHECK(std::signbit(elementary::log1p(A(-0.0))));
  CHECK_EQUAL(elementary::tanh(kInfinity), A(1));
  CHECK_EQUAL(elementary::tanh(-kInfinity), A(-1));
  CHECK(std::signbit(elementary::tanh(A(-0.0))));
  CHECK_EQUAL(elementary::erfc(kInfinity), A(0));
  CHECK_EQUAL(elementary::erfc(-kInfinity), A(2));
  for (const A nan : {kNan, -kNan}) {
    CHECK(std::isnan(elementary::exp(nan)));
    CHECK(std::isnan(elementary::expm1(nan)));
    CHECK(std::isnan(elementary::log(nan)));
    CHECK(std::isnan(elementary::log1p(nan)));
    CHECK(std::isnan(elementary::tanh(nan)));
    CHECK(std::isnan(elementary::erfc(nan)));
  }
}

}  // namespace

TEST(limits_are_those_of_libm) {
  check_limits<float>();
  check_limits<double>();
}

namespace {

/// All functions of an argument, one after the other.
template <class A>
struct CallAll {
  static constexpr int kFunctions = 9;
  const A* arguments;
  A* out;

  DVDB_FN void operator()(int64_t i) const {
    const A x = arguments[i];
    const elementary::Turn turn = elementary::Turn::of(double(i) * 0x1p-18);
    const A all[kFunctions] = {elementary::exp(x),   elementary::expm1(x), elementary::log(x),
                               elementary::log1p(x), elementary::tanh(x),  elementary::sigmoid(x),
                               elementary::erfc(x),  A(turn.cos),          A(turn.sin)};
    for (int f = 0; f < kFunctions; ++f) out[i * kFunctions + f] = all[f] == all[f] ? all[f] : A(0);
  }
};

template <class A>
void compare_devices(Context& context) {
  const std::vector<A> inputs = arguments<A>(-std::numeric_limits<A>::max(), std::numeric_limits<A>::max());
  const int64_t n = int64_t(inputs.size());
  const test::DeviceArray<A> given(context, inputs);
  const test::DeviceArray<A> out(context, n * CallAll<A>::kFunctions);
  REQUIRE(backend::for_each(context, n, CallAll<A>{given.data(), out.data()}));
  std::vector<A> wanted = test::vector_of<A>(n * CallAll<A>::kFunctions);
  const CallAll<A> on_host{inputs.data(), wanted.data()};
  for (int64_t i = 0; i < n; ++i) on_host(i);
  CHECK_SAME(out.read(), wanted);
}

}  // namespace

TEST(launches_get_the_bits_of_host_code) {
  compare_devices<float>(context);
  compare_devices<double>(context);
}
