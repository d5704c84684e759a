/// Conversions without branches against those that follow the definition.
#include "core/numbers.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }

bool is_nan(float value) { return value != value; }

/// Compares both conversions of a number.
void check_narrow(float value) {
  const Half half = Half::rounded(plain_nan(double(value)));
  const BFloat16 expected = BFloat16::rounded(plain_nan(double(value)));
  if (narrow<Half>(value).bits != half.bits)
    report(__FILE__, __LINE__, "%.9g becomes f16 %04x, not %04x", double(value), narrow<Half>(value).bits, half.bits);
  if (narrow<BFloat16>(value).bits != expected.bits) {
    report(__FILE__, __LINE__, "%.9g becomes bf16 %04x, not %04x", double(value), narrow<BFloat16>(value).bits,
           expected.bits);
  }
}

}  // namespace

TEST(all_halves_widen_exactly) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const Half half{uint16_t(bits)};
    const float wanted = float(double(half));
    if (is_nan(wanted)) {
      CHECK(is_nan(widen(half)));
    } else {
      CHECK_EQUAL(bits_of(widen(half)), bits_of(wanted));
    }
    const BFloat16 expected{uint16_t(bits)};
    CHECK_EQUAL(bits_of(widen(expected)), bits << 16);
  }
}

TEST(numbers_next_to_every_half_and_halfway_round_alike) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const uint32_t word = bits_of(widen(Half{uint16_t(bits)}));
    for (const int32_t step : {0, 1, -1, 0xfff, 0x1000, 0x1001})
      check_narrow(std::bit_cast<float>(word + uint32_t(step)));
    const uint32_t expected = bits << 16;
    for (const int32_t step : {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff})
      check_narrow(std::bit_cast<float>(expected + uint32_t(step)));
  }
}

TEST(random_numbers_round_alike) {
  Random random(3);
  for (int i = 0; i < 200000; ++i) check_narrow(std::bit_cast<float>(uint32_t(random.next())));
}
