/// Checks of offsets and boxes, and access to the tables of a batch.
#include "core/grid_batch.hpp"

#include "denovdb/grid.h"

namespace dvdb {

namespace {

/// Beyond any memory; keeps products of counts and element sizes within 64 bits.
constexpr int64_t kMostElements = int64_t(1) << 44;

}  // namespace

Status check_grid_count(Context& context, const GridBatch& batch, int64_t n_grids) {
  if (n_grids == batch.view.n_grids) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use batch: it has %lld grids, the call speaks of %lld",
              static_cast<long long>(batch.view.n_grids), static_cast<long long>(n_grids));
}

Status check_ascending(Context& context, const int64_t* offsets, int64_t n_lists, int64_t n, const OffsetWords& words) {
  if (offsets[0] != 0) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: offsets start at %lld, not at 0", words.owner,
                static_cast<long long>(offsets[0]));
  }
  for (int64_t i = 0; i < n_lists; ++i) {
    if (offsets[i + 1] >= offsets[i]) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: offsets descend from %lld to %lld at %s %lld",
                words.owner, static_cast<long long>(offsets[i]), static_cast<long long>(offsets[i + 1]), words.list,
                static_cast<long long>(i));
  }
  if (offsets[n_lists] == n) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: offsets end at %lld, there are %lld %s", words.owner,
              static_cast<long long>(offsets[n_lists]), static_cast<long long>(n), words.elements);
}

Status check_offsets(Context& context, const int64_t* offsets, int64_t n_grids, int64_t n) {
  if (n_grids > DVDB_MAX_GRIDS) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use batch: %lld grids, at most %d are possible",
                static_cast<long long>(n_grids), int(DVDB_MAX_GRIDS));
  }
  if (n > kMostElements) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use batch: %lld elements, at most %lld are possible",
                static_cast<long long>(n), static_cast<long long>(kMostElements));
  }
  if (offsets == nullptr) return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use batch: the offsets are null");
  return check_ascending(context, offsets, n_grids, n, {"batch", "list", "elements"});
}

Status place_offsets(Context& context, const int64_t* offsets, int64_t n_grids, int64_t n, backend::Scratch& memory,
                     BatchOffsets& out) {
  DVDB_TRY(check_offsets(context, offsets, n_grids, n));
  out = {nullptr, n_grids};
  if (n_grids <= 1) return {};
  Span<int64_t> starts;
  DVDB_TRY(memory.allocate(n_grids + 1, starts));
  DVDB_TRY(backend::upload(context, starts.data, offsets, starts.size * int64_t(sizeof(int64_t))));
  out.starts = starts.data;
  return {};
}

}  // namespace dvdb
