/// The backend seam, part 3: whole algorithms that no single source serves well on every backend.
/// Spans are device memory; sizes come from them. Results do not depend on the backend or the thread count.
#pragma once

#include "core/context.hpp"
#include "core/portable.hpp"
#include "core/status.hpp"

namespace dvdb::backend {

/// Running sums: out[i] = in[0] + ... + in[i-1]; `out` has one element more, the total.
Status exclusive_scan(Context& context, Span<const int32_t> in, Span<int64_t> out);

/// Sorts by bits [begin_bit, end_bit) of the keys, stable, in place; the values travel along.
Status sort_pairs(Context& context, Span<uint64_t> keys, Span<uint32_t> values, int begin_bit, int end_bit);

/// Lists the indices i with keep[i] != 0, ascending; `out` has room for keep.size, `count` for one.
Status compact(Context& context, Span<const uint8_t> keep, Span<uint32_t> out, Span<int64_t> count);

/// Lists where each run of equal keys starts (run-length encoding); `starts` has room for sorted.size, `count` for one.
Status run_starts(Context& context, Span<const uint64_t> sorted, Span<uint32_t> starts, Span<int64_t> count);

enum class Fold { kSum, kMin, kMax };

/// Reduces to one number in an order that depends on the size alone; the empty fold is 0, +inf or -inf.
/// A NaN among the numbers makes the result NaN, for minima and maxima too.
Status fold(Context& context, Fold fold, Span<const double> in, Span<double> out);

}  // namespace dvdb::backend
