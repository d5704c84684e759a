/// Shapes of indexes as the entries take them: checks, geometry, sizes.
#pragma once

#include <memory>
#include <new>

#include "backend/api/memory.hpp"
#include "core/entry.hpp"
#include "core/words.hpp"
#include "denovdb/fenwick.h"
#include "fenwick/view/cells.hpp"
#include "fenwick/view/paper.hpp"
#include "fenwick/view/wide.hpp"

namespace dvdb::fenwick {

inline constexpr int kMostWidth = 63;
inline constexpr int kSectorBytes = 32;

/// Extents and width of the elements of an index; axes that are not there have one element, without any there are none.
struct Shape {
  int64_t dims[kMostAxes] = {1, 1, 1, 1};
  int n_dims = 1;
  int bits = 1;
  int64_t n = 1;
  int n_levels[kMostAxes] = {1, 1, 1, 1};

  int64_t levels() const { return int64_t(n_levels[0]) * n_levels[1] * n_levels[2] * n_levels[3]; }
  /// Bits of the field that holds the sum of most elements.
  int widest() const { return bits + n_levels[0] + n_levels[1] + n_levels[2] + n_levels[3] - kMostAxes; }
  int64_t bit_bytes() const { return (n + 7) / 8; }
  int64_t words() const { return (n + kWordBits - 1) / kWordBits; }
};

/// Finds the geometry of at most kMostAxes extents.
inline Status read_shape(Context& c, const int64_t* dims, uint32_t n_dims, uint32_t bits, Shape& out) {
  out = {};
  out.n_dims = int(n_dims);
  out.bits = int(bits);
  if (n_dims == 0) {
    out.n = 0;
    return {};
  }
  for (uint32_t axis = 0; axis < n_dims; ++axis) {
    const int64_t extent = dims[axis];
    if (extent < 1 || extent > (int64_t(1) << kMostLog) / out.n) {
      return fail(c, DVDB_INVALID_ARGUMENT,
                  "Cannot use index: the extent %lld of axis %u is not positive, or there are more than 2^%d elements",
                  static_cast<long long>(extent), axis, kMostLog);
    }
    out.dims[axis] = extent;
    out.n *= extent;
    out.n_levels[axis] = levels_of(extent);
  }
  if (out.widest() > kMostWidth) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use index: its widest sums have %d bits, %d at most", out.widest(),
                kMostWidth);
  }
  return {};
}

/// Coordinates of an element along the axes, from its linear index with the first axis fastest.
struct AxisCoords {
  Divider dims[kMostAxes - 1];

  static AxisCoords of(const Shape& shape) {
    return {{Divider::of(shape.dims[0]), Divider::of(shape.dims[1]), Divider::of(shape.dims[2])}};
  }

  DVDB_FN void read(int64_t place, int64_t (&out)[kMostAxes]) const {
    for (int axis = 0; axis < kMostAxes - 1; ++axis) place = dims[axis].divide(place, &out[axis]);
    out[kMostAxes - 1] = place;
  }
};

/// One level of a tree as a tuple of levels, in the order of the buffer.
struct LevelOf {
  int t[kMostAxes];
  int64_t nodes;
  int width;
};

inline LevelOf level_at(const Shape& shape, int64_t level) {
  LevelOf out{{}, 1, shape.bits};
  for (int axis = 0; axis < kMostAxes; ++axis) {
    out.t[axis] = int(level % shape.n_levels[axis]);
    level /= shape.n_levels[axis];
    out.nodes *= nodes_of_level(shape.dims[axis], out.t[axis]);
    out.width += out.t[axis];
  }
  return out;
}

/// Words of a whole tree.
inline int64_t paper_words(const Shape& shape) {
  if (shape.n == 0) return 0;
  int64_t words = 0;
  for (int64_t level = 0; level < shape.levels(); ++level) {
    const LevelOf at = level_at(shape, level);
    words += words_of(at.nodes, at.width);
  }
  return words;
}

/// The geometry of a tree along one axis, around its words.
inline PaperLine paper_line(const Shape& shape, const uint32_t* words) {
  PaperLine out;
  out.words = words;
  out.n = shape.n;
  out.bits = shape.bits;
  int64_t start = 0;
  for (int t = 0; t < shape.n_levels[0]; ++t) {
    out.starts[t] = start;
    start += words_of(nodes_of_level(shape.n, t), shape.bits + t);
  }
  for (int t = shape.n_levels[0]; t <= kMostLevels; ++t) out.starts[t] = start;
  return out;
}

/// First word of each level on the device, and the number of words.
class LevelTable {
 public:
  explicit LevelTable(Context& context) : context_(context), device_(context) {}

