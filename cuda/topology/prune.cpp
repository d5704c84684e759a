/// Grids of the voxels that a mask keeps.
#include "backend/api/launch.hpp"
#include "topology/derive.hpp"
#include "topology/masks.hpp"

using namespace dvdb;

namespace {

/// Writes the bits of one slice whose voxels are kept.
struct KeepMasked {
  const Leaf* leaves;
  const uint8_t* mask;  // [n_voxels]
  uint64_t* out;        // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const Leaf& leaf = leaves[i / 8];
    const uint32_t slice = uint32_t(i % 8);
    const uint64_t voxels = leaf.mask[slice];
    uint64_t kept = 0;
    if (voxels != 0) {
      const uint8_t* own = mask + leaf.row(slice, uint32_t(lowest_bit(voxels)));
      for (uint64_t rest = voxels; rest != 0; rest &= rest - 1) kept |= *own++ != 0 ? rest & (~rest + 1) : 0;
    }
    out[i] = kept;
  }
};

}  // namespace

Status MaskWords::place(Context&, const GridBatch& batch) { return memory.allocate(batch.view.n_leaves * 8, words); }

Status dvdb::keep_masked(Context& context, const GridBatch& batch, Span<const uint8_t> mask, MaskWords& out) {
  DVDB_TRY(out.place(context, batch));
  return backend::for_each(context, out.words.size, KeepMasked{batch.view.leaves, mask.data, out.words.data});
}

Status dvdb::prune(Context& context, const GridBatch& batch, const MaskWords& words,
                   const nodes::Transforms& transforms, const char* what, std::unique_ptr<GridBatch>& out) {
  return nodes::relate(context, words.of(batch), {}, transforms, what, out);
}

Status operators::pruned_grid(Context& c, const PrunedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    MaskWords words(c);
    DVDB_TRY(keep_masked(c, *a.grid, a.mask, words));
    return prune(c, *a.grid, words, transforms, "prune grid", out);
  });
}
