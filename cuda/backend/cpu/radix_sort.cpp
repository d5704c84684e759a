/// Stable radix sort on host threads.
/// The top bits that differ split the pairs into buckets that fit a core's cache; each bucket is then finished by one
/// thread, digit by digit from the low end. Twice as fast on long keys as passing over all pairs for every digit.
#include <cstring>
#include <utility>

#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "backend/cpu/parts.hpp"

namespace dvdb::backend {

namespace {

constexpr int kMostBits = 11;     // of one digit
constexpr int kLeastTopBits = 6;  // of a digit that splits, unless fewer differ
constexpr int64_t kBuckets = int64_t(1) << kMostBits;
constexpr int kMostLevels = (64 + kLeastTopBits - 1) / kLeastTopBits;
constexpr int64_t kSerialItems = int64_t(1) << 14;  // at most so many are not split at all
constexpr int64_t kLocalItems = int64_t(1) << 16;   // at most so many fit a cache, 24 bytes each
constexpr int64_t kInsertionItems = 24;

struct Pairs {
  uint64_t* keys;
  uint32_t* values;

  Pairs at(int64_t i) const { return {keys + i, values + i}; }
};

/// Neighboring bits of a key.
struct Digit {
  int shift;
  int bits;

  int64_t of(uint64_t key) const { return int64_t(key >> shift & (bit(uint32_t(bits)) - 1)); }
  int64_t buckets() const { return int64_t(1) << bits; }
};

/// Passes that sorting a range of keys needs: none if it is sorted already, else those of the bits that vary.
struct KeySurvey {
  uint64_t varying = 0;
  bool descends = false;

  void add(const KeySurvey& other) {
    varying |= other.varying;
    descends |= other.descends;
  }
};

/// Inspects keys [begin, end) and the one before them.
KeySurvey survey(const uint64_t* keys, int64_t begin, int64_t end, uint64_t mask) {
  uint64_t varying = 0;
  uint64_t descents = 0;
  for (int64_t i = std::max<int64_t>(begin, 1); i < end; ++i) {
    varying |= keys[i] ^ keys[0];
    descents |= uint64_t((keys[i] & mask) < (keys[i - 1] & mask));
  }
  return {varying & mask, descents != 0};
}

KeySurvey survey_on_all_threads(Context& context, const uint64_t* keys, int64_t n, uint64_t mask) {
  const Parts parts(context, n);
  KeySurvey found[Parts::kMost];
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) {
    for_each_piece(context, begin, end,
                   [&](int64_t from, int64_t to) { found[part].add(survey(keys, from, to, mask)); });
  });
  for (int part = 1; part < parts.count; ++part) found[0].add(found[part]);
  return found[0];
}

void copy_pairs(Pairs from, Pairs to, int64_t n) {
  if (n == 0) return;
  std::memcpy(to.keys, from.keys, size_t(n) * sizeof(uint64_t));
  std::memcpy(to.values, from.values, size_t(n) * sizeof(uint32_t));
}

void insertion_sort(Pairs pairs, int64_t n, uint64_t mask) {
  for (int64_t i = 1; i < n; ++i) {
    const uint64_t key = pairs.keys[i];
    const uint32_t value = pairs.values[i];
    int64_t at = i;
    for (; at > 0 && (pairs.keys[at - 1] & mask) > (key & mask); --at) {
      pairs.keys[at] = pairs.keys[at - 1];
      pairs.values[at] = pairs.values[at - 1];
    }
    pairs.keys[at] = key;
    pairs.values[at] = value;
  }
}

/// Moves pairs to where their digits start; `starts` moves along.
template <class Index>
void scatter(Pairs from, Pairs to, int64_t begin, int64_t end, Digit digit, Index* starts) {
  for (int64_t i = begin; i < end; ++i) {
    const uint64_t key = from.keys[i];
    const Index target = starts[digit.of(key)]++;
    to.keys[target] = key;
    to.values[target] = from.values[i];
  }
}

/// Sorts by the masked bits on the calling thread; the result lands in `other` or stays.
void sort_local(Pairs pairs, Pairs other, int64_t n, uint64_t mask, bool into_other) {
  if (n <= kInsertionItems) {
    insertion_sort(pairs, n, mask);
  } else if (const KeySurvey found = survey(pairs.keys, 0, n, mask); found.descends) {
    uint64_t left = found.varying;
    const int span = highest_bit(left) + 1 - lowest_bit(left);
    const int most_bits = n < 4096 ? 8 : kMostBits;  // counters of wide digits cost more than they save on few pairs
    const int passes = (span + most_bits - 1) / most_bits;
    const int bits = (span + passes - 1) / passes;
    while (left != 0) {
      const int shift = lowest_bit(left);
      const Digit digit{shift, std::min(bits, highest_bit(left) + 1 - shift)};
      uint32_t starts[kBuckets];
      std::fill(starts, starts + digit.buckets(), 0);
      for (int64_t i = 0; i < n; ++i) ++starts[digit.of(pairs.keys[i])];
      uint32_t before = 0;
      for (int64_t bucket = 0; bucket < digit.buckets(); ++bucket) before += std::exchange(starts[bucket], before);
      scatter(pairs, other, 0, n, digit, starts);
      std::swap(pairs, other);
      into_other = !into_other;
      left &= ~((bit(uint32_t(digit.bits)) - 1) << shift);
    }
  }
  if (into_other) copy_pairs(pairs, other, n);
}

