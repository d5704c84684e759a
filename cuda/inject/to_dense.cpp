/// Copies rows from voxels to dense boxes. A box that is nearly empty is cleared first, then its voxels are written.
/// Otherwise the dense memory is written in one pass, zeros and values alike, in aligned pieces of 16 bytes that
/// neighboring threads write side by side, so that the writes coalesce.
#include "inject/dense_box.hpp"

using namespace dvdb;

namespace {

/// Scatters 16 bytes of a row, each element to the plane of its channel.
template <class T>
struct ScatterPlanes {
  PlanePacks packs;
  const T* data;  // [n_voxels, channels]
  T* dense;       // [n_grids, channels, plane]

  DVDB_FN void operator()(int64_t i) const {
    PlanePacks::Part part;
    if (!packs.find<T>(i, part) || part.cell < 0) return;
    Pack<T> pack;
    pack.load(data + part.row * packs.channels + part.first, part.count);
    for (int at = 0; at < part.count; ++at) dense[part.cell + (part.first + at) * packs.plane] = pack.get(at);
  }
};

Status scatter_planes(Context& c, const DenseCall& call, Span<int64_t> cells) {
  return with_word(call.form.element, [&]<class T>() -> Status {
    const PlanePacks packs = PlanePacks::of<T>(call, cells);
    return backend::for_each(c, packs.items(),
                             ScatterPlanes<T>{packs, static_cast<const T*>(call.rows), static_cast<T*>(call.dense)});
  });
}

/// Whether clearing a box and then writing its voxels moves at most twice the memory of a pass that writes every cell
/// once and has to find its voxel first. Besides its row, a voxel costs writing and reading its cell number. Scattered
/// writes cost whole 32-byte sectors twice; in planes, a few neighbors share a sector.
bool is_nearly_empty(const DenseCall& call, bool planar) {
  const double row = double(call.form.bytes());
  const double scattered = planar ? 16.0 * double(call.form.channels) : max_of(row, 64.0);
  return double(call.grid.n_voxels) * (24 + row + scattered) <= double(call.elements) * call.form.element;
}

Status clear_and_scatter(Context& c, const DenseCall& call, bool planar) {
  backend::Scratch memory(c);
  Span<int64_t> cells;
  DVDB_TRY(place_cells(c, call, planar ? call.form.channels : 1, memory, cells));
  DVDB_TRY(backend::fill(c, call.dense, 0, 1, call.elements * call.form.element));
  return planar ? scatter_planes(c, call, cells) : scatter_rows(c, call.form, cells, call.rows, call.dense);
}

/// The leaves that cover a box in every grid: blocks of 8^3 voxels, aligned like leaves. Reading this table is cheaper
/// than descending from the root.
struct LeafTable {
  static constexpr uint32_t kNone = UINT32_MAX;

  int64_t size[3];   // blocks, enough for any alignment
  uint32_t* leaves;  // [n_grids, size]

  DVDB_FN static int64_t along(int64_t voxel, int32_t origin) { return (voxel >> kLeafLog2) - (origin >> kLeafLog2); }

  DVDB_FN uint32_t* find(int64_t b, const Coord& origin, const Vec3<int64_t>& c) const {
    const int64_t x = along(c.x, origin.x);
    const int64_t y = along(c.y, origin.y);
    return leaves + (((b * size[0] + x) * size[1] + y) * size[2] + along(c.z, origin.z));
  }
};

/// Enters the leaves of one mask word of a lower node into the table.
struct EnterLeaves {
  GridView grid;
  const Coord* origins;
  LeafTable table;

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = grid.lowers[i];
    if (word.mask == 0) return;
    const LowerOrigin lower = grid.lower_origins[i / kLowerWords];
    const Coord origin = origins[lower.grid];
    uint32_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      const Coord at = lower_child_origin(lower.ijk, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest)));
      if (has(0, at.x, origin.x) && has(1, at.y, origin.y) && has(2, at.z, origin.z))
        *table.find(lower.grid, origin, {at.x, at.y, at.z}) = leaf;
    }
  }

 private:
  DVDB_FN bool has(int axis, int32_t voxel, int32_t origin) const {
    const int64_t block = LeafTable::along(voxel, origin);
    return block >= 0 && block < table.size[axis];
  }
};

/// Writes 16 bytes of one plane. A plane holds all channels of its cells, or one channel of them. Blocks of
/// neighboring pieces cycle through the planes, so that rows and masks are still in the caches.
template <class T>
struct WriteDense {
  GridView grid;
  DenseBox box;
  LeafTable table;
  const T* data;       // [n_voxels, planes, cell]
  T* out;              // [n_grids, planes, cells, cell]
  int64_t plane_size;  // pieces of a plane
  int64_t row_size;    // pieces of a row
  int64_t skew;        // pieces from the last 16-byte boundary to `out`
  Divider planes;
  Divider blocks;  // per plane
  Divider cell;    // pieces of a cell in a plane
  Divider z_size;
  Divider y_size;

  /// Eight voxels of a leaf along z.
  struct Column {
    uint32_t active;
    int64_t first;  // row of the first active one
  };

