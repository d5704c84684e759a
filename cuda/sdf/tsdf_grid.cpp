/// Builds grids of the voxels around the surfaces in depth images, together with the voxels of earlier grids, in a
/// single build whose work items are pixels and leaves.
#include <climits>

#include "core/nodes/near.hpp"
#include "core/nodes/reshape.hpp"
#include "sdf/images.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// The work items of one grid: the pixels of its images, then its leaves.
struct GridWork {
  int64_t first_unit;
  int64_t n_pixels;
  int64_t first_pixel;
  int64_t first_leaf;
  int32_t radius[3];  // of the box around a pixel's voxel
};

/// The voxel that a pixel lies in.
struct alignas(16) PixelVoxel {
  Coord at;
  uint32_t says;  // whether the pixel has one
};

struct ShellSource {
  GridView held;
  const LeafPlace* places;  // [held.n_leaves]
  Images images;
  const GridWork* work_of;   // [n_grids]
  const PixelVoxel* voxels;  // of all pixels
  int64_t n_units;
  int32_t near[3];   // the radii, if they are the same for all grids and at most NearBox::kReach; else negative
  double least_box;  // voxels around any valid pixel
  nodes::Parts parts = {};

  DVDB_FN uint32_t grid_of(int64_t unit) const {
    const GridWork* all = work_of;
    return held.n_grids == 1 ? 0 : uint32_t(last_not_above(int64_t(0), held.n_grids, unit, [all](int64_t i) {
      return all[i].first_unit;
    }));
  }

  /// Whether the pixel to the left, or the one above, in the same image is valid and is `like` this one.
  template <class Like>
  DVDB_FN bool repeats(int64_t pixel, Like like) const {
    int64_t rest;
    int64_t column;
    images.by_image.divide(pixel, &rest);
    images.by_width.divide(rest, &column);
    const auto is_like = [&](int64_t other) { return voxels[other].says != 0 && like(voxels[other].at); };
    return (column > 0 && is_like(pixel - 1)) || (rest >= images.width && is_like(pixel - images.width));
  }

  /// The voxel of a pixel; false where the pixel is not valid, or only repeats what a neighboring pixel gives.
  DVDB_FN bool find_voxel(int64_t pixel, Coord* out) const {
    const PixelVoxel own = voxels[pixel];
    *out = own.at;
    return own.says != 0 &&
           !repeats(pixel, [&](const Coord& at) { return at.x == own.at.x && at.y == own.at.y && at.z == own.at.z; });
  }

  /// The box of voxels around one, clamped to int32.
  DVDB_FN void surround(uint32_t grid, const Coord& voxel, Coord* low, Coord* high) const {
    const int32_t* reach = work_of[grid].radius;
    const auto at = [&](int axis, int side) {
      return int32_t(
          max_of<int64_t>(INT32_MIN, min_of<int64_t>(INT32_MAX, int64_t(voxel[axis]) + side * int64_t(reach[axis]))));
    };
    *low = {at(0, -1), at(1, -1), at(2, -1)};
    *high = {at(0, 1), at(1, 1), at(2, 1)};
  }

  /// The leaves around a voxel.
  DVDB_FN nodes::LeafBox leaves_around(uint32_t grid, const Coord& voxel) const {
    Coord low;
    Coord high;
    surround(grid, voxel, &low, &high);
    return {{low.x >> kLeafLog2, low.y >> kLeafLog2, low.z >> kLeafLog2},
            {high.x >> kLeafLog2, high.y >> kLeafLog2, high.z >> kLeafLog2},
            grid};
  }

  DVDB_FN nodes::LeafBox box(int64_t unit) const {
    const uint32_t grid = grid_of(unit);
    const GridWork& own = work_of[grid];
    const int64_t at = unit - own.first_unit;
    if (at < own.n_pixels) {
      const int64_t pixel = own.first_pixel + at;
      const nodes::LeafBox all = leaves_around(grid, voxels[pixel].at);
      const auto like = [&](const Coord& other) {
        const nodes::LeafBox found = leaves_around(grid, other);
        bool same = true;
        for (int axis = 0; axis < 3; ++axis)
          same = same && found.low[axis] == all.low[axis] && found.high[axis] == all.high[axis];
        return same;
      };
      if (voxels[pixel].says == 0 || repeats(pixel, like)) return {{0, 0, 0}, {-1, -1, -1}, grid};
      return all;
    }
    const Coord origin = places[own.first_leaf + at - own.n_pixels].origin;
    const Coord leaf{origin.x >> kLeafLog2, origin.y >> kLeafLog2, origin.z >> kLeafLog2};
    return {leaf, leaf, grid};
  }
  struct Unit {};
  DVDB_FN Unit load(int64_t) const { return {}; }
  DVDB_FN uint32_t touching(const Unit&, int, int32_t) const { return 255; }
  DVDB_FN bool touches(const Unit&, uint32_t, uint32_t, uint32_t) const { return true; }
  /// Words of a leaf of the earlier grid.
  DVDB_FN uint64_t word(uint32_t grid, const Coord& leaf, uint32_t x) const {
    LeafFinder finder(held, held.heads[grid]);
    const int64_t found = finder.find_leaf(leaf);
    return found < 0 ? 0 : held.leaves[found].mask[x];
  }
  Status place_words(Context& context, Span<const LeafPlace> at, const nodes::Nodes& made) const;
};