/// Moves pairs to `to` by one digit on all threads, stably; bucket b comes to lie in [bounds[b], bounds[b + 1]).
void split(Context& context, Pairs from, Pairs to, int64_t n, Digit digit, int64_t* counts, int64_t* bounds) {
  const Parts parts(context, n);
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) {
    int64_t* mine = counts + part * kBuckets;
    std::fill(mine, mine + digit.buckets(), 0);
    for_each_piece(context, begin, end, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) ++mine[digit.of(from.keys[i])];
    });
  });
  int64_t before = 0;
  for (int64_t bucket = 0; bucket < digit.buckets(); ++bucket) {
    bounds[bucket] = before;
    for (int part = 0; part < parts.count; ++part) before += std::exchange(counts[part * kBuckets + bucket], before);
  }
  bounds[digit.buckets()] = n;
  for_each_part(parts, [&](int part, int64_t begin, int64_t end) {
    for_each_piece(context, begin, end, [&](int64_t first, int64_t last) {
      scatter(from, to, first, last, digit, counts + part * kBuckets);
    });
  });
}

/// One sort in progress, with memory for counters; nothing below can fail.
struct Sort {
  Context& context;
  int64_t* counts;  // [threads, kBuckets]
  int64_t* bounds;  // [kMostLevels, kBuckets + 1]

  /// Sorts by the masked bits, of which `varying` differ, on all threads; the result lands in `other` or stays.
  void run(Pairs pairs, Pairs other, int64_t n, uint64_t mask, uint64_t varying, bool into_other, int level) const {
    const int span = highest_bit(varying) + 1 - lowest_bit(varying);
    const int bits = std::min(span, std::clamp(highest_bit(uint64_t(n)) - 12, kLeastTopBits, kMostBits));
    const Digit digit{highest_bit(varying) + 1 - bits, bits};
    int64_t* bound = bounds + level * (kBuckets + 1);
    split(context, pairs, other, n, digit, counts, bound);

    const uint64_t below = mask & (bit(uint32_t(digit.shift)) - 1);
    (void)for_each(
        context, digit.buckets(),
        [=](int64_t bucket) {
          const int64_t begin = bound[bucket];
          const int64_t size = bound[bucket + 1] - begin;
          if (size <= kLocalItems) sort_local(other.at(begin), pairs.at(begin), size, below, !into_other);
        },
        1);
    for (int64_t bucket = 0; bucket < digit.buckets(); ++bucket) {
      const int64_t begin = bound[bucket];
      const int64_t size = bound[bucket + 1] - begin;
      if (context.order.canceled()) return;
      if (size > kLocalItems) run_large(other.at(begin), pairs.at(begin), size, below, !into_other, level + 1);
    }
  }

  void run_large(Pairs pairs, Pairs other, int64_t n, uint64_t mask, bool into_other, int level) const {
    const KeySurvey found = survey_on_all_threads(context, pairs.keys, n, mask);
    if (context.order.canceled()) return;
    if (found.descends) {
      run(pairs, other, n, mask, found.varying, into_other, level);
    } else if (into_other) {
      for_each_part(Parts(context, n), [=, this](int, int64_t begin, int64_t end) {
        for_each_piece(context, begin, end, [&](int64_t first, int64_t last) {
          copy_pairs(pairs.at(first), other.at(first), last - first);
        });
      });
    }
  }
};

}  // namespace

Status sort_pairs(Context& context, Span<uint64_t> keys, Span<uint32_t> values, int begin_bit, int end_bit) {
  const int64_t n = keys.size;
  if (n < 2 || begin_bit >= end_bit) return {};
  const uint64_t mask = ~uint64_t(0) >> (64 - end_bit) & ~uint64_t(0) << begin_bit;
  const KeySurvey found = survey_on_all_threads(context, keys.data, n, mask);
  DVDB_TRY(check_canceled(context));
  if (!found.descends) return {};

  // All memory comes first, so that a failure leaves the pairs as they were.
  Scratch key_memory(context);
  Scratch value_memory(context);
  Scratch counters(context);
  Span<uint64_t> other_keys;
  Span<uint32_t> other_values;
  DVDB_TRY(key_memory.allocate(n, other_keys));
  DVDB_TRY(value_memory.allocate(n, other_values));
  const Pairs pairs{keys.data, values.data};
  const Pairs other{other_keys.data, other_values.data};
  if (n <= kSerialItems) {
    sort_local(pairs, other, n, mask, false);
    return {};
  }
  const int64_t count_items = Parts(context, n).count * kBuckets;
  Span<int64_t> memory;
  DVDB_TRY(counters.allocate(count_items + kMostLevels * (kBuckets + 1), memory));
  Sort{context, memory.data, memory.data + count_items}.run(pairs, other, n, mask, found.varying, false, 0);
  return check_canceled(context);
}

}  // namespace dvdb::backend
