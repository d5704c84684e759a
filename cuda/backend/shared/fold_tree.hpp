/// The tree in which a fold combines numbers: the same on every backend, so that sums are.
#pragma once

#include <bit>
#include <limits>

#include "backend/api/algorithms.hpp"
#include "backend/api/memory.hpp"

namespace dvdb::backend {

/// Numbers of which a chunk makes one: halves are combined with each other, 512 pairs first, until one number is left.
inline constexpr int64_t kFoldChunk = 1024;

template <Fold kFold>
DVDB_FN double combine(double a, double b) {
  if constexpr (kFold == Fold::kSum) {
    return a + b;
  } else if constexpr (kFold == Fold::kMin) {
    return ((b < a) | (b != b)) ? b : a;  // a NaN wins, so that it shows
  } else {
    return ((a < b) | (b != b)) ? b : a;
  }
}

/// Calls fold_once(from, n, neutral, chunks, to) until one number is left. `neutral` pads the last chunk.
template <class FoldOnce>
Status fold_chunks(Context& context, Span<const double> in, double neutral, double* out, FoldOnce fold_once) {
  const auto chunks_of = [](int64_t n) { return (n + kFoldChunk - 1) / kFoldChunk; };
  int64_t room = 0;
  for (int64_t n = chunks_of(in.size); n > 1; n = chunks_of(n)) room += n;
  Scratch memory(context);
  Span<double> partials;
  DVDB_TRY(memory.allocate(room, partials));
  const double* from = in.data;
  double* next = partials.data;
  int64_t n = in.size;
  while (true) {
    const int64_t chunks = chunks_of(n);
    DVDB_TRY(fold_once(from, n, neutral, chunks, chunks > 1 ? next : out));
    if (chunks == 1) return {};
    from = next;
    next += chunks;
    n = chunks;
  }
}

/// The work of fold(), with fold_once.operator()<kFold>() of a backend.
template <class FoldOnce>
Status fold_in_tree(Context& context, Fold fold, Span<const double> in, Span<double> out, FoldOnce fold_once) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double neutral = fold == Fold::kSum   ? -0.0
                         : fold == Fold::kMin ? kInfinity
                                              : -kInfinity;  // -0 + x is x for every x
  if (in.empty()) return fill(context, out.data, std::bit_cast<uint64_t>(neutral + 0.0), 8, 8);  // no sum is +0
  const auto run = [&]<Fold kFold>() -> Status {
    return fold_chunks(context, in, neutral, out.data,
                       [&](auto... call) { return fold_once.template operator()<kFold>(call...); });
  };
  switch (fold) {
    case Fold::kSum: return run.template operator()<Fold::kSum>();
    case Fold::kMin: return run.template operator()<Fold::kMin>();
    case Fold::kMax: return run.template operator()<Fold::kMax>();
  }
  return fail(context, DVDB_INTERNAL, "Cannot fold: the kind %d is not known", int(fold));
}

}  // namespace dvdb::backend
