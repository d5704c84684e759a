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

/// Draws the elements that a block of words is for: draw(block, at, place) is the one in place at of the block.
template <class T, class Draw>
struct DrawBlocks {
  Philox words;
  int64_t n;
  T* out;
  Draw draw;

  DVDB_FN void operator()(int64_t i) const {
    const auto block = words.block(uint64_t(i));
    for (int at = 0; at < Draw::kElements; ++at) {
      const int64_t place = Draw::kElements * i + at;
      if (place < n) out[place] = draw(block, at, place);
    }
  }
};

/// A number in [low, low + width) from a word.
template <class T>
struct Uniform {
  static constexpr int kElements = 4;
  double low;
  double width;

  DVDB_FN T operator()(const Philox::Block& block, int at, int64_t) const {
    return store_as<T>(low + width * unit_of(block.words[at]), false);
  }
};

/// The Box-Muller transform of two words.
template <class T>
struct Normal {
  static constexpr int kElements = 2;
  double mean;
  double deviation;

  DVDB_FN T operator()(const Philox::Block& block, int at, int64_t) const {
    const double radius = std::sqrt(-2.0 * elementary::log(1.0 - unit_of(block.words[2 * at])));
    const double turns = unit_of(block.words[2 * at + 1]);
    return store_as<T>(mean + deviation * radius * elementary::Turn::of(turns).cos, false);
  }
};

/// An element of x, scaled, where its word is not below the threshold, else 0.
template <class T>
struct DropOut {
  static constexpr int kElements = 4;
  double threshold;
  Computed<T> scale;
  const T* x;

  DVDB_FN T operator()(const Philox::Block& block, int at, int64_t place) const {
    const bool is_kept = double(block.words[at]) >= threshold;
    return narrow<T>(is_kept ? widen(x[place]) * scale : Computed<T>(0));
  }
};

/// Draws the n elements of `out`.
template <class T, class Args, class Draw>
Status draw_all(Context& c, const Args& a, Draw draw) {
  const Philox words{uint64_t(a.seed_high) << 32 | a.seed_low, uint64_t(a.stream_high) << 32 | a.stream_low};
  const int64_t blocks = (a.n + Draw::kElements - 1) / Draw::kElements;
  return backend::for_each(c, blocks, DrawBlocks<T, Draw>{words, a.n, a.out.template as<T>().data, draw});
}

}  // namespace

Status operators::fill_stream(Context& c, const FillStreamArgs& a) {
  return with_float(c, a.dtype, "out", [&]<class T>() -> Status {
    if (a.normal != 0) return draw_all<T>(c, a, Normal<T>{a.low, a.high});
    return draw_all<T>(c, a, Uniform<T>{a.low, a.high - a.low});
  });
}

Status operators::dropout(Context& c, const DropoutArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    return draw_all<T>(c, a, DropOut<T>{a.p * 4294967296.0, Computed<T>(1 / (1 - a.p)), a.x.as<T>().data});
  });
}
