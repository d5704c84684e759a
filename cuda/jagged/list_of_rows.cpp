/// Conversion between list offsets and the list number of each row.
#include "jagged/lists.hpp"

using namespace dvdb;

namespace {

struct WriteList {
  BatchOffsets lists;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = int32_t(lists.list_of(i)); }

  void run_on_host(int64_t begin, int64_t end) const {
    each_with_list(lists.starts, lists.list_of(begin), begin, end,
                   [this](int64_t i, int64_t list) { out[i] = int32_t(list); });
  }
};

/// Counts the rows whose list number is out of range, or less than that of the row before.
template <class T>
struct CountMisplaced {
  const T* list_of_row;
  int64_t n_lists;
  uint64_t* count;

  DVDB_FN void operator()(int64_t i) const {
    const T list = list_of_row[i];
    if (list < 0 || int64_t(list) >= n_lists || (i > 0 && list_of_row[i - 1] > list))
      backend::atomic_add(count, uint64_t(1));
  }
};

/// Finds the offset of each list: the first row with this list number or a greater one.
template <class T>
struct FindBegin {
  const T* list_of_row;
  int64_t n;
  int64_t* offsets;

  DVDB_FN void operator()(int64_t list) const {
    int64_t low = 0;
    int64_t high = n;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (int64_t(list_of_row[middle]) < list) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    offsets[list] = low;
  }
};

template <class T>
Status find_offsets(Context& c, Span<T> lists, int64_t n_lists, int64_t* out_offsets) {
  const int64_t n = lists.size;
  for (int64_t list = 0; list <= n_lists; ++list) out_offsets[list] = 0;
  if (n == 0) return {};
  Counter misplaced(c);
  uint64_t wrong = 0;
  DVDB_TRY(misplaced.clear());
  DVDB_TRY(backend::for_each(c, n, CountMisplaced<T>{lists.data, n_lists, misplaced.data()}));
  DVDB_TRY(misplaced.read(&wrong));
  if (wrong > 0) {
    return fail(c, DVDB_INVALID_DATA,
                "Cannot make lists: of %lld rows %llu are out of order or not in one of %lld lists",
                static_cast<long long>(n), static_cast<unsigned long long>(wrong), static_cast<long long>(n_lists));
  }
  backend::Scratch memory(c);
  Span<int64_t> offsets;
  DVDB_TRY(memory.allocate(n_lists + 1, offsets));
  DVDB_TRY(backend::for_each(c, n_lists + 1, FindBegin<T>{lists.data, n, offsets.data}));
  return backend::download(c, out_offsets, offsets.data, offsets.size * int64_t(sizeof(int64_t)));
}

}  // namespace

Status operators::list_of_rows(Context& c, const ListOfRowsArgs& a) {
  DVDB_TRY(check_lists(c, a.offsets, a.n_lists, a.n, "offsets"));
  if (a.n_lists > uint32_t(INT32_MAX))
    return fail(c, DVDB_UNSUPPORTED, "Cannot number lists: %u of them do not fit i32", a.n_lists);
  if (a.n == 0) return {};
  backend::Scratch memory(c);
  Span<int64_t> placed;
  DVDB_TRY(place(c, a.offsets, int64_t(a.n_lists) + 1, memory, placed));
  return backend::for_each(c, a.n, WriteList{{placed.data, int64_t(a.n_lists)}, a.out.data});
}

Status operators::jagged_from_list_of_rows(Context& c, const JaggedFromListOfRowsArgs& a) {
  if (a.index_dtype == DVDB_I32) return find_offsets(c, a.list_of_row.as<int32_t>(), a.n_lists, a.out_offsets);
  return find_offsets(c, a.list_of_row.as<int64_t>(), a.n_lists, a.out_offsets);
}
