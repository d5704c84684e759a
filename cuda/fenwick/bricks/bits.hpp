/// Bit arrays: voxels in rows of whole words, and bricks.
#pragma once

#include "backend/api/launch.hpp"
#include "fenwick/view/brick_parts.hpp"

namespace dvdb::fenwick {

/// Bits of voxels: [z, y, words].
struct VoxelBits {
  const uint32_t* words = nullptr;
  int64_t dims[3] = {};
  int64_t row = 0;  // words of a row

  static VoxelBits of(const uint32_t* words, const int64_t* dims) { return {words, {dims[0], dims[1], dims[2]}, row_words(dims)}; }
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

/// Bytes of the brick bits: whole blocks, as a WIDE index has them.
inline int64_t brick_bit_bytes(int64_t bricks) { return WideSizes::of(bricks).data_bytes(); }

inline Status borrow_brick_bits(Context& c, dvdb_buffer buffer, int64_t bricks, const char* name, Span<uint32_t>& out) {
  if (bricks < 0 || bricks > (int64_t(1) << kMostLog)) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use bricks: %lld are not from 0 to 2^%d", static_cast<long long>(bricks), kMostLog);
  }
  return borrow(c, buffer, brick_bit_bytes(bricks) / 4, name, out);
}

/// Layers of bricks of a volume of which a slab of slices is given.
struct Layers {
  BrickShape shape;   // of the slices that are there; grid[2] is the number of layers
  int64_t first = 0;  // number of the first brick

  int64_t bricks() const { return shape.bricks(); }
};

inline Status read_layers(Context& c, const int64_t* dims, uint32_t log2_edge, int64_t layers, int64_t first, int64_t n_bricks, Layers& out) {
  DVDB_TRY(read_brick_shape(c, dims, log2_edge, out.shape));
  const int64_t most = out.shape.grid[2];
  if (layers < min_of<int64_t>(most, max_of<int64_t>(most - 1, 1)) || layers > most) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use layers: there are %lld, %lld slices have %lld", static_cast<long long>(layers),
                static_cast<long long>(dims[2]), static_cast<long long>(most));
  }
  out.shape.grid[2] = layers;
  out.first = first;
  if (first < 0 || first > n_bricks || n_bricks - first < out.bricks()) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use layers: bricks %lld to %lld are not among %lld", static_cast<long long>(first),
                static_cast<long long>(first + out.bricks()), static_cast<long long>(n_bricks));
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

inline Status check_order(Context& c, uint32_t order) {
  if (order > DVDB_ORDER_Z_FASTEST) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use volume: order %u is unknown", order);
  return {};
}

/// Checks dense voxels and finds them.
inline Status borrow_voxels(Context& c, const int64_t* dims, uint32_t order, uint32_t dtype, dvdb_buffer buffer, const char* name, void** out) {
  int64_t n = 0;
  DVDB_TRY(read_extents(c, dims, &n));
  DVDB_TRY(check_order(c, order));
  const int bytes = voxel_bytes(dtype);
  if (bytes == 0) return refuse_voxels(c, dtype);
  return borrow_bytes(c, buffer, n, bytes, bytes, name, out);
}

/// A number as a voxel.
template <class T>
T voxel_of(double value) {
  if constexpr (std::is_same_v<T, Half>) {
    return Half::rounded(value);
  } else {
    return T(value);
  }
}

inline Status check_background(Context& c, uint32_t dtype, double value) {
  const double least = dtype == DVDB_I16 ? INT16_MIN : 0;
  const double most = dtype == DVDB_U8 ? UINT8_MAX : dtype == DVDB_U16 ? UINT16_MAX : INT16_MAX;
  const bool real = dtype == DVDB_F16 || dtype == DVDB_F32;
  if (real || (value >= least && value <= most && value == double(int64_t(value)))) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use background: %g is not a whole number from %g to %g", value, least, most);
}

}  // namespace dvdb::fenwick
