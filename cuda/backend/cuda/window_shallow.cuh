// Products of few channels.
#pragma once

#include "backend/window_gemm.hpp"

namespace dvdb::backend {

inline constexpr int64_t kMostShallow = 32;  // channels of a source

/// window_gemm for sources of at most kMostShallow channels, with targets and channels of targets.
Status shallow_window_gemm(Context& context, const WindowGemm& gemm);

}  // namespace dvdb::backend
