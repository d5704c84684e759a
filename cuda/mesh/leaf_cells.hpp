/// The cells of a leaf that a level crosses, as bit masks of 64 voxels: on hosts, this takes a fraction of the time of
/// looking at every corner of every cell.
#pragma once

#include <cstring>

#include "mesh/cube_cases.hpp"
#include "mesh/field.hpp"

namespace dvdb::mesh {

/// Calls body(row, site) for the rows in [begin, end) that share a slice of a leaf with one for which any(first, last)
/// holds.
template <class Any, class Body>
void walk_slices(const SiteFinder& sites, int64_t begin, int64_t end, Any any, Body body) {
  for (int64_t index = sites.find_leaf(begin), row = begin; row < end; ++index) {
    const Leaf& leaf = sites.grid.leaves[index];
    for (uint32_t slice = 0; slice < 8; ++slice) {
      int64_t at = leaf.row(slice, 0);
      row = at + popcount(leaf.mask[slice]);
      if (max_of(at, begin) >= min_of(row, end) || !any(max_of(at, begin), min_of(row, end))) continue;
      for (uint64_t rest = leaf.mask[slice]; rest != 0; rest &= rest - 1, ++at) {
        if (at >= begin && at < end) body(at, VoxelSite{index, slice, uint32_t(lowest_bit(rest))});
      }
    }
  }
}

/// Of the voxels of a slice, or of those around it: which are inside, and which have finite values.
struct SliceSides {
  uint64_t inside = 0;
  uint64_t known = 0;
};

/// Looks at voxels of a slice of a leaf.
template <class T>
struct SideReader {
  static constexpr uint64_t kAll = ~uint64_t(0);

  Field<T> field;
  const Leaf* leaves;

  /// The sides of the voxels in `wanted`, which are all or the first 8 of a slice, or any others one by one.
  SliceSides read(uint32_t index, uint32_t slice, uint64_t wanted) const {
    if (index == LeafNeighbors::kNone) return {};
    const Leaf& leaf = leaves[index];
    const uint64_t mask = leaf.mask[slice] & wanted;
    if (mask == 0) return {};
    const T* values = field.values + leaf.row(slice, 0);
    if (wanted == kAll || wanted == 0xff) return spread(read_run(values, popcount(mask)), mask);
    SliceSides found;
    for (uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      const double value = to_double(values[rank_below(leaf.mask[slice], uint32_t(lowest_bit(rest)))]);
      const uint64_t one = rest & -rest;
      if (!Field<T>::is_finite(value)) continue;
      found.known |= one;
      found.inside |= field.is_inside(value) ? one : 0;
    }
    return found;
  }

 private:
  /// The sides of up to 64 values as the lowest bits of words. The comparisons fill bytes first, which compilers do by
  /// vectors.
  SliceSides read_run(const T* values, int count) const {
    alignas(64) uint8_t inside[64] = {};
    alignas(64) uint8_t known[64] = {};
    for (int i = 0; i < count; ++i) {
      const double value = to_double(values[i]);
      known[i] = Field<T>::is_finite(value) ? 1 : 0;
      inside[i] = field.is_inside(value) ? 1 : 0;
    }
    SliceSides found;
    for (int i = 0; i < count; i += 8) {
      found.known |= pack(known + i) << i;
      found.inside |= pack(inside + i) << i;
    }
    found.inside &= found.known;
    return found;
  }
  /// Eight bytes that are 0 or 1 as bits.
  static uint64_t pack(const uint8_t* bytes) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word * 0x0102040810204080 >> 56;
  }
  /// Moves the lowest bits to the set bits of a mask.
  static SliceSides spread(const SliceSides& run, uint64_t mask) {
    return {spread(run.inside, mask), spread(run.known, mask)};
  }
  static uint64_t spread(uint64_t run, uint64_t mask) {
    if (mask == kAll || run == 0) return run;
    if (popcount(run) == popcount(mask)) return mask;
    uint64_t found = 0;
    for (uint64_t rest = mask; rest != 0; rest &= rest - 1, run >>= 1) found |= (run & 1) != 0 ? rest & -rest : 0;
    return found;
  }
};

