/// Lists the items that the set bits of mask words stand for.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/bit_rank.hpp"

namespace dvdb {

/// Writes the offset at which each word's items begin; the total is at the end.
struct PlaceMarked {
  const uint64_t* marks;  // [n]
  int64_t n;
  int64_t* starts;  // [n + 1]

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(popcount(marks[i])); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    starts[i] = int64_t(before);
    if (i == n - 1) starts[n] = int64_t(before + count);
  }
};

/// Writes the items of as many words as a team has lanes; all lanes share the items, so that writes are coalesced.
template <class Source, class Item>
struct WriteMarked {
  Source source;
  const uint64_t* marks;
  const int64_t* starts;
  int64_t n;
  Item* out;  // [starts[n]]

  DVDB_FN void operator()(int64_t chunk, const backend::Team& team) const {
    const int64_t first = chunk * backend::kWarpLanes;
    const uint64_t mark = first + team.rank < n ? marks[first + team.rank] : 0;
    const int before = team.sum_before(popcount(mark));
    const int all = team.sum(popcount(mark));
    Item* const to = out + starts[first];
    for (int begin = 0; begin < all; begin += team.size) {
      const int at = begin + team.rank;
      int owner = 0;  // the last lane whose items start at or before `at`
      for (int step = backend::kWarpLanes / 2; step > 0; step /= 2)
        owner += team.from(before, owner + step) <= at ? step : 0;
      const uint64_t own = team.from(mark, owner);
      const int rank = at - team.from(before, owner);
      if (at < all) to[at] = source.item(first + owner, bit_of_rank(own, uint32_t(rank)));
    }
  }
};

/// Lists source.item(i, bit) for each bit that is set in marks[i], in ascending order.
template <class Source, class Item>
Status list_marked(Context& context, const Source& source, Span<const uint64_t> marks, backend::Scratch& memory,
                   Span<Item>& out) {
  backend::Scratch start_memory(context);
  Span<int64_t> starts;
  int64_t count = 0;
  DVDB_TRY(start_memory.allocate(marks.size + 1, starts));
  DVDB_TRY(backend::fill(context, starts.data, 0, 8, 8));  // the total, if there are no marks
  DVDB_TRY(backend::for_each_scan(context, marks.size, PlaceMarked{marks.data, marks.size, starts.data}));
  DVDB_TRY(backend::download(context, &count, starts.data + marks.size, int64_t(sizeof count)));
  DVDB_TRY(memory.allocate(count, out));
  const int64_t chunks = (marks.size + backend::kWarpLanes - 1) / backend::kWarpLanes;
  return backend::for_each_warp(context, chunks,
                                WriteMarked<Source, Item>{source, marks.data, starts.data, marks.size, out.data}, 256);
}

}  // namespace dvdb
