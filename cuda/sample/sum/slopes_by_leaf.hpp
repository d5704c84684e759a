/// Contributions of points as samples and as slopes, summed up leaf by leaf.
#pragma once

#include "sample/shared/request.hpp"

namespace dvdb::sample {

/// Sums up a channel of trilinear kernels for the voxels around points, in the same order as sum_by_leaf(); nullptr
/// stands for zeros, `failed` is as there.
template <class T>
Status sum_slopes_by_leaf(Context& context, const LocatedPoints& places, int64_t n, const T* data, const T* slopes,
                          T* out, uint32_t* failed);

}  // namespace dvdb::sample
