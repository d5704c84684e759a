/// Random numbers: each depends only on the seed and its position.
#include "_generated/jagged_args.hpp"
#include "backend/api/launch.hpp"
#include "core/elementary.hpp"
#include "core/numbers.hpp"
#include "core/random.hpp"

using namespace dvdb;

namespace {

/// A number in [0, 1) with as many bits as the element type has, so that rounding cannot make it 1.
template <class T>
DVDB_FN double fraction(uint64_t bits) {
  constexpr int kBits = std::is_same_v<T, Half>       ? 11
                        : std::is_same_v<T, BFloat16> ? 8
                        : std::is_same_v<T, float>    ? 24
                                                      : 53;
  return double(bits >> (64 - kBits)) / double(uint64_t(1) << kBits);
}

template <class T>
struct FillUniform {
  uint64_t seed;
  double low;
  double width;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    out[i] = store_as<T>(low + width * fraction<T>(random_bits(seed, uint64_t(i))), false);
  }
};

/// The Box-Muller transform.
template <class T>
struct FillNormal {
  uint64_t seed;
  double mean;
  double deviation;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const double first = fraction<double>(random_bits(seed, 2 * uint64_t(i)));
    const double radius = std::sqrt(-2.0 * elementary::log(1.0 - first));
    const double turns = fraction<double>(random_bits(seed, 2 * uint64_t(i) + 1));
    out[i] = store_as<T>(mean + deviation * radius * elementary::Turn::of(turns).cos, false);
  }
};

}  // namespace

Status operators::fill_random(Context& c, const FillRandomArgs& a) {
  const uint64_t seed = uint64_t(a.seed_high) << 32 | a.seed_low;
  return with_float(c, a.dtype, "out", [&]<class T>() -> Status {
    T* const out = a.out.as<T>().data;
    if (a.distribution == DVDB_UNIFORM)
      return backend::for_each(c, a.n, FillUniform<T>{seed, a.low, a.high - a.low, out});
    return backend::for_each(c, a.n, FillNormal<T>{seed, a.low, a.high, out});
  });
}
