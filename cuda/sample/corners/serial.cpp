/// The steps of finding the voxels around points, one after the other for all points of a list.
#include "sample/corners/serial.hpp"

namespace dvdb::sample {

template <class R, class Row>
void SerialCorners<R, Row>::find_all(const GridView& grid, const GridHead& head, int n) {
  uint32_t far = 0;
  for (int axis = 0; axis < 3; ++axis) far |= place(head, axis, n);
  const int looks = list_beyond(n);
  locate(looks);
  const NodeWord* leaves = nullptr;
  for (int k = 0; k < n; ++k) {
    if (moves_[k] != 0) leaves = leaves_around(grid, head, k);
    active[k] = look(grid, leaves, k, rows[k]);
  }
  for (int at = n; at < looks; ++at) {
    if (moves_[at] != 0) leaves = leaves_around(grid, head, at);
    Row found[kCorners];
    put_beyond(beyond_[at], look(grid, leaves, at, found), found);
  }
  for (int k = 0; far != 0 && k < n; ++k) {
    if ((far_[0][k] | far_[1][k] | far_[2][k]) != 0) find_far(grid, head, k);
  }
}

/// Places the points along an axis. The result is non-zero if a corner of any is beyond int32, or any is not finite.
template <class R, class Row>
uint32_t SerialCorners<R, Row>::place(const GridHead& head, int axis, int n) {
  // Sums with 1.5 * 2^52 are rounded to whole numbers, which are in their low bits. Rounding down is derived from
  // these, since compilers do not vectorize calls of floor, nor those of Whole::below() therefore; the numbers are
  // the same.
  constexpr double kBase = Whole::kBase;
  const double origin = head.origin[axis];
  const double size = head.size[axis];
  uint32_t any_far = 0;
  for (int k = 0; k < n; ++k) {
    const double v = (world_[axis][k] - origin) / size;  // to_voxel()
    const double nearest = v + kBase;
    const uint64_t below = std::bit_cast<uint64_t>(nearest) - uint64_t(nearest - kBase > v);
    const uint64_t above_least = below - std::bit_cast<uint64_t>(kBase) + (uint64_t(1) << 31);
    far_[axis][k] = uint32_t((above_least | (above_least + 1)) >> 32);
    any_far |= far_[axis][k];
    low_[axis][k] = uint32_t(below);
    part[axis][k] = R(v - (std::bit_cast<double>(below) - kBase));
  }
  return any_far;
}

/// Lists the lookups in leaves beyond borders, those beyond fewer axes first; returns the number of all lookups.
template <class R, class Row>
int SerialCorners<R, Row>::list_beyond(int n) {
  int count = n;
  for (int k = 0; k < n; ++k) {
    const uint32_t axes = is_last(0, k) << 2 | is_last(1, k) << 1 | is_last(2, k);
    list(count, k, axes);
    count += axes != 0;
    if ((axes & (axes - 1)) == 0) continue;  // no branch where it is one axis
    --count;
    for (uint32_t some = 1; some <= axes; ++some) {
      if ((some & ~axes) == 0) list(count++, k, some);
    }
  }
  return count;
}

template <class R, class Row>
inline void SerialCorners<R, Row>::list(int at, int k, uint32_t beyond) {
  beyond_[at] = uint32_t(k) << 3 | beyond;
  for (int axis = 0; axis < 3; ++axis) low_[axis][at] = low_[axis][k] + (beyond >> (2 - axis) & 1);
}

/// Finds the positions of the lookups in lower nodes.
template <class R, class Row>
void SerialCorners<R, Row>::locate(int looks) {
  for (int at = 0; at < looks; ++at) {
    const Coord c = coord(at);
    offset_[at] = lower_offset(c) << 9 | leaf_offset(c);
  }
  moves_[0] = 1;
  for (int at = 1; at < looks; ++at) {
    moves_[at] =
        ((low_[0][at] ^ low_[0][at - 1]) | (low_[1][at] ^ low_[1][at - 1]) | (low_[2][at] ^ low_[2][at - 1])) >>
        kLowerLog2;
  }
}

/// The leaves of the lower node of a lookup.
template <class R, class Row>
inline const NodeWord* SerialCorners<R, Row>::leaves_around(const GridView& grid, const GridHead& head, int at) const {
  const Coord c = coord(at);
  const int64_t upper = grid.find_upper(head, c);
  const int64_t lower = upper < 0 ? GridView::kMissing : grid.find_lower(upper, c);
  return lower < 0 ? kNoLeaves : grid.lowers + lower * kLowerWords;
}

/// Finds the rows of eight voxels, and which are active, as if all were in the leaf of the first; later lookups
/// correct others.
template <class R, class Row>
inline uint32_t SerialCorners<R, Row>::look(const GridView& grid, const NodeWord* leaves, int look_at,
                                            Row (&found)[kCorners]) const {
  const uint32_t offset = offset_[look_at];
  const NodeWord word = leaves[offset >> 15];
  const uint32_t child = offset >> 9 & 63;
  const Leaf& leaf = word.has(child) ? grid.leaves[word.child(child)] : kNoVoxels;
  const uint32_t x = offset >> 6 & 7;
  const uint32_t at = offset & 63;
  uint32_t here[2];
  for (uint32_t slice = 0; slice < 2; ++slice) {
    const uint64_t mask = leaf.mask[(x + slice) & 7];
    const uint32_t before = uint32_t(leaf.prefix >> ((9 * (x + slice) - 9) & 63)) & (x + slice == 0 ? 0 : 511);
    here[slice] = uint32_t(mask >> at);  // bits 0, 1, 8 and 9 are the corners of a slice
    const Row near = Row(leaf.first) + Row(before) + Row(rank_below(mask, at));
    const Row far = near + Row(popcount(uint64_t(here[slice] & 255)));
    found[slice * 4] = near;
    found[slice * 4 + 1] = near + Row(here[slice] & 1);
    found[slice * 4 + 2] = far;
    found[slice * 4 + 3] = far + Row(here[slice] >> 8 & 1);
  }
  // The multiplication gathers four pairs of bits, eight apart each, in the highest byte.
  return ((here[0] & 0x303) | (here[1] & 0x303) << 16) * 0x1041040u >> 24;
}

/// Puts what was found beyond borders where it belongs: the corners on the near side of a look along the axes along
/// which it lies beyond are those on the far side of the point. Those on the near side of another border come last.
template <class R, class Row>
inline void SerialCorners<R, Row>::put_beyond(uint32_t item, uint32_t bits, const Row (&found)[kCorners]) {
  const uint32_t beyond = item & 7;
  const uint32_t k = item >> 3;
  const uint32_t near = uint32_t(0x0103050f113355ffu >> 8 * beyond) & 255;  // a byte for each case
  active[k] = (active[k] & ~(near << beyond)) | (bits & near) << beyond;
  for (uint32_t corner = kCorners; corner-- > 0;) rows[k][corner | beyond] = found[corner];  // the near side last
}

/// Finds the voxels around a point where a corner is beyond int32; nothing is active around one that is not finite.
template <class R, class Row>
void SerialCorners<R, Row>::find_far(const GridView& grid, const GridHead& head, int k) {
  TrilinearCell cell;
  const bool placed = cell.place(to_voxel(head, {world_[0][k], world_[1][k], world_[2][k]}));
  for (int axis = 0; axis < 3; ++axis) part[axis][k] = placed ? R(cell.part[axis]) : 0;
  active[k] = 0;
  if (!placed) return;
  LeafFinder finder(grid, head);
  int64_t found[kCorners];
  cell.find_rows(grid, finder, found);
  for (int corner = 0; corner < kCorners; ++corner) {
    rows[k][corner] = found[corner] < 0 ? 0 : Row(found[corner]);
    active[k] |= uint32_t(found[corner] >= 0) << corner;
  }
}

template class SerialCorners<float, uint32_t>;
template class SerialCorners<float, int64_t>;
template class SerialCorners<double, uint32_t>;
template class SerialCorners<double, int64_t>;

}  // namespace dvdb::sample
