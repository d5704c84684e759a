/// Sums over boxes and ranges, and ranks in trees of several axes.
/// The sum of the elements in a box: view/reference.hpp.
#include "_generated/fenwick_args.hpp"
#include "fenwick/input/keys.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// The sum over each range of elements.
template <class View, class Key>
struct SumRange {
  View view;
  const Key* low;
  const Key* high;
  FaultSink faults;
  int64_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t begin = int64_t(low[i]);
    const int64_t end = int64_t(high[i]);
    const bool inside = begin >= 0 && end <= view.n && begin <= end;
    if (!inside)
      faults.report(i, begin < 0 || end < 0 || begin > view.n || end > view.n ? DVDB_FAULT_KEY : DVDB_FAULT_ORDER);
    out[i] = inside ? int64_t(view.range(begin, end)) : -1;
  }
};

/// A node's level and position along one axis.
struct BoxTerm {
  int64_t place;
  int64_t nodes;  // of the level
  int32_t level;
  int32_t minus;  // 1: to be subtracted
};

/// Terms of all axes: two a level at most, and levels of all axes together are those of 2^40 elements and one each.
inline constexpr int kMostTerms = 2 * (kMostLog + kMostAxes);

/// The sum over each box, or over what comes before its low end. The nodes of a box are distributed over the threads of
/// a row; with several axes there are hundreds of them.
template <bool kLinearRank, class Key>
struct SumBox {
  static constexpr int kRow = backend::kWarpLanes;
  static constexpr int kRows = 8;
  static constexpr int kThreads = kRow * kRows;
  static constexpr int kBoxes = kLinearRank ? kMostAxes : 1;  // of nodes that are summed for one answer
  static constexpr int kPhases = 2 * kBoxes + 1;
  struct Row {
    BoxTerm terms[kMostTerms];
    int32_t starts[kMostAxes + 1];  // first term of each axis
    int32_t product;                // nodes of the box
    bool refused;
    uint64_t parts[kRow];
  };
  struct Shared {
    Row rows[kRows];
  };

  PaperBox tree;
  const Key* low;
  const Key* high;
  int n_dims;
  int64_t count;
  FaultSink faults;
  int64_t* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int64_t i = tile * kRows + thread / kRow;
    const int lane = thread % kRow;
    Row& row = shared.rows[thread / kRow];
    if (i >= count) return;
    if constexpr (P == kPhases - 1) {
      if (lane == 0) finish(i, row);
    } else if constexpr (P % 2 == 0) {
      for (int axis = lane; axis < kMostAxes; axis += kRow) list_terms(i, axis, P / 2, row);
    } else {
      add_nodes(lane, P == 1, row);
    }
  }

 private:
  /// Lists the terms of one axis. The first thread also looks whether the box is one.
  DVDB_FN void list_terms(int64_t i, int own_axis, int box, Row& row) const {
    bool within = true;
    bool ordered = true;
    int at = 0;
    int product = 1;
    for (int axis = 0; axis < kMostAxes; ++axis) {
      const int64_t begin = axis < n_dims ? int64_t(low[i * n_dims + axis]) : 0;
      const int64_t end = kLinearRank ? begin + 1 : axis < n_dims ? int64_t(high[i * n_dims + axis]) : 1;
      const bool inside = begin >= 0 && begin <= tree.n[axis] && end >= 0 && end <= tree.n[axis];
      within = within && inside;
      ordered = ordered && begin <= end;
      if (!inside || begin > end) continue;
      const Terms terms = kLinearRank ? tree.linear_terms(begin, axis, box) : range_terms(begin, end);
      if (own_axis == axis) write_terms(axis, terms, at, row);
      if (own_axis == 0) row.starts[axis] = at;
      const int terms_count = popcount(terms.plus) + popcount(terms.minus);
      at += terms_count;
      product *= terms_count;
    }
    if (own_axis != 0) return;
    row.starts[kMostAxes] = at;
    row.refused = !within || !ordered;
    row.product = row.refused ? 0 : product;
    if (row.refused && box == 0) faults.report(i, within ? DVDB_FAULT_ORDER : DVDB_FAULT_KEY);
  }

  DVDB_FN void write_terms(int axis, const Terms& terms, int at, Row& row) const {
    for (int side = 0; side < 2; ++side) {
      const int64_t end = side == 0 ? terms.plus_place : terms.minus_place;
      for (uint64_t left = side == 0 ? terms.plus : terms.minus; left != 0; left &= left - 1) {
        const int c = lowest_bit(left);
        row.terms[at++] = {end >> (c + 1), nodes_of_level(tree.n[axis], c), c, side};
      }
    }
  }

  /// Adds every kRow-th node of the box. Which term of each axis it has is counted along, without divisions.
  DVDB_FN void add_nodes(int lane, bool first, Row& row) const {
    uint64_t sum = 0;
    int digits[kMostAxes];
    int steps[kMostAxes];
    int extents[kMostAxes];
    int from = lane;
    int step = kRow;
    for (int axis = 0; axis < kMostAxes; ++axis) {
      extents[axis] = max_of(row.starts[axis + 1] - row.starts[axis], 1);
      digits[axis] = from % extents[axis];
      from /= extents[axis];
      steps[axis] = step % extents[axis];
      step /= extents[axis];
    }
    for (int at = lane; at < row.product; at += kRow) {
      int64_t level = 0;
      int64_t place = 0;
      int t_sum = 0;
      int minus = 0;
      for (int axis = kMostAxes - 1; axis >= 0; --axis) {
        const BoxTerm& term = row.terms[row.starts[axis] + digits[axis]];
        level = level * tree.n_levels[axis] + term.level;
        place = place * term.nodes + term.place;
        t_sum += term.level;
        minus ^= term.minus;
      }
      const uint64_t node = tree.node<false>(level, place, t_sum);
      sum += minus != 0 ? uint64_t(0) - node : node;
      int carry = 0;
      for (int axis = 0; axis < kMostAxes; ++axis) {
        digits[axis] += steps[axis] + carry;
        carry = digits[axis] >= extents[axis] ? 1 : 0;
        if (carry != 0) digits[axis] -= extents[axis];
      }
    }
    row.parts[lane] = first ? sum : row.parts[lane] + sum;
  }

  DVDB_FN void finish(int64_t i, const Row& row) const {
    uint64_t sum = 0;
    for (int lane = 0; lane < kRow; ++lane) sum += row.parts[lane];
    out[i] = row.refused ? -1 : int64_t(sum);
  }
};

