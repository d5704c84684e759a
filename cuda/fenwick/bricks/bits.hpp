/// Bit arrays: voxels in rows of whole words, and bricks.
#pragma once

#include <bit>

#include "_generated/bricks_args.hpp"
#include "backend/api/launch.hpp"
#include "fenwick/view/brick_parts.hpp"

namespace dvdb::fenwick {

/// Bits of voxels: [z, y, words].
struct VoxelBits {
  const uint32_t* words = nullptr;
  int64_t dims[3] = {};
  int64_t row = 0;  // words of a row

  static VoxelBits of(const uint32_t* words, const int64_t* dims) {
    return {words, {dims[0], dims[1], dims[2]}, row_words(dims)};
  }
  static int64_t row_words(const int64_t* dims) { return (dims[0] + kWordBits - 1) / kWordBits; }
  static int64_t words_of(const int64_t* dims) { return row_words(dims) * dims[1] * dims[2]; }
};

/// Whether any of bits [begin, end) of a row is set.
DVDB_FN bool any_bit(const uint32_t* row, int64_t begin, int64_t end) {
  if (begin >= end) return false;
  const int64_t first = begin >> 5;
  const int64_t last = (end - 1) >> 5;
  const uint32_t head = ~uint32_t(0) << (begin & 31);
  const uint32_t tail = ~uint32_t(0) >> (31 - ((end - 1) & 31));
  if (first == last) return (row[first] & head & tail) != 0;
  if ((row[first] & head) != 0 || (row[last] & tail) != 0) return true;
  for (int64_t at = first + 1; at < last; ++at) {
    if (row[at] != 0) return true;
  }
  return false;
}

/// A word with all bits outside [begin, end) cleared.
DVDB_FN uint32_t bits_between(const uint32_t* words, int64_t word, int64_t begin, int64_t end) {
  if (word * kWordBits >= end) return 0;
  uint32_t bits = words[word];
  if (word * kWordBits < begin) bits &= ~uint32_t(0) << (begin & 31);
  if (end - word * kWordBits < kWordBits) bits &= uint32_t(low_bits(int(end & 31)));
  return bits;
}

/// Layers of bricks of a volume of which a slab of slices is given.
struct Layers {
  BrickShape shape;   // of the slices that are there; grid[2] is the number of layers
  int64_t first = 0;  // number of the first brick

  int64_t bricks() const { return shape.bricks(); }
};

template <class Args>
Status read_layers(Context& c, const Args& a, Layers& out) {
  DVDB_TRY(read_brick_shape(c, a.extents, a.log2_edge, out.shape));
  const int64_t most = out.shape.grid[2];
  if (a.layers < min_of<int64_t>(most, max_of<int64_t>(most - 1, 1)) || a.layers > most) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use layers: there are %lld, %lld slices have %lld",
                static_cast<long long>(a.layers), static_cast<long long>(a.extents[2]), static_cast<long long>(most));
  }
  out.shape.grid[2] = a.layers;
  out.first = a.first;
  if (a.first < 0 || a.first > a.n_bricks || a.n_bricks - a.first < out.bricks()) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use layers: bricks %lld to %lld are not among %lld",
                static_cast<long long>(a.first), static_cast<long long>(a.first + out.bricks()),
                static_cast<long long>(a.n_bricks));
  }
  return {};
}

/// Dense voxels in memory.
struct VoxelOrder {
  int64_t steps[3];

  static VoxelOrder of(uint32_t order, const int64_t* dims) {
    if (order == DVDB_ORDER_Z_FASTEST) return {{dims[1] * dims[2], dims[2], 1}};
    return {{1, dims[0], dims[0] * dims[1]}};
  }
  DVDB_FN int64_t at(int64_t x, int64_t y, int64_t z) const { return x * steps[0] + y * steps[1] + z * steps[2]; }
};

/// A number as a voxel.
template <class T>
T voxel_of(double value) {
  if constexpr (std::is_same_v<T, Half>) {
    return Half::rounded(value);
  } else {
    return T(value);
  }
}

/// Calls body(background) with the bits of a voxel as a whole number: what copies voxels alone is compiled once for all
/// voxels of a size.
template <class Body>
Status with_voxel_bits(uint32_t dtype, double background, Body body) {
  switch (dtype) {
    case DVDB_U8: return body(voxel_of<uint8_t>(background));
    case DVDB_U16: return body(voxel_of<uint16_t>(background));
    case DVDB_I16: return body(uint16_t(voxel_of<int16_t>(background)));
    case DVDB_F16: return body(voxel_of<Half>(background).bits);
    default: return body(std::bit_cast<uint32_t>(voxel_of<float>(background)));
  }
}

inline Status check_background(Context& c, uint32_t dtype, double value) {
  const double least = dtype == DVDB_I16 ? INT16_MIN : 0;
  const double most = dtype == DVDB_U8 ? UINT8_MAX : dtype == DVDB_U16 ? UINT16_MAX : INT16_MAX;
  const bool real = dtype == DVDB_F16 || dtype == DVDB_F32;
  if (real || (value >= least && value <= most && value == double(int64_t(value)))) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use background: %g is not a whole number from %g to %g", value, least,
              most);
}

}  // namespace dvdb::fenwick
