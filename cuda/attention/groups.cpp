/// Groups of rows of the same code, as they are pooled and as windows have them.
#include "_generated/attention_args.hpp"
#include "attention/orders.hpp"

using namespace dvdb;

namespace {

/// Numbers groups in the order of rows: a group begins where the list or the code is another.
struct NumberGroups {
  const uint32_t* rows;
  const int64_t* codes;
  int shift;
  BatchOffsets lists;
  int64_t* out_numbers;  // by place
  int64_t* out_groups;   // by row

  DVDB_FN int64_t count(int64_t place) const {
    if (place == 0) return 1;
    const int64_t row = rows[place];
    const int64_t before = rows[place - 1];
    return codes[row] >> shift != codes[before] >> shift || lists.list_of(row) != lists.list_of(before) ? 1 : 0;
  }

  DVDB_FN void emit(int64_t place, int64_t begins, int64_t before) const {
    const int64_t group = before + begins - 1;
    out_numbers[place] = group;
    out_groups[rows[place]] = group;
  }
};

/// The first group of each list, which begins where the list does.
struct FirstGroups {
  const int64_t* numbers;
  int64_t n;
  int64_t* offsets;

  DVDB_FN void operator()(int64_t list) const {
    const int64_t place = offsets[list];
    offsets[list] = place == 0 ? 0 : place < n ? numbers[place] : numbers[n - 1] + 1;
  }
};

/// Writes what ends at a place: the last row of a group says its code.
struct WriteGroups {
  const int64_t* codes;
  const int64_t* rows;
  const int64_t* groups;
  int64_t n;
  int shift;
  int64_t n_groups;
  int64_t* out_codes;
  int64_t* out_ends;

  DVDB_FN int64_t group_at(int64_t place) const {
    const int64_t row = rows[place];
    return row >= 0 && row < n ? groups[row] : -1;
  }

  DVDB_FN void operator()(int64_t place) const {
    const int64_t group = group_at(place);
    if (group < 0 || group >= n_groups) return;
    if (place + 1 < n && group_at(place + 1) == group) return;
    out_codes[group] = codes[rows[place]] >> shift;
    out_ends[group] = place + 1;
  }
};

}  // namespace

Status operators::group_by_code_count(Context& c, const GroupByCodeCountArgs& a) {
  CodeOrder order(c);
  const int shift = int(a.shift);
  DVDB_TRY(order.sort(a.codes, shift, a.offsets, a.n_lists));
  const int64_t borders = int64_t(a.n_lists) + 1;
  for (int64_t list = 0; list < borders; ++list) a.out_offsets[list] = 0;
  if (a.n == 0) return {};
  backend::Scratch memory(c);
  Span<int64_t> numbers;
  DVDB_TRY(memory.allocate(a.n, numbers));
  const uint32_t* const rows = order.rows().data;
  DVDB_TRY(backend::for_each(c, a.n, WriteOrder{rows, a.out_rows.data, a.out_inverse.data}));
  int64_t* const lists = order.lists().data;
  DVDB_TRY(backend::for_each_scan(
      c, a.n, NumberGroups{rows, a.codes.data, shift, {lists, int64_t(a.n_lists)}, numbers.data, a.out_groups.data}));
  DVDB_TRY(backend::for_each(c, borders, FirstGroups{numbers.data, a.n, lists}));
  return backend::download(c, a.out_offsets, lists, borders * int64_t(sizeof(int64_t)));
}

Status operators::group_by_code(Context& c, const GroupByCodeArgs& a) {
  return backend::for_each(c, a.n,
                           WriteGroups{a.codes.data, a.rows.data, a.groups.data, a.n, int(a.shift), a.n_groups,
                                       a.out_codes.data, a.out_ends.data});
}
