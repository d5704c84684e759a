/// backend/api/atomics.hpp against serial loops.
#include "backend/api/launch.hpp"

#include "check.hpp"
#include "threads.hpp"
#include "values.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Keeps what a word holds, read in both ways.
struct Load {
  const int64_t* word;
  int64_t* loaded;
  int64_t* peeked;

  DVDB_FN void operator()(int64_t i) const {
    loaded[i] = atomic_load(word);
    peeked[i] = peek(word);
  }
};

template <class T>
struct AddTo {
  T* bins;  // [n_bins]
  int64_t n_bins;
  const T* values;
  T* old;

  DVDB_FN void operator()(int64_t i) const { old[i] = atomic_add(&bins[i % n_bins], values[i]); }
};

template <class T>
struct MinMaxInto {
  T* lowest;   // [n_bins]
  T* highest;  // [n_bins]
  int64_t n_bins;
  const T* values;
  T* old_lowest;
  T* old_highest;

  DVDB_FN void operator()(int64_t i) const {
    old_lowest[i] = atomic_min(&lowest[i % n_bins], values[i]);
    old_highest[i] = atomic_max(&highest[i % n_bins], values[i]);
  }
};

template <class T>
struct OrInto {
  T* words;
  int64_t n_words;
  const T* bits;
  T* old;

  DVDB_FN void operator()(int64_t i) const { old[i] = atomic_or(&words[i % n_words], bits[i]); }
};

constexpr int64_t kHits = 200'003;

template <class T>
void check_add(Context& context, int64_t n_bins) {
  std::vector<T> values = random_values<T>(kHits, 5);
  for (T& value : values) value = T(value % 100);  // no overflow of 32 bits; negative ones for signed types
  const DeviceArray<T> bins(context, vector_of<T>(n_bins, T(7)));
  const DeviceArray<T> added(context, values);
  const DeviceArray<T> old(context, kHits);
  REQUIRE(for_each(context, kHits, AddTo<T>{bins.data(), n_bins, added.data(), old.data()}, 64));
  std::vector<T> wanted = vector_of<T>(n_bins, T(7));
  for (int64_t i = 0; i < kHits; ++i) wanted[size_t(i % n_bins)] = T(wanted[size_t(i % n_bins)] + values[size_t(i)]);
  CHECK_SAME(bins.read(), wanted);
}

/// Tickets drawn from one counter are all different: the old value is part of the contract.
template <class T>
void check_tickets(Context& context) {
  const DeviceArray<T> counter(context, vector_of<T>(1));
  const DeviceArray<T> ones(context, vector_of<T>(kHits, T(1)));
  const DeviceArray<T> old(context, kHits);
  REQUIRE(for_each(context, kHits, AddTo<T>{counter.data(), 1, ones.data(), old.data()}, 64));
  std::vector<T> drawn = old.read();
  std::sort(drawn.begin(), drawn.end());
  std::vector<T> wanted = vector_of<T>(kHits);
  for (int64_t i = 0; i < kHits; ++i) wanted[size_t(i)] = T(i);
  CHECK_SAME(drawn, wanted);
}

