/// Gathering of rows, and the conversion of indices and masks to rows.
#include "core/row_copies.hpp"
#include "jagged/lists.hpp"

using namespace dvdb;

namespace {

/// Counts the row numbers that are out of range.
struct CountOutside {
  const int64_t* rows;
  int64_t n_source;
  uint64_t* count;

  DVDB_FN void operator()(int64_t i) const {
    if (rows[i] < -1 || rows[i] >= n_source) backend::atomic_add(count, uint64_t(1));
  }
};

Status check_rows(Context& c, Span<int64_t> rows, int64_t n_source) {
  Counter outside(c);
  uint64_t wrong = 0;
  DVDB_TRY(outside.clear());
  DVDB_TRY(backend::for_each(c, rows.size, CountOutside{rows.data, n_source, outside.data()}));
  DVDB_TRY(outside.read(&wrong));
  if (wrong == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot take rows: %llu of %lld are neither -1 nor in the source, which has %lld",
              static_cast<unsigned long long>(wrong), static_cast<long long>(rows.size),
              static_cast<long long>(n_source));
}

/// Converts an index within its list to a row.
struct PlaceIndex {
  const void* indices;
  bool wide;  // i64, not i32
  BatchOffsets lists_of_indices;
  const int64_t* offsets;
  int64_t* out;
  uint64_t* outside;

  DVDB_FN void operator()(int64_t i) const { place(i, lists_of_indices.list_of(i)); }

  void run_on_host(int64_t begin, int64_t end) const {
    each_with_list(lists_of_indices.starts, lists_of_indices.list_of(begin), begin, end,
                   [this](int64_t i, int64_t list) { place(i, list); });
  }

  DVDB_FN void place(int64_t i, int64_t list) const {
    const int64_t index =
        wide ? static_cast<const int64_t*>(indices)[i] : int64_t(static_cast<const int32_t*>(indices)[i]);
    const int64_t begin = offsets[list];
    const int64_t length = offsets[list + 1] - begin;
    if (index < -length || index >= length) {
      backend::atomic_add(outside, uint64_t(1));
      out[i] = -1;
    } else {
      out[i] = begin + (index < 0 ? index + length : index);
    }
  }
};

/// Lists the rows that a mask keeps, and counts them.
struct ListKept {
  const uint8_t* mask;
  int64_t n;
  int64_t* rows;
  int64_t* total;

  DVDB_FN uint64_t count(int64_t i) const { return mask[i] != 0 ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count != 0) rows[before] = i;
    if (i == n - 1) *total = int64_t(before + count);
  }
};

/// Finds the number of kept rows before a list.
struct FindBorder {
  const int64_t* rows;
  const int64_t* total;
  int64_t* offsets;  // first rows of the lists, replaced

  DVDB_FN void operator()(int64_t list) const {
    const int64_t* kept = rows;
    offsets[list] = last_not_above(int64_t(-1), *total, offsets[list] - 1, [kept](int64_t i) { return kept[i]; }) + 1;
  }
};

}  // namespace

Status operators::take_rows(Context& c, const TakeRowsArgs& a) {
  const uint32_t bytes = a.pattern_bytes;
  const bool known = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  if (!known || a.row_bytes % int64_t(bytes) != 0) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take rows: elements of %u bytes do not tile rows of %lld", bytes,
                static_cast<long long>(a.row_bytes));
  }
  const uint64_t sizes = uint64_t(a.row_bytes) | address_of(a.source.data) | address_of(a.out.data);
  if (sizes % bytes != 0)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take rows: they are not aligned to their elements");
  if (a.checked != 0 && a.n > 0) DVDB_TRY(check_rows(c, a.rows, a.n_source));
  const RowForm form{a.row_bytes / int64_t(bytes), int(bytes)};
  return gather_rows(c, form, a.rows, a.source.data, a.n_source, a.out.data,
                     {false, uint64_t(a.pattern_high) << 32 | a.pattern_low});
}

Status operators::jagged_gather_rows(Context& c, const JaggedGatherRowsArgs& a) {
  DVDB_TRY(check_lists(c, a.index_offsets, a.n_lists, a.n, "index offsets"));
  DVDB_TRY(check_lists(c, a.offsets, a.n_lists, a.offsets[a.n_lists], "offsets"));
  if (a.n == 0) return {};
  backend::Scratch index_memory(c);
  backend::Scratch row_memory(c);
  Counter outside(c);
  Span<int64_t> index_lists;
  Span<int64_t> row_lists;
  DVDB_TRY(place(c, a.index_offsets, int64_t(a.n_lists) + 1, index_memory, index_lists));
  DVDB_TRY(place(c, a.offsets, int64_t(a.n_lists) + 1, row_memory, row_lists));
  DVDB_TRY(outside.clear());
  const BatchOffsets lists_of_indices{index_lists.data, int64_t(a.n_lists)};
  const PlaceIndex place_index{a.indices.data, a.index_dtype == DVDB_I64, lists_of_indices, row_lists.data, a.out.data,
                               outside.data()};
  DVDB_TRY(backend::for_each(c, a.n, place_index));
  uint64_t wrong = 0;
  DVDB_TRY(outside.read(&wrong));
  if (wrong == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot take rows: %llu of %lld indices are not in their list",
              static_cast<unsigned long long>(wrong), static_cast<long long>(a.n));
}

Status operators::jagged_mask_rows(Context& c, const JaggedMaskRowsArgs& a) {
  DVDB_TRY(check_lists(c, a.offsets, a.n_lists, a.n, "offsets"));
  const int64_t borders = int64_t(a.n_lists) + 1;
  for (int64_t list = 0; list < borders; ++list) a.out_offsets[list] = 0;
  if (a.n == 0) return {};
  backend::Scratch memory(c);
  backend::Scratch total_memory(c);
  Span<int64_t> lists;
  Span<int64_t> total;
  DVDB_TRY(place(c, a.offsets, borders, memory, lists));
  DVDB_TRY(total_memory.allocate(1, total));
  DVDB_TRY(backend::for_each_scan(c, a.n, ListKept{a.mask.data, a.n, a.out_rows.data, total.data}));
  DVDB_TRY(backend::for_each(c, borders, FindBorder{a.out_rows.data, total.data, lists.data}));
  return backend::download(c, a.out_offsets, lists.data, borders * int64_t(sizeof(int64_t)));
}
