/// Levels of coarser and coarser voxels.
#pragma once

#include "core/nodes/builder.hpp"

namespace dvdb {

/// Builds n levels, each of voxels `factor` times as large as those of the one before, which are the source's for the
/// first. `transforms` and `out` hold one for each level. Of a source of up to `most_shared` leaves, all levels read
/// these, and the host waits for all of them together: once for the sizes and once for the results.
Status coarsen_levels(Context& context, const GridBatch& source, const Coord& factor,
                      const nodes::Transforms* transforms, int n, int64_t most_shared, std::unique_ptr<GridBatch>* out);

}  // namespace dvdb
