/// backend/api/special/points/grouping.hpp against naive loops.
#include "backend/api/special/points/grouping.hpp"

#include <numeric>

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

constexpr int64_t kSharedWords = 4096;  // larger maps are marked in place on a GPU
#if defined(__CUDACC__)
static_assert(kSharedWords == kMarkWords);
#endif

/// How items are dealt out to groups; `word` is random.
struct Deal {
  const char* name;
  uint64_t (*owner)(uint64_t i, uint64_t n, uint64_t n_groups, uint64_t word);
};

constexpr Deal kDeals[] = {
    {"all in one group", [](uint64_t, uint64_t, uint64_t n_groups, uint64_t) { return n_groups / 2; }},
    {"at random", [](uint64_t, uint64_t, uint64_t n_groups, uint64_t word) { return word % n_groups; }},
    {"sorted", [](uint64_t i, uint64_t n, uint64_t n_groups, uint64_t) { return i * n_groups / n; }},
    {"backwards", [](uint64_t i, uint64_t n, uint64_t n_groups, uint64_t) { return (n - 1 - i) * n_groups / n; }},
    {"in turn", [](uint64_t i, uint64_t, uint64_t n_groups, uint64_t) { return i % n_groups; }},
    {"with empty groups between", [](uint64_t, uint64_t, uint64_t n_groups,
                                     uint64_t word) { return n_groups < 3 ? 0 : word % (n_groups / 3) * 3 + 1; }},
    {"first and last", [](uint64_t, uint64_t, uint64_t n_groups, uint64_t word) { return word % 2 * (n_groups - 1); }},
    {"mostly last", [](uint64_t, uint64_t, uint64_t n_groups,
                       uint64_t word) { return word % 16 == 0 ? word / 16 % n_groups : n_groups - 1; }},
};

/// Items with the groups that they belong to.
struct Dealt {
  std::vector<uint32_t> owners;
  std::vector<uint32_t> items;
  std::vector<int64_t> starts;  // [n_groups + 1]

  int64_t size() const { return int64_t(items.size()); }
};

std::vector<int64_t> starts_of(const std::vector<int64_t>& sizes) {
  std::vector<int64_t> starts(sizes.size() + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), starts.begin() + 1);
  return starts;
}

/// Deals n items out; their names are all different, or one of `n_names`.
Dealt deal(const Deal& how, int64_t n, int n_groups, uint64_t n_names = 0) {
  Random random(uint64_t(n) * 1024 + uint64_t(n_groups));
  Dealt dealt;
  std::vector<int64_t> sizes(size_t(n_groups), int64_t(0));
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t word = random.next();
    dealt.owners.push_back(uint32_t(how.owner(uint64_t(i), uint64_t(n), uint64_t(n_groups), word)));
    dealt.items.push_back(n_names == 0 ? uint32_t(i) * 0x9e3779b1u : uint32_t(word >> 32) % uint32_t(n_names));
    ++sizes[dealt.owners.back()];
  }
  dealt.starts = starts_of(sizes);
  return dealt;
}

struct TakeItem {
  const uint32_t* owners;
  const uint32_t* items;

  DVDB_FN uint32_t operator()(int64_t i, uint32_t* item) const {
    *item = items[i];
    return owners[i];
  }
};

/// Groups on the device; nothing is in them yet.
struct DeviceGroups {
  DeviceArray<uint32_t> items;
  DeviceArray<int64_t> starts;
  DeviceArray<int64_t> cursors;
  Groups groups;

  DeviceGroups(Context& context, const std::vector<int64_t>& all_starts)
      : items(context, all_starts.back()),
        starts(context, all_starts),
        cursors(context, starts.size() - 1),
        groups{items.data(), starts.data(), cursors.data(), all_starts.back(), int(cursors.size())} {}
};

/// Within a group the order is free.
void sort_each(std::vector<uint32_t>& items, const std::vector<int64_t>& starts) {
  for (size_t group = 0; group + 1 < starts.size(); ++group)
    std::sort(items.begin() + starts[group], items.begin() + starts[group + 1]);
}

