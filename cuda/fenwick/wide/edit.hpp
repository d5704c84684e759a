/// Edits of WIDE indexes: a bit, the counters after it in its group and its superblock, and one prefix sum over
/// superblocks.
#pragma once

#include "backend/api/launch.hpp"
#include "fenwick/input/keys.hpp"
#include "fenwick/view/wide.hpp"
#include "fenwick/wide/tiles.hpp"

namespace dvdb::fenwick {

template <class T>
struct CheckKey {
  Keys<T> keys;
  FaultSink faults;

  DVDB_FN void operator()(int64_t i) const {
    int64_t key[kMostAxes];
    keys.read(i, key, faults);
  }
};

/// Edits the bit of each key, and the counters by what that changed; four counters form a word. What a counter
/// borrows from its neighbor for a while it gives back before the last edit is done.
template <uint32_t kEdit, class T>
struct EditBit {
  const T* keys;
  FaultSink faults;
  WideParts out;
  int64_t* changes;  // of the ones of each superblock

  DVDB_FN void operator()(int64_t i) const {
    if (!faults.clean()) return;
    const int64_t k = int64_t(keys[i]);
    const uint32_t own = 1u << (k & 31);
    uint32_t* word = out.words + (k >> 5);
    uint32_t old;
    if constexpr (kEdit == DVDB_EDIT_SET) old = backend::atomic_or(word, own);
    if constexpr (kEdit == DVDB_EDIT_CLEAR) old = backend::atomic_and(word, ~own);
    if constexpr (kEdit == DVDB_EDIT_TOGGLE) old = backend::atomic_xor(word, own);
    const bool was = (old & own) != 0;
    if (kEdit == DVDB_EDIT_SET ? was : kEdit == DVDB_EDIT_CLEAR && !was) return;
    add_behind(out.blocks, k >> kBlockLog, was);
    add_behind(out.groups, k >> kGroupLog, was);
    backend::atomic_add(&changes[k >> kSuperLog], was ? int64_t(-1) : int64_t(1));
  }

 private:
  /// Adds to the counters after a given one in its sector, four at a time.
  static DVDB_FN void add_behind(uint16_t* counters, int64_t at, bool minus) {
    uint64_t* fours = reinterpret_cast<uint64_t*>(counters) + at / kFan * (kFan / 4);
    const int first = int(at % kFan) + 1;
    for (int four = first / 4; four < kFan / 4; ++four) {
      const uint64_t ones = uint64_t(0x0001000100010001) << (four * 4 < first ? 16 * (first % 4) : 0);
      backend::atomic_add(&fours[four], minus ? uint64_t(0) - ones : ones);
    }
  }
};

/// Adds to each superblock the changes of those before it.
struct PropagateSuperblocks {
  const int64_t* changes;
  int64_t n;
  uint64_t* supers;  // [n + 1]

  static constexpr int64_t kBias = int64_t(1) << kSuperLog;  // no superblock loses more

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(changes[i] + kBias); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    supers[i] += before - uint64_t(i) * uint64_t(kBias);
    if (i == n - 1) supers[n] += before + count - uint64_t(n) * uint64_t(kBias);
  }
};

}  // namespace dvdb::fenwick
