/// Kernel maps: bit tests and ranks in the masks of the leaves around each leaf; coordinates are never searched for one by
/// one, unless a stride spreads a leaf over so many that a table of them would be larger than the map.
#include "backend/launch.hpp"
#include "conv/plan.hpp"
#include "core/leaf_finder.hpp"
#include "core/leaf_neighbors.hpp"
#include "core/voxel_sites.hpp"
#include "core/words.hpp"

namespace dvdb {

namespace {

/// Most leaves that are listed around one.
constexpr int64_t kMostNear = 1024;

/// Where the sources of a leaf's targets are counted from.
struct SourceBase {
  Vec3<int64_t> origin;  // multiple of 8
  uint32_t grid;
};

DVDB_FN SourceBase base_of(const Stencil& stencil, const LeafPlace& place) {
  return {{stencil.axes[0].base(place.origin.x), stencil.axes[1].base(place.origin.y), stencil.axes[2].base(place.origin.z)}, place.grid};
}

/// Lists a column of leaves along x around each base.
struct ListNearLeaves {
  GridView source;
  const LeafPlace* places;
  Stencil stencil;
  LeafNeighbors table;
  Divider columns;  // of a leaf

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const int64_t index = columns.divide(i, &column);
    const SourceBase base = base_of(stencil, places[index]);
    LeafFinder finder(source, source.heads[base.grid]);
    table.list_column(finder, base.origin, index, column);
  }
};

/// Looks leaves up in a table of those nearby.
struct ListedLeaves {
  LeafNeighbors table;

  struct Around {
    const uint32_t* leaves;
    const LeafNeighbors& table;

    /// The leaf of a voxel counted from the base.
    DVDB_FN int64_t find(int64_t x, int64_t y, int64_t z) {
      const uint32_t leaf = leaves[table.at(int32_t(x >> 3), int32_t(y >> 3), int32_t(z >> 3))];
      return leaf == LeafNeighbors::kNone ? GridView::kMissing : int64_t(leaf);
    }
  };
  DVDB_FN Around around(int64_t leaf, const GridView&, const SourceBase&) const { return {table.around(leaf), table}; }
};

/// Looks leaves up in the tree.
struct SearchedLeaves {
  struct Around {
    SourceBase base;
    LeafFinder finder;

    DVDB_FN int64_t find(int64_t x, int64_t y, int64_t z) {
      const Vec3<int64_t> c{base.origin.x + x, base.origin.y + y, base.origin.z + z};
      return fits_coord(c) ? finder.find_leaf({int32_t(c.x), int32_t(c.y), int32_t(c.z)}) : GridView::kMissing;
    }
  };
  DVDB_FN Around around(int64_t, const GridView& source, const SourceBase& base) const {
    return {base, LeafFinder(source, source.heads[base.grid])};
  }
};

/// Writes the rows that the taps of a target read.
template <class Leaves>
struct WriteTargets {
  SiteFinder sites;  // of the target
  const LeafPlace* places;
  GridView source;
  Stencil stencil;
  Leaves leaves;
  int64_t n;
  int32_t* rows;  // [taps, n]

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = sites.find(row);
    const SourceBase base = base_of(stencil, places[site.leaf]);
    auto around = leaves.around(site.leaf, source, base);
    write(row, leaf_voxel(places[site.leaf].origin, site.slice * 64 + site.at), base, around);
  }

