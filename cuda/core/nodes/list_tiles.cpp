/// Listing of occupied tiles: sorts the keys of points, and keeps each once.
#include "core/nodes/list_tiles.hpp"

#include "backend/api/algorithms.hpp"

namespace dvdb::nodes {

namespace {

/// Keys of a point's tile; the list number goes on top in the second sort.
struct WriteKeys {
  Span<const Coord> points;
  uint64_t* keys;
  uint32_t* order;

  DVDB_FN void operator()(int64_t i) const {
    keys[i] = tile_key(points[i]);
    order[i] = uint32_t(i);
  }
};

struct WriteLists {
  BatchOffsets batch;
  const uint32_t* order;
  uint64_t* keys;

  DVDB_FN void operator()(int64_t i) const { keys[i] = uint64_t(batch.list_of(order[i])); }
};

/// Numbers the first point of each run of equal (list, tile).
struct NumberTiles {
  Span<const Coord> points;
  BatchOffsets batch;
  const uint32_t* order;
  uint64_t* tiles;   // [slots]
  GridSlots* slots;  // counts accumulate
  int64_t* out_total;

  DVDB_FN uint64_t count(int64_t i) const {
    if (i == 0) return 1;
    const uint32_t here = order[i];
    const uint32_t before = order[i - 1];
    return batch.list_of(here) != batch.list_of(before) || tile_key(points[here]) != tile_key(points[before]) ? 1 : 0;
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count != 0) {
      if (tiles != nullptr) tiles[before] = tile_key(points[order[i]]);
      backend::atomic_add(&slots[batch.list_of(order[i])].count, int64_t(1));
    }
    if (i == points.size - 1) *out_total = int64_t(before + count);
  }
};

struct ClearCounts {
  GridSlots* slots;

  DVDB_FN void operator()(int64_t grid) const { slots[grid].count = 0; }
};

/// Lays the grids' slots end to end.
struct PlaceSlots {
  GridSlots* slots;

  DVDB_FN uint64_t count(int64_t grid) const { return uint64_t(slots[grid].count); }
  DVDB_FN void emit(int64_t grid, uint64_t, uint64_t before) const { slots[grid].first = int64_t(before); }
};

}  // namespace

Status list_tiles(Context& context, Span<const Coord> points, BatchOffsets batch, Work& work, backend::Scratch& memory,
                  int64_t* out_slots) {
  const int64_t n = points.size;
  if (n > int64_t(UINT32_MAX)) {
    return fail(
        context, DVDB_UNSUPPORTED,
        "Cannot build grid: %lld points spread over more tiles than fit a dense table, at most 4294967295 are possible",
        static_cast<long long>(n));
  }
  backend::ScratchArray<uint64_t> keys(context);
  backend::ScratchArray<uint32_t> order(context);
  DVDB_TRY(keys.allocate(n));
  DVDB_TRY(order.allocate(n));
  DVDB_TRY(backend::for_each(context, n, WriteKeys{points, keys.data, order.data}));
  DVDB_TRY(backend::sort_pairs(context, keys, order, 0, 60));
  if (batch.n > 1) {  // stable, so each list's tiles stay sorted
    DVDB_TRY(backend::for_each(context, n, WriteLists{batch, order.data, keys.data}));
    DVDB_TRY(backend::sort_pairs(context, keys, order, 0, highest_bit(uint64_t(batch.n)) + 1));
  }
  // Counted first, so that the list takes no more than it needs.
  int64_t* total = &work.sizes->slots;
  DVDB_TRY(backend::for_each(context, batch.n, ClearCounts{work.grid_slots}));
  DVDB_TRY(backend::for_each_scan(context, n, NumberTiles{points, batch, order.data, nullptr, work.grid_slots, total}));
  DVDB_TRY(backend::download(context, out_slots, total, int64_t(sizeof *total)));
  Span<uint64_t> tiles;
  DVDB_TRY(memory.allocate(*out_slots, tiles));
  DVDB_TRY(backend::for_each(context, batch.n, ClearCounts{work.grid_slots}));
  DVDB_TRY(
      backend::for_each_scan(context, n, NumberTiles{points, batch, order.data, tiles.data, work.grid_slots, total}));
  DVDB_TRY(backend::for_each_scan(context, batch.n, PlaceSlots{work.grid_slots}));
  work.slots.listed = tiles.data;
  return {};
}

}  // namespace dvdb::nodes