/// Marks the voxels of the part of a pixel's box that a work item covers.
struct MarkShell {
  ShellSource source;
  GridView made;
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t unit = source.parts.unit_of(i);
    const uint32_t grid = source.grid_of(unit);
    const GridWork& own = source.work_of[grid];
    Coord voxel;
    if (unit - own.first_unit >= own.n_pixels || !source.find_voxel(own.first_pixel + unit - own.first_unit, &voxel))
      return;
    Coord low;
    Coord high;
    source.surround(grid, voxel, &low, &high);
    nodes::LeafBox box = source.leaves_around(grid, voxel);
    if (!source.parts.cut(i, box)) return;
    LeafFinder finder(made, made.heads[grid]);
    for (int32_t x = box.low.x; x <= box.high.x; ++x) {
      for (int32_t y = box.low.y; y <= box.high.y; ++y) {
        for (int32_t z = box.low.z; z <= box.high.z; ++z) {
          const Coord origin{x * 8, y * 8, z * 8};
          const int64_t leaf = finder.find_leaf(origin);
          if (leaf >= 0) mark(leaves[leaf], origin, low, high);
        }
      }
    }
  }

 private:
  DVDB_FN static void mark(Leaf& leaf, const Coord& origin, const Coord& low, const Coord& high) {
    for (uint32_t x = 0; x < 8; ++x) {
      const uint64_t bits = nodes::slice_in_box(origin, x, low, high);
      if ((bits & ~backend::peek(&leaf.mask[x])) != 0) backend::atomic_or(&leaf.mask[x], bits);
    }
  }
};

/// Finds the voxels that pixels lie in.
struct PlacePixels {
  ShellSource source;
  PixelVoxel* out;

  DVDB_FN void operator()(int64_t unit) const {
    const uint32_t grid = source.grid_of(unit);
    const GridWork& own = source.work_of[grid];
    const int64_t pixel = own.first_pixel + unit - own.first_unit;
    if (unit - own.first_unit >= own.n_pixels) return;
    double depth;
    double weight;
    PixelVoxel found = {{0, 0, 0}, 0};
    if (source.images.read(pixel, &depth, &weight)) {
      found.says =
          nearest_voxel(to_voxel(source.held.heads[grid], source.images.place(pixel, depth)), &found.at) ? 1 : 0;
    }
    out[pixel] = found;
  }
};

/// Marks the voxels that pixels lie in.
struct MarkCenters {
  ShellSource source;
  GridView made;
  uint64_t* words;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t unit) const {
    const uint32_t grid = source.grid_of(unit);
    const GridWork& own = source.work_of[grid];
    Coord voxel;
    if (unit - own.first_unit >= own.n_pixels || !source.find_voxel(own.first_pixel + unit - own.first_unit, &voxel))
      return;
    const int64_t leaf = LeafFinder(made, made.heads[grid]).find_leaf(voxel);
    if (leaf < 0) return;
    const uint32_t offset = leaf_offset(voxel);
    nodes::set_bit(&words[leaf * 8 + (offset >> 6)], offset & 63);
  }
};

/// Writes the words around marked voxels, and those of what leaves held before.
struct WriteShell {
  ShellSource source;
  nodes::NearBox<false> box;
  const LeafPlace* places;
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = places[i / 8];
    const uint64_t held = source.held.n_leaves == 0 ? 0 : source.word(place.grid, place.origin, uint32_t(i % 8));
    leaves[i / 8].mask[i % 8] = held | box.word(i / 8, int32_t(i % 8));
  }
};

