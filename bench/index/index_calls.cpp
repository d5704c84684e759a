/// Spatial indexes, by calls of the C interface: what the device takes when results are allocated beforehand.
/// `fenwick_bench.ts` measures the same through TypeScript, with results allocated by each call.
///
///   cmake -S cuda -B build/cuda -DDVDB_BACKEND=cuda && cmake --build build/cuda --target index_calls
///   build/cuda/index_calls [elements...]
///
/// One element in eight is occupied; 2^26 keys at random or in order. Times are between two events of the device around
/// several calls in a row, the median of 11 runs after 3. Some answers of each kind are compared with those of the
/// host.
#include <bit>
#include <string>

#include "../calls.hpp"

namespace {

constexpr int64_t kKeys = int64_t(1) << 26;
constexpr int64_t kEdits = int64_t(1) << 20;
constexpr int64_t kBlock = int64_t(1) << 16;  // elements of which the host knows the ranks

/// Bits on the host, and how many are set before each block.
struct Bits {
  int64_t n;
  std::vector<uint64_t> words;
  std::vector<int64_t> before;

  explicit Bits(int64_t size) : n(size), words(size_t((size + 63) / 64)) {
    int64_t ones = 0;
    for (size_t at = 0; at < words.size(); ++at) {
      if (int64_t(at) * 64 % kBlock == 0) before.push_back(ones);
      const uint64_t a = mixed(2 * at);
      const uint64_t b = mixed(2 * at + 1);
      words[at] = a & b & (a >> 32 | b << 32);
      if (int64_t(at + 1) * 64 > n) words[at] &= (uint64_t(1) << n % 64) - 1;
      ones += std::popcount(words[at]);
    }
    before.push_back(ones);
  }

  bool has(int64_t k) const { return words[size_t(k / 64)] >> k % 64 & 1; }
  int64_t rank(int64_t k) const {
    int64_t ones = before[size_t(k / kBlock)];
    for (int64_t at = k / kBlock * (kBlock / 64); at < k / 64; ++at) ones += std::popcount(words[size_t(at)]);
    return k % 64 == 0 ? ones : ones + std::popcount(words[size_t(k / 64)] << (64 - k % 64));
  }
};

struct Layout {
  uint32_t form;
  const char* name;
};

constexpr Layout kLayouts[] = {{DVDB_INDEX_PAPER, "paper"},
                               {DVDB_INDEX_WIDE, "wide"},
                               {DVDB_INDEX_RANK96, "rank96"},
                               {DVDB_INDEX_RANK224, "rank224"}};

struct Index {
  uint32_t form;
  int64_t n;
  int64_t sizes[DVDB_INDEX_SIZE_COUNT];
  Memory data;
  Memory counters;

  Index(uint32_t layout, int64_t size)
      : form(layout),
        n(size),
        data(measure(DVDB_INDEX_SIZE_DATA)),
        counters(std::max<int64_t>(sizes[DVDB_INDEX_SIZE_COUNTERS], 1)) {}

  dvdb_buffer counters_handle() const { return sizes[DVDB_INDEX_SIZE_COUNTERS] > 0 ? counters.handle : 0; }
  dvdb_status build(dvdb_buffer bits) const {
    return dvdb_index_from_bits(context, form, &n, 1, bits, data.handle, counters_handle());
  }
  dvdb_status ask(uint32_t question, const Memory& keys, uint32_t key_dtype, uint32_t out_dtype,
                  const Memory& out) const {
    uint32_t fault = 0;
    return dvdb_index_ask(context, 0, form, &n, 1, 1, data.handle, counters_handle(), question, keys.handle, key_dtype,
                          kKeys, 0, out_dtype, out.handle, &fault);
  }

 private:
  int64_t measure(int which) {
    require(dvdb_index_sizes(context, form, &n, 1, 1, sizes), "size an index");
    return sizes[which];
  }
};

void show(const char* what, const char* layout, int64_t n, double ms, int64_t items, double bytes) {
  std::printf("%11lld  %-22s %-8s %9.4f ms %9.2f G/s %8.2f TB/s\n", static_cast<long long>(n), what, layout, ms,
              double(items) / ms / 1e6, bytes / ms / 1e9);
  std::fflush(stdout);
}

void check(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "Cannot trust %s\n", what);
  std::exit(1);
}

