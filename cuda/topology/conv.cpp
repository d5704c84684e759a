/// Grids of the voxels that a convolution reaches, and those of a transposed one.
#include "topology/derive.hpp"

using namespace dvdb;

namespace {

/// The relation fine = stride * coarse + t - floor((kernel - 1) / 2), 0 <= t < kernel, from fine to coarse voxels.
nodes::Relation kernel_relation(const int32_t* kernel, const int32_t* stride) {
  nodes::Relation relation;
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t before = (kernel[axis] - 1) / 2;
    relation.axes[axis] = {1, stride[axis], before - (kernel[axis] - 1), before};
  }
  return relation;
}

}  // namespace

Status operators::conv_grid(Context& c, const ConvGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    return nodes::relate(c, {a.grid}, kernel_relation(a.kernel, a.stride), transforms, "make convolution grid", out);
  });
}

Status operators::conv_transpose_grid(Context& c, const ConvTransposeGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    nodes::Relation relation = kernel_relation(a.kernel, a.stride);
    for (nodes::AxisMap& axis : relation.axes) axis = axis.reversed();
    return nodes::relate(c, {a.grid}, relation, transforms, "make transposed convolution grid", out);
  });
}