/// Refuses voxels whose distances and weights cannot fit memory, in whatever type: marking them may take very long.
Status check_voxels(Context& context, double least) {
  constexpr double kLeastBytes = 4;  // of a voxel, in halves
  const double fitting = double(min_of(backend::memory_size(context), context.memory_limit.load())) / kLeastBytes;
  if (least <= fitting) return {};
  return fail(context, DVDB_UNSUPPORTED,
              "Cannot fuse images: there are %.0f voxels or more around pixels, the values of %.0f fit memory", least,
              fitting);
}

Status ShellSource::place_words(Context& context, Span<const LeafPlace> at, const nodes::Nodes& made) const {
  // Leaves that were not there before are around a pixel.
  if (made.n_leaves > held.n_leaves) DVDB_TRY(check_voxels(context, least_box));
  if (near[0] < 0) {
    DVDB_TRY(nodes::write_words(context, *this, at, made));
    const int64_t grain = max_of<int64_t>(1, parts.grain() / 8);  // eight words of each leaf
    return backend::for_each(context, n_units * parts.count, MarkShell{*this, made.view(), made.leaves}, grain);
  }
  backend::Scratch word_memory(context);
  backend::Scratch table_memory(context);
  Span<uint64_t> words;
  nodes::NearBox<false> box;
  const auto along = [&](int axis) { return nodes::AxisMap{1, 1, -near[axis], near[axis]}; };
  DVDB_TRY(word_memory.allocate(made.n_leaves * 8, words));
  DVDB_TRY(backend::fill(context, words.data, 0, 1, words.size * int64_t(sizeof(uint64_t))));
  DVDB_TRY(backend::for_each(context, n_units, MarkCenters{*this, made.view(), words.data}, 512));
  DVDB_TRY(nodes::NearBox<false>::make(context, {made.view(), at.data, words.data}, {{along(0), along(1), along(2)}},
                                       at, table_memory, box));
  return backend::for_each(context, made.n_leaves * 8, WriteShell{*this, box, at.data, made.leaves}, 512);
}

/// The host's side of a build.
class Shell {
 public:
  explicit Shell(Context& context)
      : context_(context), tables_(context), place_memory_(context), voxel_memory_(context) {}

