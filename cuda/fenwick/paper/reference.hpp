/// The words of a Fenwick tree as they are defined: what everything that builds or edits one must write.
///
/// Level t of a tree over n elements of b bits has its nodes (view/reference.hpp) as fields of b + t bits, least
/// significant bit first; levels begin with a word each, and are not padded otherwise. Along several axes there is a
/// level for each tuple of levels, that of the first axis varying fastest.
///
/// Engines: LiftTile (tiles.hpp) for bits along one axis, lift_values() (lines.hpp) for the rest. On the host.
#pragma once

#include "fenwick/view/fields.hpp"
#include "fenwick/view/reference.hpp"

namespace dvdb::fenwick {

/// Adds the words of a tree with extents `dims` to an empty list; axes that are not there have one element.
template <class Words>
void paper_reference(const ReferenceIndex& index, const int64_t (&dims)[4], int bits, Words& words) {
  int t[4];
  for (t[3] = 0; t[3] < levels_of(dims[3]); ++t[3]) {
    for (t[2] = 0; t[2] < levels_of(dims[2]); ++t[2]) {
      for (t[1] = 0; t[1] < levels_of(dims[1]); ++t[1]) {
        for (t[0] = 0; t[0] < levels_of(dims[0]); ++t[0]) {
          int64_t nodes = 1;
          for (int axis = 0; axis < 4; ++axis) nodes *= nodes_of_level(dims[axis], t[axis]);
          const int width = bits + t[0] + t[1] + t[2] + t[3];
          const size_t start = words.size();
          words.resize(start + size_t(words_of(nodes, width)), 0u);
          for (int64_t node = 0; node < nodes; ++node) {
            int64_t low[4];
            int64_t high[4];
            int64_t rest = node;
            for (int axis = 0; axis < 4; ++axis) {
              const int64_t count = nodes_of_level(dims[axis], t[axis]);
              low[axis] = rest % count << (t[axis] + 1);
              high[axis] = low[axis] + (int64_t(1) << t[axis]);
              rest /= count;
            }
            const uint64_t sum = index.n == dims[0] ? index.range(low[0], high[0]) : index.box(dims, low, high);
            for (int64_t b = 0; b < width; ++b) {
              const int64_t at = node * width + b;
              words[start + size_t(at / 32)] |= uint32_t(sum >> b & 1) << (at % 32);
            }
          }
        }
      }
    }
  }
}

}  // namespace dvdb::fenwick