/// A call's buffers and query.
template <class Key>
struct Boxes {
  Span<const Key> low;
  Span<const Key> high;
  int64_t* out = nullptr;
  int64_t count = 0;
  FaultSink faults;

  template <class View>
  Status sum_ranges(Context& c, const View& view) const {
    return backend::for_each(c, count, SumRange<View, Key>{view, low.data, high.data, faults, out});
  }
  Status sum_boxes(Context& c, const PaperBox& tree, int n_dims, bool linear_rank) const {
    const int64_t tiles = (count + SumBox<false, Key>::kRows - 1) / SumBox<false, Key>::kRows;
    if (linear_rank)
      return backend::for_each_tile(c, tiles, SumBox<true, Key>{tree, low.data, high.data, n_dims, count, faults, out});
    return backend::for_each_tile(c, tiles, SumBox<false, Key>{tree, low.data, high.data, n_dims, count, faults, out});
  }
};

template <class Key>
Status settle_boxes(Context& c, const Faults& faults, const Boxes<Key>& boxes, int n_dims, bool linear_rank,
                    uint32_t* out_fault) {
  uint64_t bad = 0;
  int64_t place = 0;
  DVDB_TRY(faults.read(out_fault, &bad, &place));
  if (bad == 0) return {};
  Key low[kMostAxes] = {};
  Key high[kMostAxes] = {};
  DVDB_TRY(backend::download(c, low, boxes.low.data + place * n_dims, n_dims * int64_t(sizeof(Key))));
  DVDB_TRY(backend::download(c, high, boxes.high.data + place * n_dims, n_dims * int64_t(sizeof(Key))));
  char text[192] = {};
  int used = 0;
  for (int axis = 0; axis < n_dims; ++axis) {
    used += std::snprintf(text + used, sizeof text - size_t(used), "%s%lld to %lld", axis == 0 ? "" : ", ",
                          static_cast<long long>(low[axis]),
                          linear_rank ? static_cast<long long>(low[axis]) + 1 : static_cast<long long>(high[axis]));
  }
  const char* problem = *out_fault == DVDB_FAULT_ORDER ? "end before they begin" : "do not lie in the index";
  return fail(c, DVDB_INVALID_DATA, "Cannot sum boxes: of %lld %llu %s, the first is box %lld from %s",
              static_cast<long long>(boxes.count), static_cast<unsigned long long>(bad), problem,
              static_cast<long long>(place), text);
}

}  // namespace

Status operators::index_sum_boxes(Context& c, const IndexSumBoxesArgs& a) {
  *a.out_fault = DVDB_FAULT_NONE;
  Shape shape;
  Parts parts;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, a.bits, shape));
  DVDB_TRY(borrow_parts(c, a.layout, shape, a.data, a.counters, parts));
  const bool linear_rank = a.question == DVDB_BOX_LINEAR_RANK;
  if (linear_rank && a.layout != DVDB_INDEX_PAPER) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sum boxes: layout %u answers to ranges alone", a.layout);
  }
  DVDB_TRY(check_keys(c, a.count, shape.n_dims, "low"));
  return with_integer(a.index_dtype, [&]<class Key>() -> Status {
    Faults faults(c);
    if (a.checked != 0 && a.count > 0) DVDB_TRY(faults.clear());
    const Boxes<Key> boxes{a.low.as<const Key>(), a.high.as<const Key>(), a.out.data, a.count, faults.sink()};
    const uint32_t* words = reinterpret_cast<const uint32_t*>(parts.data);
    if (a.layout == DVDB_INDEX_WIDE) {
      DVDB_TRY(boxes.sum_ranges(c, wide_view(shape, parts)));
    } else if (a.layout == DVDB_INDEX_RANK96) {
      DVDB_TRY(boxes.sum_ranges(c, cell_view<3>(shape, parts)));
    } else if (a.layout == DVDB_INDEX_RANK224) {
      DVDB_TRY(boxes.sum_ranges(c, cell_view<7>(shape, parts)));
    } else if (shape.n_dims == 1 && !linear_rank) {
      DVDB_TRY(boxes.sum_ranges(c, paper_line(shape, words)));
    } else {
      LevelTable table(c);
      DVDB_TRY(table.place(shape));
      DVDB_TRY(boxes.sum_boxes(c, paper_box(shape, words, table), shape.n_dims, linear_rank));
    }
    return settle_boxes(c, faults, boxes, shape.n_dims, linear_rank, a.out_fault);
  });
}
