/// Occupancy bits in cells that begin with their rank, to be read by any kernel: one load for a rank, never edited.
#pragma once

#include "fenwick/view/wide.hpp"

namespace dvdb::fenwick {

/// Cells whose ranks count from one base: fewer than 2^32 ones even when all are set.
inline constexpr int kBaseLog = 24;

/// An index over n bits in cells of one word for the rank and kWords words of bits.
template <int kWords>
struct CellView {
  static constexpr int64_t kBits = kWords * kWordBits;

  const uint32_t* cells = nullptr;
  const uint64_t* bases = nullptr;  // ones before each 2^24 cells, and all ones
  int64_t n = 0;

  static DVDB_FN int64_t cells_of(int64_t n) { return (n + kBits - 1) / kBits; }
  static DVDB_FN int64_t bases_of(int64_t n_cells) { return (n_cells + (int64_t(1) << kBaseLog) - 1) >> kBaseLog; }

  DVDB_FN int64_t cell_of(int64_t k) const {
    return uint64_t(k) >> 32 == 0 ? int64_t(uint32_t(k) / uint32_t(kBits)) : k / kBits;
  }
  /// Ones before the cells that a cell counts from; 0 for the first 2^24, without a look.
  DVDB_FN uint64_t base(int64_t cell) const { return cell >> kBaseLog == 0 ? 0 : bases[cell >> kBaseLog]; }
  DVDB_FN uint64_t start(int64_t cell) const { return base(cell) + cells[cell * (kWords + 1)]; }
  DVDB_FN bool occupied(int64_t k) const {
    const int64_t cell = cell_of(k);
    const uint32_t in = uint32_t(k - cell * kBits);
    return (cells[cell * (kWords + 1) + 1 + (in >> 5)] >> (in & 31) & 1u) != 0;
  }
  DVDB_FN uint64_t point(int64_t k) const { return occupied(k) ? 1 : 0; }
  DVDB_FN uint64_t total() const { return bases[bases_of(cells_of(n))]; }

  DVDB_FN uint64_t prefix(int64_t k) const { return k == n ? total() : rank(k); }
  DVDB_FN uint64_t rank(int64_t k) const {
    const int64_t cell = cell_of(k);
    return base(cell) + read(cell, uint32_t(k - cell * kBits)).rank;
  }
  DVDB_FN uint64_t range(int64_t low, int64_t high) const { return prefix(high) - prefix(low); }
  DVDB_FN uint64_t lookup(int64_t k, uint64_t* before) const {
    const int64_t cell = cell_of(k);
    const Found found = read(cell, uint32_t(k - cell * kBits));
    if (!found.occupied) return 0;
    *before = base(cell) + found.rank;
    return 1;
  }
  DVDB_FN int64_t select(uint64_t ones) const {
    if (ones >= total()) return n;
    const int64_t low = last_not_above<int64_t>(0, cells_of(n), ones, [this](int64_t cell) { return start(cell); });
    ones -= start(low);
    const uint32_t* words = cells + low * (kWords + 1) + 1;
    for (int at = 0; at < kWords; ++at) {
      const uint64_t count = uint64_t(popcount(words[at]));
      if (ones < count) return low * kBits + at * kWordBits + select_bit(words[at], uint32_t(ones));
      ones -= count;
    }
    return n;
  }

 private:
  struct Found {
    uint32_t rank;  // counted from the base
    bool occupied;
  };

  /// Loads a cell 16 bytes at a time, all of it before any is counted, and asks for one of its bits.
  DVDB_FN Found read(int64_t cell, uint32_t in) const {
    constexpr int kParts = (kWords + 1) / 4;
    const Word16* parts = reinterpret_cast<const Word16*>(cells + cell * (kWords + 1));
    Word16 loaded[kParts];
    for (int part = 0; part < kParts; ++part) loaded[part] = parts[part];
    Found found{uint32_t(loaded[0].low), false};
    const int at = int(in) + kWordBits;  // of the bit in the cell
    for (int half = 0; half < 2 * kParts; ++half) {
      uint64_t word = half % 2 == 0 ? loaded[half / 2].low : loaded[half / 2].high;
      if (half == 0) word &= ~low_bits(kWordBits);
      const int kept = at - 64 * half;
      found.rank += uint32_t(popcount(word & low_bits(max_of(kept, 0))));
      if (kept >= 0 && kept < 64) found.occupied = (word >> kept & 1) != 0;
    }
    return found;
  }
};

}  // namespace dvdb::fenwick
