/// Lists the numbers of filled bricks in ascending order.
#pragma once

#include "fenwick/bricks/bits.hpp"

namespace dvdb::fenwick {

/// Lists the set bits in [begin, end), at most as many as there is room for.
struct ListBits {
  const uint32_t* words;
  int64_t begin;
  int64_t end;
  Span<uint64_t> out;

  static int64_t words_of(int64_t begin, int64_t end) { return (end + kWordBits - 1) / kWordBits - begin / kWordBits; }

  DVDB_FN uint64_t count(int64_t i) const {
    return uint64_t(popcount(bits_between(words, (begin >> 5) + i, begin, end)));
  }
  DVDB_FN void emit(int64_t i, uint64_t, uint64_t before) const {
    const int64_t word = (begin >> 5) + i;
    int64_t at = int64_t(before);
    for (uint32_t rest = bits_between(words, word, begin, end); rest != 0 && at < out.size; rest &= rest - 1)
      out[at++] = uint64_t(word * kWordBits + lowest_bit(rest));
  }
};

inline Status list_bricks(Context& c, const uint32_t* words, int64_t begin, int64_t end, Span<uint64_t> out) {
  // If fewer bits are set than stated, the remaining entries are the first brick.
  DVDB_TRY(backend::fill(c, out.data, uint64_t(begin), 8, out.size * 8));
  return backend::for_each_scan(c, ListBits::words_of(begin, end), ListBits{words, begin, end, out});
}

inline Status check_filled(Context& c, int64_t filled, int64_t bricks) {
  if (filled >= 0 && filled <= bricks) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use bricks: %lld of %lld are filled", static_cast<long long>(filled),
              static_cast<long long>(bricks));
}

}  // namespace dvdb::fenwick
