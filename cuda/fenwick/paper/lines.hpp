/// Builds Fenwick trees of elements of any width along one to four axes: node sums are computed in place, one axis
/// after the other, and then packed.
#pragma once

#include "backend/api/launch.hpp"
#include "fenwick/input/bit_source.hpp"
#include "fenwick/input/faults.hpp"
#include "fenwick/view/paper.hpp"
#include "fenwick/view/shape.hpp"

namespace dvdb::fenwick {

/// Elements as numbers of a caller.
template <class T>
struct ArraySource {
  const T* values;

  DVDB_FN uint64_t value(int64_t k) const { return uint64_t(values[k]); }
};

/// Levels along the first axis that are computed directly from the elements.
inline constexpr int kFirstLevels = 5;

/// Writes, for each element, the sum of its node along the first axis up to level 5, and finds values that do not fit.
template <class Source, class Sum>
struct LiftFirst {
  Source source;
  Divider extent;  // of the first axis
  int bits;
  FaultSink faults;
  Sum* out;

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t own = source.value(i);
    if (own > low_bits(bits)) faults.report(i, DVDB_FAULT_VALUE);
    int64_t place;
    extent.divide(i, &place);
    const int t = min_of(level_of(place), kFirstLevels);
    uint64_t sum = own & low_bits(bits);
    for (int64_t k = i - (int64_t(1) << t) + 1; k < i; ++k) sum += source.value(k) & low_bits(bits);
    out[i] = Sum(sum);
  }
};

/// Adds to the nodes of one level along an axis the sums of their left parts.
template <class Sum>
struct LiftLevel {
  Divider stride;  // of the axis
  int64_t extent;
  Divider nodes;  // at this level and above: extent / step
  int64_t step;   // 2^t
  Sum* sums;

  DVDB_FN void operator()(int64_t i) const {
    int64_t inner;
    int64_t node;
    const int64_t line = nodes.divide(stride.divide(i, &inner), &node);
    const int64_t at = (line * extent + node * step + step - 1) * stride.by + inner;
    sums[at] = Sum(sums[at] + sums[at - step / 2 * stride.by]);
  }
};

/// Writes words of the packed tree; a field that straddles two words is read for both.
template <class Sum>
struct PackWord {
  const Sum* sums;
  PaperBox tree;
  int64_t levels;
  uint32_t* words;

  DVDB_FN void operator()(int64_t at) const {
    const int64_t level = last_not_above(tree.starts, levels, at);
    int t[kMostAxes];
    int64_t counts[kMostAxes];
    int64_t nodes = 1;
    int width = tree.bits;
    int64_t rest = level;
    for (int axis = 0; axis < kMostAxes; ++axis) {
      t[axis] = int(rest % tree.n_levels[axis]);
      rest /= tree.n_levels[axis];
      counts[axis] = nodes_of_level(tree.n[axis], t[axis]);
      nodes *= counts[axis];
      width += t[axis];
    }
    const int64_t begin = (at - tree.starts[level]) * kWordBits;
    uint32_t word = 0;
    for (int64_t node = begin / width; node < nodes && node * width < begin + kWordBits; ++node) {
      int64_t place = node;
      int64_t stride = 1;
      int64_t k = 0;
      for (int axis = 0; axis < kMostAxes; ++axis) {
        const int64_t own = place % counts[axis];
        place /= counts[axis];
        k += ((own << (t[axis] + 1)) + (int64_t(1) << t[axis]) - 1) * stride;
        stride *= tree.n[axis];
      }
      const uint64_t sum = sums[k];
      const int64_t shift = node * width - begin;
      word |= shift < 0 ? uint32_t(sum >> -shift) : uint32_t(sum << shift);
    }
    words[at] = word;
  }
};

template <class Sum, class Source>
Status lift_sums(Context& c, const Shape& shape, const Source& source, FaultSink faults, uint32_t* words) {
  backend::Scratch memory(c);
  Span<Sum> sums;
  LevelTable table(c);
  DVDB_TRY(table.place(shape));
  DVDB_TRY(memory.allocate(shape.n, sums));
  DVDB_TRY(backend::for_each(
      c, shape.n, LiftFirst<Source, Sum>{source, Divider::of(shape.dims[0]), shape.bits, faults, sums.data}));
  int64_t stride = 1;
  for (int axis = 0; axis < shape.n_dims; ++axis) {
    const int64_t extent = shape.dims[axis];
    for (int t = axis == 0 ? kFirstLevels + 1 : 1; t < shape.n_levels[axis]; ++t) {
      const int64_t nodes = extent >> t;
      DVDB_TRY(backend::for_each(
          c, shape.n / extent * nodes,
          LiftLevel<Sum>{Divider::of(stride), extent, Divider::of(nodes), int64_t(1) << t, sums.data}));
    }
    stride *= extent;
  }
  const int64_t n_words = paper_words(shape);
  return backend::for_each(c, n_words, PackWord<Sum>{sums.data, paper_box(shape, words, table), shape.levels(), words});
}

/// Makes a tree of any shape. Values are cut to the width of elements; those that do not fit are reported.
template <class Source>
Status lift_values(Context& c, const Shape& shape, const Source& source, FaultSink faults, uint32_t* words) {
  if (shape.widest() <= 32) return lift_sums<uint32_t>(c, shape, source, faults, words);
  return lift_sums<uint64_t>(c, shape, source, faults, words);
}

}  // namespace dvdb::fenwick
