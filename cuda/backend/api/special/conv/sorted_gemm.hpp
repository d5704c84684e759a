/// The products of window_gemm.hpp for sparse maps, where most entries are missing. Targets that have mostly the
/// same taps are multiplied together, and the sources of each tap are gathered separately.
#pragma once

#include "backend/api/special/conv/tile_gemm.hpp"
#include "backend/api/special/conv/window_gemm.hpp"

namespace dvdb::backend {

inline constexpr int64_t kMostSortedTaps = 32;

/// The product of window_gemm on matrix units, for at most kMostSortedTaps taps; `gemm.windows` is ignored.
Status sorted_gemm(Context& context, const WindowGemm& gemm, const GatherTiles& tiles);

}  // namespace dvdb::backend
