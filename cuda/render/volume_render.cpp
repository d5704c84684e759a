/// Compositing of samples along rays (Max 1995): sums over each chunk, then over each ray.
#include "render/volume.hpp"

using namespace dvdb;

namespace {

/// Sums one column of a chunk: a channel, the positions, or the weights themselves.
template <class T>
struct SumChunk {
  using A = Computed<T>;
  WeightedSamples<T> samples;
  const int32_t* counts;
  Divider columns;  // channels + 2
  A* sums;          // [chunks, columns]

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const int64_t at = columns.divide(i, &column);
    const int64_t begin = samples.rays[at].begin;
    const int64_t end = begin + counts[at];
    A sum = A(0);
    if (column < samples.channels) {
      for (int64_t s = begin; s < end; ++s)
        sum += samples.weights[s] * load_real(samples.rgbs, s * samples.channels + column);
    } else if (column == samples.channels) {
      for (int64_t s = begin; s < end; ++s) sum += samples.weights[s] * load_real(samples.ts, s);
    } else {
      for (int64_t s = begin; s < end; ++s) sum += samples.weights[s];
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

Status operators::volume_render(Context& c, const VolumeRenderArgs& a) {
  return with_samples(c, a, a.n_rays, [&]<class T>(const VolumeSamples<T>& samples) -> Status {
    using A = Computed<T>;
    VolumeWeights<T> weighed(c);
    DVDB_TRY(weighed.make(samples, a.offsets, a.n_rays, a.transmittance_threshold, a.out_weights.as<T>().data, false));
    backend::Scratch memory(c);
    Span<A> sums;
    const Divider columns = Divider::of(a.channels + 2);
    DVDB_TRY(memory.allocate(weighed.n_chunks() * columns.by, sums));
    const SumChunk<T> sum_chunk{weighed.with_weights(samples), weighed.counts(), columns, sums.data};
    DVDB_TRY(backend::for_each(c, sums.size, sum_chunk, kSampleGrain));
    const SumRay<T> sum_ray{weighed.table(),
                            a.channels,
                            columns,
                            sums.data,
                            weighed.counts(),
                            a.out_rgb.as<T>().data,
                            a.out_depth.as<T>().data,
                            a.out_opacity.as<T>().data,
                            a.out_counts.data};
    return backend::for_each(c, a.n_rays * columns.by, sum_ray, kSampleGrain);
  });
}
