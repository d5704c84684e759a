#include "core/leaf_finder.hpp"

#include "backend/launch.hpp"

namespace dvdb {

namespace {

/// Writes the places of the leaves of one word of a lower node.
struct WritePlaces {
  GridView grid;
  LeafPlace* out;  // [n_leaves]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = grid.lowers[i];
    if (word.mask == 0) return;
    const LowerOrigin lower = grid.lower_origins[i / kLowerWords];
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      out[leaf] = {lower_child_origin(lower.ijk, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest))), lower.grid};
    }
  }
};

}  // namespace

Status place_leaves(Context& context, const GridView& grid, backend::Scratch& memory, Span<LeafPlace>& out) {
  DVDB_TRY(memory.allocate(grid.n_leaves, out));
  return backend::for_each(context, grid.n_lowers * kLowerWords, WritePlaces{grid, out.data});
}

}  // namespace dvdb
