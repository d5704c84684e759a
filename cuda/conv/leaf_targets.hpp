/// Kernel maps leaf by leaf: what the voxels of a leaf read is a box of voxels, which is looked up once.
#pragma once

#include "conv/source_leaves.hpp"
#include "core/leaf_places.hpp"

namespace dvdb {

/// The box of voxels that the targets of a leaf read, which taps and targets count from its least voxel.
struct ReadBox {
  static constexpr int32_t kMostVoxels = 5120;
  static constexpr int32_t kMostColumns = 512;

  bool fits = true;   // whether there is such a box, and it is small
  int32_t size[3] = {};

  explicit ReadBox(const Stencil& stencil) {
    int64_t voxels = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const TapAxis& along = stencil.axes[axis];
      const int64_t extent = int64_t(7) * along.scale + along.taps;
      fits = fits && along.divisor == 1 && extent <= kMostVoxels && (voxels *= extent) <= kMostVoxels;
      size[axis] = fits ? int32_t(extent) : 0;
    }
    fits = fits && columns() <= kMostColumns;
  }

  DVDB_FN int32_t columns() const { return size[0] * size[1]; }
  DVDB_FN int32_t at(int32_t x, int32_t y, int32_t z) const { return (x * size[1] + y) * size[2] + z; }
};

/// Writes the rows that the taps of a leaf's voxels read. A tile is a leaf.
template <class Leaves>
struct WriteLeafTargets {
  static constexpr int kThreads = 128;
  static constexpr int kPhases = 2;
  struct Shared {
    int32_t rows[ReadBox::kMostVoxels];
    uint16_t cells[512];  // of the leaf's voxels, where in the box their tap of the least source is
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
    if constexpr (kPhase == 0) {
      const SourceBase base = base_of(stencil, places[leaf]);
      auto around = leaves.around(leaf, source, base);
      for (int32_t column = thread; column < box.columns(); column += kThreads) read(leaf, base, around, column, shared);
      for (int32_t line = thread; line < 64; line += kThreads) list_line(target.leaves[leaf], line, shared);
    } else {
      const Leaf& own = target.leaves[leaf];
      const int32_t voxels = int32_t(own.prefix >> 54) + popcount(own.mask[7]);
      for (int32_t voxel = thread; voxel < voxels; voxel += kThreads) {
        const int32_t* const from = shared.rows + shared.cells[voxel];
        int32_t* out = rows + int64_t(own.first) + voxel;
        for (int32_t a = 0; a < stencil.axes[0].taps; ++a) {
          for (int32_t b = 0; b < stencil.axes[1].taps; ++b) {
            const int32_t* const column = from + box.at(place_of(0, a), place_of(1, b), 0);
            for (int32_t c = 0; c < stencil.axes[2].taps; ++c, out += n) *out = column[place_of(2, c)];
          }
        }
      }
    }
  }

  /// A host thread looks columns up when they are first wanted.
  DVDB_FN void run(int64_t leaf, Shared& shared) const {
    const Leaf& own = target.leaves[leaf];
    const SourceBase base = base_of(stencil, places[leaf]);
    auto around = leaves.around(leaf, source, base);
    bool read_before[ReadBox::kMostColumns];
    for (int32_t column = 0; column < box.columns(); ++column) read_before[column] = false;
    int32_t* out = rows + int64_t(own.first);
    for (int32_t line = 0; line < 64; ++line) {
      const int32_t count = popcount(line_of(own, line));
      if (count == 0) continue;
      list_line(own, line, shared);
      const uint16_t* const cells = shared.cells + (out - (rows + int64_t(own.first)));
      int32_t* at = out;
      for (int32_t a = 0; a < stencil.axes[0].taps; ++a) {
        for (int32_t b = 0; b < stencil.axes[1].taps; ++b) {
          const int32_t from = box.at(place_of(0, a), place_of(1, b), 0);
          const int32_t column = (from + cells[0]) / box.size[2];
          if (!read_before[column]) read(leaf, base, around, column, shared);
          read_before[column] = true;
          for (int32_t c = 0; c < stencil.axes[2].taps; ++c, at += n) {
            const int32_t* const read_rows = shared.rows + from + place_of(2, c);
            for (int32_t voxel = 0; voxel < count; ++voxel) at[voxel] = read_rows[cells[voxel]];
          }
        }
      }
      out += count;
    }
  }

 private:
  /// How far behind the least source of a target that of a tap is.
  DVDB_FN int32_t place_of(int axis, int32_t tap) const {
    const TapAxis& along = stencil.axes[axis];
    return along.step > 0 ? tap : along.taps - 1 - tap;
  }

  /// The voxels of a leaf along z, bit z.
  DVDB_FN static uint32_t line_of(const Leaf& leaf, int32_t line) { return uint32_t(leaf.mask[line >> 3] >> (8 * (line & 7))) & 255; }

  /// Lists the cells of a line's voxels.
  DVDB_FN void list_line(const Leaf& leaf, int32_t line, Shared& shared) const {
    int64_t at = leaf.row(uint32_t(line >> 3), 8 * uint32_t(line & 7)) - int64_t(leaf.first);
    const int32_t cell = box.at(stencil.axes[0].scale * (line >> 3), stencil.axes[1].scale * (line & 7), 0);
    for (uint32_t rest = line_of(leaf, line); rest != 0; rest &= rest - 1) {
      shared.cells[at++] = uint16_t(cell + stencil.axes[2].scale * lowest_bit(uint64_t(rest)));
    }
  }

  /// Looks up the rows of a column of the box.
  template <class Around>
  DVDB_FN void read(int64_t leaf, const SourceBase& base, Around& around, int32_t column, Shared& shared) const {
    const Coord& origin = places[leaf].origin;
    const int64_t x = least_source(0, origin.x, base.origin.x) + column / box.size[1];
    const int64_t y = least_source(1, origin.y, base.origin.y) + column % box.size[1];
    read_column(source, x, y, least_source(2, origin.z, base.origin.z), box.size[2], around, shared.rows + column * box.size[2], 1);
  }

  /// Least voxel that a leaf reads along an axis, counted from the base.
  DVDB_FN int64_t least_source(int axis, int32_t leaf, int64_t base) const {
    const TapAxis& along = stencil.axes[axis];
    return along.first(leaf) - base - (along.step > 0 ? 0 : along.taps - 1);
  }
};

}  // namespace dvdb
