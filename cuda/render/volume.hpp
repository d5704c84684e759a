/// Emission and absorption along rays: what compositing and its backward pass share.
///
/// With x = sigma * delta and transmittance T = 1 at the start of a ray, a sample has weight (1 - e^-x) T, and the
/// transmittance after it is T e^-x. For each chunk the product of its e^-x is computed; a pass over the chunks gives
/// the T before each. T inside a chunk is that times a running product, so that both ways of computing T at the end of
/// a chunk give the same bits.
#pragma once

#include "_generated/render_args.hpp"
#include "render/chunks.hpp"
#include "render/exponential.hpp"

namespace dvdb {

template <class T>
DVDB_FN Computed<T> load_real(const T* values, int64_t i) {
  return widen(values[i]);
}

template <class T>
DVDB_FN void store_real(T* values, int64_t i, Computed<T> value) {
  values[i] = from_double<T>(double(value));
}

/// Stands for T before chunks of which no sample counts, and after samples that do not count.
template <class A>
inline constexpr A kUnseen = A(-1);

/// Chunks of one ray that are loaded at once, so that several loads are in flight.
inline constexpr int kAhead = 8;

/// The samples of a call.
template <class T>
struct VolumeSamples {
  const T* sigmas;  // [n]
  const T* rgbs;    // [n, channels]
  const T* deltas;  // [n]
  const T* ts;      // [n]
  int64_t n = 0;
  int64_t channels = 0;

  /// e^-x - 1.
  DVDB_FN Computed<T> loss(int64_t i) const { return exp_less_one(-(load_real(sigmas, i) * load_real(deltas, i))); }
};

/// The samples of a call, the chunks that they are in, and their weights.
template <class T>
struct WeightedSamples : VolumeSamples<T> {
  ChunkTable rays;
  const Computed<T>* weights;  // [n]
};

/// Multiplies the e^-x of the samples of a chunk, and finds the minimum of the running products.
template <class T>
struct MultiplyChunk {
  using A = Computed<T>;
  VolumeSamples<T> samples;
  ChunkTable rays;
  A* products;
  A* least;

  DVDB_FN void operator()(int64_t i) const {
    const Chunk chunk = rays[i];
    A product = A(1);
    A lowest = std::numeric_limits<A>::infinity();
    for (int64_t s = chunk.begin; s < chunk.end; ++s) {
      product *= A(1) + samples.loss(s);
      if (product < lowest) lowest = product;
    }
    products[i] = product;
    least[i] = lowest;
  }
};

/// Computes T before each chunk of a ray, and replaces the product of the chunk with it.
template <class A>
struct FindFronts {
  ChunkTable rays;
  A threshold;
  const A* least;
  A* products;

  DVDB_FN void operator()(int64_t ray) const {
    const int64_t stop = rays.chunks[ray + 1];
    A front = A(1);
    for (int64_t i = rays.chunks[ray]; i < stop; i += kAhead) {
      A product[kAhead];
      A lowest[kAhead];
      for (int k = 0; k < kAhead; ++k) {
        product[k] = i + k < stop ? products[i + k] : A(1);
        lowest[k] = i + k < stop ? least[i + k] : A(1);
      }
      for (int k = 0; k < kAhead; ++k) {
        if (i + k < stop) products[i + k] = front;
        if (front != kUnseen<A>) front = front * lowest[k] <= threshold ? kUnseen<A> : front * product[k];
      }
    }
  }
};

/// Writes the weights of a chunk, T after each sample if requested, and the number of samples that count.
template <class T>
struct WeighChunk {
  using A = Computed<T>;
  VolumeSamples<T> samples;
  ChunkTable rays;
  A threshold;
  const A* fronts;
  A* weights;  // [n]
  A* passed;   // [n] or null
  T* stored;   // [n] weights once more, or null
  int32_t* counts;

