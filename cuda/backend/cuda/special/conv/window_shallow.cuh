/// Products of few channels.
#pragma once

#include "backend/api/special/conv/window_gemm.hpp"

namespace dvdb::backend {

/// Channels that a source is padded to; 0 for more than this way has.
constexpr int64_t shallow_depth(int64_t channels) {
  return channels <= 8 ? 8 : channels <= 16 ? 16 : channels <= 32 ? 32 : 0;
}

/// Whether this way is the faster one: its time grows with both numbers of channels, that of the other hardly below
/// 128.
constexpr bool is_shallow(int64_t in_channels, int64_t out_channels) {
  const int64_t depth = shallow_depth(in_channels);
  return depth > 0 && depth * out_channels <= 1024;
}

/// window_gemm where is_shallow(), with targets and channels of targets.
Status shallow_window_gemm(Context& context, const WindowGemm& gemm);

/// Whether team_window_gemm can, and is faster.
inline bool suits_teams(const WindowGemm& gemm) {
  return shallow_depth(gemm.in_channels) == 32 && gemm.out_channels > 16 && gemm.out_channels <= 32 &&
         gemm.map.taps <= 28;
}

/// window_gemm where suits_teams(), with targets.
Status team_window_gemm(Context& context, const WindowGemm& gemm);

}  // namespace dvdb::backend
