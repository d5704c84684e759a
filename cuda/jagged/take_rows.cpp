/// Gathering of rows, and the conversion of indices and masks to rows.
#include "core/row_copies.hpp"
#include "denovdb/jagged.h"
#include "jagged/words.hpp"

using namespace dvdb;

namespace {

/// Counts the row numbers that are out of range.
struct CountStrangers {
  const int64_t* rows;
  int64_t n_source;
  uint64_t* count;

  DVDB_FN void operator()(int64_t i) const {
    if (rows[i] < -1 || rows[i] >= n_source) backend::atomic_add(count, uint64_t(1));
  }
};

Status check_rows(Context& c, Span<int64_t> rows, int64_t n_source) {
  Count strangers(c);
  uint64_t wrong = 0;
  DVDB_TRY(strangers.clear());
  DVDB_TRY(backend::for_each(c, rows.size, CountStrangers{rows.data, n_source, strangers.data()}));
  DVDB_TRY(strangers.read(&wrong));
  if (wrong == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot take rows: %llu of %lld are neither -1 nor in the source, which has %lld", static_cast<unsigned long long>(wrong),
              static_cast<long long>(rows.size), static_cast<long long>(n_source));
}

/// Converts an index within its list to a row.
struct PlaceIndex {
  const void* indices;
  bool wide;  // i64, not i32
  BatchOffsets lists_of_indices;
  const int64_t* offsets;
  int64_t* out;
  uint64_t* strangers;

  DVDB_FN void operator()(int64_t i) const {
    place(i, lists_of_indices.list_of(i));
  }

  void run_on_host(int64_t begin, int64_t end) const {
    int64_t list = lists_of_indices.list_of(begin);
    for (int64_t i = begin; i < end; ++i) {
      while (lists_of_indices.starts[list + 1] <= i) ++list;
      place(i, list);
    }
  }

  DVDB_FN void place(int64_t i, int64_t list) const {
    const int64_t index = wide ? static_cast<const int64_t*>(indices)[i] : int64_t(static_cast<const int32_t*>(indices)[i]);
    const int64_t begin = offsets[list];
    const int64_t length = offsets[list + 1] - begin;
    if (index < -length || index >= length) {
      backend::atomic_add(strangers, uint64_t(1));
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

dvdb_status dvdb_take_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer source, int64_t n_source, int64_t row_bytes, dvdb_buffer rows, int64_t n,
                           uint32_t checked, uint32_t pattern_low, uint32_t pattern_high, uint32_t pattern_bytes, dvdb_buffer out) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    const bool known = pattern_bytes == 1 || pattern_bytes == 2 || pattern_bytes == 4 || pattern_bytes == 8;
    if (!known || row_bytes % int64_t(pattern_bytes) != 0) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take rows: elements of %u bytes do not tile rows of %lld", pattern_bytes, static_cast<long long>(row_bytes));
    }
    ByteRows from;
    ByteRows to;
    Span<int64_t> own_rows;
    DVDB_TRY(borrow_rows(c, source, n_source, row_bytes, "source", from));
    DVDB_TRY(borrow(c, rows, n, "rows", own_rows));
    DVDB_TRY(borrow_rows(c, out, n, row_bytes, "out", to));
    const uint64_t sizes = uint64_t(row_bytes) | address_of(from.data) | address_of(to.data);
    if (sizes % pattern_bytes != 0) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take rows: they are not aligned to their elements");
    if (checked != 0 && n > 0) DVDB_TRY(check_rows(c, own_rows, n_source));
    const RowForm form{row_bytes / int64_t(pattern_bytes), int(pattern_bytes)};
    return gather_rows(c, form, own_rows, from.data, n_source, to.data, {false, uint64_t(pattern_high) << 32 | pattern_low});
  });
}

dvdb_status dvdb_rows_in_lists(dvdb_context context, dvdb_ticket ticket, dvdb_buffer indices, uint32_t index_dtype, int64_t n, const int64_t* index_offsets,
                               const int64_t* offsets, uint32_t n_lists, dvdb_buffer out) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    if (index_dtype != DVDB_I32 && index_dtype != DVDB_I64) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot take rows: the dtype %u of indices is not i32 or i64", index_dtype);
    }
    DVDB_TRY(check_lists(c, index_offsets, n_lists, n, "index offsets"));
    DVDB_TRY(require(c, offsets, 1, "offsets"));
    DVDB_TRY(check_lists(c, offsets, n_lists, offsets[n_lists], "offsets"));
    const bool wide = index_dtype == DVDB_I64;
    Span<int64_t> longs;
    Span<int32_t> ints;
    Span<int64_t> rows;
    if (wide) DVDB_TRY(borrow(c, indices, n, "indices", longs));
    if (!wide) DVDB_TRY(borrow(c, indices, n, "indices", ints));
    DVDB_TRY(borrow(c, out, n, "out", rows));
    if (n == 0) return {};
    backend::Scratch index_memory(c);
    backend::Scratch row_memory(c);
    Count strangers(c);
    Span<int64_t> index_lists;
    Span<int64_t> row_lists;
    DVDB_TRY(place(c, index_offsets, int64_t(n_lists) + 1, index_memory, index_lists));
    DVDB_TRY(place(c, offsets, int64_t(n_lists) + 1, row_memory, row_lists));
    DVDB_TRY(strangers.clear());
    const void* data = wide ? static_cast<const void*>(longs.data) : static_cast<const void*>(ints.data);
    DVDB_TRY(backend::for_each(c, n, PlaceIndex{data, wide, {index_lists.data, int64_t(n_lists)}, row_lists.data, rows.data, strangers.data()}));
    uint64_t wrong = 0;
    DVDB_TRY(strangers.read(&wrong));
    if (wrong == 0) return {};
    return fail(c, DVDB_INVALID_DATA, "Cannot take rows: %llu of %lld indices are not in their list", static_cast<unsigned long long>(wrong),
                static_cast<long long>(n));
  });
}

dvdb_status dvdb_kept_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer mask, int64_t n, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out_rows,
                           int64_t* out_offsets) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(check_lists(c, offsets, n_lists, n, "offsets"));
    DVDB_TRY(require(c, out_offsets, 1, "out_offsets"));
    Span<uint8_t> keep;
    Span<int64_t> rows;
    DVDB_TRY(borrow(c, mask, n, "mask", keep));
    DVDB_TRY(borrow(c, out_rows, n, "out_rows", rows));
    const int64_t borders = int64_t(n_lists) + 1;
    for (int64_t list = 0; list < borders; ++list) out_offsets[list] = 0;
    if (n == 0) return {};
    backend::Scratch memory(c);
    backend::Scratch total_memory(c);
    Span<int64_t> lists;
    Span<int64_t> total;
    DVDB_TRY(place(c, offsets, borders, memory, lists));
    DVDB_TRY(total_memory.allocate(1, total));
    DVDB_TRY(backend::for_each_scan(c, n, ListKept{keep.data, n, rows.data, total.data}));
    DVDB_TRY(backend::for_each(c, borders, FindBorder{rows.data, total.data, lists.data}));
    return backend::download(c, out_offsets, lists.data, borders * int64_t(sizeof(int64_t)));
  });
}
