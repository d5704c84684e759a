/// Data derived from brick bits: the masks for skipping empty space, and tables.
#include "fenwick/bricks/bits.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// The lowest of the 4^3 things of a mask, of which there are so many along each axis.
DVDB_FN Vec3<int64_t> first_of_mask(int64_t i, const int64_t (&masks)[3]) {
  return {i % masks[0] * 4, i / masks[0] % masks[1] * 4, i / masks[0] / masks[1] * 4};
}

/// The mask of 4^3 bricks.
struct MaskBricks {
  BrickShape shape;
  const uint32_t* words;
  uint64_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const Vec3<int64_t> first = first_of_mask(i, shape.masks);
    const int across = int(min_of<int64_t>(4, shape.grid[0] - first.x));
    uint64_t mask = 0;
    for (int row = 0; row < 16; ++row) {
      const int64_t y = first.y + (row & 3);
      const int64_t z = first.z + (row >> 2);
      if (y < shape.grid[1] && z < shape.grid[2])
        mask |= read_field(words, shape.brick(first.x, y, z), across) << (4 * row);
    }
    out[i] = mask;
  }
};

/// The mask of 4^3 masks.
struct MaskMasks {
  BrickShape shape;
  const uint64_t* masks;
  uint64_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const Vec3<int64_t> first = first_of_mask(i, shape.coarse);
    uint64_t mask = 0;
    for (int at = 0; at < 64; ++at) {
      const int64_t x = first.x + (at & 3);
      const int64_t y = first.y + (at >> 2 & 3);
      const int64_t z = first.z + (at >> 4);
      if (x >= shape.masks[0] || y >= shape.masks[1] || z >= shape.masks[2]) continue;
      if (masks[(z * shape.masks[1] + y) * shape.masks[0] + x] != 0) mask |= bit(uint32_t(at));
    }
    out[i] = mask;
  }
};

/// Ranks of the bits of a word.
struct RankBits {
  const uint32_t* words;
  int64_t n;
  uint32_t* out;

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(popcount(bits_between(words, i, 0, n))); }
  DVDB_FN void emit(int64_t i, uint64_t, uint64_t before) const {
    const uint32_t own = words[i];
    for (int k = 0; k < kWordBits && i * kWordBits + k < n; ++k) {
      const uint32_t rank = uint32_t(before) + uint32_t(rank_below(own, uint32_t(k)));
      out[i * kWordBits + k] = (own >> k & 1) != 0 ? rank : kNoSlot;
    }
  }
};

}  // namespace

Status operators::brick_masks(Context& c, const BrickMasksArgs& a) {
  BrickShape shape;
  Span<uint64_t> out;
  DVDB_TRY(read_brick_shape(c, a.extents, a.log2_edge, shape));
  DVDB_TRY(borrow(c, a.out_masks, shape.mask_words() + shape.coarse_words(), "out_masks", out));
  DVDB_TRY(backend::for_each(c, shape.mask_words(), MaskBricks{shape, a.bits.data, out.data}, 256));
  return backend::for_each(c, shape.coarse_words(), MaskMasks{shape, out.data, out.data + shape.mask_words()}, 64);
}

Status operators::brick_table(Context& c, const BrickTableArgs& a) {
  return backend::for_each_scan(c, (a.n_bricks + kWordBits - 1) / kWordBits,
                                RankBits{a.bits.data, a.n_bricks, a.out_table.data});
}
