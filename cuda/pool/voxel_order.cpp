/// Sorting the voxels of a batch by x, y and z.
#include "pool/voxel_order.hpp"

#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "core/voxel_sites.hpp"

namespace dvdb::pool {

namespace {

/// An unsigned key that sorts like the signed number.
DVDB_FN uint64_t biased(int32_t value) { return uint32_t(value) ^ 0x80000000u; }

/// Keys of the first sorting pass, the least significant: y and z.
struct WriteInnerKeys {
  const Coord* voxels;
  uint64_t* keys;
  uint32_t* rows;

  DVDB_FN void operator()(int64_t i) const {
    keys[i] = biased(voxels[i].y) << 32 | biased(voxels[i].z);
    rows[i] = uint32_t(i);
  }
};

/// Keys of the last sorting pass, the most significant: grid and x.
struct WriteOuterKeys {
  GridView grid;
  const Coord* voxels;
  const uint32_t* rows;
  uint64_t* keys;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = rows[i];
    const GridHead* const heads = grid.heads;
    const int64_t list =
        last_not_above(int64_t(0), grid.n_grids, row, [heads](int64_t one) { return heads[one].first_row; });
    keys[i] = uint64_t(list) << 32 | biased(voxels[row].x);
  }
};

struct TakeVoxels {
  const Coord* voxels;
  const uint32_t* rows;
  Coord* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = voxels[rows[i]]; }
};

}  // namespace

Status order_voxels(Context& context, const GridView& grid, backend::Scratch& memory, VoxelOrder& out) {
  const int64_t n = grid.n_voxels;
  backend::Layout layout;
  const int64_t voxel_place = layout.reserve<Coord>(n);
  const int64_t row_place = layout.reserve<uint32_t>(n);
  DVDB_TRY(memory.allocate(layout.bytes()));
  auto* const bytes = static_cast<uint8_t*>(memory.data());
  auto* const ordered = reinterpret_cast<Coord*>(bytes + voxel_place);
  const Span<uint32_t> rows = {reinterpret_cast<uint32_t*>(bytes + row_place), n};
  backend::ScratchArray<Coord> voxels(context);
  backend::ScratchArray<uint64_t> keys(context);
  DVDB_TRY(voxels.allocate(n));
  DVDB_TRY(keys.allocate(n));
  DVDB_TRY(list_voxels(context, grid, voxels));
  DVDB_TRY(backend::for_each(context, n, WriteInnerKeys{voxels.data, keys.data, rows.data}));
  DVDB_TRY(backend::sort_pairs(context, keys, rows, 0, 64));
  DVDB_TRY(backend::for_each(context, n, WriteOuterKeys{grid, voxels.data, rows.data, keys.data}));
  DVDB_TRY(backend::sort_pairs(context, keys, rows, 0, 33 + highest_bit(uint64_t(grid.n_grids) | 1)));
  DVDB_TRY(backend::for_each(context, n, TakeVoxels{voxels.data, rows.data, ordered}));
  out = {ordered, rows.data};
  return {};
}

}  // namespace dvdb::pool