  /// Host threads go from leaf to leaf. What its voxels read is a box of voxels, of which each column along z is looked up
  /// once, when it is first wanted.
  DVDB_FN void run(int64_t begin, int64_t end) const {
    const ReadBox box(stencil);
    int32_t held[ReadBox::kMostVoxels];
    bool read[ReadBox::kMostColumns];
    for (int64_t leaf = sites.find_leaf(begin), row = begin; row < end; ++leaf) {
      const Leaf& own = sites.grid.leaves[leaf];
      const SourceBase base = base_of(stencil, places[leaf]);
      auto around = leaves.around(leaf, source, base);
      const bool shares = box.fits && int64_t(own.prefix >> 54) + popcount(own.mask[7]) >= kLeastSharing;
      for (int32_t column = 0; shares && column < box.size[0] * box.size[1]; ++column) read[column] = false;
      int64_t at = int64_t(own.first);
      for (uint32_t slice = 0; slice < 8; ++slice) {
        for (uint32_t y = 0; y < 8; ++y) {
          const uint32_t voxels = uint32_t(own.mask[slice] >> (8 * y)) & 255;
          if (voxels == 0) continue;
          const Line line{places[leaf].origin, int32_t(slice), int32_t(y), voxels, at};
          at += popcount(voxels);
          if (line.row >= end || at <= row) continue;
          if (shares) {
            write_line(line, row, end, base, around, box, held, read);
          } else {
            write_voxels(line, row, end, base, around);
          }
        }
      }
      row = at;
    }
  }

 private:
  /// Voxels of a leaf with the same x and y.
  struct Line {
    Coord leaf;
    int32_t x;  // in the leaf
    int32_t y;
    uint32_t voxels;  // bit z
    int64_t row;      // of the first
  };

  /// Voxels of a leaf below which columns are looked up by each voxel, for few of them are wanted twice.
  static constexpr int64_t kLeastSharing = 16;

  /// What the voxels of a leaf read, if it is not too large.
  struct ReadBox {
    static constexpr int32_t kMostVoxels = 8192;
    static constexpr int32_t kMostColumns = 1024;

    DVDB_FN explicit ReadBox(const Stencil& stencil) {
      int64_t voxels = 1;
      for (int axis = 0; axis < 3; ++axis) {
        const TapAxis& along = stencil.axes[axis];
        const int64_t extent = int64_t(7) * along.scale + along.taps;
        fits = fits && along.divisor == 1 && extent <= kMostVoxels && (voxels *= extent) <= kMostVoxels;
        size[axis] = fits ? int32_t(extent) : 0;
      }
      fits = fits && size[0] * size[1] <= kMostColumns;
    }

    bool fits = true;
    int32_t size[3];
  };

  DVDB_FN static int32_t place_of(const TapAxis& axis, int32_t tap) { return axis.step > 0 ? tap : axis.taps - 1 - tap; }

  /// Least voxel that a leaf reads along an axis, counted from the base.
  DVDB_FN static int64_t least_read(const TapAxis& axis, int32_t leaf, int64_t base) {
    return axis.first(leaf) - base - (axis.step > 0 ? 0 : axis.taps - 1);
  }

  /// Writes the rows [begin, end) of a line.
  template <class Around>
  DVDB_FN void write_line(const Line& line, int64_t begin, int64_t end, const SourceBase& base, Around& around, const ReadBox& box, int32_t* held,
                          bool* read) const {
    const auto [along_x, along_y, along_z] = stencil.axes;
    int32_t steps[8];  // along z, from the least voxel that the leaf reads
    int32_t count = 0;
    for (uint32_t rest = line.voxels; rest != 0; rest &= rest - 1) steps[count++] = along_z.scale * lowest_bit(uint64_t(rest));
    const int32_t first = int32_t(max_of(begin - line.row, int64_t(0)));
    const int32_t last = int32_t(min_of(end - line.row, int64_t(count)));
    int32_t* out = rows + line.row;
    for (int32_t a = 0; a < along_x.taps; ++a) {
      const int32_t x = along_x.scale * line.x + place_of(along_x, a);
      for (int32_t b = 0; b < along_y.taps; ++b) {
        const int32_t y = along_y.scale * line.y + place_of(along_y, b);
        const int32_t index = x * box.size[1] + y;
        int32_t* column = held + index * box.size[2];
        if (!read[index]) {
          read[index] = true;
          read_column(least_read(along_x, line.leaf.x, base.origin.x) + x, least_read(along_y, line.leaf.y, base.origin.y) + y,
                      least_read(along_z, line.leaf.z, base.origin.z), box.size[2], around, column, 1);
        }
        for (int32_t c = 0; c < along_z.taps; ++c, out += n) {
          const int32_t* from = column + place_of(along_z, c);
          for (int32_t v = first; v < last; ++v) out[v] = from[steps[v]];
        }
      }
    }
  }

