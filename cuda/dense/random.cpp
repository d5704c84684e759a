/// Random numbers of streams that never repeat each other, and dropout (Srivastava et al. 2014), which draws from them
/// what it keeps.
#include <cmath>

#include "_generated/dense_args.hpp"
#include "backend/api/launch.hpp"
#include "core/elementary.hpp"
#include "core/numbers.hpp"
#include "dense/philox.hpp"

using namespace dvdb;

namespace {

/// Numbers of four elements at once, as a block of words has.
template <class T>
struct DrawUniform {
  Philox words;
  double low;
  double width;
  int64_t n;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const auto block = words.block(uint64_t(i));
    for (int at = 0; at < 4; ++at)
      if (4 * i + at < n) out[4 * i + at] = store_as<T>(low + width * unit_of(block.words[at]), false);
  }
};

/// The Box-Muller transform of the two words of an element.
template <class T>
struct DrawNormal {
  Philox words;
  double mean;
  double deviation;
  int64_t n;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const auto block = words.block(uint64_t(i));
    for (int at = 0; at < 2; ++at) {
      if (2 * i + at >= n) continue;
      const double radius = std::sqrt(-2.0 * elementary::log(1.0 - unit_of(block.words[2 * at])));
      const double turns = unit_of(block.words[2 * at + 1]);
      out[2 * i + at] = store_as<T>(mean + deviation * radius * elementary::Turn::of(turns).cos, false);
    }
  }
};

/// Keeps an element where its word is not below the threshold.
template <class T>
struct DropOut {
  Philox words;
  double threshold;
  Computed<T> scale;
  int64_t n;
  const T* x;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const auto block = words.block(uint64_t(i));
    for (int at = 0; at < 4; ++at) {
      const int64_t place = 4 * i + at;
      if (place >= n) continue;
      const bool is_kept = double(block.words[at]) >= threshold;
      out[place] = narrow<T>(is_kept ? widen(x[place]) * scale : Computed<T>(0));
    }
  }
};

template <class Args>
Philox words_of(const Args& a) {
  return {uint64_t(a.seed_high) << 32 | a.seed_low, uint64_t(a.stream_high) << 32 | a.stream_low};
}

}  // namespace

Status operators::fill_stream(Context& c, const FillStreamArgs& a) {
  return with_float(c, a.dtype, "out", [&]<class T>() -> Status {
    T* const out = a.out.as<T>().data;
    if (a.normal != 0) return backend::for_each(c, (a.n + 1) / 2, DrawNormal<T>{words_of(a), a.low, a.high, a.n, out});
    return backend::for_each(c, (a.n + 3) / 4, DrawUniform<T>{words_of(a), a.low, a.high - a.low, a.n, out});
  });
}

Status operators::dropout(Context& c, const DropoutArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    using S = Computed<T>;
    const DropOut<T> body{words_of(a), a.p * 4294967296.0, S(1 / (1 - a.p)), a.n, a.x.as<T>().data, a.out.as<T>().data};
    return backend::for_each(c, (a.n + 3) / 4, body);
  });
}