  Status run(const GridBatch& batch, const ImageRequest& request, const nodes::Transforms& transforms,
             std::unique_ptr<GridBatch>& out) {
    DVDB_TRY(tables_.check(request, source_.images));
    const int64_t n = request.n_grids;
    const std::unique_ptr<GridWork[]> work_of(new (std::nothrow) GridWork[size_t(n)]());
    const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(n)]);
    if (!work_of || !bounds) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot fuse images: out of host memory");
    int64_t dims[3] = {1, 1, 1};
    source_.least_box = double(INT64_MAX);
    for (int64_t grid = 0; grid < n; ++grid) {
      GridWork& own = work_of[size_t(grid)];
      DVDB_TRY(plan(batch, request, transforms, grid, own));
      bounds[size_t(grid)] = bounds_of(batch, request, transforms, grid, own);
      source_.least_box = min_of(source_.least_box, box_of(own, bounds[size_t(grid)]));
      for (int axis = 0; axis < 3; ++axis) dims[axis] = max_of(dims[axis], (2 * int64_t(own.radius[axis]) + 7) / 8 + 1);
    }
    bool is_near = true;
    for (int64_t grid = 0; grid < n; ++grid) {
      for (int axis = 0; axis < 3; ++axis) {
        source_.near[axis] = work_of[0].radius[axis];
        is_near = is_near && work_of[size_t(grid)].radius[axis] == source_.near[axis] &&
                  source_.near[axis] <= nodes::NearBox<false>::kReach;
      }
    }
    if (!is_near) source_.near[0] = -1;
    source_.n_units = n_units_;
    source_.parts = nodes::Parts::of(dims, n_units_);
    const void* placed = nullptr;
    Span<LeafPlace> places;
    DVDB_TRY(tables_.place(source_.images, work_of.get(), n * int64_t(sizeof(GridWork)), &placed));
    DVDB_TRY(list_leaves(context_, batch.view, place_memory_, places));
    source_.held = batch.view;
    source_.places = places.data;
    source_.work_of = static_cast<const GridWork*>(placed);
    Span<PixelVoxel> voxels;
    DVDB_TRY(voxel_memory_.allocate(request.n_images * request.height * request.width, voxels));
    source_.voxels = voxels.data;
    DVDB_TRY(backend::for_each(context_, n_units_, PlacePixels{source_, voxels.data}, 512));
    return nodes::reshape(context_, source_, {transforms, bounds.get(), false, nodes::count_blocks(bounds.get(), n)},
                          out);
  }

 private:
  Status plan(const GridBatch& batch, const ImageRequest& request, const nodes::Transforms& transforms, int64_t grid,
              GridWork& own) {
    const int64_t pixels = request.height * request.width;
    const int64_t* leaves = batch.starts_of(kLeafStarts) + grid;
    const int64_t* images = request.offsets + grid;
    own.first_unit = n_units_;
    own.first_pixel = images[0] * pixels;
    own.n_pixels = (images[1] - images[0]) * pixels;
    own.first_leaf = leaves[0];
    n_units_ += own.n_pixels + leaves[1] - leaves[0];
    constexpr double kMostVoxels = 1024;  // eight billion voxels around a pixel
    for (int axis = 0; axis < 3; ++axis) {
      const double voxels = ::ceil(request.truncation / transforms.voxel_sizes[3 * grid + axis]);
      if (!(voxels <= kMostVoxels)) {
        return fail(context_, DVDB_INVALID_ARGUMENT,
                    "Cannot fuse images: the truncation %g is as long as %g voxels, %g at most", request.truncation,
                    voxels, kMostVoxels);
      }
      own.radius[axis] = int32_t(voxels);
    }
    return {};
  }

  /// Bounds of a grid's earlier voxels and of everything that its cameras can see, up to the largest depth of pixels.
  Bounds bounds_of(const GridBatch& batch, const ImageRequest& request, const nodes::Transforms& transforms,
                   int64_t grid, const GridWork& own) const {
    Bounds all = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};
    const int64_t* rows = batch.starts_of(kRowStarts) + grid;
    const auto include = [&](int axis, double low, double high) {
      const auto clamp = [](double v) { return v > INT_MIN ? (v < INT_MAX ? int32_t(v) : INT_MAX) : INT_MIN; };
      // NaN gives no bound.
      all.low[axis] = min_of(all.low[axis], low == low ? clamp(low) : INT_MIN);
      all.high[axis] = max_of(all.high[axis], high == high ? clamp(high) : INT_MAX);
    };
    for (int axis = 0; axis < 3 && rows[0] < rows[1]; ++axis)
      include(axis, batch.bounds[size_t(6 * grid + axis)], batch.bounds[size_t(6 * grid + 3 + axis)]);
    if (own.n_pixels == 0) return all;
    const double columns[2] = {0, double(request.width - 1)};
    const double lines[2] = {0, double(request.height - 1)};
    for (int64_t image = request.offsets[grid]; image < request.offsets[grid + 1]; ++image) {
      for (int corner = 0; corner < 5; ++corner) {  // the camera itself, and the four far corners of its view frustum
        const double d = corner == 4 ? 0 : request.max_depth;
        const Vec3d p =
            Camera::apply(tables_.host()[image].to_world, {columns[corner & 1] * d, lines[corner >> 1 & 1] * d, d});
        for (int axis = 0; axis < 3; ++axis) {
          const double at = (p[axis] - transforms.origins[3 * grid + axis]) / transforms.voxel_sizes[3 * grid + axis];
          const double slack = own.radius[axis] + 2 + ::fabs(at) * 1e-9;  // more than the rounding error
          include(axis, ::floor(at - slack), ::ceil(at + slack));
        }
      }
    }
    return all;
  }

  /// Voxels around any valid pixel; where boxes may end at the limits of int32, only the one that it lies in.
  static double box_of(const GridWork& own, const Bounds& bounds) {
    double voxels = 1;
    for (int axis = 0; axis < 3; ++axis) {
      if (bounds.low[axis] == INT_MIN || bounds.high[axis] == INT_MAX) return 1;
      voxels *= 2.0 * own.radius[axis] + 1;
    }
    return own.n_pixels > 0 ? voxels : double(INT64_MAX);
  }

  Context& context_;
  ImageTables tables_;
  backend::Scratch place_memory_;
  backend::Scratch voxel_memory_;
  int64_t n_units_ = 0;
  ShellSource source_ = {};
};

}  // namespace

Status operators::integrate_tsdf_grid(Context& c, const IntegrateTsdfGridArgs& a) {
  *a.out_grid = 0;
  DVDB_TRY(check_transforms(c, a.voxel_sizes, a.origins, a.n_grids));
  std::unique_ptr<GridBatch> made;
  Shell shell(c);
  DVDB_TRY(shell.run(*a.grid, ImageRequest::of(a), {a.voxel_sizes, a.origins, int64_t(a.n_grids)}, made));
  return publish(std::move(made), a.out_grid);
}
