/// Inverse transform sampling along rays (Mildenhall et al. 2020, section 5.2), in double precision throughout.
#include "_generated/render_args.hpp"
#include "core/random.hpp"
#include "core/reals.hpp"
#include "render/chunks.hpp"

using namespace dvdb;

namespace {

/// Greater weights could overflow a sum.
inline constexpr double kMostWeight = 1e280;

/// Densities that the probabilities of the intervals of a ray are proportional to.
enum Proportion : uint32_t { kByWeight, kByLength, kAlike };

template <class T>
struct RayIntervals {
  const T* intervals;  // [n, 2]
  const T* weights;    // [n]

  DVDB_FN double begin(int64_t i) const { return to_double(intervals[2 * i]); }
  DVDB_FN double end(int64_t i) const { return to_double(intervals[2 * i + 1]); }
  DVDB_FN double raw_weight(int64_t i) const { return to_double(weights[i]); }
  DVDB_FN bool has_weight(int64_t i) const { return raw_weight(i) >= 0 && raw_weight(i) <= kMostWeight; }

  DVDB_FN double share(uint32_t kind, int64_t i) const {
    if (kind == kByWeight) return has_weight(i) ? raw_weight(i) : 0.0;
    if (kind == kAlike) return 1.0;
    const double length = end(i) - begin(i);
    return length >= 0 && length <= kMostWeight ? length : 0.0;
  }
};

/// Counts the invalid weights and intervals.
template <class T>
struct CountUnusable {
  RayIntervals<T> input;
  ChunkTable rays;
  uint64_t* counts;  // [2] weights, intervals

  DVDB_FN void operator()(int64_t at) const {
    const Chunk chunk = rays[at];
    uint64_t weights = 0;
    uint64_t intervals = 0;
    for (int64_t i = chunk.begin; i < chunk.end; ++i) {
      if (!input.has_weight(i)) ++weights;
      const double low = input.begin(i);
      const double high = input.end(i);
      const bool follows = i == rays.starts[chunk.ray] || input.end(i - 1) <= low;
      if (!(low >= -kMostWeight && low <= high && high <= kMostWeight && follows)) ++intervals;
    }
    if (weights != 0) backend::atomic_add(counts, weights);
    if (intervals != 0) backend::atomic_add(counts + 1, intervals);
  }
};

/// The sums of the weights and of the lengths of a chunk.
struct ChunkWeights {
  double weights, lengths;
};

template <class T>
struct SumContributions {
  RayIntervals<T> input;
  ChunkTable rays;
  ChunkWeights* sums;  // [chunks]

  DVDB_FN void operator()(int64_t at) const {
    const Chunk chunk = rays[at];
    ChunkWeights sum{0.0, 0.0};
    for (int64_t i = chunk.begin; i < chunk.end; ++i) {
      sum.weights += input.share(kByWeight, i);
      sum.lengths += input.share(kByLength, i);
    }
    sums[at] = sum;
  }
};

/// Chooses what the probabilities of a ray are proportional to, and computes the sum before each of its chunks.
struct PickWeights {
  ChunkTable rays;
  const ChunkWeights* sums;
  double* fronts;   // [chunks]
  uint32_t* kinds;  // [n_rays]

  DVDB_FN void operator()(int64_t ray) const {
    const int64_t first = rays.chunks[ray];
    const int64_t stop = rays.chunks[ray + 1];
    bool weighs = false;
    bool extends = false;
    for (int64_t at = first; at < stop; ++at) {
      weighs = weighs || sums[at].weights > 0;
      extends = extends || sums[at].lengths > 0;
    }
    const uint32_t kind = weighs ? kByWeight : extends ? kByLength : kAlike;
    double front = 0.0;
    for (int64_t at = first; at < stop; ++at) {
      fronts[at] = front;
      front += kind == kByWeight ? sums[at].weights : kind == kByLength ? sums[at].lengths : double(kChunk);
    }
    kinds[ray] = kind;
  }
};

/// Writes the running sums of a chunk, each including its own interval. They do not descend.
template <class T>
struct RunSums {
  RayIntervals<T> input;
  ChunkTable rays;
  const double* fronts;
  const uint32_t* kinds;
  double* ends;  // [n]

  DVDB_FN void operator()(int64_t at) const {
    const Chunk chunk = rays[at];
    const uint32_t kind = kinds[chunk.ray];
    double sum = 0.0;
    for (int64_t i = chunk.begin; i < chunk.end; ++i) {
      sum += input.share(kind, i);
      ends[i] = fronts[at] + sum;
    }
  }
};

/// Counts the rays with intervals that come before each ray.
struct RankRays {
  const int64_t* starts;
  int64_t* rays;  // [rays that have intervals]

