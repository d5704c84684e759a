/// Numbers of f32 as pairs of f16, scaled by a power of two for each channel.
#pragma once

#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// Elements of a split row: 64 upper halves of channels, then their lower ones, and so on; zeros behind the last
/// channel.
inline int64_t split_row(int64_t channels) { return (channels + 63) / 64 * 128; }

/// Splits rows [n, channels] into `to`, [n, split_row(channels)], aligned to 16 bytes. `largest` [channels] gets the
/// largest finite magnitudes, to which exponent_of gives the scale; what is lost is below 2^-22 of a number and 2^-39
/// of its channel's largest, or 2^-139.
Status split_channels(Context& context, const float* rows, int64_t n, int64_t channels, float* largest, uint16_t* to);

}  // namespace dvdb::backend