  template <class Around>
  DVDB_FN void write_voxels(const Line& line, int64_t begin, int64_t end, const SourceBase& base, Around& around) const {
    int64_t row = line.row;
    for (uint32_t rest = line.voxels; rest != 0; rest &= rest - 1, ++row) {
      if (row < begin || row >= end) continue;
      write(row, {line.leaf.x + line.x, line.leaf.y + line.y, line.leaf.z + lowest_bit(uint64_t(rest))}, base, around);
    }
  }

  template <class Around>
  DVDB_FN void write(int64_t row, const Coord& voxel, const SourceBase& base, Around& around) const {
    const auto [along_x, along_y, along_z] = stencil.axes;
    int32_t* out = rows + row;
    int64_t x;
    int64_t y;
    for (int32_t a = 0; a < along_x.taps; ++a) {
      const bool has_x = find_source(along_x, voxel.x, a, base.origin.x, &x);
      for (int32_t b = 0; b < along_y.taps; ++b, out += along_z.taps * n) {
        if (has_x && find_source(along_y, voxel.y, b, base.origin.y, &y)) {
          if (along_z.divisor == 1) {
            write_column(x, y, along_z, voxel.z, base.origin.z, around, out);
          } else {
            write_taps(x, y, along_z, voxel.z, base.origin.z, around, out);
          }
        } else {
          for (int32_t c = 0; c < along_z.taps; ++c) out[c * n] = -1;
        }
      }
    }
  }

  /// Finds what a tap reads along an axis, from the base on; false where it falls between voxels.
  DVDB_FN static bool find_source(const TapAxis& axis, int32_t target, int32_t tap, int64_t base, int64_t* out) {
    const int64_t at = axis.first(target) + int64_t(axis.step) * tap;
    if (axis.divisor == 1) {
      *out = at - base;
      return true;
    }
    *out = at / axis.divisor - base;
    return at % axis.divisor == 0;
  }

  /// The taps along z read voxels one after the other.
  template <class Around>
  DVDB_FN void write_column(int64_t x, int64_t y, const TapAxis& along_z, int32_t target, int64_t base, Around& around, int32_t* out) const {
    const int64_t first = along_z.first(target) - base;
    const int64_t back = along_z.taps - 1;
    if (along_z.step > 0) {
      read_column(x, y, first, along_z.taps, around, out, n);
    } else {
      read_column(x, y, first - back, along_z.taps, around, out + back * n, -n);
    }
  }

  /// Writes the rows of voxels one after the other along z; a mask and a rank serve all of them in a leaf.
  template <class Around>
  DVDB_FN void read_column(int64_t x, int64_t y, int64_t low, int32_t count, Around& around, int32_t* out, int64_t stride) const {
    for (int32_t k = 0; k < count;) {
      const int64_t z = low + k;
      const int32_t end = min_of(count, k + 8 - int32_t(z & 7));
      const int64_t leaf = around.find(x, y, z);
      uint64_t bits = 0;
      int32_t next = 0;
      if (leaf >= 0) {
        const Leaf& found = source.leaves[leaf];
        const uint32_t first = uint32_t(y & 7) << 3 | uint32_t(z & 7);
        bits = found.mask[x & 7] >> first;
        next = int32_t(found.row(uint32_t(x & 7), first));
      }
      for (; k < end; ++k, bits >>= 1, out += stride) {
        const int32_t one = int32_t(bits & 1);
        *out = next | (one - 1);  // -1 without a branch
        next += one;
      }
    }
  }