void check_group(Context& context, const Dealt& dealt) {
  std::vector<uint32_t> wanted(dealt.items.size(), 0u);
  std::vector<int64_t> next = dealt.starts;
  for (size_t i = 0; i < wanted.size(); ++i) wanted[size_t(next[dealt.owners[i]]++)] = dealt.items[i];
  sort_each(wanted, dealt.starts);
  const DeviceArray<uint32_t> owners(context, dealt.owners);
  const DeviceArray<uint32_t> items(context, dealt.items);
  DeviceGroups target(context, dealt.starts);
  target.groups.n = -1;
  REQUIRE(group(context, dealt.size(), TakeItem{owners.data(), items.data()}, target.groups));
  std::vector<uint32_t> got = target.items.read();
  sort_each(got, dealt.starts);
  CHECK_SAME(got, wanted);
  CHECK_SAME(target.starts.read(), dealt.starts);
  CHECK_EQUAL(target.groups.n, dealt.size());
}

/// Notes who came with which group.
struct Visit {
  uint32_t* visits;
  uint32_t* owners;
  uint32_t* crowds;

  DVDB_FN void operator()(int group, uint32_t item, bool crowded) const {
    atomic_add(&visits[item], 1u);
    owners[item] = uint32_t(group);
    if (crowded) atomic_add(crowds, 1u);
  }
};

void check_each(Context& context, const std::vector<int64_t>& sizes) {
  DeviceGroups source(context, starts_of(sizes));
  std::vector<uint32_t> items(size_t(source.groups.n), 0u);
  std::iota(items.begin(), items.end(), 0u);
  source.items.write(items);
  const std::vector<uint32_t> zeros(items.size(), 0u);
  const DeviceArray<uint32_t> visits(context, zeros);
  const DeviceArray<uint32_t> owners(context, zeros);
  const DeviceArray<uint32_t> crowds(context, std::vector<uint32_t>{0});
  REQUIRE(for_each_grouped(context, source.groups, Visit{visits.data(), owners.data(), crowds.data()}));
  std::vector<uint32_t> wanted;
  for (size_t group = 0; group < sizes.size(); ++group)
    wanted.insert(wanted.end(), size_t(sizes[group]), uint32_t(group));
  CHECK_SAME(visits.read(), std::vector<uint32_t>(items.size(), 1u));
  CHECK_SAME(owners.read(), wanted);
  CHECK_EQUAL(crowds.read()[0], 0u);  // no two items are equal
}

/// A bit map for each group, one behind the other. Three bits of an item say nothing about its place.
struct Maps {
  const int64_t* first;  // [n_groups + 1] words
  uint64_t* maps;

  DVDB_FN int64_t words(int group) const { return first[group + 1] - first[group]; }
  DVDB_FN uint32_t bit_of(uint32_t item) const { return item >> 3; }
  DVDB_FN uint64_t* word(int group, int64_t i) const { return &maps[first[group] + i]; }
};

/// Two neighboring bits at once.
DVDB_FN uint64_t pair_of(uint32_t item) { return uint64_t(3) << (item >> 3 & 62); }

struct SetPairs {
  Maps maps;

  DVDB_FN void operator()(int group, uint32_t item, bool crowded) const {
    set_own_bits(maps.word(group, item >> 9), pair_of(item), crowded);
  }
};

/// Where the items of a group fall in a map of so many bits; `k` counts the items of the group.
struct Fall {
  const char* name;
  uint64_t (*at)(uint64_t k, uint64_t n_bits, uint64_t word);
};

constexpr Fall kFalls[] = {
    {"at random", [](uint64_t, uint64_t n_bits, uint64_t word) { return word % n_bits; }},
    {"on three bits", [](uint64_t, uint64_t n_bits, uint64_t word) { return word % 3 * (n_bits - 1) / 2; }},
    {"in runs of 100", [](uint64_t k, uint64_t n_bits, uint64_t) { return k / 100 * 7919 % n_bits; }},
    {"one by one", [](uint64_t k, uint64_t n_bits, uint64_t) { return k % n_bits; }},
    {"first crowded, then at random",
     [](uint64_t k, uint64_t n_bits, uint64_t word) { return k < 3000 ? n_bits - 1 : word % n_bits; }},
};

