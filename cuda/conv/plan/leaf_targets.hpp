/// Kernel maps leaf by leaf: the voxels of a leaf read from a box of voxels, which is looked up once.
#pragma once

#include "conv/plan/source_leaves.hpp"
#include "core/leaf_places.hpp"

namespace dvdb {

/// The box of voxels that the targets of a leaf read, relative to its least voxel.
struct ReadBox {
  static constexpr int32_t kMostVoxels = 5120;
  static constexpr int32_t kMostColumns = 512;
  static constexpr int kAcrossLog2 = 20;  // more than twice the bits of a number of columns, less than 31 with them

  bool fits = true;  // whether there is such a box, and it is small
  int32_t size[3] = {};
  int32_t target_step[3];  // from a target's first voxel to the next target's
  int32_t tap_step[3];     // from the voxel of a tap to that of the next
  int32_t first = 0;       // the voxel of the first tap of the first target
  int32_t across = 0;      // 2^kAcrossLog2 / size[1], rounded up: numbers of columns times this tell x

  explicit ReadBox(const Stencil& stencil) {
    int64_t voxels = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const TapAxis& along = stencil.axes[axis];
      const int64_t extent = int64_t(7) * along.scale + along.taps;
      fits = fits && along.divisor == 1 && extent <= kMostVoxels && (voxels *= extent) <= kMostVoxels;
      size[axis] = fits ? int32_t(extent) : 0;
    }
    fits = fits && columns() <= kMostColumns;
    if (fits) across = ((1 << kAcrossLog2) + size[1] - 1) / size[1];
    for (int axis = 0; axis < 3; ++axis) {
      const TapAxis& along = stencil.axes[axis];
      const int32_t step = axis == 0 ? size[1] * size[2] : axis == 1 ? size[2] : 1;
      target_step[axis] = fits ? step * along.scale : 0;
      tap_step[axis] = step * along.step;
      if (fits && along.step < 0) first += step * (along.taps - 1);
    }
  }

  DVDB_FN int32_t columns() const { return size[0] * size[1]; }
  DVDB_FN int32_t voxels() const { return columns() * size[2]; }
};

/// Writes the rows that the taps of the voxels of a leaf read. Each tile is a leaf.
template <class Leaves, int kMostVoxels>
struct WriteLeafTargets {
  static constexpr int kThreads = 128;
  static constexpr int kPhases = 2;
  struct Shared {
    int32_t rows[kMostVoxels];
    uint16_t firsts[512];  // of the leaf's voxels, where in the box what their first tap reads is
  };

  GridView target;
  const LeafPlace* places;
  GridView source;
  Stencil stencil;
  ReadBox box;
  Leaves leaves;
  int64_t n;      // targets
  int32_t* rows;  // [taps, n]

  template <int kPhase>
  DVDB_FN void phase(int64_t leaf, int thread, Shared& shared) const {
    const Leaf& own = target.leaves[leaf];
    if constexpr (kPhase == 0) {
      const SourceBase base = base_of(stencil, places[leaf]);
      auto around = leaves.around(leaf, source, base);
      const Corner corner(stencil, places[leaf], base);
      for (int32_t begin = 0; begin < box.size[2];) {  // parts of columns, each in a leaf
        const int32_t end = min_of(box.size[2], begin + 8 - ((corner.z + begin) & 7));
        for (int32_t column = thread; column < box.columns(); column += kThreads)
          read(corner, around, column, begin, end, shared);
        begin = end;
      }
      for (int32_t line = thread; line < 64; line += kThreads) list_line(own, line, shared);
    } else {
      const int32_t voxels = int32_t(own.prefix >> 54) + popcount(own.mask[7]);
      for (int32_t voxel = thread; voxel < voxels; voxel += kThreads) {
        int32_t* out = rows + int64_t(own.first) + voxel;
        int32_t a_at = shared.firsts[voxel];
        for (int32_t a = 0; a < stencil.axes[0].taps; ++a, a_at += box.tap_step[0]) {
          int32_t b_at = a_at;
          for (int32_t b = 0; b < stencil.axes[1].taps; ++b, b_at += box.tap_step[1]) {
            int32_t at = b_at;
            for (int32_t c = 0; c < stencil.axes[2].taps; ++c, at += box.tap_step[2], out += n) *out = shared.rows[at];
          }
        }
      }
    }
  }

