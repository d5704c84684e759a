/// Counters of a WIDE index: a tile is some superblocks of 2^16 bits.
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
  static constexpr int kThreads = kFan * kFan;  // a block of each superblock
  static constexpr int kAtOnce = 6;
  static constexpr int kPhases = 3;
  static constexpr int kHandOn = 2;
  static constexpr int kSums = 2;  // superblocks, whose loads are under way together
  struct Shared {
    alignas(16) uint32_t blocks[kSums][kThreads];
    uint32_t groups[kSums][kFan];
  };

  BitSource bits;
  WideParts out;
  int64_t supers;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) count_blocks(tile, thread, shared);
    if constexpr (P == 1) {
      if (thread < kSums * kFan) shared.groups[0][thread] = sum_first<kFan>(shared.blocks[0] + thread * kFan, kFan);
    }
    if constexpr (P == 2) {
      const int group = thread / kFan;
      for (int k = 0; k < kSums; ++k) {
        const int64_t super = tile * kSums + k;
        const uint32_t before = sum_first<kFan - 1>(shared.blocks[k] + group * kFan, thread % kFan);
        if ((super * kFan + group) << kGroupLog < bits.n) out.blocks[super * kThreads + thread] = uint16_t(before);
        if (thread < kFan && super < supers) out.groups[super * kFan + thread] = uint16_t(sum_first<kFan - 1>(shared.groups[k], thread));
      }
    }
  }
  DVDB_FN uint64_t hand_on(int at, const Shared& shared) const { return sum_first<kFan>(shared.groups[at], kFan); }
  DVDB_FN void emit(int64_t super, uint64_t count, uint64_t before) const {
    if (super < supers) out.supers[super] = before;
    if (super == supers - 1) out.supers[supers] = before + count;
  }

 private:
  /// Of kMost numbers the sum of the first `count`, without a loop whose end depends on the thread.
  template <int kMost>
  static DVDB_FN uint32_t sum_first(const uint32_t* numbers, int count) {
    uint32_t sum = 0;
    for (int at = 0; at < kMost; ++at) sum += at < count ? numbers[at] : 0;
    return sum;
  }

  DVDB_FN void count_blocks(int64_t tile, int thread, Shared& shared) const {
    uint64_t own[kSums][4];
    for (int k = 0; k < kSums; ++k) bits.block((tile * kSums + k) * kThreads + thread, own[k]);
    for (int k = 0; k < kSums; ++k) {
      const int64_t block = (tile * kSums + k) * kThreads + thread;
      shared.blocks[k][thread] = uint32_t(popcount(own[k][0]) + popcount(own[k][1]) + popcount(own[k][2]) + popcount(own[k][3]));
      Word16* target = reinterpret_cast<Word16*>(out.words + block * 8);
      const bool same = reinterpret_cast<const uint8_t*>(target) == bits.bytes + block * 32;
      if (block << kBlockLog >= bits.n || (same && (block + 1) << kBlockLog <= bits.n)) continue;
      write_word(target, {own[k][0], own[k][1]});
      write_word(target + 1, {own[k][2], own[k][3]});
    }
  }
};

/// Writes the words unless they are the caller's own, and all counters.
inline Status count_bits(Context& c, const Shape& shape, const BitSource& bits, const WideParts& out) {
  const int64_t supers = WideSizes::of(shape.n).supers - 1;
  return backend::for_each_tile(c, (supers + CountTile::kSums - 1) / CountTile::kSums, CountTile{bits, out, supers});
}

}  // namespace dvdb::fenwick
