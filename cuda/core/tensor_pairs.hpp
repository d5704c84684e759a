/// Tensors that are written from others, many of them by one launch. Their list is part of the functor: neither memory
/// of the device nor a copy to it is needed, so that nothing fails once all handles have been looked up.
#pragma once

#include "backend/api/launch.hpp"
#include "core/handles.hpp"
#include "core/numbers.hpp"

namespace dvdb {

/// Elements of a chunk.
inline constexpr int64_t kPairChunk = 16384;

/// A tensor that is read, and the one that is written.
struct TensorPair {
  const void* from;
  void* to;
  int64_t count;
  int64_t first_chunk;
  uint32_t from_dtype, to_dtype;
};

/// Pairs of tensors as one range of chunks. What a kernel takes by value may have 4 KB.
struct TensorPairs {
  static constexpr int kMost = 80;

  TensorPair pairs[kMost];
  int n = 0;

  /// A chunk of a pair.
  struct Chunk {
    const TensorPair* pair;
    int64_t begin, end;
  };
  DVDB_FN Chunk chunk(int64_t i) const {
    const TensorPair* const all = pairs;
    const int64_t at = last_not_above(int64_t(0), int64_t(n), i, [all](int64_t k) { return all[k].first_chunk; });
    const int64_t begin = (i - all[at].first_chunk) * kPairChunk;
    return {all + at, begin, min_of(all[at].count, begin + kPairChunk)};
  }
};

/// Calls `launch(pairs, chunks)` with lists of the pairs that `look_up(i, pair)` fills, all but their chunks.
template <class LookUp, class Launch>
Status for_each_pair(int64_t n, LookUp look_up, Launch launch) {
  TensorPairs list;
  // Nothing is launched before all have been found.
  for (int64_t i = 0; n > TensorPairs::kMost && i < n; ++i) DVDB_TRY(look_up(i, list.pairs[0]));
  for (int64_t first = 0; first < n; first += TensorPairs::kMost) {
    list.n = int(min_of<int64_t>(n - first, TensorPairs::kMost));
    int64_t chunks = 0;
    for (int at = 0; at < list.n; ++at) {
      TensorPair& pair = list.pairs[at];
      DVDB_TRY(look_up(first + at, pair));
      pair.first_chunk = chunks;
      chunks += (pair.count + kPairChunk - 1) / kPairChunk;
    }
    DVDB_TRY(launch(list, chunks));
  }
  return {};
}

}  // namespace dvdb
