/// Queries of a batch that the host answers.
#include <cstring>

#include "_generated/grid_args.hpp"

using namespace dvdb;

Status operators::grid_destroy(Context& c, const GridDestroyArgs& a) { return retire(c, a.grid, Kind::kGrid); }

Status operators::grid_counts(Context&, const GridCountsArgs& a) {
  const GridView& view = a.grid->view;
  a.out_counts[DVDB_COUNT_GRIDS] = view.n_grids;
  a.out_counts[DVDB_COUNT_VOXELS] = view.n_voxels;
  a.out_counts[DVDB_COUNT_LEAVES] = view.n_leaves;
  a.out_counts[DVDB_COUNT_LOWERS] = view.n_lowers;
  a.out_counts[DVDB_COUNT_UPPERS] = view.n_tiles;
  a.out_counts[DVDB_COUNT_BYTES] = a.grid->storage->bytes;
  return {};
}

Status operators::grid_table(Context&, const GridTableArgs& a) {
  const int64_t n = a.n_grids;
  std::memcpy(a.out_offsets, a.grid->starts_of(kRowStarts), size_t(n + 1) * sizeof(int64_t));
  if (n > 0) std::memcpy(a.out_bboxes, a.grid->bounds.get(), size_t(6 * n) * sizeof(int32_t));
  return {};
}
