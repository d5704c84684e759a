/// The backend seam, part 14: the products of part 8 for maps of which most is missing. Targets are put in an order in which
/// those next to each other have much the same taps, and each tap's sources are fetched by themselves.
#pragma once

#include "backend/window_gemm.hpp"

namespace dvdb::backend {

inline constexpr int64_t kMostOrderedTaps = 32;

/// An order of a map's targets.
struct GatherOrder {
  const uint32_t* targets;  // [n_targets]
  const uint32_t* masks;    // [n_targets / kMatrixRows, rounded up], bit t for a tap t of one of so many targets in a row

  static constexpr int64_t groups_of(int64_t n_targets) { return (n_targets + kMatrixRows - 1) / kMatrixRows; }
};

/// What window_gemm computes; `gemm.windows` is not looked at. Needs matrix units and at most kMostOrderedTaps taps.
Status sorted_gemm(Context& context, const WindowGemm& gemm, const GatherOrder& order);

}  // namespace dvdb::backend
