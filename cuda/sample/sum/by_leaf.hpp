/// Deterministic splatting: data of points is summed up leaf by leaf.
#pragma once

#include "sample/shared/request.hpp"

namespace dvdb::sample {

/// Sums up data of points for the voxels around them, with trilinear weights. A voxel adds its cells in the order of
/// the corner that it is of each, and the points of a cell in their own order. Where the points of a leaf are too
/// scattered in memory, or a leaf or voxel has so many that sorting them is quicker, `failed`, a word of device memory,
/// becomes non-zero, and `out` is undefined.
template <class T>
Status sum_by_leaf(Context& context, const LocatedPoints& places, int64_t n, const T* data, int64_t channels, T* out,
                   uint32_t* failed);

}  // namespace dvdb::sample
