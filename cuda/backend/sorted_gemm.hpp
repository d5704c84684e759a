/// The backend seam, part 14: the products of part 8 for maps of which most is missing. Targets that have much the same taps are
/// multiplied together, and each tap's sources are fetched by themselves.
#pragma once

#include "backend/tile_gemm.hpp"
#include "backend/window_gemm.hpp"

namespace dvdb::backend {

inline constexpr int64_t kMostSortedTaps = 32;

/// What window_gemm computes, on matrix units, for at most kMostSortedTaps taps; `gemm.windows` is not looked at.
Status sorted_gemm(Context& context, const WindowGemm& gemm, const GatherTiles& tiles);

}  // namespace dvdb::backend
