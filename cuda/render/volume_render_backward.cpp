/// Backward pass of compositing. With G the gradient of a sample by its weight, and T the transmittance after it,
/// dL/dx = T G - sum over the later samples q of w_q G_q.
#include "render/volume.hpp"

using namespace dvdb;

namespace {

/// Gradients of the results; null if not given.
template <class T>
struct OutputGradients {
  const T* rgb;      // [n_rays, channels]
  const T* depth;    // [n_rays]
  const T* opacity;  // [n_rays]
  const T* weights;  // [n]
};

/// Gradients of the inputs; null if not wanted.
template <class T>
struct InputGradients {
  T* sigmas;  // [n]
  T* rgbs;    // [n, channels]
  T* deltas;  // [n]
  T* ts;      // [n]
};

/// Computes the gradient of a sample's weight, and those of its color and position.
template <class T>
struct ValueSample {
  using A = Computed<T>;
  WeightedSamples<T> samples;
  const A* passed;
  OutputGradients<T> given;
  InputGradients<T> out;
  A* values;  // [n]

  DVDB_FN void operator()(int64_t s) const { value(s, samples.rays.ray_of_sample(s)); }

  void run_on_host(int64_t begin, int64_t end) const {
    each_with_list(samples.rays.starts, samples.rays.ray_of_sample(begin), begin, end,
                   [this](int64_t s, int64_t ray) { value(s, ray); });
  }

  DVDB_FN void value(int64_t s, int64_t ray) const {
    const int64_t channels = samples.channels;
    const bool counts = passed[s] != kUnseen<A>;
    const A weight = samples.weights[s];
    A sum = A(0);
    if (given.rgb != nullptr && counts) {
      for (int64_t c = 0; c < channels; ++c)
        sum += load_real(given.rgb, ray * channels + c) * load_real(samples.rgbs, s * channels + c);
    }
    if (given.depth != nullptr && counts) sum += load_real(given.depth, ray) * load_real(samples.ts, s);
    if (given.opacity != nullptr && counts) sum += load_real(given.opacity, ray);
    if (given.weights != nullptr && counts) sum += load_real(given.weights, s);
    values[s] = sum;
    if (out.rgbs != nullptr) {
      const bool flows = given.rgb != nullptr && counts;
      for (int64_t c = 0; c < channels; ++c) {
        store_real(out.rgbs, s * channels + c, flows ? weight * load_real(given.rgb, ray * channels + c) : A(0));
      }
    }
    if (out.ts != nullptr)
      store_real(out.ts, s, given.depth != nullptr && counts ? weight * load_real(given.depth, ray) : A(0));
  }
};

/// Sums w G over the samples of a chunk that count.
template <class A>
struct SumValues {
  ChunkTable rays;
  const A* weights;
  const int32_t* counts;
  const A* values;
  A* sums;  // [chunks]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t begin = rays[i].begin;
    A sum = A(0);
    for (int64_t s = begin + counts[i] - 1; s >= begin; --s) sum += weights[s] * values[s];
    sums[i] = sum;
  }
};

/// Replaces the sum of each chunk of a ray with the sum over all later chunks.
template <class A>
struct SumBehind {
  ChunkTable rays;
  A* sums;

  DVDB_FN void operator()(int64_t ray) const {
    const int64_t first = rays.chunks[ray];
    A behind = A(0);
    for (int64_t i = rays.chunks[ray + 1] - 1; i >= first; i -= kAhead) {
      A own[kAhead];
      for (int k = 0; k < kAhead; ++k) own[k] = i - k >= first ? sums[i - k] : A(0);
      for (int k = 0; k < kAhead; ++k) {
        if (i - k >= first) sums[i - k] = behind;
        behind += own[k];
      }
    }
  }
};

/// Writes the gradients of densities and lengths of a chunk, back to front.
template <class T>
struct PropagateChunk {
  using A = Computed<T>;
  WeightedSamples<T> samples;
  const A* passed;
  const int32_t* counts;
  const A* values;
  const A* behind;
  InputGradients<T> out;

  DVDB_FN void operator()(int64_t i) const {
    const Chunk chunk = samples.rays[i];
    const int64_t stop = chunk.begin + counts[i];
    A inside = A(0);
    for (int64_t s = chunk.end - 1; s >= chunk.begin; --s) {
      A gradient = A(0);
      if (s < stop) {
        gradient = passed[s] * values[s] - (behind[i] + inside);
        inside += samples.weights[s] * values[s];
      }
      if (out.sigmas != nullptr) store_real(out.sigmas, s, s < stop ? load_real(samples.deltas, s) * gradient : A(0));
      if (out.deltas != nullptr) store_real(out.deltas, s, s < stop ? load_real(samples.sigmas, s) * gradient : A(0));
    }
  }
};

}  // namespace

Status operators::volume_render_backward(Context& c, const VolumeRenderBackwardArgs& a) {
  return with_samples(c, a, a.n, [&]<class T>(const VolumeSamples<T>& samples) -> Status {
    using A = Computed<T>;
    const auto data = [](const Operand& of) { return of.as<T>().data; };
    const OutputGradients<T> given{data(a.rgb_gradients), data(a.depth_gradients), data(a.opacity_gradients),
                                   data(a.weight_gradients)};
    const InputGradients<T> out{data(a.out_sigmas), data(a.out_rgbs), data(a.out_deltas), data(a.out_ts)};
    VolumeWeights<T> weighed(c);
    DVDB_TRY(weighed.make(samples, a.offsets, a.n_rays, a.transmittance_threshold, nullptr, true));
    backend::Scratch memory(c);
    Span<A> values;
    DVDB_TRY(memory.allocate(a.n, values));
    const ChunkTable& table = weighed.table();
    const WeightedSamples<T> chunked = weighed.with_weights(samples);
    const A* passed = weighed.passed();
    DVDB_TRY(backend::for_each(c, a.n, ValueSample<T>{chunked, passed, given, out, values.data}, kSampleGrain));
    if (out.sigmas == nullptr && out.deltas == nullptr) return {};
    A* behind = weighed.spare();
    DVDB_TRY(backend::for_each(c, weighed.n_chunks(),
                               SumValues<A>{table, weighed.weights(), weighed.counts(), values.data, behind},
                               kChunkGrain));
    DVDB_TRY(backend::for_each(c, a.n_rays, SumBehind<A>{table, behind}, kChunkGrain));
    const PropagateChunk<T> propagate{chunked, passed, weighed.counts(), values.data, behind, out};
    return backend::for_each(c, weighed.n_chunks(), propagate, kChunkGrain);
  });
}