template <class T>
void check_min_max(Context& context, int64_t n_bins) {
  const std::vector<T> values = random_values<T>(kHits, 6);
  const T start = values[0];
  const DeviceArray<T> lowest(context, vector_of<T>(n_bins, start));
  const DeviceArray<T> highest(context, vector_of<T>(n_bins, start));
  const DeviceArray<T> in(context, values);
  const DeviceArray<T> old_lowest(context, kHits);
  const DeviceArray<T> old_highest(context, kHits);
  REQUIRE(for_each(
      context, kHits,
      MinMaxInto<T>{lowest.data(), highest.data(), n_bins, in.data(), old_lowest.data(), old_highest.data()}, 64));
  std::vector<T> wanted_lowest = vector_of<T>(n_bins, start);
  std::vector<T> wanted_highest = vector_of<T>(n_bins, start);
  for (int64_t i = 0; i < kHits; ++i) {
    wanted_lowest[size_t(i % n_bins)] = std::min(wanted_lowest[size_t(i % n_bins)], values[size_t(i)]);
    wanted_highest[size_t(i % n_bins)] = std::max(wanted_highest[size_t(i % n_bins)], values[size_t(i)]);
  }
  CHECK_SAME(lowest.read(), wanted_lowest);
  CHECK_SAME(highest.read(), wanted_highest);
  const std::vector<T> before_lowest = old_lowest.read();
  const std::vector<T> before_highest = old_highest.read();
  int64_t misfits = 0;  // old values lie between a bin's first and last value; only one of them gave way to the last
  std::vector<int64_t> falls(size_t(n_bins), int64_t(0));
  for (int64_t i = 0; i < kHits; ++i) {
    const size_t at = size_t(i);
    const size_t bin = size_t(i % n_bins);
    misfits += before_lowest[at] < wanted_lowest[bin] || before_lowest[at] > start;
    misfits += before_highest[at] > wanted_highest[bin] || before_highest[at] < start;
    falls[bin] += values[at] == wanted_lowest[bin] && before_lowest[at] != wanted_lowest[bin];
  }
  CHECK_EQUAL(misfits, 0);
  for (int64_t bin = 0; bin < n_bins; ++bin)
    CHECK_EQUAL(falls[size_t(bin)], wanted_lowest[size_t(bin)] == start ? 0 : 1);
}

/// Each bit is seen unset by exactly one of those who set it.
template <class T>
void check_or(Context& context, int64_t n_words) {
  constexpr int kBits = int(8 * sizeof(T));
  Random random(9);
  std::vector<T> bits = vector_of<T>(kHits);
  for (T& word : bits) word = T(T(1) << random.below(kBits - 1));  // the highest bit stays clear
  const DeviceArray<T> words(context, vector_of<T>(n_words));
  const DeviceArray<T> in(context, bits);
  const DeviceArray<T> old(context, kHits);
  REQUIRE(for_each(context, kHits, OrInto<T>{words.data(), n_words, in.data(), old.data()}, 64));
  std::vector<T> wanted = vector_of<T>(n_words);
  for (int64_t i = 0; i < kHits; ++i) wanted[size_t(i % n_words)] |= bits[size_t(i)];
  CHECK_SAME(words.read(), wanted);
  const std::vector<T> before = old.read();
  int64_t firsts = 0;
  for (int64_t i = 0; i < kHits; ++i) firsts += (before[size_t(i)] & bits[size_t(i)]) == 0;
  int64_t set = 0;
  for (const T word : wanted) set += popcount(uint64_t(word));
  CHECK_EQUAL(firsts, set);
}

}  // namespace

TEST(atomic_load_and_peek_read) {
  const DeviceArray<int64_t> word(context, std::vector<int64_t>{-(int64_t(1) << 50)});
  const DeviceArray<int64_t> loaded(context, 1000);
  const DeviceArray<int64_t> peeked(context, 1000);
  REQUIRE(for_each(context, 1000, Load{word.data(), loaded.data(), peeked.data()}, 1));
  CHECK_SAME(loaded.read(), vector_of<int64_t>(1000, -(int64_t(1) << 50)));
  CHECK_SAME(peeked.read(), vector_of<int64_t>(1000, -(int64_t(1) << 50)));
}

TEST(atomic_add_under_contention) {
  for (const int64_t n_bins : {1, 3, 64}) {
    check_add<int32_t>(context, n_bins);
    check_add<uint32_t>(context, n_bins);
    check_add<int64_t>(context, n_bins);
    check_add<uint64_t>(context, n_bins);
  }
  check_tickets<int32_t>(context);
  check_tickets<uint32_t>(context);
  check_tickets<int64_t>(context);
  check_tickets<uint64_t>(context);
}

TEST(atomic_min_and_max_under_contention) {
  for (const int64_t n_bins : {1, 3, 64}) {
    check_min_max<int32_t>(context, n_bins);
    check_min_max<uint32_t>(context, n_bins);
    check_min_max<int64_t>(context, n_bins);
    check_min_max<uint64_t>(context, n_bins);
  }
}

TEST(atomic_or_under_contention) {
  for (const int64_t n_words : {1, 3, 64}) {
    check_or<int32_t>(context, n_words);
    check_or<uint32_t>(context, n_words);
    check_or<int64_t>(context, n_words);
    check_or<uint64_t>(context, n_words);
  }
}
