/// Rays cut into chunks of a fixed number of samples, so that one long ray keeps many threads busy. The result for a
/// ray depends only on its own samples, never on the number of threads.
#pragma once

#include "backend/api/launch.hpp"
#include "core/entry.hpp"

namespace dvdb {

inline constexpr int64_t kChunk = 32;          // samples
inline constexpr int64_t kChunkGrain = 128;    // chunks that a CPU thread takes at a time
inline constexpr int64_t kSampleGrain = 2048;  // samples that a CPU thread takes at a time

/// A range of samples of one ray, processed by one thread.
struct Chunk {
  int64_t ray, begin, end;
};

/// The first samples and first chunks of rays.
struct ChunkTable {
  const int64_t* starts = nullptr;  // [n_rays + 1] first sample
  const int64_t* chunks = nullptr;  // [n_rays + 1] first chunk
  const int64_t* owners = nullptr;  // [chunks] ray
  int64_t n_rays = 0;

  DVDB_FN int64_t ray_of_sample(int64_t sample) const { return last_not_above(starts, n_rays, sample); }
  DVDB_FN Chunk operator[](int64_t i) const {
    const int64_t ray = owners[i];
    const int64_t begin = starts[ray] + (i - chunks[ray]) * kChunk;
    return {ray, begin, min_of(begin + kChunk, starts[ray + 1])};
  }
};

/// Counts the chunks of each ray.
struct PlaceChunks {
  const int64_t* starts;
  int64_t n_rays;
  int64_t* chunks;

  DVDB_FN uint64_t count(int64_t ray) const { return uint64_t((starts[ray + 1] - starts[ray] + kChunk - 1) / kChunk); }
  DVDB_FN void emit(int64_t ray, uint64_t count, uint64_t before) const {
    chunks[ray] = int64_t(before);
    if (ray == n_rays - 1) chunks[n_rays] = int64_t(before + count);
  }
};

/// Finds the ray of each chunk.
struct FindOwner {
  const int64_t* chunks;
  int64_t n_rays;
  int64_t* owners;

  DVDB_FN void operator()(int64_t i) const { owners[i] = last_not_above(chunks, n_rays, i); }
};

/// Checks that offsets start at 0, do not descend and end at the number of samples.
inline Status check_rays(Context& context, const int64_t* offsets, int64_t n_rays, int64_t n) {
  return check_ascending(context, offsets, n_rays, n, {"rays", "ray", "samples"});
}

/// The device table of a call's rays; check_rays has checked the offsets.
class RayChunks {
 public:
  explicit RayChunks(Context& context) : memory_(context) {}

  Status make(Context& context, const int64_t* offsets, int64_t n_rays) {
    Span<int64_t> numbers;
    for (int64_t ray = 0; ray < n_rays; ++ray) count_ += (offsets[ray + 1] - offsets[ray] + kChunk - 1) / kChunk;
    DVDB_TRY(memory_.allocate(2 * (n_rays + 1) + count_, numbers));
    DVDB_TRY(backend::upload(context, numbers.data, offsets, (n_rays + 1) * int64_t(sizeof(int64_t))));
    int64_t* chunks = numbers.data + n_rays + 1;
    int64_t* owners = chunks + n_rays + 1;
    table_ = {numbers.data, chunks, owners, n_rays};
    DVDB_TRY(backend::for_each_scan(context, n_rays, PlaceChunks{numbers.data, n_rays, chunks}));
    return backend::for_each(context, count_, FindOwner{chunks, n_rays, owners});
  }

  const ChunkTable& table() const { return table_; }
  int64_t count() const { return count_; }

 private:
  backend::Scratch memory_;
  ChunkTable table_;
  int64_t count_ = 0;
};

}  // namespace dvdb