/// Bits that are set already stay so.
void check_marks(Context& context, const std::vector<int64_t>& sizes, const std::vector<int64_t>& words,
                 const Fall& fall) {
  Random random(uint64_t(sizes.size()));
  const std::vector<int64_t> first = starts_of(words);
  std::vector<uint64_t> before(size_t(first.back()), uint64_t(0));
  for (size_t i = 0; i < before.size(); i += 5) before[i] = random.next() & random.next();
  std::vector<uint64_t> marked = before;
  std::vector<uint64_t> paired = before;
  std::vector<uint32_t> items;
  for (size_t group = 0; group < sizes.size(); ++group) {
    for (int64_t k = 0; k < sizes[group]; ++k) {
      const uint64_t word = random.next();
      const uint64_t at = fall.at(uint64_t(k), uint64_t(words[group]) * 64, word >> 3);
      items.push_back(uint32_t(at << 3 | (word & 7)));
      marked[size_t(first[group]) + at / 64] |= uint64_t(1) << at % 64;
      paired[size_t(first[group]) + at / 64] |= pair_of(items.back());
    }
  }
  DeviceGroups source(context, starts_of(sizes));
  source.items.write(items);
  const DeviceArray<int64_t> device_first(context, first);
  DeviceArray<uint64_t> maps(context, before);
  REQUIRE(mark_grouped(context, source.groups, Maps{device_first.data(), maps.data()}));
  CHECK_SAME(maps.read(), marked);
  maps.write(before);
  REQUIRE(for_each_grouped(context, source.groups, SetPairs{{device_first.data(), maps.data()}}));
  CHECK_SAME(maps.read(), paired);
}

/// Every size meets every number of words. Blocks of a GPU take 16384 items to mark and 2048 to visit.
void check_all_marks(Context& context, const std::vector<int64_t>& sizes, const std::vector<int64_t>& words) {
  for (size_t turn = 0; turn < words.size(); ++turn) {
    std::vector<int64_t> own;
    for (size_t group = 0; group < sizes.size(); ++group) own.push_back(words[(group + turn) % words.size()]);
    for (const Fall& fall : kFalls) {
      const int seen = failures;
      check_marks(context, sizes, own, fall);
      if (failures != seen) std::printf("  while marking %s, turn %zu\n", fall.name, turn);
    }
  }
}

constexpr int64_t kSizes[] = {0, 1, 2, 31, 511, 512, 8191, 8192, 8193, 32767, 32768, 32769, 100'003};
constexpr int kGroupCounts[] = {1, 2, 3, 255, 256, 1023, kMaxGroups};

/// Sizes of groups, up to a bound, a third of them 0.
std::vector<int64_t> random_sizes(int n_groups, uint64_t bound) {
  Random random(bound);
  std::vector<int64_t> sizes;
  for (int group = 0; group < n_groups; ++group)
    sizes.push_back(random.below(3) == 0 ? 0 : int64_t(random.below(bound + 1)));
  return sizes;
}

}  // namespace