  template <class Around>
  DVDB_FN void write_taps(int64_t x, int64_t y, const TapAxis& along_z, int32_t target, int64_t base, Around& around, int32_t* out) const {
    int64_t z;
    for (int32_t c = 0; c < along_z.taps; ++c) {
      int32_t row = -1;
      if (find_source(along_z, target, c, base, &z)) {
        const int64_t leaf = around.find(x, y, z);
        const uint32_t at = uint32_t(y & 7) << 3 | uint32_t(z & 7);
        if (leaf >= 0 && (source.leaves[leaf].mask[x & 7] >> at & 1) != 0) row = int32_t(source.leaves[leaf].row(uint32_t(x & 7), at));
      }
      out[c * n] = row;
    }
  }
};

/// Writes one word of a window's mask.
struct WriteMaskWord {
  const int32_t* rows;  // [taps, n]
  int64_t taps;
  int64_t n;
  Divider words;  // of a window
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t word;
    const int64_t window = words.divide(i, &word);
    const int64_t begin = window * kWindowRows;
    const int64_t end = min_of(n, begin + kWindowRows);
    const int64_t first = word * 32;
    const int64_t last = min_of(taps, first + 32);
    uint32_t mask = 0;
    for (int64_t tap = first; tap < last; ++tap) {
      const int32_t* held = rows + tap * n;
      int32_t absent = -1;  // the sign stays as long as all rows are -1
      for (int64_t row = begin; row < end; ++row) absent &= held[row];
      mask |= (absent < 0 ? 0u : 1u) << (tap - first);
    }
    out[i] = mask;
  }
};

constexpr int64_t kGrain = 1024;

/// Lists the leaves near each leaf; false when they are too many.
Status list_near_leaves(Context& context, const GridView& source, Span<const LeafPlace> places, const Stencil& stencil, backend::Scratch& memory,
                        LeafNeighbors& out, bool* listed) {
  int64_t low[3];
  int64_t dims[3];
  int64_t size = 1;
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = stencil.axes[axis].least_leaf();
    dims[axis] = stencil.axes[axis].most_leaf() - low[axis] + 1;
    size = dims[axis] > kMostNear ? kMostNear + 1 : min_of(size * dims[axis], kMostNear + 1);
  }
  *listed = size <= kMostNear;
  if (!*listed) return {};
  out.low = {int32_t(low[0]), int32_t(low[1]), int32_t(low[2])};
  out.dims = {int32_t(dims[0]), int32_t(dims[1]), int32_t(dims[2])};
  Span<uint32_t> leaves;
  DVDB_TRY(memory.allocate(places.size * out.size(), leaves));
  out.leaves = leaves.data;
  const Divider columns = Divider::of(dims[1] * dims[2]);
  return backend::for_each(context, places.size * columns.by, ListNearLeaves{source, places.data, stencil, out, columns}, kGrain);
}

}  // namespace

Status write_kernel_map(Context& context, const GridView& target, const GridView& source, const Stencil& stencil, int32_t* rows) {
  backend::Scratch place_memory(context);
  backend::Scratch site_memory(context);
  backend::Scratch near_memory(context);
  Span<LeafPlace> places;
  SiteFinder sites;
  LeafNeighbors near;
  bool listed = false;
  DVDB_TRY(list_leaves(context, target, place_memory, places));
  DVDB_TRY(find_sites(context, target, site_memory, sites));
  DVDB_TRY(list_near_leaves(context, source, places, stencil, near_memory, near, &listed));
  const int64_t n = target.n_voxels;
  if (listed) {
    return backend::for_each(context, n, WriteTargets<ListedLeaves>{sites, places.data, source, stencil, {near}, n, rows}, kGrain);
  }
  return backend::for_each(context, n, WriteTargets<SearchedLeaves>{sites, places.data, source, stencil, {}, n, rows}, kGrain);
}

Status write_window_masks(Context& context, const int32_t* rows, int64_t taps, int64_t n_targets, uint32_t* words) {
  const Divider per_window = Divider::of((taps + 31) / 32);
  const int64_t n_windows = (n_targets + kWindowRows - 1) / kWindowRows;
  return backend::for_each(context, n_windows * per_window.by, WriteMaskWord{rows, taps, n_targets, per_window, words}, kGrain / kWindowRows);
}

}  // namespace dvdb