  /// On the CPU, a column is looked up on first use.
  DVDB_FN void run_on_host(int64_t leaf, Shared& shared) const {
    const Leaf& own = target.leaves[leaf];
    const SourceBase base = base_of(stencil, places[leaf]);
    auto around = leaves.around(leaf, source, base);
    const Corner corner(stencil, places[leaf], base);
    bool read_before[ReadBox::kMostColumns];
    for (int32_t column = 0; column < box.columns(); ++column) read_before[column] = false;
    int32_t done = 0;
    for (int32_t line = 0; line < 64; ++line) {
      const int32_t count = popcount(line_of(own, line));
      if (count == 0) continue;
      list_line(own, line, shared);
      int32_t* out = rows + int64_t(own.first) + done;
      const uint16_t* const firsts = shared.firsts + done;
      done += count;
      for (int32_t a = 0; a < stencil.axes[0].taps; ++a) {
        for (int32_t b = 0; b < stencil.axes[1].taps; ++b) {
          int32_t at = a * box.tap_step[0] + b * box.tap_step[1];
          const int32_t column = (at + firsts[0]) / box.size[2];
          if (!read_before[column]) read(corner, around, column, 0, box.size[2], shared);
          read_before[column] = true;
          for (int32_t c = 0; c < stencil.axes[2].taps; ++c, at += box.tap_step[2], out += n) {
            for (int32_t voxel = 0; voxel < count; ++voxel) out[voxel] = shared.rows[at + firsts[voxel]];
          }
        }
      }
    }
  }

 private:
  /// The least voxel of a leaf's box, counted from the base.
  struct Corner {
    int32_t x;
    int32_t y;
    int32_t z;

    DVDB_FN Corner(const Stencil& stencil, const LeafPlace& place, const SourceBase& base)
        : x(least(stencil.axes[0], place.origin.x, base.origin.x)),
          y(least(stencil.axes[1], place.origin.y, base.origin.y)),
          z(least(stencil.axes[2], place.origin.z, base.origin.z)) {}

    DVDB_FN static int32_t least(const TapAxis& along, int32_t leaf, int64_t base) {
      return int32_t(along.first(leaf) - base - (along.step > 0 ? 0 : along.taps - 1));
    }
  };

  /// The voxels of a leaf along z, bit z.
  DVDB_FN static uint32_t line_of(const Leaf& leaf, int32_t line) {
    return uint32_t(leaf.mask[line >> 3] >> (8 * (line & 7))) & 255;
  }

  /// Lists the voxels of a line.
  DVDB_FN void list_line(const Leaf& leaf, int32_t line, Shared& shared) const {
    int32_t at = int32_t(leaf.row(uint32_t(line >> 3), 8 * uint32_t(line & 7)) - int64_t(leaf.first));
    const int32_t first = box.first + box.target_step[0] * (line >> 3) + box.target_step[1] * (line & 7);
    for (uint32_t rest = line_of(leaf, line); rest != 0; rest &= rest - 1) {
      shared.firsts[at++] = uint16_t(first + box.target_step[2] * lowest_bit(uint64_t(rest)));
    }
  }

  /// Looks up the rows of part of a column of the box.
  template <class Neighbors>
  DVDB_FN void read(const Corner& corner, Neighbors& around, int32_t column, int32_t begin, int32_t end,
                    Shared& shared) const {
    const int32_t x = column * box.across >> ReadBox::kAcrossLog2;
    const int32_t y = column - x * box.size[1];
    read_column(source, corner.x + x, corner.y + y, corner.z + begin, end - begin, around,
                shared.rows + column * box.size[2] + begin, 1);
  }
};

}  // namespace dvdb