  Status place(const Shape& shape) {
    const int64_t n = shape.levels() + 1;
    std::unique_ptr<int64_t[]> starts(new (std::nothrow) int64_t[size_t(n)]);
    if (!starts) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot use index: out of host memory");
    int64_t start = 0;
    for (int64_t level = 0; level < n - 1; ++level) {
      const LevelOf at = level_at(shape, level);
      starts[level] = start;
      start += words_of(at.nodes, at.width);
    }
    starts[n - 1] = start;
    DVDB_TRY(device_.allocate(n, starts_));
    return backend::upload(context_, starts_.data, starts.get(), n * int64_t(sizeof(int64_t)));
  }
  Span<int64_t> starts() const { return starts_; }

 private:
  Context& context_;
  backend::Scratch device_;
  Span<int64_t> starts_;
};

inline PaperBox paper_box(const Shape& shape, const uint32_t* words, const LevelTable& table) {
  PaperBox out;
  out.words = words;
  out.starts = table.starts().data;
  out.bits = shape.bits;
  for (int axis = 0; axis < kMostAxes; ++axis) {
    out.n[axis] = shape.dims[axis];
    out.n_levels[axis] = shape.n_levels[axis];
  }
  return out;
}

/// Parts of the buffers of a WIDE index.
struct WideSizes {
  int64_t words, blocks, groups, supers;

  static WideSizes of(int64_t n) {
    const int64_t supers = (n + (int64_t(1) << kSuperLog) - 1) >> kSuperLog;
    const int64_t groups = (n + (int64_t(1) << kGroupLog) - 1) >> kGroupLog;
    const int64_t blocks = (n + (int64_t(1) << kBlockLog) - 1) >> kBlockLog;
    return {blocks << (kBlockLog - 5), groups * kFan, supers * kFan, supers + 1};
  }
  int64_t data_bytes() const { return words * 4; }
  int64_t counter_bytes() const { return (blocks + groups) * 2 + supers * 8; }
};

inline Status check_layout(Context& c, uint32_t layout, const Shape& shape) {
  if (layout != DVDB_INDEX_PAPER && (shape.n_dims != 1 || shape.bits != 1)) {
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot use index: layout %u has 1 axis and 1 bit, %d axes and %d bits are given", layout, shape.n_dims,
                shape.bits);
  }
  return {};
}

template <int kWords>
int64_t cell_bytes(int64_t n) {
  return CellView<kWords>::cells_of(n) * (kWords + 1) * 4;
}

template <int kWords>
int64_t base_bytes(int64_t n) {
  return (CellView<kWords>::bases_of(CellView<kWords>::cells_of(n)) + 1) * 8;
}

inline int64_t data_bytes(uint32_t layout, const Shape& shape) {
  switch (layout) {
    case DVDB_INDEX_PAPER: return paper_words(shape) * 4;
    case DVDB_INDEX_WIDE: return WideSizes::of(shape.n).data_bytes();
    case DVDB_INDEX_RANK96: return cell_bytes<3>(shape.n);
    default: return cell_bytes<7>(shape.n);
  }
}

inline int64_t counter_bytes(uint32_t layout, const Shape& shape) {
  switch (layout) {
    case DVDB_INDEX_PAPER: return 0;
    case DVDB_INDEX_WIDE: return WideSizes::of(shape.n).counter_bytes();
    case DVDB_INDEX_RANK96: return base_bytes<3>(shape.n);
    default: return base_bytes<7>(shape.n);
  }
}

/// The buffers of an index.
struct Parts {
  uint8_t* data = nullptr;
  uint8_t* counters = nullptr;
};

inline Status borrow_parts(Context& c, uint32_t layout, const Shape& shape, dvdb_buffer data, dvdb_buffer counters,
                           Parts& out) {
  DVDB_TRY(check_layout(c, layout, shape));
  void* memory = nullptr;
  const int64_t bytes = data_bytes(layout, shape);
  DVDB_TRY(borrow_bytes(c, data, bytes, 1,
                        layout == DVDB_INDEX_PAPER    ? 4
                        : layout == DVDB_INDEX_RANK96 ? 16
                                                      : kSectorBytes,
                        "data", &memory));
  out.data = static_cast<uint8_t*>(memory);
  if (layout == DVDB_INDEX_PAPER && counters == 0) return {};
  DVDB_TRY(borrow_bytes(c, counters, counter_bytes(layout, shape), 1, kSectorBytes, "counters", &memory));
  out.counters = static_cast<uint8_t*>(memory);
  return {};
}

inline WideView wide_view(const Shape& shape, const Parts& parts) {
  const WideSizes sizes = WideSizes::of(shape.n);
  const uint8_t* groups = parts.counters + sizes.blocks * 2;
  return {reinterpret_cast<const uint32_t*>(parts.data), reinterpret_cast<const uint16_t*>(parts.counters),
          reinterpret_cast<const uint16_t*>(groups), reinterpret_cast<const uint64_t*>(groups + sizes.groups * 2),
          shape.n};
}

template <int kWords>
CellView<kWords> cell_view(const Shape& shape, const Parts& parts) {
  return {reinterpret_cast<const uint32_t*>(parts.data), reinterpret_cast<const uint64_t*>(parts.counters), shape.n};
}

}  // namespace dvdb::fenwick
