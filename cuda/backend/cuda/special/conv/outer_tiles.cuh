/// Gradients of weights of f32 on the device's general cores.
#pragma once

#include "backend/api/special/conv/gather_gemm.hpp"

namespace dvdb::backend {

/// The sums of each part of the targets, in the order of gather_outer: partial is [parts, taps, in_channels,
/// out_channels].
Status sum_outer_tiles(Context& context, const GatherOuter<float>& outer, const OuterParts& parts, float* partial);

}  // namespace dvdb::backend