TEST(group_brings_every_item_to_its_group) {
  for (const int64_t n : kSizes) {
    for (const int n_groups : kGroupCounts) {
      for (const Deal& how : kDeals) {
        const int seen = failures;
        check_group(context, deal(how, n, n_groups));
        if (n < 10'000) check_group(context, deal(how, n, n_groups, 5));
        if (failures != seen)
          std::printf("  while dealing %lld items, %s, to %d groups\n", static_cast<long long>(n), how.name, n_groups);
      }
    }
  }
}

TEST(group_brings_a_million_items) {
  for (const Deal& how : kDeals) check_group(context, deal(how, 1'000'003, kMaxGroups));
  for (const int n_groups : {1, 2, 256}) check_group(context, deal(kDeals[1], 1'000'003, n_groups));
}

TEST(groups_serve_twice) {
  const Dealt dealt = deal(kDeals[1], 20'000, 256);
  const DeviceArray<uint32_t> owners(context, dealt.owners);
  const DeviceArray<uint32_t> items(context, dealt.items);
  DeviceGroups target(context, dealt.starts);
  std::vector<uint32_t> runs[2];
  for (std::vector<uint32_t>& run : runs) {
    REQUIRE(group(context, dealt.size(), TakeItem{owners.data(), items.data()}, target.groups));
    run = target.items.read();
    sort_each(run, dealt.starts);
    target.items.write(std::vector<uint32_t>(run.size(), 0u));
  }
  CHECK_SAME(runs[1], runs[0]);
}

TEST(for_each_grouped_visits_every_item_with_its_group) {
  for (const int64_t n : kSizes) {
    check_each(context, {n});
    check_each(context, {0, n});
    check_each(context, {n, 0, 0, n, 0});
    check_each(context, {0, 1, n, 1, 0, n});
  }
  for (const uint64_t bound : {1, 5, 40, 2500}) check_each(context, random_sizes(kMaxGroups, bound));
  check_each(context, {2047, 2048, 2049, 1, 0, 4096, 1'000'003});
}

TEST(mark_grouped_and_set_own_bits_mark_maps_of_every_size) {
  const std::vector<int64_t> words{
      1, 2, 63, 64, kSharedWords - 1, kSharedWords, kSharedWords + 1, 2 * kSharedWords + 3};
  check_all_marks(context, {0, 1, 16383, 1, 16384, 16385, 0, 0, 40'000, 7, 2047, 2048, 2049, 0, 32768, 0}, words);
  check_all_marks(context, {50'000}, words);
  check_all_marks(context, {0, 0, 31}, words);
}

TEST(mark_grouped_and_set_own_bits_mark_many_small_maps) {
  for (const uint64_t bound : {1, 60, 400}) check_all_marks(context, random_sizes(kMaxGroups, bound), {1, 3, 64});
}

TEST(nothing_is_marked_in_empty_groups) {
  check_all_marks(context, {0}, {5});
  check_all_marks(context, {0, 0, 0}, {1, 0, kSharedWords + 1});
}

// The way of a build: split, mark maps, visit again.
TEST(split_items_are_marked_and_visited) {
  constexpr int kWords = 2048;  // a group's map
  const Dealt dealt = deal(kDeals[1], 500'001, 300, kWords * 512);
  std::vector<int64_t> first(301, 0);
  for (size_t owner = 0; owner < first.size(); ++owner) first[owner] = int64_t(owner) * kWords;
  std::vector<uint64_t> marked(300 * kWords, uint64_t(0));
  std::vector<uint64_t> paired = marked;
  for (size_t i = 0; i < dealt.items.size(); ++i) {
    const size_t word = dealt.owners[i] * kWords + (dealt.items[i] >> 9);
    marked[word] |= bit(dealt.items[i] >> 3 & 63);
    paired[word] |= pair_of(dealt.items[i]);
  }
  const DeviceArray<uint32_t> owners(context, dealt.owners);
  const DeviceArray<uint32_t> items(context, dealt.items);
  const DeviceArray<int64_t> device_first(context, first);
  const DeviceArray<uint64_t> maps(context, int64_t(marked.size()));
  with_thread_counts(context, [&] {
    DeviceGroups target(context, dealt.starts);
    REQUIRE(group(context, dealt.size(), TakeItem{owners.data(), items.data()}, target.groups));
    REQUIRE(fill(context, maps.data(), 0, 8, 8 * maps.size()));
    REQUIRE(mark_grouped(context, target.groups, Maps{device_first.data(), maps.data()}));
    CHECK_SAME(maps.read(), marked);
    REQUIRE(fill(context, maps.data(), 0, 8, 8 * maps.size()));
    REQUIRE(for_each_grouped(context, target.groups, SetPairs{{device_first.data(), maps.data()}}));
    CHECK_SAME(maps.read(), paired);
  });
}
