/// Origins of leaves, from the bits of the lower nodes above them.
#include "core/leaf_places.hpp"

#include "backend/api/launch.hpp"

namespace dvdb {

namespace {

/// Lists the leaves of one word of a lower node.
struct ListLeaves {
  const NodeWord* lowers;            // [n_lowers, kLowerWords]
  const LowerOrigin* lower_origins;  // [n_lowers]
  LeafPlace* out;                    // [n_leaves]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = lowers[i];
    if (word.mask == 0) return;
    const LowerOrigin lower = lower_origins[i / kLowerWords];
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      out[leaf] = {lower_child_origin(lower.ijk, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest))),
                   lower.grid};
    }
  }
};

}  // namespace

Status list_leaves(Context& context, const NodeWord* lowers, const LowerOrigin* origins, int64_t n_lowers,
                   LeafPlace* out) {
  return backend::for_each(context, n_lowers * kLowerWords, ListLeaves{lowers, origins, out});
}

Status list_leaves(Context& context, const GridView& grid, backend::Scratch& memory, Span<LeafPlace>& out) {
  DVDB_TRY(memory.allocate(grid.n_leaves, out));
  return list_leaves(context, grid.lowers, grid.lower_origins, grid.n_lowers, out.data);
}

}  // namespace dvdb
