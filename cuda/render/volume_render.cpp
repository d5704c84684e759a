/// Compositing of samples along rays (Max 1995): sums over each chunk, then over each ray.
#include "render/volume.hpp"

using namespace dvdb;

namespace {

/// Sums one column of a chunk: a channel, the positions, or the weights themselves.
template <class T>
struct SumChunk {
  using A = Computed<T>;
  VolumeSamples<T> samples;
  ChunkTable rays;
  const A* weights;
  const int32_t* counts;
  Divider columns;  // channels + 2
  A* sums;          // [chunks, columns]

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const int64_t at = columns.divide(i, &column);
    const int64_t begin = rays[at].begin;
    const int64_t end = begin + counts[at];
    A sum = A(0);
    if (column < samples.channels) {
      for (int64_t s = begin; s < end; ++s) sum += weights[s] * load_real(samples.rgbs, s * samples.channels + column);
    } else if (column == samples.channels) {
      for (int64_t s = begin; s < end; ++s) sum += weights[s] * load_real(samples.ts, s);
    } else {
      for (int64_t s = begin; s < end; ++s) sum += weights[s];
    }
    sums[i] = sum;
  }
};

/// Sums one column of a ray, and counts its composited samples.
template <class T>
struct SumRay {
  using A = Computed<T>;
  ChunkTable rays;
  int64_t channels;
  Divider columns;  // channels + 2
  const A* sums;
  const int32_t* counts;
  T* rgb;
  T* depth;
  T* opacity;
  int64_t* n_samples;

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const int64_t ray = columns.divide(i, &column);
    A sum = A(0);
    for (int64_t at = rays.chunks[ray]; at < rays.chunks[ray + 1]; ++at) sum += sums[at * columns.by + column];
    if (column < channels) {
      store_real(rgb, ray * channels + column, sum);
    } else if (column == channels) {
      store_real(depth, ray, sum);
    } else {
      store_real(opacity, ray, sum);
      int64_t count = 0;
      for (int64_t at = rays.chunks[ray]; at < rays.chunks[ray + 1]; ++at) count += counts[at];
      n_samples[ray] = count;
    }
  }
};

}  // namespace

dvdb_status dvdb_volume_render(dvdb_context context, dvdb_buffer sigmas, dvdb_buffer rgbs, dvdb_buffer deltas, dvdb_buffer ts, uint32_t dtype, int64_t n,
                               int64_t channels, const int64_t* offsets, uint32_t n_rays, double threshold, dvdb_buffer out_rgb, dvdb_buffer out_depth,
                               dvdb_buffer out_opacity, dvdb_buffer out_weights, dvdb_buffer out_counts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_threshold(c, threshold));
    DVDB_TRY(check_rays(c, offsets, n_rays, n));
    return with_real(c, dtype, "sigmas", [&]<class T>() -> Status {
      using A = Computed<T>;
      VolumeSamples<T> samples;
      Span<T> rgb, depth, opacity, weights;
      Span<int64_t> counts;
      DVDB_TRY(borrow_samples(c, sigmas, rgbs, deltas, ts, n, channels, samples));
      DVDB_TRY(borrow(c, out_rgb, n_rays * channels, "out_rgb", rgb));
      DVDB_TRY(borrow(c, out_depth, n_rays, "out_depth", depth));
      DVDB_TRY(borrow(c, out_opacity, n_rays, "out_opacity", opacity));
      DVDB_TRY(borrow(c, out_weights, n, "out_weights", weights));
      DVDB_TRY(borrow(c, out_counts, n_rays, "out_counts", counts));
      if (n_rays == 0) return {};
      VolumeWeights<T> weighed(c);
      DVDB_TRY(weighed.make(samples, offsets, n_rays, threshold, weights.data, false));
      backend::Scratch memory(c);
      Span<A> sums;
      const Divider columns = Divider::of(channels + 2);
      DVDB_TRY(memory.allocate(weighed.n_chunks() * columns.by, sums));
      const SumChunk<T> sum_chunk{samples, weighed.table(), weighed.weights(), weighed.counts(), columns, sums.data};
      DVDB_TRY(backend::for_each(c, sums.size, sum_chunk, kSampleGrain));
      const SumRay<T> sum_ray{weighed.table(), channels, columns, sums.data, weighed.counts(), rgb.data, depth.data, opacity.data, counts.data};
      return backend::for_each(c, n_rays * columns.by, sum_ray, kSampleGrain);
    });
  });
}