template <class Key>
void measure(const Bits& bits, const Memory& given, uint32_t key_dtype) {
  const int64_t n = bits.n;
  const int64_t bit_bytes = (n + 7) / 8;
  std::vector<Key> random(static_cast<size_t>(kKeys));
  std::vector<Key> ordered(static_cast<size_t>(kKeys));
  std::vector<Key> ranks(static_cast<size_t>(kKeys));
  for (int64_t at = 0; at < kKeys; ++at) {
    random[size_t(at)] = Key(mixed(uint64_t(at)) % uint64_t(n));
    ordered[size_t(at)] = Key(at % n);
    ranks[size_t(at)] = Key(mixed(uint64_t(at)) % uint64_t(bits.before.back()));
  }
  const Memory random_keys(random);
  const Memory ordered_keys(ordered);
  const Memory rank_keys(ranks);
  std::vector<Key> lows(static_cast<size_t>(kKeys));
  std::vector<Key> highs(static_cast<size_t>(kKeys));
  for (size_t at = 0; at < lows.size(); ++at) {
    const Key other = random[at == 0 ? lows.size() - 1 : at - 1];
    lows[at] = std::min(random[at], other);
    highs[at] = std::max(random[at], other);
  }
  const Memory low_keys(lows);
  const Memory high_keys(highs);
  const Memory sums(kKeys * int64_t(sizeof(int64_t)));
  const Memory edits(std::vector<Key>(random.begin(), random.begin() + kEdits));
  const Memory flags(kKeys);
  const Memory answers(kKeys * int64_t(sizeof(Key)));
  const Memory again(bit_bytes);
  const int repeats = n < 1 << 28 ? 20 : 2;
  const uint32_t out_dtype = key_dtype;
  const double asked = double(kKeys) * sizeof(Key);
  const auto check_answers = [&](const char* what, const std::vector<Key>& keys, auto wanted) {
    const std::vector<Key> got = answers.read<Key>(kKeys);
    for (size_t at = 0; at < got.size(); at += 65537) check(int64_t(got[at]) == wanted(int64_t(keys[at])), what);
  };
  for (const auto& [form, name] : kLayouts) {
    const Index index(form, n);
    const double index_bytes = double(index.sizes[DVDB_INDEX_SIZE_DATA] + index.sizes[DVDB_INDEX_SIZE_COUNTERS]);
    show("build", name, n, time_of([&] { return index.build(given.handle); }, repeats), n,
         double(bit_bytes) + index_bytes);
    if (form == DVDB_INDEX_WIDE) {
      show("build in place", name, n, time_of([&] { return index.build(index.data.handle); }, repeats), n,
           double(bit_bytes) + double(index.sizes[DVDB_INDEX_SIZE_COUNTERS]));
    }
    show("bits of it", name, n,
         time_of([&] { return dvdb_index_to_bits(context, form, &n, 1, index.data.handle, again.handle); }, repeats), n,
         double(bit_bytes) + double(index.sizes[DVDB_INDEX_SIZE_DATA]));
    const std::vector<uint8_t> made = again.read<uint8_t>(bit_bytes);
    check(std::equal(made.begin(), made.end(), reinterpret_cast<const uint8_t*>(bits.words.data())),
          "bits of an index");
    const auto ask = [&](const char* what, uint32_t question, const Memory& keys, bool flag) {
      const uint32_t dtype = flag ? uint32_t(DVDB_BOOL) : out_dtype;
      const Memory& out = flag ? flags : answers;
      show(what, name, n, time_of([&] { return index.ask(question, keys, key_dtype, dtype, out); }), kKeys,
           asked + (flag ? double(kKeys) : asked));
    };
    ask("occupied, in order", DVDB_ASK_OCCUPIED, ordered_keys, true);
    ask("occupied, at random", DVDB_ASK_OCCUPIED, random_keys, true);
    ask("element, at random", DVDB_ASK_POINT, random_keys, false);
    check_answers("elements", random, [&](int64_t k) -> int64_t { return bits.has(k); });
    ask("lookup, at random", DVDB_ASK_LOOKUP, random_keys, false);
    check_answers("lookups", random, [&](int64_t k) { return bits.has(k) ? bits.rank(k) : -1; });
    ask("prefix, at random", DVDB_ASK_PREFIX, random_keys, false);
    check_answers("prefixes", random, [&](int64_t k) { return bits.rank(k); });
    const auto sum = [&] {
      uint32_t fault = 0;
      return dvdb_index_sum_boxes(context, 0, form, &n, 1, 1, index.data.handle, index.counters_handle(), DVDB_BOX_SUM,
                                  low_keys.handle, high_keys.handle, key_dtype, kKeys, 0, sums.handle, &fault);
    };
    show("range, at random", name, n, time_of(sum), kKeys, 2 * asked + double(kKeys) * sizeof(int64_t));
    const std::vector<int64_t> summed = sums.read<int64_t>(kKeys);
    for (size_t at = 0; at < summed.size(); at += 65537)
      check(summed[at] == bits.rank(int64_t(highs[at])) - bits.rank(int64_t(lows[at])), "ranges");
    ask("select, at random", DVDB_ASK_SELECT, rank_keys, false);
    const std::vector<Key> selected = answers.read<Key>(kKeys);
    for (size_t at = 0; at < selected.size(); at += 65537)
      check(bits.has(int64_t(selected[at])) && bits.rank(int64_t(selected[at])) == int64_t(ranks[at]), "select");
    if (form == DVDB_INDEX_PAPER || form == DVDB_INDEX_WIDE) {
      const auto toggle = [&] {
        uint32_t fault = 0;
        return dvdb_index_apply_edit(context, 0, form, &n, 1, 1, index.data.handle, index.counters_handle(),
                                     DVDB_EDIT_TOGGLE, edits.handle, key_dtype, kEdits, 0, DVDB_I32, 0, &fault);
      };
      show("2^20 toggles", name, n, time_of(toggle), kEdits, double(kEdits) * sizeof(Key));
    }
  }
  std::printf("\n");
}

}  // namespace

int main(int count, char** arguments) {
  require(dvdb_context_create(0, 0, &context), "open the device");
  std::vector<int64_t> sizes;
  for (int at = 1; at < count; ++at) sizes.push_back(std::atoll(arguments[at]));
  if (sizes.empty()) sizes = {2'949'120, 188'743'680, int64_t(1) << 33};
  for (const int64_t n : sizes) {
    const Bits bits(n);
    const Memory given((n + 7) / 8);
    require(
        dvdb_buffer_write(context, given.handle, 0, reinterpret_cast<const uint8_t*>(bits.words.data()), (n + 7) / 8),
        "write");
    if (n < int64_t(1) << 31) {
      measure<int32_t>(bits, given, DVDB_I32);
    } else {
      measure<int64_t>(bits, given, DVDB_I64);
    }
  }
  dvdb_context_destroy(context);
  return 0;
}
