/// Copies lists to new positions, and blocks into the columns of wider blocks.
#include <cstring>
#include <memory>
#include <new>

#include "jagged/lists.hpp"

using namespace dvdb;

namespace {

/// Copies one word of a row; rows are numbered over all lists.
template <class Word>
struct CopyListWord {
  const Word* source;
  BatchOffsets lists;      // rows to copy, list after list
  const int64_t* sources;  // first row of each list
  const int64_t* targets;
  Divider words;
  Word* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t place;
    const int64_t row = words.divide(i, &place);
    const int64_t list = last_not_above(lists.starts, lists.n, row);
    const int64_t inside = row - lists.starts[list];
    out[(targets[list] + inside) * words.by + place] = source[(sources[list] + inside) * words.by + place];
  }

  /// The same for a range of consecutive words, list by list.
  void run_on_host(int64_t begin, int64_t end) const {
    const int64_t width = words.by;
    int64_t list = last_not_above(lists.starts, lists.n, begin / width);
    for (int64_t at = begin; at < end; ++list) {
      const int64_t stop = min_of(end, lists.starts[list + 1] * width);
      const int64_t inside = at - lists.starts[list] * width;
      if (stop > at)
        std::memcpy(out + targets[list] * width + inside, source + sources[list] * width + inside,
                    size_t(stop - at) * sizeof(Word));
      at = max_of(at, stop);
    }
  }
};

/// Copies one word of a block into its column.
template <class Word>
struct CopyColumnWord {
  const Word* source;
  Divider words;
  int64_t pitch;  // words from block to block of the target
  Word* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t place;
    const int64_t block = words.divide(i, &place);
    out[block * pitch + place] = source[i];
  }
};

Status check_spans(Context& c, const int64_t* starts, const int64_t* counts, int64_t n_lists, int64_t n,
                   const char* name) {
  for (int64_t list = 0; list < n_lists; ++list) {
    if (counts[list] >= 0 && starts[list] >= 0 && starts[list] <= n && counts[list] <= n - starts[list]) continue;
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy lists: %lld rows from %lld do not lie in the %lld rows of %s",
                static_cast<long long>(counts[list]), static_cast<long long>(starts[list]), static_cast<long long>(n),
                name);
  }
  return {};
}

}  // namespace

Status operators::copy_lists(Context& c, const CopyListsArgs& a) {
  DVDB_TRY(check_spans(c, a.sources, a.counts, a.n_lists, a.n_source, "source"));
  DVDB_TRY(check_spans(c, a.targets, a.counts, a.n_lists, a.n_out, "out"));
  const int64_t n = a.n_lists;
  std::unique_ptr<int64_t[]> table(new (std::nothrow) int64_t[size_t(3 * n + 1)]);
  if (!table) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot copy lists: out of host memory");
  int64_t total = 0;
  for (int64_t list = 0; list < n; ++list) {
    table[size_t(list)] = total;
    table[size_t(n + 1 + list)] = a.sources[list];
    table[size_t(2 * n + 1 + list)] = a.targets[list];
    if (a.counts[list] > INT64_MAX / 16 - total)
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy lists: they have too many rows");
    total += a.counts[list];
  }
  table[size_t(n)] = total;
  if (total == 0 || a.row_bytes == 0) return {};
  backend::Scratch memory(c);
  Span<int64_t> placed;
  DVDB_TRY(place(c, table.get(), 3 * n + 1, memory, placed));
  return with_word(word_bytes(uint64_t(a.row_bytes) | address_of(a.source.data) | address_of(a.out.data)),
                   [&]<class Word>() -> Status {
                     const int64_t words = a.row_bytes / int64_t(sizeof(Word));
                     if (total > INT64_MAX / words)
                       return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy lists: they have too many bytes");
                     const CopyListWord<Word> copy{reinterpret_cast<const Word*>(a.source.data),
                                                   {placed.data, n},
                                                   placed.data + n + 1,
                                                   placed.data + 2 * n + 1,
                                                   Divider::of(words),
                                                   reinterpret_cast<Word*>(a.out.data)};
                     return backend::for_each(c, total * words, copy);
                   });
}

Status operators::copy_column(Context& c, const CopyColumnArgs& a) {
  if (a.begin < 0 || a.begin > a.out_block_bytes || a.block_bytes > a.out_block_bytes - a.begin) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy column: bytes [%lld, %lld + %lld) do not lie in blocks of %lld",
                static_cast<long long>(a.begin), static_cast<long long>(a.begin), static_cast<long long>(a.block_bytes),
                static_cast<long long>(a.out_block_bytes));
  }
  if (a.n_blocks == 0 || a.block_bytes == 0) return {};
  const uint64_t sizes = uint64_t(a.block_bytes) | uint64_t(a.out_block_bytes) | uint64_t(a.begin) |
                         address_of(a.source.data) | address_of(a.out.data);
  return with_word(word_bytes(sizes), [&]<class Word>() -> Status {
    const int64_t words = a.block_bytes / int64_t(sizeof(Word));
    const CopyColumnWord<Word> copy{reinterpret_cast<const Word*>(a.source.data), Divider::of(words),
                                    a.out_block_bytes / int64_t(sizeof(Word)),
                                    reinterpret_cast<Word*>(a.out.data + a.begin)};
    return backend::for_each(c, a.n_blocks * words, copy);
  });
}
