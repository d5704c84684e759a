/// Mask words that select a subset of the voxels of leaves.
#pragma once

#include "core/entry.hpp"
#include "core/nodes/relate.hpp"

namespace dvdb {

/// Words that replace the masks of a batch's leaves.
struct MaskWords {
  backend::Scratch memory;
  Span<uint64_t> words;  // [n_leaves, 8]

  explicit MaskWords(Context& context) : memory(context) {}
  Status place(Context& context, const GridBatch& batch);
  nodes::MaskedBatch of(const GridBatch& batch) const { return {&batch, words.data}; }
};

/// Keeps the voxels whose byte in `mask`, [n_voxels], is not 0.
Status keep_masked(Context& context, const GridBatch& batch, Span<const uint8_t> mask, MaskWords& out);

/// Builds the batch of the voxels that are left.
Status prune(Context& context, const GridBatch& batch, const MaskWords& words, const nodes::Transforms& transforms,
             const char* what, std::unique_ptr<GridBatch>& out);

}  // namespace dvdb
