/// Whole algorithms for which no single source is efficient on every backend.
/// Spans are device memory and give the sizes. Results do not depend on the backend or the thread count.
#pragma once

#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// Exclusive prefix sums: out[i] = in[0] + ... + in[i-1]; `out` has one more element than `in`, the total.
Status exclusive_scan(Context& context, Span<const int32_t> in, Span<int64_t> out);

/// Stable in-place sort by bits [begin_bit, end_bit) of the keys; the values are permuted along with them.
Status sort_pairs(Context& context, Span<uint64_t> keys, Span<uint32_t> values, int begin_bit, int end_bit);

/// Lists the indices i with keep[i] != 0, ascending; `out` has room for keep.size, `count` for one.
Status compact(Context& context, Span<const uint8_t> keep, Span<uint32_t> out, Span<int64_t> count);

/// Lists where each run of equal keys starts (run-length encoding); `starts` has room for sorted.size, `count` for one.
Status run_starts(Context& context, Span<const uint64_t> sorted, Span<uint32_t> starts, Span<int64_t> count);

enum class Fold { kSum, kMin, kMax };

/// Reduces to one number in an order that depends on the size alone; the empty fold is 0, +inf or -inf.
/// A NaN among the numbers makes the result NaN, for minima and maxima too.
Status fold(Context& context, Fold fold, Span<const double> in, Span<double> out);

/// Fails where indices of 32 bits cannot list so many items.
inline Status check_listable(Context& context, int64_t n) {
  if (n <= int64_t(1) << 32) return {};
  return fail(context, DVDB_UNSUPPORTED, "Cannot list %lld items: indices have 32 bits", static_cast<long long>(n));
}

}  // namespace dvdb::backend
