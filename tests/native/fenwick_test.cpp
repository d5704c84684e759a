/// Views and bit recipes of spatial indexes: words against loops, reads counted, places up to 2^40.
#include "backend/api/launch.hpp"
#include "fenwick/view/cells.hpp"
#include "fenwick/view/lift.hpp"
#include "fenwick/view/paper.hpp"
#include "fenwick/view/wide.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;
using namespace dvdb::test;

namespace {

/// Lifts words, four at a time, and puts them back together.
struct LiftAndLower {
  const uint64_t* words;
  Lifted* lifted;
  uint64_t* again;

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t given[4] = {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
    const Lifted own = lift(given);
    lifted[i] = own;
    const uint32_t first = own.level6 & 0x7f;
    const uint32_t third = own.level6 >> 7;
    const uint32_t counts[4] = {first, own.level7 - first, third, own.count - own.level7 - third};
    const uint64_t level2[2] = {uint64_t(own.level2[1]) << 32 | own.level2[0],
                                uint64_t(own.level2[2]) << 16 | own.level2[1] >> 16};
    for (int k = 0; k < 4; ++k) {
      const uint32_t level5 = own.level5 >> (6 * k) & 0x3f;
      again[4 * i + k] = lower(own.level0[k], own.level1[k], uint32_t(level2[k / 2] >> (24 * (k % 2))) & 0xffffffu,
                               own.level3[k / 2] >> (16 * (k % 2)) & 0xffffu, uint32_t(own.level4 >> (10 * k)) & 0x3ffu,
                               level5, counts[k] - level5);
    }
  }
};

/// The fields of a level of 256 bits by definition, in 32-bit words.
std::vector<uint32_t> fields(const uint64_t* words, int t) {
  std::vector<uint32_t> packed(size_t(words_of(128 >> t, t + 1)), 0u);
  for (int place = 0; place < 128 >> t; ++place) {
    uint32_t sum = 0;
    for (int k = place << (t + 1); k < (place << (t + 1)) + (1 << t); ++k)
      sum += uint32_t(words[k / 64] >> (k % 64) & 1);
    for (int b = 0; b <= t; ++b)
      packed[size_t((place * (t + 1) + b) / 32)] |= (sum >> b & 1) << ((place * (t + 1) + b) % 32);
  }
  return packed;
}

/// A tree over ones that are everywhere: each node holds as many as it covers. Counts what is read.
struct FullTree {
  int64_t* reads;

  DVDB_FN uint64_t node(int level, int64_t) const {
    ++*reads;
    return uint64_t(1) << level;
  }
};

/// A tree of few ones at known places, of any size. Counts what is read.
struct SparseTree {
  const int64_t* places;
  int64_t n_places;
  int64_t* reads;

  DVDB_FN uint64_t node(int level, int64_t place) const {
    ++*reads;
    const int64_t begin = place << (level + 1);
    const int64_t end = begin + (int64_t(1) << level);
    uint64_t sum = 0;
    for (int64_t i = 0; i < n_places; ++i) sum += places[i] >= begin && places[i] < end ? 1 : 0;
    return sum;
  }
};

/// Places with all kinds of low bits.
std::vector<int64_t> some_places(int64_t n) {
  Random random(11);
  std::vector<int64_t> places{0, 1, 2, 3, n / 2, n - 2, n - 1};
  for (int64_t t = 1; (int64_t(1) << t) <= n; ++t) places.push_back((int64_t(1) << t) - 1);
  for (int i = 0; i < 200; ++i) places.push_back(int64_t(random.below(uint64_t(n))));
  return places;
}

struct Select {
  const uint32_t* words;
  int32_t* places;  // [n, 32]

  DVDB_FN void operator()(int64_t i) const {
    for (int rank = 0; rank < popcount(words[i]); ++rank) places[i * 32 + rank] = select_bit(words[i], uint32_t(rank));
  }
};

/// Points of a tree along one axis, which must be the elements.
struct Points {
  PaperLine tree;
  uint64_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = tree.point(i); }
};

