/// Counters of a WIDE index. A tile is a superblock of 2^16 bits.
#pragma once

#include "backend/api/launch.hpp"
#include "fenwick/input/bit_source.hpp"
#include "fenwick/view/shape.hpp"
#include "fenwick/view/wide.hpp"

namespace dvdb::fenwick {

/// Parts of a WIDE index that is written.
struct WideParts {
  uint32_t* words = nullptr;
  uint16_t* blocks = nullptr;
  uint16_t* groups = nullptr;
  uint64_t* supers = nullptr;

  static WideParts of(const Shape& shape, const Parts& parts) {
    const WideView view = wide_view(shape, parts);
    return {const_cast<uint32_t*>(view.words), const_cast<uint16_t*>(view.blocks), const_cast<uint16_t*>(view.groups),
            const_cast<uint64_t*>(view.supers)};
  }
};

struct CountTile {
  static constexpr int kThreads = kFan * kFan;  // one a block
  static constexpr int kAtOnce = 6;
  static constexpr int kPhases = 2;
  static constexpr int kHandOn = 2;
  static constexpr int kSums = 1;
  struct Shared {
    alignas(16) uint32_t blocks[kThreads];
    uint32_t groups[kFan];
  };

  BitSource bits;
  WideParts out;
  int64_t supers;
  bool in_place;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) count_block(tile, thread, shared);
    if constexpr (P == 1) {
      if (thread >= kFan) return;
      const int64_t group = tile * kFan + thread;
      uint16_t* target = group << kGroupLog < bits.n ? out.blocks + group * kFan : nullptr;
      shared.groups[thread] = add_up(shared.blocks + thread * kFan, target);
    }
  }
  DVDB_FN uint64_t hand_on(int64_t tile, int, const Shared& shared) const {
    return add_up(shared.groups, out.groups + tile * kFan);
  }
  DVDB_FN void emit(int64_t super, uint64_t count, uint64_t before) const {
    out.supers[super] = before;
    if (super == supers - 1) out.supers[supers] = before + count;
  }

 private:
  /// Writes the running sums of 16 numbers, if anywhere, in two words of 16 bytes, and returns the sum of all.
  static DVDB_FN uint32_t add_up(const uint32_t* numbers, uint16_t* to) {
    uint64_t words[4] = {};
    uint32_t sum = 0;
    for (int at = 0; at < kFan; ++at) {
      words[at / 4] |= uint64_t(sum) << (at % 4 * 16);
      sum += numbers[at];
    }
    if (to == nullptr) return sum;
    store_whole(reinterpret_cast<Word16*>(to), {words[0], words[1]});
    store_whole(reinterpret_cast<Word16*>(to) + 1, {words[2], words[3]});
    return sum;
  }

  DVDB_FN void count_block(int64_t tile, int thread, Shared& shared) const {
    const int64_t block = tile * kThreads + thread;
    uint64_t own[4];
    bits.block(block, own);
    shared.blocks[thread] = uint32_t(popcount(own[0]) + popcount(own[1]) + popcount(own[2]) + popcount(own[3]));
    if ((in_place && (block + 1) << kBlockLog <= bits.n) || block << kBlockLog >= bits.n) return;
    Word16* target = reinterpret_cast<Word16*>(out.words + block * 8);
    store_whole(target, {own[0], own[1]});
    store_whole(target + 1, {own[2], own[3]});
  }
};

/// Writes the words unless they are the caller's own, and all counters.
inline Status count_bits(Context& c, const Shape& shape, const BitSource& bits, const WideParts& out) {
  const int64_t supers = WideSizes::of(shape.n).supers - 1;
  const bool in_place = reinterpret_cast<const uint8_t*>(out.words) == bits.bytes;
  return backend::for_each_tile(c, supers, CountTile{bits, out, supers, in_place});
}

}  // namespace dvdb::fenwick
