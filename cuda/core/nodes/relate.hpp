/// Grids from grids by relations per axis, and by neighborhoods.
#pragma once

#include "core/nodes/axis_map.hpp"
#include "core/nodes/builder.hpp"

namespace dvdb::nodes {

/// A batch, of which words of the leaves' masks may stand in for its own: [n_leaves, 8], or null.
struct MaskedBatch {
  const GridBatch* batch;
  const uint64_t* words = nullptr;
};

/// More leaves than this around a leaf make a relation slower than one after the other for each axis.
inline constexpr int64_t kMostLeaves = 64;

/// Takes a relation one axis after the other with `apply(from, relation of one axis, made)`, leaving out axes that
/// change nothing.
template <class Apply>
Status by_axes(const MaskedBatch& source, const Relation& relation, std::unique_ptr<GridBatch>& out, Apply apply) {
  MaskedBatch from = source;
  std::unique_ptr<GridBatch> step;
  for (int axis = 0; axis < 3; ++axis) {
    if (relation.axes[axis].is_identity() && (axis < 2 || step)) continue;
    Relation one;
    one.axes[axis] = relation.axes[axis];
    std::unique_ptr<GridBatch> next;
    DVDB_TRY(apply(from, one, next));
    step = std::move(next);
    from = {step.get(), nullptr};
  }
  out = std::move(step);
  return {};
}

/// Builds the voxels that are related to a voxel of the source. Fails before it allocates anything if they do not fit
/// int32. `what` names the operation in messages.
Status relate(Context& context, const MaskedBatch& source, const Relation& relation, const Transforms& transforms,
              const char* what, std::unique_ptr<GridBatch>& out);

/// Fails if what is related to the source's voxels cannot be a batch.
Status check_relation(Context& context, const GridBatch& source, const Relation& relation, const char* what);

/// Adds the neighbors that share a face (6), or a face or an edge (18), once.
Status dilate_once(Context& context, const GridBatch& source, uint32_t neighbors, const Transforms& transforms,
                   std::unique_ptr<GridBatch>& out);

/// Writes the words that remain of the source's when each voxel d stays only if all of [d + low, d + high] is active,
/// which has to hold 0; the relation's axes shift only. `out` holds [n_leaves, 8].
Status erode_words(Context& context, const GridBatch& source, const Relation& box, uint64_t* out);

/// The same for voxels that have all neighbors that share a face (6), or a face or an edge (18).
Status erode_words(Context& context, const GridBatch& source, uint32_t neighbors, uint64_t* out);

}  // namespace dvdb::nodes
