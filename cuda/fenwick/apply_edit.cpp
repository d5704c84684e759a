/// Batched edits of indexes.
/// An edited index is the one that the edited elements would give: paper/reference.hpp, wide/reference.hpp.
#include "_generated/fenwick_args.hpp"
#include "fenwick/paper/edit.hpp"
#include "fenwick/wide/edit.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

using Edit = operators::IndexApplyEditArgs;

/// On levels with fewer nodes than 1 / 16 of the batch, contention of atomic additions would be a bottleneck.
constexpr int64_t kCrowd = 16;

/// Running sums of a scan stay below 2^62.
bool can_scan(const Shape& shape, int64_t count) { return count < int64_t(1) << (60 - shape.bits); }

Status add_changes(Context& c, const Shape& shape, const Touched& touched, const PaperBox& tree,
                   const AxisCoords& places, Gate gate, uint32_t* words) {
  const int64_t n = touched.keys.size;
  int end_level = shape.n_levels[0];
  if (shape.n_dims == 1 && can_scan(shape, n)) {
    while (end_level > 0 && nodes_of_level(shape.n, end_level - 1) * kCrowd <= n) --end_level;
  }
  DVDB_TRY(backend::for_each(c, n, AddTouched{touched, tree, places, end_level, gate, words}, 256));
  if (end_level == shape.n_levels[0]) return {};
  backend::Scratch memory(c);
  Span<uint64_t> before;
  DVDB_TRY(memory.allocate(n + 1, before));
  const int64_t bias = int64_t(low_bits(shape.bits));
  DVDB_TRY(backend::for_each_scan(c, n, SumTouched{touched, bias, gate, before.data, n}));
  int64_t nodes = 0;
  for (int t = end_level; t < shape.n_levels[0]; ++t) nodes += nodes_of_level(shape.n, t);
  return backend::for_each(c, nodes,
                           AddUpper{touched, paper_line(shape, words), before.data, bias, end_level, gate, words}, 256);
}

/// Waits, and returns the error for what the kernels refused: keys first, then numbers and elements.
template <class T>
Status settle_edit(Context& c, const Faults& keys, const Faults& values, const Edit& edit, const Span<const T>& numbers,
                   const Shape& shape) {
  if (edit.checked == 0) return {};
  DVDB_TRY(settle_keys(c, keys, numbers, shape.n_dims, edit.count, shape, "keys", false, edit.out_fault));
  uint64_t count = 0;
  int64_t place = 0;
  DVDB_TRY(values.read(edit.out_fault, &count, &place));
  if (count == 0) return {};
  return fail(c, DVDB_INVALID_DATA,
              "Cannot edit index: of the elements %llu would leave 0 to %llu, the first that of key number %lld",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(low_bits(shape.bits)),
              static_cast<long long>(place));
}

template <class D>
Status gather_touched(Context& c, const Span<uint64_t>& places, const Span<uint32_t>& order,
                      const Span<const D>& deltas, const Touched& touched, FaultSink values) {
  if (!deltas.empty()) DVDB_TRY(backend::for_each(c, deltas.size, CheckDelta<D>{deltas.data, values}));
  return backend::for_each_scan(c, places.size,
                                GatherTouched<D>{places.data, order.data, deltas.data, places.size, touched});
}

