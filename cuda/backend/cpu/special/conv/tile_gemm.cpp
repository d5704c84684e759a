/// Products over tiles of targets on host threads, where gather_gemm takes the rows that are there in any order.
#include "backend/api/special/conv/tile_gemm.hpp"

namespace dvdb::backend {

int64_t tile_bytes(const GatherMap&) { return 0; }

GatherTiles tiles_in(void*, const GatherMap&) { return {}; }

Status make_tiles(Context&, const GatherMap&, const GatherTiles&) { return {}; }

Status tile_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles&) {
  return gather_gemm(context, gemm);
}

Status matrix_tile_gemm(Context& context, const TileGemm&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

Status local_gemm(Context& context, const TileGemm&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

}  // namespace dvdb::backend
