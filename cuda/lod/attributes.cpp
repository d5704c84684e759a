/// Derives voxel attributes from those of the points in their cells; points of a cell are consecutive.
#include <new>

#include "_generated/lod_args.hpp"
#include "core/words.hpp"
#include "lod/tree/samples.hpp"

using namespace dvdb;
using namespace dvdb::lod;

namespace {

/// The inner nodes of a level.
struct NodeTable {
  Intervals voxels;       // of each node in its level
  const int64_t* points;  // [n, 2] first and number
  const int64_t* cells;   // [n, 3]
};

/// Finds the points of a voxel.
struct PointFinder {
  const TrackedPoint* points;
  const Voxel* voxels;  // of the level
  NodeTable nodes;
  int shift;  // from coordinates to cells of voxels
  int grid_log2;

  struct Found {
    int64_t begin;
    int64_t end;
    Vec3<uint32_t> cell;  // of the whole level
  };

  DVDB_FN Found find(int64_t voxel) const {
    const int64_t node = nodes.voxels.at(voxel);
    const int64_t* own = nodes.cells + 3 * node;
    const Vec3<uint32_t> local = cell_of(voxels[voxel]);
    const auto whole = [this](int64_t n, uint32_t cell) { return uint32_t(n << grid_log2 | int64_t(cell)); };
    Found found{nodes.points[2 * node], 0, {whole(own[0], local.x), whole(own[1], local.y), whole(own[2], local.z)}};
    const int64_t end = found.begin + nodes.points[2 * node + 1];
    found.begin = search(found.begin, end, found.cell, 0);
    found.end = search(found.begin, end, found.cell, 1);
    return found;
  }
  /// First point whose cell is not below the given one, or the first above it.
  DVDB_FN int64_t search(int64_t low, int64_t high, const Vec3<uint32_t>& cell, int above) const {
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (compare_cells(cell_at(points[middle]), cell) < above) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  DVDB_FN Vec3<uint32_t> cell_at(const TrackedPoint& p) const {
    return {shift_right(p.x, shift), shift_right(p.y, shift), shift_right(p.z, shift)};
  }
};

/// The rows of points that voxels are given, and where these go.
template <class T, class Out>
struct PointRows {
  PointFinder finder;
  const T* values;
  int64_t channels;
  Out* out;
};

/// Copies the row of the point nearest to the center; of equally near ones the first.
template <class T>
struct TakeNearest {
  PointRows<T, T> rows;

  DVDB_FN void operator()(int64_t i) const {
    const PointFinder::Found found = rows.finder.find(i);
    uint64_t least = ~uint64_t(0);
    int64_t row = 0;
    for (int64_t k = found.begin; k < found.end; ++k) {
      const TrackedPoint p = rows.finder.points[k];
      const uint64_t distance = square(p.x, found.cell.x) + square(p.y, found.cell.y) + square(p.z, found.cell.z);
      if (distance >= least) continue;
      least = distance;
      row = p.row;
    }
    for (int64_t channel = 0; channel < rows.channels; ++channel)
      rows.out[i * rows.channels + channel] = rows.values[row * rows.channels + channel];
  }
  /// Of twice the distance, below 2^32 within a cell.
  DVDB_FN uint64_t square(uint32_t place, uint32_t cell) const {
    const int64_t distance = 2 * int64_t(place) + 1 - ((int64_t(cell) * 2 + 1) << rows.finder.shift);
    return uint64_t(distance * distance);
  }
};

DVDB_FN double number_of(uint8_t value) { return double(value); }
DVDB_FN double number_of(int32_t value) { return double(value); }
template <class T>
DVDB_FN double number_of(T value) {
  return to_double(value);
}

/// Averages rows in the order of points, in double precision.
template <class T, class Out>
struct TakeMean {
  PointRows<T, Out> rows;

  DVDB_FN void operator()(int64_t i) const {
    const PointFinder::Found found = rows.finder.find(i);
    for (int64_t channel = 0; channel < rows.channels; ++channel) {
      double sum = 0;
      for (int64_t k = found.begin; k < found.end; ++k)
        sum += number_of(rows.values[rows.finder.points[k].row * rows.channels + channel]);
      rows.out[i * rows.channels + channel] = Out(sum / double(found.end - found.begin));
    }
  }
};

/// Takes the most frequent byte; of equally frequent ones the least. Byte values are counted one after the other, in
/// ascending order.
struct TakeMajority {
  PointRows<uint8_t, uint8_t> rows;

