/// Sums of boxes, ranges among them, and ranks in trees of several axes.
#include "fenwick/keys.hpp"

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
    if (!inside) faults.report(i, begin < 0 || end < 0 || begin > view.n || end > view.n ? DVDB_FAULT_KEY : DVDB_FAULT_ORDER);
    out[i] = inside ? int64_t(view.range(begin, end)) : -1;
  }
};

/// The sum over each box, or of what comes before its low end.
template <bool kLinearRank, class Key>
struct SumBox {
  PaperBox tree;
  const Key* low;
  const Key* high;
  int n_dims;
  FaultSink faults;
  int64_t* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t begin[kMostAxes];
    int64_t end[kMostAxes];
    bool within = true;
    bool ordered = true;
    for (int axis = 0; axis < kMostAxes; ++axis) {
      begin[axis] = axis < n_dims ? int64_t(low[i * n_dims + axis]) : 0;
      end[axis] = kLinearRank ? begin[axis] + 1 : axis < n_dims ? int64_t(high[i * n_dims + axis]) : 1;
      within = within && begin[axis] >= 0 && begin[axis] <= tree.n[axis] && end[axis] >= 0 && end[axis] <= tree.n[axis];
      ordered = ordered && begin[axis] <= end[axis];
    }
    if (!within || !ordered) {
      faults.report(i, within ? DVDB_FAULT_ORDER : DVDB_FAULT_KEY);
      out[i] = -1;
      return;
    }
    out[i] = int64_t(kLinearRank ? tree.linear_rank(begin) : tree.box(begin, end));
  }
};

/// A call's buffers, and what to do with them.
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
    if (linear_rank) return backend::for_each(c, count, SumBox<true, Key>{tree, low.data, high.data, n_dims, faults, out}, 64);
    return backend::for_each(c, count, SumBox<false, Key>{tree, low.data, high.data, n_dims, faults, out}, 64);
  }
};

template <class Key>
Status settle_boxes(Context& c, const Faults& faults, const Boxes<Key>& boxes, int n_dims, bool linear_rank, uint32_t* out_fault) {
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
    used += std::snprintf(text + used, sizeof text - size_t(used), "%s%lld to %lld", axis == 0 ? "" : ", ", static_cast<long long>(low[axis]),
                          linear_rank ? static_cast<long long>(low[axis]) + 1 : static_cast<long long>(high[axis]));
  }
  const char* problem = *out_fault == DVDB_FAULT_ORDER ? "end before they begin" : "do not lie in the index";
  return fail(c, DVDB_INVALID_DATA, "Cannot sum boxes: of %lld %llu %s, the first is box %lld from %s", static_cast<long long>(boxes.count),
              static_cast<unsigned long long>(bad), problem, static_cast<long long>(place), text);
}

}  // namespace

dvdb_status dvdb_index_sum_boxes(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits,
                                 dvdb_buffer data, dvdb_buffer counters, uint32_t question, dvdb_buffer low, dvdb_buffer high, uint32_t index_dtype, int64_t count,
                                 uint32_t checked, dvdb_buffer out, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_fault, 1, "out_fault"));
    *out_fault = DVDB_FAULT_NONE;
    Shape shape;
    Parts parts;
    Span<int64_t> sums;
    DVDB_TRY(read_shape(c, dims, n_dims, bits, shape));
    DVDB_TRY(borrow_parts(c, layout, shape, data, counters, parts));
    if (question > DVDB_BOX_LINEAR_RANK) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sum boxes: question %u is unknown", question);
    const bool linear_rank = question == DVDB_BOX_LINEAR_RANK;
    if (linear_rank && layout != DVDB_INDEX_PAPER) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sum boxes: layout %u answers to ranges alone", layout);
    DVDB_TRY(borrow(c, out, count, "out", sums));
    return with_integer(c, index_dtype, "boxes", [&]<class Key>() -> Status {
      Boxes<Key> boxes;
      DVDB_TRY(borrow_numbers(c, low, count, shape.n_dims, "low", boxes.low));
      DVDB_TRY(borrow_numbers(c, high, count, shape.n_dims, "high", boxes.high));
      boxes.out = sums.data;
      boxes.count = count;
      Faults faults(c);
      if (checked != 0 && count > 0) DVDB_TRY(faults.clear());
      boxes.faults = faults.sink();
      const uint32_t* words = reinterpret_cast<const uint32_t*>(parts.data);
      if (layout == DVDB_INDEX_WIDE) {
        DVDB_TRY(boxes.sum_ranges(c, wide_view(shape, parts)));
      } else if (layout == DVDB_INDEX_RANK96) {
        DVDB_TRY(boxes.sum_ranges(c, cell_view<3>(shape, parts)));
      } else if (layout == DVDB_INDEX_RANK224) {
        DVDB_TRY(boxes.sum_ranges(c, cell_view<7>(shape, parts)));
      } else if (shape.n_dims == 1 && !linear_rank) {
        DVDB_TRY(boxes.sum_ranges(c, paper_line(shape, words)));
      } else {
        LevelTable table(c);
        DVDB_TRY(table.place(shape));
        DVDB_TRY(boxes.sum_boxes(c, paper_box(shape, words, table), shape.n_dims, linear_rank));
      }
      return settle_boxes(c, faults, boxes, shape.n_dims, linear_rank, out_fault);
    });
  });
}