  DVDB_FN uint64_t count(int64_t ray) const { return starts[ray + 1] > starts[ray] ? 1 : 0; }
  DVDB_FN void emit(int64_t ray, uint64_t count, uint64_t before) const {
    if (count != 0) rays[before] = ray;
  }
};

/// Draws one position: finds the interval that its share of the sum falls into, and the position inside it.
template <class T>
struct DrawPlace {
  RayIntervals<T> input;
  const int64_t* starts;
  const int64_t* rays;
  const double* ends;
  int64_t count;
  bool stratified;
  uint64_t seed;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t rank = i / count;
    const int64_t k = i - rank * count;
    const int64_t ray = rays[rank];
    const int64_t first = starts[ray];
    const int64_t last = starts[ray + 1] - 1;
    const double inside = stratified ? fraction(random_bits(random_bits(seed, uint64_t(ray)), uint64_t(k))) : 0.5;
    const double total = ends[last];
    const double target = (double(k) + inside) / double(count) * total;
    const int64_t at = target < total ? first_above(first, last, target, false) : first_above(first, last, total, true);
    const double before = at > first ? ends[at - 1] : 0.0;
    const double low = input.begin(at);
    const double high = input.end(at);
    const double place = low + (target - before) / (ends[at] - before) * (high - low);
    out[i] = from_double<T>(place < high ? place : high);
  }

  /// The first interval whose end has a greater sum, or with `reaches` at least that sum. There is one.
  DVDB_FN int64_t first_above(int64_t low, int64_t high, double sum, bool reaches) const {
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (ends[middle] > sum || (reaches && ends[middle] == sum)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  DVDB_FN static double fraction(uint64_t bits) { return double(bits >> 11) / double(uint64_t(1) << 53); }
};

template <class T>
Status check_usable(Context& c, const RayIntervals<T>& input, const RayChunks& chunks, int64_t n) {
  backend::Scratch memory(c);
  Span<uint64_t> counts;
  uint64_t found[2] = {};
  DVDB_TRY(memory.allocate(2, counts));
  DVDB_TRY(backend::fill(c, counts.data, 0, 8, 16));
  DVDB_TRY(backend::for_each(c, chunks.count(), CountUnusable<T>{input, chunks.table(), counts.data}, kChunkGrain));
  DVDB_TRY(backend::download(c, found, counts.data, 16));
  if (found[0] == 0 && found[1] == 0) return {};
  return fail(c, DVDB_INVALID_DATA,
              "Cannot sample rays: %llu of %lld weights are not from 0 to 1e280, and %llu intervals are not finite, "
              "descend or begin before the last ends",
              static_cast<unsigned long long>(found[0]), static_cast<long long>(n),
              static_cast<unsigned long long>(found[1]));
}

int64_t count_rays(const int64_t* offsets, int64_t n_rays) {
  int64_t count = 0;
  for (int64_t ray = 0; ray < n_rays; ++ray) count += offsets[ray + 1] > offsets[ray] ? 1 : 0;
  return count;
}

}  // namespace

Status operators::sample_rays_by_weight(Context& c, const SampleRaysByWeightArgs& a) {
  DVDB_TRY(check_rays(c, a.offsets, a.n_rays, a.n));
  const int64_t rays = count_rays(a.offsets, a.n_rays);
  if ((rays > 0 && a.count > a.n_out / rays) || rays * a.count != a.n_out) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sample rays: %lld places for each of %lld rays are not %lld",
                static_cast<long long>(a.count), static_cast<long long>(rays), static_cast<long long>(a.n_out));
  }
  if (a.n == 0) return {};
  return with_real(c, a.dtype, "intervals", [&]<class T>() -> Status {
    const RayIntervals<T> input{a.intervals.as<T>().data, a.weights.as<T>().data};
    RayChunks chunks(c);
    DVDB_TRY(chunks.make(c, a.offsets, a.n_rays));
    if (a.checked != 0) DVDB_TRY(check_usable(c, input, chunks, a.n));
    const ChunkTable& table = chunks.table();
    backend::Scratch sum_memory(c), front_memory(c), kind_memory(c), end_memory(c), ray_memory(c);
    Span<ChunkWeights> sums;
    Span<double> fronts, ends;
    Span<uint32_t> kinds;
    Span<int64_t> holders;
    DVDB_TRY(sum_memory.allocate(chunks.count(), sums));
    DVDB_TRY(front_memory.allocate(chunks.count(), fronts));
    DVDB_TRY(kind_memory.allocate(int64_t(a.n_rays), kinds));
    DVDB_TRY(end_memory.allocate(a.n, ends));
    DVDB_TRY(ray_memory.allocate(rays, holders));
    DVDB_TRY(backend::for_each(c, chunks.count(), SumContributions<T>{input, table, sums.data}, kChunkGrain));
    DVDB_TRY(backend::for_each(c, a.n_rays, PickWeights{table, sums.data, fronts.data, kinds.data}, kChunkGrain));
    DVDB_TRY(backend::for_each(c, chunks.count(), RunSums<T>{input, table, fronts.data, kinds.data, ends.data},
                               kChunkGrain));
    DVDB_TRY(backend::for_each_scan(c, a.n_rays, RankRays{table.starts, holders.data}));
    const uint64_t seed = uint64_t(a.seed_high) << 32 | a.seed_low;
    const DrawPlace<T> draw{input,   table.starts,      holders.data, ends.data,
                            a.count, a.stratified != 0, seed,         a.out.as<T>().data};
    return backend::for_each(c, a.n_out, draw, kSampleGrain);
  });
}
