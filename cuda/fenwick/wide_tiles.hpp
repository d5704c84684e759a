/// Counters of a WIDE index: a tile is a superblock of 2^16 bits, and one scan places the superblocks.
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
  static constexpr int kPhases = 3;
  struct Shared {
    uint32_t blocks[kThreads];
    uint32_t groups[kFan];
  };

  BitSource bits;
  WideParts out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) count_block(tile, thread, shared);
    if constexpr (P == 1) place_block(tile, thread, shared);
    if constexpr (P == 2) place_group(tile, thread, shared);
  }

 private:
  DVDB_FN void count_block(int64_t tile, int thread, Shared& shared) const {
    const int64_t block = tile * kThreads + thread;
    shared.blocks[thread] = 0;
    if (block << kBlockLog >= bits.n) return;
    uint64_t own[4];
    bits.block(block, own);
    const uint32_t ones = uint32_t(popcount(own[0]) + popcount(own[1]) + popcount(own[2]) + popcount(own[3]));
    shared.blocks[thread] = ones;
    Word16* target = reinterpret_cast<Word16*>(out.words + block * 8);
    const bool same = reinterpret_cast<const uint8_t*>(target) == bits.bytes + block * 32;
    if (same && (block + 1) << kBlockLog <= bits.n) return;
    target[0] = {own[0], own[1]};
    target[1] = {own[2], own[3]};
  }

  DVDB_FN void place_block(int64_t tile, int thread, Shared& shared) const {
    const int group = thread / kFan;
    uint32_t ones = 0;
    for (int at = group * kFan; at < thread; ++at) ones += shared.blocks[at];
    if ((tile * kFan + group) << kGroupLog < bits.n) out.blocks[tile * kThreads + thread] = uint16_t(ones);
    if (thread % kFan == kFan - 1) shared.groups[group] = ones + shared.blocks[thread];
  }

  DVDB_FN void place_group(int64_t tile, int thread, Shared& shared) const {
    if (thread >= kFan) return;
    uint32_t ones = 0;
    for (int at = 0; at < thread; ++at) ones += shared.groups[at];
    out.groups[tile * kFan + thread] = uint16_t(ones);
    if (thread == kFan - 1) out.supers[tile] = ones + shared.groups[thread];
  }
};

/// Turns the ones of each superblock into those before it.
struct PlaceSupers {
  uint64_t* supers;  // [n + 1]
  int64_t n;

  DVDB_FN uint64_t count(int64_t i) const { return supers[i]; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    supers[i] = before;
    if (i == n - 1) supers[n] = before + count;
  }
};

/// Writes the words unless they are the caller's own, and all counters.
inline Status count_bits(Context& c, const Shape& shape, const BitSource& bits, const WideParts& out) {
  const int64_t tiles = WideSizes::of(shape.n).supers - 1;
  DVDB_TRY(backend::for_each_tile(c, tiles, CountTile{bits, out}));
  return backend::for_each_scan(c, tiles, PlaceSupers{out.supers, tiles});
}

}  // namespace dvdb::fenwick
