/// Products and sums rounded once, a * b + c, for scalars: the functions of the C library do without any instruction
/// for it, and take several times as long. The linker leads all calls here (--wrap).
#include <bit>
#include <cstdint>

#include "base/intrinsics.hpp"

extern "C" double __real_fma(double a, double b, double c);

namespace {

/// A sum and what was lost by rounding it: D. Knuth, The Art of Computer Programming, volume 2, 4.2.2.
struct Sum {
  double high, low;
};

DVDB_FN Sum sum_of(double a, double b) {
  const double high = a + b;
  const double part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

/// The sum of two numbers rounded to odd where it is not exact.
DVDB_FN double odd_sum(double a, double b) {
  const Sum sum = sum_of(a, b);
  const int64_t bits = std::bit_cast<int64_t>(sum.high);
  const bool is_inexact = sum.low < 0 || sum.low > 0;  // not for NaN
  if (!is_inexact || (bits & 1) != 0) return sum.high;
  const bool is_away = (std::bit_cast<int64_t>(sum.low) ^ bits) >= 0;
  return std::bit_cast<double>(bits + (is_away ? 1 : -1));
}

/// A product and what was lost by rounding it: T. J. Dekker, "A floating-point technique for extending the available
/// precision", 1971.
DVDB_FN Sum product_of(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const double a_part = kSplit * a, b_part = kSplit * b;
  const double a_high = a_part - (a_part - a), b_high = b_part - (b_part - b);
  const double a_low = a - a_high, b_low = b - b_high;
  const double high = a * b;
  return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

DVDB_FN uint32_t exponent_of(double x) { return uint32_t(std::bit_cast<uint64_t>(x) >> 52) & 0x7ff; }

}  // namespace

extern "C" {

/// S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008, where nothing overflows or underflows
/// on the way.
double __wrap_fma(double a, double b, double c) {
  constexpr uint32_t kBias = 1023, kRange = 400;
  const bool is_usual = exponent_of(a) - (kBias - kRange) <= 2 * kRange &&
                        exponent_of(b) - (kBias - kRange) <= 2 * kRange &&
                        (c == 0 || exponent_of(c) - (kBias - 2 * kRange) <= 4 * kRange);
  if (!is_usual) return __real_fma(a, b, c);
  const Sum product = product_of(a, b);
  const Sum tail = sum_of(c, product.low);
  const Sum head = sum_of(product.high, tail.high);
  return head.high + odd_sum(head.low, tail.low);
}

/// As cuda/backend/wasm/fused.hpp says.
float __wrap_fmaf(float a, float b, float c) { return float(odd_sum(double(c), double(a) * double(b))); }
}
