/// Kernel maps are built from bit tests and ranks in the masks of the leaves around each leaf. Coordinates are only
/// looked up one by one if a stride spreads the sources of a leaf over so many leaves that a table of them would be
/// larger than the map.
#include "backend/api/launch.hpp"
#include "conv/plan/cube_targets.hpp"
#include "conv/plan/leaf_targets.hpp"
#include "conv/plan/plan.hpp"
#include "core/words.hpp"

namespace dvdb {

namespace {

/// The maximum number of leaves in the table of one leaf.
constexpr int64_t kMostNear = 1024;

/// Mean number of voxels in a leaf below which each voxel looks up its own sources, because few of them are needed
/// twice.
constexpr int64_t kLeastSharing = 16;

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

 private:
  template <class Neighbors>
  DVDB_FN void write(int64_t row, const Coord& voxel, const SourceBase& base, Neighbors& around) const {
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

  /// Finds the voxel that a tap reads along one axis, relative to the base; false if its position is not a whole
  /// number.
  DVDB_FN static bool find_source(const TapAxis& axis, int32_t target, int32_t tap, int64_t base, int64_t* out) {
    const int64_t at = axis.first(target) + int64_t(axis.step) * tap;
    if (axis.divisor == 1) {
      *out = at - base;
      return true;
    }
    *out = at / axis.divisor - base;
    return at % axis.divisor == 0;
  }

  /// Consecutive taps along z read consecutive voxels.
  template <class Neighbors>
  DVDB_FN void write_column(int64_t x, int64_t y, const TapAxis& along_z, int32_t target, int64_t base,
                            Neighbors& around, int32_t* out) const {
    const int64_t first = along_z.first(target) - base;
    const int64_t back = along_z.taps - 1;
    if (along_z.step > 0) {
      read_column(source, x, y, first, along_z.taps, around, out, n);
    } else {
      read_column(source, x, y, first - back, along_z.taps, around, out + back * n, -n);
    }
  }

  template <class Neighbors>
  DVDB_FN void write_taps(int64_t x, int64_t y, const TapAxis& along_z, int32_t target, int64_t base, Neighbors& around,
                          int32_t* out) const {
    int64_t z;
    for (int32_t c = 0; c < along_z.taps; ++c) {
      int32_t row = -1;
      if (find_source(along_z, target, c, base, &z)) {
        const int64_t leaf = around.find(x, y, z);
        const uint32_t at = uint32_t(y & 7) << 3 | uint32_t(z & 7);
        if (leaf >= 0 && (source.leaves[leaf].mask[x & 7] >> at & 1) != 0)
          row = int32_t(source.leaves[leaf].row(uint32_t(x & 7), at));
      }
      out[c * n] = row;
    }
  }
};

/// Writes one word of the tap mask of a window.
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

/// Lists the leaves near each leaf; false if there are too many.
Status list_near_leaves(Context& context, const GridView& source, Span<const LeafPlace> places, const Stencil& stencil,
                        backend::Scratch& memory, LeafNeighbors& out, bool* listed) {
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
  return backend::for_each(context, places.size * columns.by,
                           ListNearLeaves{source, places.data, stencil, out, columns}, kGrain);
}

bool is_cube(const Stencil& stencil) {
  bool is = true;
  for (const TapAxis& along : stencil.axes) is = is && along.taps == 3 && along.scale == 1 && along.divisor == 1;
  return is;
}

Status write_cubes(Context& context, const GridView& target, const GridView& source, bool reversed, int32_t* rows) {
  backend::Scratch memory(context);
  backend::Layout layout;
  const int64_t addresses = layout.reserve<LeafAddress>(target.n_leaves);
  const int64_t near_lowers = layout.reserve<uint32_t>(target.n_lowers * kCube);
  const int64_t near_leaves = layout.reserve<uint32_t>(target.n_leaves * kCube);
  const int64_t halves = layout.reserve<HalfSlice>((source.n_leaves + 1) * kHalfSlices);
  const int64_t first_leaves = layout.reserve<uint32_t>(SiteFinder::count_runs(target.n_voxels) + 1);
  DVDB_TRY(memory.allocate(layout.bytes()));
  auto* const base = static_cast<uint8_t*>(memory.data());
  const CubeTables tables{reinterpret_cast<LeafAddress*>(base + addresses),
                          reinterpret_cast<uint32_t*>(base + near_lowers),
                          reinterpret_cast<uint32_t*>(base + near_leaves), reinterpret_cast<HalfSlice*>(base + halves),
                          reinterpret_cast<uint32_t*>(base + first_leaves)};
  const ListCubeNodes list{target, source, tables};
  DVDB_TRY(backend::for_each(context, list.items(), list));
  DVDB_TRY(backend::for_each(context, target.n_leaves * 9, ListCubeLeaves{source, tables}));
  return backend::for_each(context, target.n_voxels,
                           WriteCube{{target, tables.first_leaves}, tables, target.n_voxels, rows, reversed}, kGrain);
}

}  // namespace

Status write_kernel_map(Context& context, const GridView& target, const GridView& source, const Stencil& stencil,
                        int32_t* rows) {
  if (is_cube(stencil)) return write_cubes(context, target, source, stencil.axes[0].step < 0, rows);
  backend::Scratch place_memory(context);
  backend::Scratch site_memory(context);
  backend::Scratch near_memory(context);
  Span<LeafPlace> places;
  SiteFinder sites;
  LeafNeighbors near{};
  bool listed = false;
  DVDB_TRY(list_leaves(context, target, place_memory, places));
  DVDB_TRY(list_near_leaves(context, source, places, stencil, near_memory, near, &listed));
  const int64_t n = target.n_voxels;
  const ReadBox box(stencil);
  if (listed && box.fits && n >= kLeastSharing * places.size) {
    // Small boxes leave a GPU room for twice as many tiles at once.
    if (box.voxels() <= 1000) {
      return backend::for_each_tile(
          context, places.size,
          WriteLeafTargets<ListedLeaves, 1000>{target, places.data, source, stencil, box, {near}, n, rows});
    }
    return backend::for_each_tile(context, places.size,
                                  WriteLeafTargets<ListedLeaves, ReadBox::kMostVoxels>{
                                      target, places.data, source, stencil, box, {near}, n, rows});
  }
  DVDB_TRY(find_sites(context, target, site_memory, sites));
  if (listed) {
    return backend::for_each(context, n,
                             WriteTargets<ListedLeaves>{sites, places.data, source, stencil, {near}, n, rows}, kGrain);
  }
  return backend::for_each(context, n, WriteTargets<SearchedLeaves>{sites, places.data, source, stencil, {}, n, rows},
                           kGrain);
}

Status write_window_masks(Context& context, const int32_t* rows, int64_t taps, int64_t n_targets, uint32_t* words) {
  const Divider per_window = Divider::of((taps + 31) / 32);
  const int64_t n_windows = (n_targets + kWindowRows - 1) / kWindowRows;
  return backend::for_each(context, n_windows * per_window.by, WriteMaskWord{rows, taps, n_targets, per_window, words},
                           kGrain / kWindowRows);
}

}  // namespace dvdb