template <class T>
Status edit_paper(Context& c, const Edit& edit, const Shape& shape, const Parts& parts, const Span<const T>& keys) {
  const int64_t n = edit.count;
  if (n == 0) return {};
  uint32_t* words = reinterpret_cast<uint32_t*>(parts.data);
  Faults faults(c);
  Faults values(c);
  LevelTable table(c);
  backend::Scratch memory(c);
  backend::Layout layout;
  const int64_t places_at = layout.reserve<uint64_t>(n);
  const int64_t order_at = layout.reserve<uint32_t>(n);
  const int64_t keys_at = layout.reserve<uint64_t>(n);
  const int64_t deltas_at = layout.reserve<int64_t>(n);
  const int64_t firsts_at = layout.reserve<uint32_t>(n);
  const int64_t count_at = layout.reserve<uint64_t>(1);
  DVDB_TRY(faults.clear());
  DVDB_TRY(values.clear());
  DVDB_TRY(table.place(shape));
  DVDB_TRY(memory.allocate(layout.bytes()));
  uint8_t* base = static_cast<uint8_t*>(memory.data());
  const Span<uint64_t> places{reinterpret_cast<uint64_t*>(base + places_at), n};
  const Span<uint32_t> order{reinterpret_cast<uint32_t*>(base + order_at), n};
  const Touched touched{{reinterpret_cast<uint64_t*>(base + keys_at), n},
                        {reinterpret_cast<int64_t*>(base + deltas_at), n},
                        {reinterpret_cast<uint32_t*>(base + firsts_at), n},
                        reinterpret_cast<uint64_t*>(base + count_at)};
  DVDB_TRY(backend::fill(c, touched.deltas.data, 0, 8, n * 8));
  DVDB_TRY(backend::for_each(
      c, n, ReadKey<T>{Keys<T>::of(keys.data, shape.n_dims, shape), faults.sink(), places.data, order.data}));
  DVDB_TRY(backend::sort_pairs(c, places, order, 0, levels_of(shape.n)));
  if (edit.edit == DVDB_EDIT_ADD && edit.delta_dtype == DVDB_I32) {
    DVDB_TRY(gather_touched(c, places, order, edit.deltas.as<const int32_t>(), touched, values.sink()));
  } else {
    const Span<const int64_t> deltas =
        edit.edit == DVDB_EDIT_ADD ? edit.deltas.as<const int64_t>() : Span<const int64_t>{};
    DVDB_TRY(gather_touched(c, places, order, deltas, touched, values.sink()));
  }
  const PaperBox tree = paper_box(shape, words, table);
  const AxisCoords along = AxisCoords::of(shape);
  DVDB_TRY(backend::for_each(c, n, CheckTouched{touched, tree, along, edit.edit, faults.sink(), values.sink()}, 256));
  DVDB_TRY(add_changes(c, shape, touched, tree, along, Gate{faults.sink(), values.sink()}, words));
  return settle_edit(c, faults, values, edit, keys, shape);
}

template <class T>
Status edit_wide(Context& c, const Edit& edit, const Shape& shape, const Parts& parts, const Span<const T>& keys) {
  const int64_t n = edit.count;
  if (n == 0) return {};
  const int64_t supers = WideSizes::of(shape.n).supers - 1;
  const WideParts out = WideParts::of(shape, parts);
  Faults faults(c);
  backend::Scratch memory(c);
  Span<int64_t> changes;
  DVDB_TRY(faults.clear());
  DVDB_TRY(memory.allocate(supers, changes));
  DVDB_TRY(backend::fill(c, changes.data, 0, 8, supers * 8));
  DVDB_TRY(backend::for_each(c, n, CheckKey<T>{Keys<T>::of(keys.data, 1, shape), faults.sink()}));
  switch (edit.edit) {
    case DVDB_EDIT_SET:
      DVDB_TRY(backend::for_each(c, n, EditBit<DVDB_EDIT_SET, T>{keys.data, faults.sink(), out, changes.data}));
      break;
    case DVDB_EDIT_CLEAR:
      DVDB_TRY(backend::for_each(c, n, EditBit<DVDB_EDIT_CLEAR, T>{keys.data, faults.sink(), out, changes.data}));
      break;
    default:
      DVDB_TRY(backend::for_each(c, n, EditBit<DVDB_EDIT_TOGGLE, T>{keys.data, faults.sink(), out, changes.data}));
  }
  DVDB_TRY(backend::for_each_scan(c, supers, PropagateSuperblocks{changes.data, supers, out.supers}));
  return settle_edit(c, faults, Faults(c), edit, keys, shape);
}

Status check_edit(Context& c, const Edit& edit, const Shape& shape) {
  if (edit.layout != DVDB_INDEX_PAPER && edit.layout != DVDB_INDEX_WIDE) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot edit index: layout %u cannot be edited", edit.layout);
  }
  if (edit.edit == DVDB_EDIT_ADD && edit.layout != DVDB_INDEX_PAPER)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot edit index: ADD needs a tree");
  if (edit.edit != DVDB_EDIT_ADD && shape.bits != 1) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot edit index: edit %u is for elements of 1 bit, they have %d",
                edit.edit, shape.bits);
  }
  if (edit.layout == DVDB_INDEX_PAPER && edit.count > int64_t(INT32_MAX)) {
    return fail(c, DVDB_UNSUPPORTED, "Cannot edit index: %lld keys in one batch, %d at most",
                static_cast<long long>(edit.count), INT32_MAX);
  }
  return {};
}

}  // namespace

Status operators::index_apply_edit(Context& c, const IndexApplyEditArgs& a) {
  return with_index(c, a, check_edit, [&]<class T>(const Shape& shape, const Parts& parts) -> Status {
    const Span<const T> keys = a.keys.as<const T>();
    return a.layout == DVDB_INDEX_PAPER ? edit_paper(c, a, shape, parts, keys) : edit_wide(c, a, shape, parts, keys);
  });
}
