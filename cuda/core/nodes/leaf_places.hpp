/// Where the leaves of a batch lie: scratch of operators that go from leaf to leaf.
#pragma once

#include "backend/launch.hpp"
#include "backend/memory.hpp"
#include "core/grid.hpp"

namespace dvdb::nodes {

/// Least voxel of a leaf, and its grid.
struct alignas(16) LeafPlace {
  Coord origin;
  uint32_t grid;
};

/// Lists the leaves of one word of a lower node.
struct ListLeaves {
  const NodeWord* lowers;              // [n_lowers, kLowerWords]
  const LowerOrigin* lower_origins;    // [n_lowers]
  LeafPlace* out;                      // [n_leaves]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = lowers[i];
    if (word.mask == 0) return;
    const LowerOrigin lower = lower_origins[i / kLowerWords];
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      out[leaf] = {lower_child_origin(lower.ijk, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest))), lower.grid};
    }
  }
};

/// Lists all leaves into `memory`.
inline Status list_leaves(Context& context, const NodeWord* lowers, const LowerOrigin* origins, int64_t n_lowers, int64_t n_leaves,
                          backend::Scratch& memory, Span<LeafPlace>& out) {
  DVDB_TRY(memory.allocate(n_leaves, out));
  return backend::for_each(context, n_lowers * kLowerWords, ListLeaves{lowers, origins, out.data});
}

}  // namespace dvdb::nodes
