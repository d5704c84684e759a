/// Rows of scores, each of which one thread reads from its first element to its last.
#pragma once

#include "core/elementary.hpp"
#include "core/numbers.hpp"

namespace dvdb {

/// A row of scores x: the greatest, m, and the sum of exp(x - m).
template <class T>
struct ScoreRow {
  using S = Computed<T>;
  const T* scores;
  int64_t channels;
  S most;
  S sum;

  DVDB_FN static ScoreRow of(const T* scores, int64_t channels) {
    S most = -std::numeric_limits<S>::infinity();
    for (int64_t at = 0; at < channels; ++at) {
      const S score = S(widen(scores[at]));
      most = score > most || score != score ? score : most;
    }
    S sum = 0;
    for (int64_t at = 0; at < channels; ++at) sum += elementary::exp(S(widen(scores[at])) - most);
    return {scores, channels, most, sum};
  }

  /// The logarithm of the sum of exponentials; -inf for no scores at all.
  DVDB_FN S log_sum() const { return channels == 0 ? most : most + elementary::log(sum); }
  /// The probability of a class, and its logarithm.
  DVDB_FN S share(int64_t at) const { return elementary::exp(S(widen(scores[at])) - most) / sum; }
  DVDB_FN S log_share(int64_t at) const { return (S(widen(scores[at])) - most) - elementary::log(sum); }
};

}  // namespace dvdb
