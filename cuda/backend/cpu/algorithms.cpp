/// Scans, selections and folds on host threads. The sort is in radix_sort.cpp.
#include "backend/api/algorithms.hpp"

#include <cstring>

#include "backend/api/launch.hpp"
#include "backend/cpu/parts.hpp"
#include "backend/shared/fold_tree.hpp"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

/// Two passes: total(begin, end) of every part, then write(begin, end, sum of the totals before), which returns that
/// sum with the part's own total. Returns the sum of all, or anything if the call is canceled.
template <class Total, class Write>
int64_t scan_parts(Context& context, int64_t n, Total total, Write write) {
  const Parts parts(context, n);
  int64_t before[Parts::kMost + 1] = {};
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) {
    int64_t own = 0;
    for_each_piece(context, begin, end, [&](int64_t from, int64_t to) { own += total(from, to); });
    before[part + 1] = own;
  });
  for (int part = 0; part < parts.count; ++part) before[part + 1] += before[part];
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) {
    int64_t upto = before[part];
    for_each_piece(context, begin, end, [&](int64_t from, int64_t to) { upto = write(from, to, upto); });
  });
  return before[parts.count];
}

/// Lists the i in [0, n) that a predicate selects as i + base, ascending, and returns their number.
template <class Selects>
int64_t select(Context& context, int64_t n, int64_t base, Selects selects, uint32_t* out) {
  return scan_parts(
      context, n,
      [&](int64_t begin, int64_t end) {
        int64_t count = 0;
        for (int64_t i = begin; i < end; ++i) count += selects(i);
        return count;
      },
      [&](int64_t begin, int64_t end, int64_t before) {
        // Written to a local list first: a branch-free store may run one past what is selected, into the next part.
        constexpr int64_t kBlock = 1024;
        uint32_t list[kBlock];
        for (int64_t first = begin; first < end; first += kBlock) {
          const int64_t stop = std::min(first + kBlock, end);
          int64_t listed = 0;
          for (int64_t i = first; i < stop; ++i) {
            list[listed] = uint32_t(i + base);
            listed += selects(i);
          }
          if (listed > 0) std::memcpy(out + before, list, size_t(listed) * sizeof(uint32_t));
          before += listed;
        }
        return before;
      });
}

/// Folds one chunk.
template <Fold kFold>
struct FoldChunk {
  const double* in;  // [n]
  int64_t n;
  double neutral;
  double* out;  // [chunks]

  void operator()(int64_t chunk) const {
    const double* from = in + chunk * kFoldChunk;
    const int64_t held = std::min(kFoldChunk, n - chunk * kFoldChunk);
    double folded[kFoldChunk];
    if (held < kFoldChunk) {
      std::copy(from, from + held, folded);
      std::fill(folded + held, folded + kFoldChunk, neutral);
      from = folded;
    }
    for (int64_t i = 0; i < kFoldChunk / 2; ++i) folded[i] = combine<kFold>(from[i], from[i + kFoldChunk / 2]);
    for (int64_t step = kFoldChunk / 4; step > 0; step /= 2) {
      for (int64_t i = 0; i < step; ++i) folded[i] = combine<kFold>(folded[i], folded[i + step]);
    }
    out[chunk] = plain_nan(folded[0]);
  }
};

}  // namespace

Status exclusive_scan(Context& context, Span<const int32_t> in, Span<int64_t> out) {
  out[in.size] = scan_parts(
      context, in.size,
      [&](int64_t begin, int64_t end) {
        int64_t sum = 0;
        for (int64_t i = begin; i < end; ++i) sum += in[i];
        return sum;
      },
      [&](int64_t begin, int64_t end, int64_t before) {
        for (int64_t i = begin; i < end; ++i) {
          out[i] = before;
          before += in[i];
        }
        return before;
      });
  return check_canceled(context);
}

Status compact(Context& context, Span<const uint8_t> keep, Span<uint32_t> out, Span<int64_t> count) {
  DVDB_TRY(check_listable(context, keep.size));
  count[0] = select(context, keep.size, 0, [=](int64_t i) { return keep[i] != 0; }, out.data);
  return check_canceled(context);
}

Status run_starts(Context& context, Span<const uint64_t> sorted, Span<uint32_t> starts, Span<int64_t> count) {
  DVDB_TRY(check_listable(context, sorted.size));
  count[0] = 0;
  if (sorted.empty()) return {};
  starts[0] = 0;
  count[0] =
      1 + select(context, sorted.size - 1, 1, [=](int64_t i) { return sorted[i + 1] != sorted[i]; }, starts.data + 1);
  return check_canceled(context);
}

Status fold(Context& context, Fold fold, Span<const double> in, Span<double> out) {
  return fold_in_tree(context, fold, in, out,
                      [&]<Fold kFold>(const double* from, int64_t n, double neutral, int64_t chunks, double* to) {
                        return for_each(context, chunks, FoldChunk<kFold>{from, n, neutral, to}, 16);
                      });
}

}  // namespace dvdb::backend
