/// Counters of a WIDE index: a tile is a superblock of 2^16 bits.
#pragma once

#include "backend/launch.hpp"
#include "core/fenwick/wide.hpp"
#include "fenwick/bit_source.hpp"
#include "core/fenwick/shape.hpp"

namespace dvdb::fenwick {

/// Where the parts of a WIDE index are written.
struct WideParts {
  uint32_t* words = nullptr;
  uint16_t* blocks = nullptr;
  uint16_t* groups = nullptr;
  uint64_t* supers = nullptr;

  static WideParts of(const Shape& shape, const Parts& parts) {
    const WideView view = wide_view(shape, parts);
    return {const_cast<uint32_t*>(view.words), const_cast<uint16_t*>(view.blocks), const_cast<uint16_t*>(view.groups), const_cast<uint64_t*>(view.supers)};
  }
};

struct CountTile {
  static constexpr int kThreads = kFan * kFan;  // one a block
  static constexpr int kAtOnce = 6;
  static constexpr int kPhases = 3;
  static constexpr int kHandOn = 2;
  struct Shared {
    alignas(16) uint32_t blocks[kThreads];
    uint32_t groups[kFan];
  };

  BitSource bits;
  WideParts out;
  int64_t tiles;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) count_block(tile, thread, shared);
    if constexpr (P == 1) {
      if (thread < kFan) shared.groups[thread] = sum_first<kFan>(shared.blocks + thread * kFan, kFan);
    }
    if constexpr (P == 2) {
      const int group = thread / kFan;
      const uint32_t before = sum_first<kFan - 1>(shared.blocks + group * kFan, thread % kFan);
      if ((tile * kFan + group) << kGroupLog < bits.n) out.blocks[tile * kThreads + thread] = uint16_t(before);
      if (thread < kFan) out.groups[tile * kFan + thread] = uint16_t(sum_first<kFan - 1>(shared.groups, thread));
    }
  }
  DVDB_FN uint64_t count(int64_t, const Shared& shared) const { return sum_first<kFan>(shared.groups, kFan); }
  DVDB_FN void emit(int64_t tile, uint64_t count, uint64_t before) const {
    out.supers[tile] = before;
    if (tile == tiles - 1) out.supers[tiles] = before + count;
  }

 private:
  /// Of kMost numbers the sum of the first `count`, without a loop whose end depends on the thread.
  template <int kMost>
  static DVDB_FN uint32_t sum_first(const uint32_t* numbers, int count) {
    uint32_t sum = 0;
    for (int at = 0; at < kMost; ++at) sum += at < count ? numbers[at] : 0;
    return sum;
  }

  DVDB_FN void count_block(int64_t tile, int thread, Shared& shared) const {
    const int64_t block = tile * kThreads + thread;
    shared.blocks[thread] = 0;
    if (block << kBlockLog >= bits.n) return;
    uint64_t own[4];
    bits.block(block, own);
    shared.blocks[thread] = uint32_t(popcount(own[0]) + popcount(own[1]) + popcount(own[2]) + popcount(own[3]));
    Word16* target = reinterpret_cast<Word16*>(out.words + block * 8);
    const bool same = reinterpret_cast<const uint8_t*>(target) == bits.bytes + block * 32;
    if (same && (block + 1) << kBlockLog <= bits.n) return;
    write_word(target, {own[0], own[1]});
    write_word(target + 1, {own[2], own[3]});
  }
};

/// Writes the words unless they are the caller's own, and all counters.
inline Status count_bits(Context& c, const Shape& shape, const BitSource& bits, const WideParts& out) {
  const int64_t tiles = WideSizes::of(shape.n).supers - 1;
  return backend::for_each_tile(c, tiles, CountTile{bits, out, tiles});
}

}  // namespace dvdb::fenwick