  DVDB_FN void operator()(int64_t i) const {
    const PointFinder::Found found = rows.finder.find(i);
    for (int64_t channel = 0; channel < rows.channels; ++channel)
      rows.out[i * rows.channels + channel] = most_frequent(found, channel);
  }
  DVDB_FN uint8_t most_frequent(const PointFinder::Found& found, int64_t channel) const {
    constexpr int kBeyond = 256;
    int value = -1;
    int best = 0;
    int64_t most = 0;
    int64_t left = found.end - found.begin;
    while (left > most) {  // what is left could still win
      int next = kBeyond;
      int64_t count = 0;
      for (int64_t k = found.begin; k < found.end; ++k) {
        const int own = rows.values[rows.finder.points[k].row * rows.channels + channel];
        if (own <= value || own > next) continue;
        count = own < next ? 1 : count + 1;
        next = own;
      }
      if (count > most) {
        most = count;
        best = next;
      }
      left -= count;
      value = next;
    }
    return uint8_t(best);
  }
};

/// Runs a functor over the voxels of every level; `make(finder, first)` makes it for voxels from `first` on.
template <class Make>
Status for_each_voxel(Context& c, const Tree& tree, Make make) {
  for (int level = 0; level < tree.n_levels; ++level) {
    const VoxelLevel& voxels = tree.voxels[level];
    if (voxels.count == 0) continue;
    const int64_t first = tree.level_starts[level];
    const int64_t n = tree.level_starts[level + 1] - first;
    std::unique_ptr<int64_t[]> table(new (std::nothrow) int64_t[size_t(6 * n + 1)]);
    if (!table) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot take attributes: out of host memory");
    int64_t* points = table.get() + n + 1;
    int64_t* cells = points + 2 * n;
    for (int64_t i = 0; i < n; ++i) {
      const Node& node = tree.nodes[size_t(first + i)];
      table[size_t(i)] = tree.voxel_starts[size_t(first + i)] - voxels.first;
      points[2 * i] = node.begin;
      points[2 * i + 1] = node.count;
      cells[3 * i] = node.x;
      cells[3 * i + 1] = node.y;
      cells[3 * i + 2] = node.z;
    }
    table[size_t(n)] = voxels.count;
    backend::Scratch memory(c);
    backend::Scratch hint_memory(c);
    Span<int64_t> own;
    DVDB_TRY(memory.allocate(6 * n + 1, own));
    DVDB_TRY(backend::upload(c, own.data, table.get(), own.size * 8));
    NodeTable nodes{{own.data, nullptr, n}, own.data + n + 1, own.data + 3 * n + 1};
    DVDB_TRY(find_hints(c, voxels.count, hint_memory, nodes.voxels));
    const PointFinder finder{static_cast<const TrackedPoint*>(tree.points->data), voxels.voxels(), nodes,
                             tree.frame.bits - level - tree.grid_log2, tree.grid_log2};
    DVDB_TRY(backend::for_each(c, voxels.count, make(finder, voxels.first), 256));
  }
  return {};
}

/// The values that attributes are derived from, and where these go, which the choice gives its type.
struct Attributes {
  const operators::LodAttributesArgs& a;

  template <class T>
  Status nearest(Context& c) const {
    return make<T, T, TakeNearest<T>>(c);
  }
  template <class T, class Out>
  Status mean(Context& c) const {
    return make<T, Out, TakeMean<T, Out>>(c);
  }
  Status majority(Context& c) const { return make<uint8_t, uint8_t, TakeMajority>(c); }

 private:
  template <class T, class Out, class Functor>
  Status make(Context& c) const {
    const int64_t channels = a.channels;
    Span<Out> to;
    DVDB_TRY(take(c, "out", a.out, {a.lod->n_voxels(), channels}, to));
    return for_each_voxel(c, *a.lod, [&](const PointFinder& finder, int64_t first) {
      return Functor{{finder, a.attributes.as<T>().data, channels, to.data + first * channels}};
    });
  }
};

Status take_nearest(Context& c, const Attributes& attributes, uint32_t dtype) {
  switch (dtype_bytes(dtype)) {
    case 1: return attributes.nearest<uint8_t>(c);
    case 2: return attributes.nearest<uint16_t>(c);
    case 4: return attributes.nearest<uint32_t>(c);
    default: return attributes.nearest<uint64_t>(c);
  }
}

Status take_mean(Context& c, const Attributes& attributes, uint32_t dtype) {
  switch (dtype) {
    case DVDB_U8: return attributes.mean<uint8_t, float>(c);
    case DVDB_F16: return attributes.mean<Half, float>(c);
    case DVDB_F32: return attributes.mean<float, float>(c);
    case DVDB_F64: return attributes.mean<double, double>(c);
    case DVDB_I32: return attributes.mean<int32_t, double>(c);
    default:
      return fail(c, DVDB_INVALID_ARGUMENT,
                  "Cannot take attributes: dtype %u has no mean, u8, f16, f32, f64 or i32 expected", dtype);
  }
}

}  // namespace

Status operators::lod_attributes(Context& c, const LodAttributesArgs& a) {
  if (!a.lod->tracked) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take attributes: the tree was built without rows");
  if (a.lod->unordered)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take attributes: the points of leaves are in any order");
  const Attributes attributes{a};
  if (a.choice == DVDB_LOD_NEAREST) return take_nearest(c, attributes, a.dtype);
  if (a.choice == DVDB_LOD_MEAN) return take_mean(c, attributes, a.dtype);
  if (a.dtype == DVDB_U8 || a.dtype == DVDB_BOOL) return attributes.majority(c);
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take attributes: dtype %u has no majority, u8 or bool expected",
              a.dtype);
}