  DVDB_FN void operator()(int64_t i) const {
    const Chunk chunk = rays[i];
    const A front = fronts[i];
    bool open = front != kUnseen<A>;
    A product = A(1);
    int32_t count = 0;
    for (int64_t s = chunk.begin; s < chunk.end; ++s) {
      A weight = A(0);
      A behind = kUnseen<A>;
      if (open) {
        const A loss = samples.loss(s);
        weight = -loss * (front * product);
        product *= A(1) + loss;
        behind = front * product;
        open = !(behind <= threshold);
        ++count;
      }
      weights[s] = weight;
      if (passed != nullptr) passed[s] = behind;
      if (stored != nullptr) store_real(stored, s, weight);
    }
    counts[i] = count;
  }
};

/// The weights of all samples in the type used for computing, and the number of samples of each chunk that count.
template <class T>
class VolumeWeights {
 public:
  using A = Computed<T>;

  explicit VolumeWeights(Context& context) : context_(context), chunks_(context), memory_(context) {}

  /// Weights are also written to `stored`, unless it is null.
  Status make(const VolumeSamples<T>& samples, const int64_t* offsets, int64_t n_rays, double threshold, T* stored,
              bool keeps_passed) {
    DVDB_TRY(chunks_.make(context_, offsets, n_rays));
    const int64_t n_chunks = chunks_.count();
    backend::Layout layout;
    const int64_t at_weights = layout.reserve<A>(samples.n);
    const int64_t at_passed = layout.reserve<A>(keeps_passed ? samples.n : 0);
    const int64_t at_fronts = layout.reserve<A>(n_chunks);
    const int64_t at_least = layout.reserve<A>(n_chunks);
    const int64_t at_counts = layout.reserve<int32_t>(n_chunks);
    DVDB_TRY(memory_.allocate(layout.bytes()));
    uint8_t* base = static_cast<uint8_t*>(memory_.data());
    weights_ = reinterpret_cast<A*>(base + at_weights);
    passed_ = keeps_passed ? reinterpret_cast<A*>(base + at_passed) : nullptr;
    fronts_ = reinterpret_cast<A*>(base + at_fronts);
    A* least = reinterpret_cast<A*>(base + at_least);
    counts_ = reinterpret_cast<int32_t*>(base + at_counts);
    const ChunkTable& table = chunks_.table();
    const A limit = A(threshold);
    DVDB_TRY(backend::for_each(context_, n_chunks, MultiplyChunk<T>{samples, table, fronts_, least}, kChunkGrain));
    DVDB_TRY(backend::for_each(context_, n_rays, FindFronts<A>{table, limit, least, fronts_}, kChunkGrain));
    return backend::for_each(context_, n_chunks,
                             WeighChunk<T>{samples, table, limit, fronts_, weights_, passed_, stored, counts_},
                             kChunkGrain);
  }

  /// Samples with their chunks and weights.
  WeightedSamples<T> with_weights(const VolumeSamples<T>& samples) const { return {samples, table(), weights()}; }
  const ChunkTable& table() const { return chunks_.table(); }
  int64_t n_chunks() const { return chunks_.count(); }
  const A* weights() const { return weights_; }
  const A* passed() const { return passed_; }
  const int32_t* counts() const { return counts_; }
  /// Memory of one number for each chunk whose contents are no longer needed: free for reuse.
  A* spare() const { return fronts_; }

 private:
  Context& context_;
  RayChunks chunks_;
  backend::Scratch memory_;
  A* weights_ = nullptr;
  A* passed_ = nullptr;
  A* fronts_ = nullptr;
  int32_t* counts_ = nullptr;
};

/// The samples of the arguments.
template <class T, class Args>
VolumeSamples<T> samples_of(const Args& a) {
  const auto data = [](const Operand& of) { return of.as<T>().data; };
  return {data(a.sigmas), data(a.rgbs), data(a.deltas), data(a.ts), a.n, a.channels};
}

inline Status check_threshold(Context& context, double threshold) {
  if (threshold >= 0 && threshold <= 1) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot render: the threshold %g is not from 0 to 1", threshold);
}

/// Checks a call, and calls body(samples) with its VolumeSamples unless it has nothing to do.
template <class Args, class Body>
Status with_samples(Context& context, const Args& a, int64_t to_do, Body body) {
  DVDB_TRY(check_threshold(context, a.transmittance_threshold));
  DVDB_TRY(check_rays(context, a.offsets, a.n_rays, a.n));
  if (to_do == 0) return {};
  return with_real(context, a.dtype, "sigmas", [&]<class T>() -> Status { return body(samples_of<T>(a)); });
}

}  // namespace dvdb
