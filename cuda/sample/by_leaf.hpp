/// Data of points summed up leaf by leaf.
#pragma once

#include "sample/request.hpp"

namespace dvdb::sample {

/// Sums up data of points for the voxels around them, with the weights of trilinear kernels: points of a cell in their
/// order, and cells in that of the corners that the voxel is of them. Where points of a leaf do not follow each other,
/// or a leaf or voxel has so many that they are quicker sorted, `failed`, a word of the device, is not 0 after that, and `out`
/// is undefined.
template <class T>
Status sum_by_leaf(Context& context, const Places& places, int64_t n, const T* data, int64_t channels, T* out, uint32_t* failed);

}  // namespace dvdb::sample