  DVDB_FN void operator()(int64_t i) const {
    constexpr int kSize = Pack<T>::kSize;
    const int64_t turn = planes.quotient(i / kLanes);
    const int64_t plane = i / kLanes - turn * planes.by;
    const int64_t b = blocks.quotient(turn);
    const int64_t block = turn - b * blocks.by;
    const int64_t start = (b * planes.by + plane) * plane_size;
    const int64_t begin = (block * kLanes + i % kLanes) * kSize - (skew + start) % kSize;
    const int low = int(max_of<int64_t>(0, -begin));
    const int high = int(min_of<int64_t>(kSize, plane_size - begin));
    if (low >= high) return;

    const int64_t at = cell.quotient(begin + low);
    const int64_t xy = z_size.quotient(at);
    const int64_t x = y_size.quotient(xy);
    const Coord origin = box.origins[b];
    const int64_t y_end = origin.y + y_size.by;
    const int64_t z_end = origin.z + z_size.by;
    Vec3<int64_t> c = {origin.x + x, origin.y + (xy - x * y_size.by), origin.z + (at - xy * z_size.by)};
    int64_t part = begin + low - at * cell.by;
    Pack<T> pack;
    int k = low;
    while (true) {
      const Column column = find(b, origin, c);
      const int64_t cells = min_of<int64_t>(8 - (c.z & 7), z_end - c.z);
      const int stop = int(min_of<int64_t>(high, k + cells * cell.by - part));
      if (column.active != 0) {
        uint32_t voxel = uint32_t(c.z & 7);
        for (int to = k; to < stop; ++to) {
          if (column.active >> voxel & 1)
            pack.put(to, data[(column.first + rank_below(column.active, voxel)) * row_size + plane * cell.by + part]);
          if (++part < cell.by) continue;
          part = 0;
          ++voxel;
        }
      }
      k = stop;
      if (k >= high) break;
      part = 0;
      c.z += cells;
      if (c.z < z_end) continue;
      c.z = origin.z;
      if (++c.y < y_end) continue;
      c.y = origin.y;
      ++c.x;
    }
    pack.store(out + start + begin, low, high);
  }

 private:
  DVDB_FN Column find(int64_t b, const Coord& origin, const Vec3<int64_t>& c) const {
    const uint32_t at = *table.find(b, origin, c);
    if (at == LeafTable::kNone) return {0, 0};
    const Leaf& leaf = grid.leaves[at];
    const uint32_t word = uint32_t(c.x & 7);
    const uint32_t first = uint32_t(c.y & 7) * 8;
    return {uint32_t(leaf.mask[word] >> first & 255), leaf.row(word, first)};
  }
};

Status make_table(Context& c, const DenseCall& call, backend::Scratch& memory, LeafTable& out) {
  int64_t count = call.grid.n_grids;
  for (int axis = 0; axis < 3; ++axis) {
    out.size[axis] = ((call.box.size[axis] + 6) >> kLeafLog2) + 1;
    if (__builtin_mul_overflow(count, out.size[axis], &count) || count > INT64_MAX / 4) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use size: %lld cells along an axis are too many",
                  static_cast<long long>(call.box.size[axis]));
    }
  }
  Span<uint32_t> leaves;
  DVDB_TRY(memory.allocate(count, leaves));
  out.leaves = leaves.data;
  DVDB_TRY(backend::fill(c, leaves.data, 0xff, 1, leaves.size * int64_t(sizeof(uint32_t))));
  return backend::for_each(c, call.grid.n_lowers * kLowerWords, EnterLeaves{call.grid, call.box.origins, out});
}

template <class Args>
Status to_dense(Context& c, const Args& a, bool channels_first) {
  DenseCall call(c);
  DVDB_TRY(call.place(c, a, a.out, a.features));
  if (call.elements == 0) return {};
  const bool planar = channels_first && call.form.channels > 1;
  if (is_nearly_empty(call, planar)) return clear_and_scatter(c, call, planar);
  const int64_t cell_bytes = planar ? call.form.element : call.form.bytes();
  const int width = word_bytes(uint64_t(cell_bytes) | address_of(call.rows) | address_of(call.dense));
  backend::Scratch memory(c);
  LeafTable table = {};
  DVDB_TRY(make_table(c, call, memory, table));
  return with_word(width, [&]<class T>() -> Status {
    constexpr int kSize = Pack<T>::kSize;
    const int64_t planes = planar ? call.form.channels : 1;
    const int64_t cell = cell_bytes / width;
    const int64_t plane_size = call.box.cells() * cell;
    const int64_t packs = plane_size / kSize + 2;  // a part at each end
    const int64_t blocks = (packs + kLanes - 1) / kLanes;
    const int64_t skew = int64_t(reinterpret_cast<uintptr_t>(call.dense) % kWordBytes) / width;
    return backend::for_each(
        c, call.grid.n_grids * blocks * planes * kLanes,
        WriteDense<T>{call.grid, call.box, table, static_cast<const T*>(call.rows), static_cast<T*>(call.dense),
                      plane_size, planes * cell, skew, Divider::of(planes), Divider::of(blocks), Divider::of(cell),
                      Divider::of(call.box.size[2]), Divider::of(call.box.size[1])});
  });
}

}  // namespace

Status operators::inject_to_dense_cminor(Context& c, const InjectToDenseCminorArgs& a) { return to_dense(c, a, false); }

Status operators::inject_to_dense_cmajor(Context& c, const InjectToDenseCmajorArgs& a) { return to_dense(c, a, true); }
