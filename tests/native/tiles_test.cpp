/// for_each_tile, atomic_and and atomic_xor of backend/launch.hpp against serial loops.
#include "backend/launch.hpp"

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Each thread passes a number on to its neighbour twice, which shows only what was there before the phase.
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
  REQUIRE(for_each(context, words * kBits, FlipInto<T>{cleared.data(), toggled.data(), old_cleared.data(), old_toggled.data()}, 7));
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

}  // namespace

TEST(threads_of_a_tile_see_what_others_left_in_the_phase_before) {
  with_thread_counts([&] {
    check_tiles<1>(context);
    check_tiles<32>(context);
    check_tiles<256>(context);
  });
}

TEST(atomic_and_and_xor_return_the_old_word) {
  with_thread_counts([&] {
    check_flips<uint32_t>(context);
    check_flips<uint64_t>(context);
  });
}
