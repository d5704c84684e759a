/// Random numbers: each depends only on the seed and its position.
#include "core/numbers.hpp"
#include "core/random.hpp"
#include "denovdb/jagged.h"
#include "jagged/lists.hpp"

using namespace dvdb;

namespace {

/// A number in [0, 1) with as many bits as the element type has, so that rounding cannot make it 1.
template <class T>
DVDB_FN double fraction(uint64_t bits) {
  constexpr int kBits = std::is_same_v<T, Half> ? 11 : std::is_same_v<T, Brief> ? 8 : std::is_same_v<T, float> ? 24 : 53;
  return double(bits >> (64 - kBits)) / double(uint64_t(1) << kBits);
}

template <class T>
struct FillUniform {
  uint64_t seed;
  double low;
  double width;
  T* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = store_as<T>(low + width * fraction<T>(random_bits(seed, uint64_t(i))), false); }
};

/// The Box-Muller transform.
template <class T>
struct FillNormal {
  uint64_t seed;
  double mean;
  double deviation;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - fraction<double>(random_bits(seed, 2 * uint64_t(i)))));
    const double angle = 6.283185307179586477 * fraction<double>(random_bits(seed, 2 * uint64_t(i) + 1));
    out[i] = store_as<T>(mean + deviation * radius * std::cos(angle), false);
  }
};

}  // namespace

dvdb_status dvdb_fill_random(dvdb_context context, uint32_t distribution, uint32_t seed_low, uint32_t seed_high, double low, double high, dvdb_buffer out,
                             uint32_t dtype, int64_t n) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const uint64_t seed = uint64_t(seed_high) << 32 | seed_low;
    if (distribution > DVDB_NORMAL) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot fill: the distribution %u is not known", distribution);
    return with_number(c, dtype, "out", [&]<class T>() -> Status {
      if constexpr (kIsWhole<T>) {
        return fail(c, DVDB_INVALID_ARGUMENT, "Cannot fill: the dtype %u is not f16, bf16, f32 or f64", dtype);
      } else {
        Span<T> numbers;
        DVDB_TRY(borrow(c, out, n, "out", numbers));
        if (distribution == DVDB_UNIFORM) return backend::for_each(c, n, FillUniform<T>{seed, low, high - low, numbers.data});
        return backend::for_each(c, n, FillNormal<T>{seed, low, high, numbers.data});
      }
    });
  });
}
