/// for_each_tile with groups and scans of tiles, atomic_and and atomic_xor of backend/api/launch.hpp, and
/// for_each_placed_tile, against serial loops.
#include "backend/api/special/lod/placed_tiles.hpp"

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Each thread passes a number on to its neighbor twice, which shows only what was there before the phase.
template <int kCount>
struct Rotate {
  static constexpr int kThreads = kCount;
  static constexpr int kPhases = 3;
  struct Shared {
    int64_t first[kCount];
    int64_t second[kCount];
  };

  int64_t* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int next = (thread + 1) % kCount;
    if constexpr (P == 0) shared.first[thread] = tile * 1000 + thread;
    if constexpr (P == 1) shared.second[thread] = shared.first[next];
    if constexpr (P == 2) out[tile * kCount + thread] = shared.second[next];
  }
};

template <int kCount>
void check_tiles(Context& context) {
  for (const int64_t n : {0, 1, 2, 37, 1001}) {
    DeviceArray<int64_t> out(context, n * kCount);
    REQUIRE(for_each_tile(context, n, Rotate<kCount>{out.data()}));
    std::vector<int64_t> wanted;
    for (int64_t tile = 0; tile < n; ++tile) {
      for (int thread = 0; thread < kCount; ++thread) wanted.push_back(tile * 1000 + (thread + 2) % kCount);
    }
    CHECK_SAME(out.read(), wanted);
  }
}

/// Clears a bit of one word and toggles a bit of another.
template <class T>
struct FlipInto {
  T* cleared;  // [n / bits]
  T* toggled;  // [n / bits]
  T* old_cleared;
  T* old_toggled;

  DVDB_FN void operator()(int64_t i) const {
    constexpr int64_t kBits = int64_t(8 * sizeof(T));
    const T bits = T(1) << (i % kBits);
    old_cleared[i] = atomic_and(&cleared[i / kBits], T(~bits));
    old_toggled[i] = atomic_xor(&toggled[i / kBits], bits);
  }
};

template <class T>
void check_flips(Context& context) {
  constexpr int64_t kBits = int64_t(8 * sizeof(T));
  const int64_t words = 100;
  Random random(3);
  std::vector<T> start;
  std::vector<T> inverse;
  for (int64_t i = 0; i < words; ++i) {
    start.push_back(T(random.next()));
    inverse.push_back(T(~start.back()));
  }
  const DeviceArray<T> cleared(context, start);
  const DeviceArray<T> toggled(context, start);
  const DeviceArray<T> old_cleared(context, words * kBits);
  const DeviceArray<T> old_toggled(context, words * kBits);
  REQUIRE(for_each(context, words * kBits,
                   FlipInto<T>{cleared.data(), toggled.data(), old_cleared.data(), old_toggled.data()}, 7));
  CHECK_SAME(cleared.read(), std::vector<T>(size_t(words), T(0)));
  CHECK_SAME(toggled.read(), inverse);
  const std::vector<T> before_cleared = old_cleared.read();
  const std::vector<T> before_toggled = old_toggled.read();
  bool own_bit = true;
  for (int64_t i = 0; i < words * kBits; ++i) {
    const T bits = T(1) << (i % kBits);
    own_bit = own_bit && (before_cleared[size_t(i)] & bits) == (start[size_t(i / kBits)] & bits);
    own_bit = own_bit && (before_toggled[size_t(i)] & bits) == (start[size_t(i / kBits)] & bits);
  }
  CHECK(own_bit);
}

/// Adds up tiles, then groups of five of them, and so on, and counts who was joined.
struct JoinFives {
  static constexpr int kThreads = 64;
  static constexpr int kPhases = 2;
  static constexpr int kHandOn = 1;
  static constexpr int64_t kFan = 5;
  static constexpr int kSums = 64;
  static constexpr int kJoinPhases = 2;
  static constexpr int kJoinHandOn = 1;
  struct Shared {
    uint64_t parts[kFan * kSums];
    uint64_t sums[kSums];
  };

  uint32_t* marks;   // of tiles
  uint64_t* joined;  // groups of each height
  uint64_t* sums;    // of the last one

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if (P == 0) shared.parts[thread] = uint64_t(tile * 3 + thread);
    if (P == 1 && thread == kThreads - 1) marks[tile] = 1;
  }
  DVDB_FN uint64_t hand_on(int64_t, int at, const Shared& shared) const { return shared.parts[(at + 1) % kSums]; }

  DVDB_FN void take(int thread, const uint64_t (&given)[5], Shared& shared) const {
    for (int k = 0; k < 5; ++k) shared.parts[thread * 5 + k] = given[k];
  }
  template <int P>
  DVDB_FN void join(int height, int64_t, int thread, Shared& shared) const {
    if (P == 0) {
      uint64_t sum = 0;
      for (int member = 0; member < kFan; ++member) sum += shared.parts[member * kSums + thread];
      shared.sums[thread] = sum;
    }
    if (P == 1 && thread == 1) atomic_add(&joined[height], uint64_t(1));
    if (P == 1) atomic_max(&sums[thread], shared.sums[thread]);
  }
  DVDB_FN uint64_t sum(int at, const Shared& shared) const { return shared.sums[at]; }
};

/// Says what each tile counts, three times, and what was counted before.
struct ScanTiles {
  static constexpr int kThreads = 64;
  static constexpr int kPhases = 2;
  static constexpr int kHandOn = 1;
  static constexpr int kSums = 3;
  struct Shared {
    uint64_t counts[kThreads];
  };

