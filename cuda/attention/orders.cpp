/// Rows in the order of their codes: a stable sort by code, and one by list.
#include "attention/orders.hpp"

#include "_generated/attention_args.hpp"

namespace dvdb {

namespace {

/// Keys in the order of signed codes without their lowest bits.
struct ListCodes {
  const int64_t* codes;
  int shift;
  uint64_t* keys;
  uint32_t* rows;

  DVDB_FN void operator()(int64_t i) const {
    keys[i] = uint64_t(codes[i] >> shift) ^ uint64_t(1) << 63;
    rows[i] = uint32_t(i);
  }
};

/// The list of each row as its key.
struct ListLists {
  BatchOffsets lists;
  const uint32_t* rows;
  uint64_t* keys;

  DVDB_FN void operator()(int64_t i) const { keys[i] = uint64_t(lists.list_of(int64_t(rows[i]))); }
};

}  // namespace

Status CodeOrder::sort(Span<const int64_t> codes, int shift, const int64_t* offsets, int64_t n_lists) {
  const int64_t n = codes.size;
  DVDB_TRY(check_lists(context_, offsets, n_lists, n, "offsets"));
  DVDB_TRY(backend::check_listable(context_, n));
  DVDB_TRY(place(context_, offsets, n_lists + 1, list_memory_, lists_));
  if (n == 0) return {};
  Span<uint64_t> keys;
  DVDB_TRY(key_memory_.allocate(n, keys));
  DVDB_TRY(row_memory_.allocate(n, rows_));
  DVDB_TRY(backend::for_each(context_, n, ListCodes{codes.data, shift, keys.data, rows_.data}));
  DVDB_TRY(backend::sort_pairs(context_, keys, rows_, 0, 64));
  if (n_lists == 1) return {};
  DVDB_TRY(backend::for_each(context_, n, ListLists{{lists_.data, n_lists}, rows_.data, keys.data}));
  int bits = 1;
  while (bits < 63 && n_lists >> bits != 0) ++bits;
  return backend::sort_pairs(context_, keys, rows_, 0, bits);
}

}  // namespace dvdb

using namespace dvdb;

Status operators::order_by_code(Context& c, const OrderByCodeArgs& a) {
  CodeOrder order(c);
  DVDB_TRY(order.sort(a.codes, 0, a.offsets, a.n_lists));
  return backend::for_each(c, a.n, WriteOrder{order.rows().data, a.out_rows.data, a.out_inverse.data});
}
