/// The weight gradients of window_gemm.hpp for many channels or for sparse maps, where most entries are missing.
/// For each tap the targets that have it are listed once, and only their products are computed.
#pragma once

#include "backend/api/special/conv/window_gemm.hpp"

namespace dvdb::backend {

inline constexpr int kPairedTargets = 2048;  // targets that a list covers
inline constexpr int kPairedRows = 64;       // rows that are multiplied at once
inline constexpr int64_t kMostPairedTaps = 32;

/// For each tap of a map, the targets that have it.
struct GatherPairs {
  uint16_t* places;  // [taps, n_lists, kPairedTargets], those of a list's targets that have the tap, relative to its
                     // first, ascending
  int32_t* counts;   // [taps, n_lists]
  int32_t* stages;   // [taps], steps of kPairedRows that the tap's lists take together

  static int64_t lists_of(int64_t n_targets) { return (n_targets + kPairedTargets - 1) / kPairedTargets; }
  static int64_t bytes(const GatherMap& map) {
    const int64_t lists = map.taps * lists_of(map.n_targets);
    return lists * (kPairedTargets * int64_t(sizeof(uint16_t)) + int64_t(sizeof(int32_t))) +
           map.taps * int64_t(sizeof(int32_t));
  }
  static GatherPairs in(void* memory, const GatherMap& map) {
    const int64_t lists = map.taps * lists_of(map.n_targets);
    GatherPairs out;
    out.places = static_cast<uint16_t*>(memory);
    out.counts = reinterpret_cast<int32_t*>(out.places + lists * kPairedTargets);
    out.stages = out.counts + lists;
    return out;
  }
};

/// Lists the targets of each tap.
Status make_pairs(Context& context, const GatherMap& map, const GatherPairs& out);

/// The sums of window_outer on matrix units, for at most kMostPairedTaps taps; `outer.windows` is ignored.
Status paired_outer(Context& context, const WindowOuter& outer, const GatherPairs& pairs);

/// Elements are f32.
struct SplitOuter {
  GatherMap map;
  const float* source;  // [n_sources, in_channels]
  int64_t n_sources;
  int64_t in_channels;
  const float* gradients;  // [n_targets, out_channels]
  int64_t out_channels;
  bool mirrored;  // tap t of `out` is tap taps - 1 - t of the map
  float* out;     // [out_channels, in_channels, taps]
};

/// The same for f32: each number is split into two of f16, scaled by a power of two per channel, and the three largest
/// of the four products are summed. The error of a number is below 2^-22 of it, and below 2^-39 of the largest finite
/// one of its channel or 2^-139; 64 products are summed before f32 takes over. Infinities and NaN give correct results,
/// by a slower path.
Status split_outer(Context& context, const SplitOuter& outer, const GatherPairs& pairs);

}  // namespace dvdb::backend