std::vector<uint32_t> some_words() {
  Random random(5);
  std::vector<uint32_t> words{0, ~0u, 1, 0x80000000u, 0x55555555u, 0xaaaaaaaau, 0x0000ffffu, 0xffff0000u};
  for (int i = 0; i < 20000; ++i)
    words.push_back(uint32_t(random.next() & (i % 2 == 0 ? ~0u : uint32_t(random.next()))));
  return words;
}

}  // namespace

TEST(lift_gives_the_fields_of_eight_levels_and_lower_takes_them_back) {
  const std::vector<uint32_t> halves = some_words();
  std::vector<uint64_t> words;
  for (size_t i = 0; i < halves.size() / 4 * 4; ++i)
    words.push_back(uint64_t(halves[i]) << 32 | halves[(i * 7 + 3) % halves.size()]);
  for (int k = 0; k < 4; ++k) words.push_back(UINT64_MAX);
  const DeviceArray<uint64_t> in(context, words);
  const DeviceArray<Lifted> lifted(context, in.size() / 4);
  const DeviceArray<uint64_t> again(context, in.size());
  REQUIRE(backend::for_each(context, in.size() / 4, LiftAndLower{in.data(), lifted.data(), again.data()}));
  const std::vector<Lifted> got = lifted.read();
  for (size_t i = 0; i < got.size(); ++i) {
    const Lifted& own = got[i];
    const uint32_t level4[2] = {uint32_t(own.level4), uint32_t(own.level4 >> 32)};
    const std::vector<std::vector<uint32_t>> levels = {{own.level0, own.level0 + 4},
                                                       {own.level1, own.level1 + 4},
                                                       {own.level2, own.level2 + 3},
                                                       {own.level3, own.level3 + 2},
                                                       {level4, level4 + 2},
                                                       {own.level5},
                                                       {own.level6},
                                                       {own.level7}};
    for (int t = 0; t < 8; ++t) CHECK_SAME(levels[size_t(t)], fields(&words[4 * i], t));
    uint32_t count = 0;
    for (size_t k = 0; k < 4; ++k) count += uint32_t(popcount(words[4 * i + k]));
    CHECK_EQUAL(own.count, count);
  }
  CHECK_SAME(again.read(), words);
}

TEST(select_bit_finds_every_one_of_a_word) {
  const std::vector<uint32_t> words = some_words();
  const DeviceArray<uint32_t> in(context, words);
  const DeviceArray<int32_t> places(context, in.size() * 32);
  REQUIRE(backend::for_each(context, in.size(), Select{in.data(), places.data()}));
  const std::vector<int32_t> got = places.read();
  for (size_t i = 0; i < words.size(); ++i) {
    int rank = 0;
    for (int k = 0; k < 32; ++k) {
      if ((words[i] >> k & 1) != 0) CHECK_EQUAL(got[i * 32 + size_t(rank++)], k);
    }
  }
}

TEST(fields_of_1_to_63_bits_are_read_across_words) {
  Random random(9);
  for (int width = 1; width <= 63; ++width) {
    std::vector<uint32_t> words(size_t(width) * 5 + 2, 0);
    std::vector<uint64_t> values;
    for (int field = 0; field < 150; ++field) {
      values.push_back(random.next() & low_bits(width));
      for (int bit_at = 0; bit_at < width; ++bit_at) {
        const int at = field * width + bit_at;
        words[size_t(at / 32)] |= uint32_t(values.back() >> bit_at & 1) << (at % 32);
      }
    }
    for (int field = 0; field < 150; ++field)
      CHECK_EQUAL(read_field(words.data(), field * width, width), values[size_t(field)]);
  }
}

