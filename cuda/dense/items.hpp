/// Sums over items in double precision and in an order that depends on their number alone.
#pragma once

#include "dense/columns.hpp"

namespace dvdb {

/// Sums chunks of items: those of each thread, then thread by thread. A rule has kSums, and `void add(i, sums) const`,
/// which adds to double sums[kSums].
template <class Rule>
struct SumItems {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 2;
  static constexpr int64_t kChunk = 4096;

  struct Shared {
    double sums[Rule::kSums][kThreads];
  };

  Rule rule;
  int64_t n;
  double* out;  // [chunks, kSums]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      double sums[Rule::kSums] = {};
      const int64_t end = min_of(n, (tile + 1) * kChunk);
      for (int64_t i = tile * kChunk + thread; i < end; i += kThreads) rule.add(i, sums);
      for (int k = 0; k < Rule::kSums; ++k) shared.sums[k][thread] = sums[k];
    } else if (thread < Rule::kSums) {
      double sum = 0;
      for (int at = 0; at < kThreads; ++at) sum += shared.sums[thread][at];
      out[tile * Rule::kSums + thread] = sum;
    }
  }
};

/// Sums n items by a rule, and hands the sums to a functor: finish(0, 0, sums).
template <class Rule, class Finish>
Status sum_items(Context& c, int64_t n, const Rule& rule, const Finish& finish) {
  const int64_t chunks = (n + SumItems<Rule>::kChunk - 1) / SumItems<Rule>::kChunk;
  backend::Scratch memory(c);
  Span<double> parts;
  DVDB_TRY(memory.allocate(max_of(chunks, int64_t(1)) * Rule::kSums, parts));
  DVDB_TRY(backend::for_each_tile(c, chunks, SumItems<Rule>{rule, n, parts.data}));
  return join_chunks<Rule::kSums>(c, 1, parts.data, nullptr, chunks, 1, finish);
}

}  // namespace dvdb
