/// Reads the bits back from a Fenwick tree along one axis. A tile of 2^15 bits reads whole words of the lowest levels;
/// of the levels above, each node is read once and its parity is stored for the threads that need it.
#pragma once

#include "backend/api/launch.hpp"
#include "core/words.hpp"
#include "fenwick/view/lift.hpp"
#include "fenwick/view/paper.hpp"

namespace dvdb::fenwick {

struct LowerTile {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 2;
  struct Shared {
    uint8_t odd[kThreads];  // parity of the node of the last of a thread's 128 bits, without what is in tiles before
  };

  PaperLine tree;
  bool aligned;  // whether `out` can take words of 16 bytes
  uint8_t* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int64_t at = tile * kThreads + thread;
    if ((tile + 1) * kThreads * kOwn > tree.n) {
      if constexpr (P == 1) lower_alone(2 * at);
      if constexpr (P == 1) lower_alone(2 * at + 1);
      return;
    }
    if constexpr (P == 0) shared.odd[thread] = uint8_t(odd_node(at, thread));
    if constexpr (P == 1) lower_own(tile, thread, shared);
  }

  static constexpr int64_t tiles_of(int64_t n) { return (n + kThreads * kOwn - 1) / (kThreads * kOwn); }

 private:
  static constexpr int kOwn = 128;        // bits of a thread
  static constexpr int kTileLevels = 15;  // nodes of levels below lie in one tile

  DVDB_FN uint32_t odd_node(int64_t at, int thread) const {
    const int level = 7 + level_of(thread + 1 < kThreads ? thread : at);
    uint64_t odd = tree.low_node(level, at >> (level - 6));
    for (int j = kTileLevels; j < level; ++j) odd ^= tree.low_node(j, at >> (j - 6));
    return uint32_t(odd) & 1u;
  }

  /// A thread's bits of a level, of which there are kBits, at most 64.
  template <int kLevel, int kBits>
  DVDB_FN uint64_t own_bits(int64_t tile, int thread) const {
    const uint32_t* words = tree.words + tree.starts[kLevel] + tile * (kBits * kThreads / kWordBits);
    const int begin = thread * kBits;
    if constexpr (kBits == 32) return words[thread];
    // There is a word behind: that of the next level.
    const uint64_t pair = uint64_t(words[begin / kWordBits + 1]) << 32 | words[begin / kWordBits];
    return pair >> (begin % kWordBits) & low_bits(kBits);
  }

  DVDB_FN void lower_own(int64_t tile, int thread, const Shared& shared) const {
    uint32_t odd = shared.odd[thread];  // of all 128 bits
    for (int step = 1; (thread & step) != 0 && step < kThreads; step *= 2) odd ^= shared.odd[thread - step];
    const uint64_t level0 = own_bits<0, 64>(tile, thread);
    const uint64_t level1 = own_bits<1, 64>(tile, thread);
    const uint64_t level2 = own_bits<2, 48>(tile, thread);
    const uint32_t level3 = uint32_t(own_bits<3, 32>(tile, thread));
    const uint32_t level4 = uint32_t(own_bits<4, 20>(tile, thread));
    const uint32_t level5 = uint32_t(own_bits<5, 12>(tile, thread));
    const uint32_t first = uint32_t(own_bits<6, 7>(tile, thread)) & 1u;  // of the first 64
    const uint64_t low = lower(uint32_t(level0), uint32_t(level1), uint32_t(level2) & 0xffffffu, level3 & 0xffffu,
                               level4 & 0x3ffu, level5 & 1u, first ^ (level5 & 1u));
    const uint64_t high = lower(uint32_t(level0 >> 32), uint32_t(level1 >> 32), uint32_t(level2 >> 24), level3 >> 16,
                                level4 >> 10, level5 >> 6 & 1u, odd ^ first ^ (level5 >> 6 & 1u));
    const int64_t at = tile * kThreads + thread;
    if (aligned) {
      reinterpret_cast<Word16*>(out)[at] = {low, high};
    } else {
      write(2 * at, low);
      write(2 * at + 1, high);
    }
  }

  DVDB_FN void write(int64_t at, uint64_t bits) const {
    for (int byte = 0; byte < 8; ++byte) out[at * 8 + byte] = uint8_t(bits >> (8 * byte));
  }

  /// The last bits, of a tile that is not whole.
  DVDB_FN void lower_alone(int64_t at) const {
    const int64_t left = tree.n - at * 64;
    if (left >= 64) {
      write(at, lower(fields<0>(at), fields<1>(at), fields<2>(at), fields<3>(at), fields<4>(at),
                      uint32_t(tree.low_node(5, at)), odd63(at)));
      return;
    }
    uint64_t bits = 0;
    for (int64_t k = 0; k < left; ++k) bits |= tree.point(at * 64 + k) << k;
    for (int64_t byte = 0; byte * 8 < left; ++byte) out[at * 8 + byte] = uint8_t(bits >> (8 * byte));
  }

  template <int kLevel>
  DVDB_FN uint32_t fields(int64_t at) const {
    constexpr int kFields = (kLevel + 1) << (5 - kLevel);  // bits of 64 elements
    return uint32_t(read_field(tree.words, tree.starts[kLevel] * kWordBits + at * kFields, kFields));
  }

  /// Parity of what the node of the last of the 64 elements covers in the second word.
  DVDB_FN uint32_t odd63(int64_t at) const {
    const int t = 6 + level_of(at);
    const int64_t k = at * 64 + 63;
    uint64_t odd = tree.low_node(t, k >> (t + 1));
    for (int j = 5; j < t; ++j) odd ^= tree.low_node(j, k >> (j + 1));
    return uint32_t(odd);
  }
};

}  // namespace dvdb::fenwick