/// Shifts between a cell and its corners: bit 1 of a corner is an offset along y, bit 0 one along z. Of four leaves,
/// numbered like the corners, the first is the cell's own.
struct CornerShift {
  static constexpr uint64_t kFirst = 0x0101010101010101;  // voxels with z = 0
  static constexpr uint64_t kLast = kFirst << 7;

  /// Activity of a corner of each cell, from the words of four leaves.
  static uint64_t gather(const uint64_t (&words)[4], int corner) {
    const uint64_t low = (corner & 1) == 0 ? words[0] : next(words[0], words[1]);
    if ((corner & 2) == 0) return low;
    const uint64_t high = (corner & 1) == 0 ? words[2] : next(words[2], words[3]);
    return low >> 8 | high << 56;
  }
  /// Sets bits of the voxels at a corner of cells.
  static void scatter(uint64_t cells, int corner, uint64_t (&words)[4]) {
    const uint64_t low = (corner & 1) == 0 ? cells : (cells & ~kLast) << 1;
    const uint64_t high = (corner & 1) == 0 ? 0 : (cells & kLast) >> 7;
    words[0] |= (corner & 2) == 0 ? low : low << 8;
    words[1] |= (corner & 2) == 0 ? high : high << 8;
    if ((corner & 2) == 0) return;
    words[2] |= low >> 56;
    words[3] |= high >> 56;
  }

 private:
  static uint64_t next(uint64_t word, uint64_t above) { return (word & ~kFirst) >> 1 | (above & kFirst) << 7; }
};

/// The crossed cells of a leaf, and the edges that the level cuts.
class LeafCells {
 public:
  /// `near`: the leaves around, x slowest, from LeafNeighbors with offsets 0 and 1.
  template <class T>
  explicit LeafCells(const SideReader<T>& reader, const uint32_t* near) {
    for (uint32_t slice = 0; slice < 9; ++slice) {
      uint64_t inside[4];
      uint64_t known[4];
      for (uint32_t part = 0; part < 4; ++part) {
        const uint64_t wanted =
            (part & 2) == 0 ? ((part & 1) == 0 ? ~uint64_t(0) : CornerShift::kFirst) : ((part & 1) == 0 ? 0xff : 1);
        const SliceSides found = reader.read(near[slice / 8 * 4 + part], slice % 8, wanted);
        inside[part] = found.inside;
        known[part] = found.known;
      }
      uint64_t all_known = ~uint64_t(0);
      for (int corner = 0; corner < 4; ++corner) {
        inside_[slice][corner] = CornerShift::gather(inside, corner);
        all_known &= CornerShift::gather(known, corner);
      }
      known_[slice] = all_known;
    }
  }

  /// Cells of a slice whose corners are all known, on both sides of the level.
  uint64_t crossed(uint32_t slice) const {
    const uint64_t* low = inside_[slice];
    const uint64_t* high = inside_[slice + 1];
    const uint64_t any = low[0] | low[1] | low[2] | low[3] | high[0] | high[1] | high[2] | high[3];
    const uint64_t all = low[0] & low[1] & low[2] & low[3] & high[0] & high[1] & high[2] & high[3];
    return known_[slice] & known_[slice + 1] & any & ~all;
  }
  /// Which corners of a cell are inside, as a bit mask.
  uint32_t corners(uint32_t slice, uint32_t at) const {
    uint32_t found = 0;
    for (uint32_t corner = 0; corner < 8; ++corner)
      found |= uint32_t(inside_[slice + corner / 4][corner % 4] >> at & 1) << corner;
    return found;
  }
  /// Adds the cut edges of cells of a slice: owners[slice + x][axis][leaf] has the voxels that own them.
  void add_owners(uint32_t slice, uint64_t cells, uint64_t (*owners)[3][4]) const {
    for (int at = 0; at < kCubeEdges; ++at) {
      const CubeEdge edge = CubeEdge::of(at);
      const uint64_t cut = inside_[slice + uint32_t(edge.lower) / 4][edge.lower % 4] ^
                           inside_[slice + uint32_t(edge.upper) / 4][edge.upper % 4];
      CornerShift::scatter(cells & cut, edge.lower % 4, owners[slice + uint32_t(edge.lower) / 4][edge.axis]);
    }
  }

 private:
  uint64_t inside_[9][4];  // by slice and corner
  uint64_t known_[9];
};

}  // namespace dvdb::mesh
