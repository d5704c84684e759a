/// The occupied cells of a leaf, and their ranks.
#pragma once

#include "backend/api/launch.hpp"
#include "lod/tree/samples.hpp"

namespace dvdb::lod {

/// A leaf whose points are in any order.
struct UnorderedLeaf {
  int64_t begin;  // first point
  int32_t count;
  int32_t shift;    // from coordinates to cells of the parent
  uint32_t corner;  // the leaf's first cell in the parent
};

/// The occupancy marks of a leaf's cells in the shared memory of a block, in Morton order, and the ranks of those that
/// are set.
class CellRanks {
 public:
  static constexpr uint32_t kGroup = 16;  // words that members go through one by one lie so that they use all banks
  static constexpr uint32_t kPadding = 2;

  DVDB_FN CellRanks(const Span<uint32_t>& memory, int levels)
      : levels_(levels), n_words_(1u << max_of(0, 3 * levels - 5)) {
    const uint32_t padded = place_of(n_words_ - 1) + 1;
    control_ = memory.data;
    words_ = memory.data + kControl;
    before_ = reinterpret_cast<uint16_t*>(words_ + padded);
    const uint32_t used = (kControl + padded + (padded + 1) / 2 + 3) & ~3;
    rest_ = {memory.data + used, memory.size - used};
  }

  /// The memory after it, aligned to 16 bytes.
  DVDB_FN Span<uint32_t> rest() const { return rest_; }
  /// The number of marked cells, once they have been numbered.
  DVDB_FN uint32_t total() const { return control_[kTotal]; }
  /// A word for a block's own use, 0 when cleared.
  DVDB_FN uint32_t* flag() const { return control_ + kFlag; }
  /// Scratch memory for prefix sums over members.
  DVDB_FN uint32_t (&sums() const)[32] { return *reinterpret_cast<uint32_t (*)[32]>(control_); }

  DVDB_FN void clear(const backend::Block& block) const {
    for (uint32_t k = uint32_t(block.rank); k <= place_of(n_words_ - 1); k += uint32_t(block.size)) words_[k] = 0;
    if (block.rank == 0) *flag() = 0;
    block.wait();
  }
  template <class P>
  DVDB_FN uint32_t cell_of(const P& p, int shift) const {
    const uint32_t mask = (1u << levels_) - 1;
    return interleave6(p.x >> shift & mask, p.y >> shift & mask, p.z >> shift & mask);
  }
  DVDB_FN void mark(uint32_t cell) const {
    uint32_t* const word = words_ + place_of(cell >> 5);
    const uint32_t own = 1u << (cell & 31);
    if ((backend::peek(word) & own) == 0) backend::atomic_or(word, own);
  }
  /// Numbers the marked cells.
  DVDB_FN void number(const backend::Block& block) const {
    block.wait();
    const uint32_t share = (n_words_ + uint32_t(block.size) - 1) / uint32_t(block.size);
    const uint32_t first = min_of(uint32_t(block.rank) * share, n_words_);
    const uint32_t end = min_of(first + share, n_words_);
    uint32_t sum = 0;
    for (uint32_t k = first; k < end; ++k) sum += uint32_t(popcount(words_[place_of(k)]));
    uint32_t before = block.sum_before(sum, sums());
    for (uint32_t k = first; k < end; ++k) {
      before_[place_of(k)] = uint16_t(before);
      before += uint32_t(popcount(words_[place_of(k)]));
    }
    if (block.rank == block.size - 1) control_[kTotal] = before;
    block.wait();
  }
  /// The rank of a marked cell.
  DVDB_FN uint32_t rank_of(uint32_t cell) const {
    const uint32_t at = place_of(cell >> 5);
    return before_[at] + uint32_t(popcount(words_[at] & ((1u << (cell & 31)) - 1)));
  }
  /// Lists the cells with numbers from `first` on, in every `step`th word of `out`, as far as there is room. It does
  /// little more than that: members have different numbers of cells.
  DVDB_FN void list(const backend::Block& block, uint32_t first, uint32_t room, uint32_t step, uint32_t* out) const {
    for (uint32_t k = uint32_t(block.rank); k < n_words_; k += uint32_t(block.size)) {
      uint32_t left = words_[place_of(k)];
      if (left == 0) continue;
      for (uint32_t at = before_[place_of(k)] - first; left != 0; left &= left - 1, ++at) {
        if (at < room) out[at * step] = k << 5 | uint32_t(lowest_bit(left));
      }
    }
    block.wait();
  }
  /// The place in the parent of a cell of the leaf whose first cell is there at `corner`.
  DVDB_FN static uint32_t place_in_parent(uint32_t corner, uint32_t cell) {
    return corner + pack_cell(join3(cell >> 2), join3(cell >> 1), join3(cell));
  }

 private:
  enum : int { kTotal = 32, kFlag = 33, kControl = 36 };

  DVDB_FN static uint32_t place_of(uint32_t word) { return word + word / kGroup * kPadding; }

  int levels_;
  uint32_t n_words_;
  uint32_t* control_;
  uint32_t* words_;
  uint16_t* before_;
  Span<uint32_t> rest_;
};

/// Members of a block call `visit(k, load(k))` for k in [0, n), and load several at a time.
template <class Load, class Visit>
DVDB_FN void for_each_loaded(int n, const backend::Block& block, Load load, Visit visit) {
  using Loaded = decltype(load(0));
  constexpr int kBatch = sizeof(Loaded) <= 16 ? 8 : 4;
  int first = block.rank;
  for (; first + (kBatch - 1) * block.size < n; first += kBatch * block.size) {
    Loaded held[kBatch];
    for (int k = 0; k < kBatch; ++k) held[k] = load(first + k * block.size);
    for (int k = 0; k < kBatch; ++k) visit(first + k * block.size, held[k]);
  }
  for (; first < n; first += block.size) visit(first, load(first));
}

/// Members of a block call `visit(place in the leaf, point)` for the points of a leaf.
template <class Record, class Visit>
DVDB_FN void for_each_point(const Record* points, const UnorderedLeaf& leaf, const backend::Block& block, Visit visit) {
  const Record* const own = points + leaf.begin;
  for_each_loaded(leaf.count, block, [own](int k) { return own[k]; }, visit);
}

/// Calls `visit(place in the leaf, point, number of its cell from `first` on)` for the points of a leaf that lie in `n`
/// cells from there, the last ones first: those have been read last, and are likely to be near still.
template <class Record, class Visit>
DVDB_FN void for_each_point_in(const Record* points, const UnorderedLeaf& leaf, const backend::Block& block,
                               const CellRanks& ranks, uint32_t first, uint32_t n, Visit visit) {
  const int last = leaf.count - 1;
  const Record* const end = points + leaf.begin + last;
  for_each_loaded(
      leaf.count, block, [end](int k) { return end[-k]; },
      [&](int k, const Record& p) {
        const uint32_t number = ranks.rank_of(ranks.cell_of(p, leaf.shift)) - first;
        if (number < n) visit(last - k, p, number);
      });
}

}  // namespace dvdb::lod
