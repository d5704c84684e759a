/// Scans, selections and folds on host threads. The sort is in radix_sort.cpp.
#include "backend/algorithms.hpp"

#include <cstring>
#include <limits>

#include "backend/cpu/parts.hpp"
#include "backend/launch.hpp"
#include "backend/memory.hpp"

namespace dvdb::backend {

namespace {

/// Two passes: total(begin, end) of every part, then write(begin, end, sum of the totals before). Returns the sum of all.
template <class Total, class Write>
int64_t scan_parts(int64_t n, Total total, Write write) {
  const Parts parts(n);
  int64_t before[Parts::kMost + 1] = {};
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) { before[part + 1] = total(begin, end); });
  for (int part = 0; part < parts.count; ++part) before[part + 1] += before[part];
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) { write(begin, end, before[part]); });
  return before[parts.count];
}

Status check_listable(Context& context, int64_t n) {
  if (n <= int64_t(1) << 32) return {};
  return fail(context, DVDB_UNSUPPORTED, "Cannot list %lld items: indices have 32 bits", static_cast<long long>(n));
}

/// Lists the i in [0, n) that a predicate selects as i + base, ascending, and returns their number.
template <class Selects>
int64_t select(int64_t n, int64_t base, Selects selects, uint32_t* out) {
  return scan_parts(
      n,
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
      });
}

constexpr int64_t kChunk = 1024;  // the same tree as backend/cuda/algorithms.cu: change both or neither

template <Fold kFold>
double combine(double a, double b) {
  if constexpr (kFold == Fold::kSum) {
    return a + b;
  } else if constexpr (kFold == Fold::kMin) {
    return ((b < a) | (b != b)) ? b : a;  // a NaN wins, so that it shows
  } else {
    return ((a < b) | (b != b)) ? b : a;
  }
}

/// Folds one chunk: halves onto each other, 512 pairs first, until one number is left.
template <Fold kFold>
struct FoldChunk {
  const double* in;  // [n]
  int64_t n;
  double neutral;
  double* out;  // [chunks]

  void operator()(int64_t chunk) const {
    const double* from = in + chunk * kChunk;
    const int64_t held = std::min(kChunk, n - chunk * kChunk);
    double folded[kChunk];
    if (held < kChunk) {
      std::copy(from, from + held, folded);
      std::fill(folded + held, folded + kChunk, neutral);
      from = folded;
    }
    for (int64_t i = 0; i < kChunk / 2; ++i) folded[i] = combine<kFold>(from[i], from[i + kChunk / 2]);
    for (int64_t step = kChunk / 4; step > 0; step /= 2) {
      for (int64_t i = 0; i < step; ++i) folded[i] = combine<kFold>(folded[i], folded[i + step]);
    }
    // Processors differ in the sign and payload of a NaN that they make.
    out[chunk] = folded[0] != folded[0] ? std::numeric_limits<double>::quiet_NaN() : folded[0];
  }
};

int64_t chunks_of(int64_t n) { return (n + kChunk - 1) / kChunk; }

/// `neutral` pads the last chunk; -0 for sums, because -0 + x is x for every x.
template <Fold kFold>
Status fold_chunks(Context& context, Span<const double> in, double neutral, double* out) {
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
    DVDB_TRY(for_each(context, chunks, FoldChunk<kFold>{from, n, neutral, chunks > 1 ? next : out}, 16));
    if (chunks == 1) return {};
    from = next;
    next += chunks;
    n = chunks;
  }
}

}  // namespace

Status exclusive_scan(Context&, Span<const int32_t> in, Span<int64_t> out) {
  out[in.size] = scan_parts(
      in.size,
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
      });
  return {};
}

Status compact(Context& context, Span<const uint8_t> keep, Span<uint32_t> out, Span<int64_t> count) {
  DVDB_TRY(check_listable(context, keep.size));
  count[0] = select(keep.size, 0, [=](int64_t i) { return keep[i] != 0; }, out.data);
  return {};
}

Status run_starts(Context& context, Span<const uint64_t> sorted, Span<uint32_t> starts, Span<int64_t> count) {
  DVDB_TRY(check_listable(context, sorted.size));
  count[0] = 0;
  if (sorted.empty()) return {};
  starts[0] = 0;
  count[0] = 1 + select(sorted.size - 1, 1, [=](int64_t i) { return sorted[i + 1] != sorted[i]; }, starts.data + 1);
  return {};
}

Status fold(Context& context, Fold fold, Span<const double> in, Span<double> out) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double neutral = fold == Fold::kSum ? -0.0 : fold == Fold::kMin ? kInfinity : -kInfinity;
  if (in.empty()) {
    out[0] = neutral + 0.0;  // no sum is +0
    return {};
  }
  switch (fold) {
    case Fold::kSum: return fold_chunks<Fold::kSum>(context, in, neutral, out.data);
    case Fold::kMin: return fold_chunks<Fold::kMin>(context, in, neutral, out.data);
    case Fold::kMax: return fold_chunks<Fold::kMax>(context, in, neutral, out.data);
  }
  return fail(context, DVDB_INTERNAL, "Cannot fold: the kind %d is not known", int(fold));
}

}  // namespace dvdb::backend