  uint64_t* before;
  uint64_t* counts;
  uint32_t* marks;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if (P == 0) shared.counts[thread] = uint64_t(tile % 7) * uint64_t(thread);
    if (P == 1 && thread == 5) marks[tile] = 1;
  }
  DVDB_FN uint64_t hand_on(int64_t, int at, const Shared& shared) const {
    uint64_t sum = 0;
    for (const uint64_t count : shared.counts) sum += count;
    return sum * uint64_t(at);
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t sum) const {
    before[i] = sum;
    counts[i] = count;
  }
};

/// Writes what the threads of all tiles count, end to end.
struct PlaceNumbers {
  static constexpr int kThreads = 64;
  static constexpr int kPhases = 4;
  static constexpr int kHandOn = 2;
  struct Shared {
    uint32_t counts[kThreads];
    uint32_t before[kThreads + 1];
    uint64_t first;
  };

  int64_t* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if (P == 0) shared.counts[thread] = uint32_t(tile * 5 + thread) % 3;
    if (P == 1 && thread == 0) {
      shared.before[0] = 0;
      for (int k = 0; k < kThreads; ++k) shared.before[k + 1] = shared.before[k] + shared.counts[k];
    }
  }
  DVDB_FN uint64_t count(int64_t, const Shared& shared) const { return shared.before[kThreads]; }
  template <int P>
  DVDB_FN void place(int64_t tile, uint64_t before, int thread, Shared& shared) const {
    if (P == 2 && thread == 0) shared.first = before;
    if (P == 3) {
      for (uint32_t k = 0; k < shared.counts[thread]; ++k)
        out[shared.first + shared.before[thread] + k] = tile * kThreads + thread;
    }
  }
};

const std::vector<int64_t> kTileCounts = {1, 2, 4, 5, 6, 24, 25, 26, 125, 126, 700, 5000};

}  // namespace

TEST(threads_of_a_tile_see_what_others_left_in_the_phase_before) {
  with_thread_counts(context, [&] {
    check_tiles<1>(context);
    check_tiles<32>(context);
    check_tiles<256>(context);
  });
}

TEST(atomic_and_and_xor_return_the_old_word) {
  with_thread_counts(context, [&] {
    check_flips<uint32_t>(context);
    check_flips<uint64_t>(context);
  });
}

TEST(for_each_tile_joins_groups_of_tiles_once_they_are_complete) {
  for (int round = 0; round < 2; ++round) {
    for (const int64_t n : kTileCounts) {
      DeviceArray<uint32_t> marks(context, std::vector<uint32_t>(size_t(n), 0u));
      DeviceArray<uint64_t> joined(context, std::vector<uint64_t>(16, 0u));
      DeviceArray<uint64_t> sums(context, std::vector<uint64_t>(JoinFives::kSums, 0u));
      REQUIRE(for_each_tile(context, n, JoinFives{marks.data(), joined.data(), sums.data()}));
      const std::vector<uint64_t> groups = joined.read();
      int64_t count = n;
      int height = 1;
      for (;; ++height) {
        count = (count + 4) / 5;
        CHECK_EQUAL(groups[size_t(height)], count);
        if (count == 1) break;
      }
      CHECK_EQUAL(groups[size_t(height) + 1], 0);
      std::vector<uint64_t> wanted;
      for (int at = 0; at < JoinFives::kSums; ++at)
        wanted.push_back(uint64_t(n) * uint64_t((at + 1) % JoinFives::kSums) + 3 * uint64_t(n) * uint64_t(n - 1) / 2);
      CHECK_SAME(sums.read(), wanted);
      CHECK_SAME(marks.read(), std::vector<uint32_t>(size_t(n), 1u));
    }
  }
}

TEST(for_each_tile_sums_what_stands_before_tiles) {
  for (int round = 0; round < 2; ++round) {
    for (const int64_t n : kTileCounts) {
      DeviceArray<uint64_t> before(context, 3 * n);
      DeviceArray<uint64_t> counts(context, 3 * n);
      DeviceArray<uint32_t> marks(context, std::vector<uint32_t>(size_t(n), 0u));
      REQUIRE(for_each_tile(context, n, ScanTiles{before.data(), counts.data(), marks.data()}));
      std::vector<uint64_t> wanted_before;
      std::vector<uint64_t> wanted;
      uint64_t sum = 0;
      for (int64_t i = 0; i < 3 * n; ++i) {
        wanted.push_back(uint64_t(i / 3 % 7) * 2016 * uint64_t(i % 3));
        wanted_before.push_back(sum);
        sum += wanted.back();
      }
      CHECK_SAME(before.read(), wanted_before);
      CHECK_SAME(counts.read(), wanted);
      CHECK_SAME(marks.read(), std::vector<uint32_t>(size_t(n), 1u));
    }
  }
}

TEST(for_each_placed_tile_tells_tiles_what_stands_before_them) {
  for (const int64_t n : kTileCounts) {
    std::vector<int64_t> wanted;
    for (int64_t item = 0; item < n * PlaceNumbers::kThreads; ++item) {
      const int64_t count = (item / PlaceNumbers::kThreads * 5 + item % PlaceNumbers::kThreads) % 3;
      for (int64_t k = 0; k < count; ++k) wanted.push_back(item);
    }
    DeviceArray<int64_t> out(context, int64_t(wanted.size()));
    with_thread_counts(context, [&] { REQUIRE(for_each_placed_tile(context, n, PlaceNumbers{out.data()})); });
    CHECK_SAME(out.read(), wanted);
  }
}