TEST(questions_read_no_more_than_they_need) {
  const int64_t n = 1000;
  int64_t reads = 0;
  const FullTree full{&reads};
  for (int64_t k = 0; k < n; ++k) {
    uint64_t before = 0;
    reads = 0;
    CHECK_EQUAL(lookup(full, k, &before), 1);
    CHECK_EQUAL(before, uint64_t(k));
    CHECK_EQUAL(reads, 1 + popcount(uint64_t(k)));
    reads = 0;
    CHECK_EQUAL(prefix(full, k), uint64_t(k));
    CHECK_EQUAL(reads, popcount(uint64_t(k)));
    reads = 0;
    CHECK_EQUAL(range(full, k, k + 1), 1);
    CHECK_EQUAL(reads, 1 + level_of(k));
  }
  const SparseTree empty{nullptr, 0, &reads};
  for (int64_t k = 0; k < n; ++k) {
    uint64_t before = 7;
    reads = 0;
    CHECK_EQUAL(lookup(empty, k, &before), 0);
    CHECK_EQUAL(before, 7);
    CHECK_EQUAL(reads, 1 + level_of(k));
  }
}

TEST(places_go_up_to_2_to_the_40) {
  for (const int64_t n : {(int64_t(1) << 31) + 3, (int64_t(1) << 32) + 5, int64_t(1) << 40, (int64_t(1) << 40) - 1}) {
    int64_t reads = 0;
    const FullTree full{&reads};
    const std::vector<int64_t> places = some_places(n);
    for (const int64_t k : places) {
      CHECK_EQUAL(prefix(full, k), uint64_t(k));
      CHECK_EQUAL(range(full, k / 3, k), uint64_t(k - k / 3));
      CHECK_EQUAL(select(full, n, uint64_t(k)), k);
    }
    CHECK_EQUAL(prefix(full, n), uint64_t(n));
    CHECK_EQUAL(select(full, n, uint64_t(n)), n);
    const std::vector<int64_t> set{0, (int64_t(1) << 31) - 1, int64_t(1) << 31, n - 1};
    const SparseTree sparse{set.data(), int64_t(set.size()), &reads};
    const std::vector<int64_t> asked{1, (int64_t(1) << 31) - 1, int64_t(1) << 31, (int64_t(1) << 31) + 1, n};
    for (size_t at = 0; at < asked.size(); ++at) CHECK_EQUAL(prefix(sparse, asked[at]), at == 0 ? 1 : at);
    for (size_t rank = 0; rank < set.size(); ++rank) CHECK_EQUAL(select(sparse, n, rank), set[rank]);
  }
}

TEST(points_of_wide_elements_come_from_the_low_bits_of_nodes) {
  const std::vector<uint32_t> words{0xffffffffu, 1, 0xfffffffeu, 1};  // 2^32 - 1, 1; 2^33 - 2 in 33 bits
  const DeviceArray<uint32_t> in(context, words);
  PaperLine tree;
  tree.words = in.data();
  tree.n = 3;
  tree.bits = 32;
  tree.starts[1] = 2;
  for (int t = 2; t <= kMostLevels; ++t) tree.starts[t] = 4;
  const DeviceArray<uint64_t> out(context, 3);
  REQUIRE(backend::for_each(context, 3, Points{tree, out.data()}));
  CHECK_SAME(out.read(), (std::vector<uint64_t>{0xffffffffu, 0xffffffffu, 1}));
}

TEST(cells_and_their_bases_are_counted_for_any_size) {
  CHECK_EQUAL(CellView<3>::cells_of(1), 1);
  CHECK_EQUAL(CellView<3>::cells_of(96), 1);
  CHECK_EQUAL(CellView<3>::cells_of(97), 2);
  CHECK_EQUAL(CellView<7>::bases_of(1), 1);
  CHECK_EQUAL(CellView<7>::bases_of((int64_t(1) << 24) + 1), 2);
  CellView<3> view;
  for (const int64_t k : some_places(int64_t(1) << 40)) CHECK_EQUAL(view.cell_of(k), k / 96);
}
