/// Convolutions: the choice of a backend, and what all backends share.
/// out[target] = activation(sum over taps and channels of weight * source[row(tap, target)] + bias + residual[target]):
/// reference.hpp.
#include "_generated/conv_args.hpp"
#include "backend/api/launch.hpp"
#include "conv/backends/backend.hpp"

using namespace dvdb;

namespace {

/// Rows that are summed sequentially.
constexpr int64_t kBiasRows = 1024;

/// Adds up the gradients of some rows, in double precision.
template <class T>
struct SumRows {
  const T* gradients;  // [n, channels]
  int64_t n;
  int64_t channels;
  double* out;  // [parts, channels]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t channel = i % channels;
    const int64_t begin = i / channels * kBiasRows;
    const int64_t end = min_of(n, begin + kBiasRows);
    double sum = 0;
    for (int64_t row = begin; row < end; ++row) sum += load_as<double>(gradients[row * channels + channel]);
    out[i] = sum;
  }
};

struct JoinSums {
  const double* sums;  // [parts, channels]
  int64_t parts;
  int64_t channels;
  uint32_t dtype;
  void* out;  // [channels]

  DVDB_FN void operator()(int64_t channel) const {
    double sum = 0;
    for (int64_t part = 0; part < parts; ++part) sum += sums[part * channels + channel];
    store_element(out, dtype, channel, sum, false);
  }
};

/// Rounds sums to an element type that backends do not write.
struct ConvertSums {
  const void* from;
  uint32_t from_dtype;
  void* to;
  uint32_t to_dtype;

  DVDB_FN void operator()(int64_t i) const {
    store_element(to, to_dtype, i, load_element<double>(from, from_dtype, i), false);
  }
};

/// Keeps the gradients of results above 0, and writes 0 for the others: the backward pass of ReLU.
template <class T>
struct MaskGradients {
  const T* results;
  const T* gradients;
  T* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = load_as<double>(results[i]) > 0 ? gradients[i] : T{}; }
};

Status sum_bias(Context& context, const ConvShape& shape, const void* gradients, int64_t n, uint32_t out_dtype,
                void* out) {
  const int64_t channels = shape.out_channels;
  const int64_t parts = (n + kBiasRows - 1) / kBiasRows;
  backend::Scratch memory(context);
  Span<double> sums;
  DVDB_TRY(memory.allocate(parts * channels, sums));
  return with_float(context, shape.dtype, "gradients", [&]<class T>() -> Status {
    DVDB_TRY(backend::for_each(context, sums.size, SumRows<T>{static_cast<const T*>(gradients), n, channels, sums.data},
                               16));
    return backend::for_each(context, channels, JoinSums{sums.data, parts, channels, out_dtype, out});
  });
}

template <class Args>
ConvShape shape_of(const Args& a) {
  return {a.dtype, a.in_channels, a.out_channels};
}

}  // namespace

Status operators::sparse_conv(Context& c, const SparseConvArgs& a) {
  const ConvShape shape = shape_of(a);
  const ConvBackend* chosen = nullptr;
  DVDB_TRY(choose_backend(c, *a.plan, shape, a.backend, &chosen));
  const bool relu = a.activation == DVDB_ACTIVATION_RELU;
  return chosen->sum(
      c, {a.plan, shape, false, a.features.data, a.weights.data, a.bias.data, a.residual.data, relu, a.out.data});
}

Status operators::sparse_conv_backward(Context& c, const SparseConvBackwardArgs& a) {
  const ConvShape shape = shape_of(a);
  const ConvBackend* chosen = nullptr;
  DVDB_TRY(choose_backend(c, *a.plan, shape, a.backend, &chosen));
  backend::Scratch mask_memory(c);
  const void* given = a.gradients.data;
  if (a.results.given) {
    // What the residual gets is what everything else is computed of.
    void* masked = a.out_residual.data;
    if (!a.out_residual.given) {
      DVDB_TRY(mask_memory.allocate(a.results.size * dtype_bytes(a.dtype)));
      masked = mask_memory.data();
    }
    DVDB_TRY(with_float(c, a.dtype, "gradients", [&]<class T>() {
      const MaskGradients<T> mask{a.results.as<T>().data, a.gradients.as<T>().data, static_cast<T*>(masked)};
      return backend::for_each(c, a.results.size, mask);
    }));
    given = masked;
  } else if (a.out_residual.given) {
    DVDB_TRY(backend::copy(c, a.out_residual.data, given, a.gradients.size * dtype_bytes(a.dtype)));
  }
  if (a.out_features.given) {
    ConvPlan reverse(c);
    reverse.ties = a.plan->ties;
    reverse.target_is_fine = !a.plan->target_is_fine;
    DVDB_TRY(
        chosen->sum(c, {&reverse, shape, true, given, a.weights.data, nullptr, nullptr, false, a.out_features.data}));
  }
  if (a.out_weights.given) {
    const uint32_t summed = a.dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32;
    const bool fits = a.weights_dtype == a.dtype || a.weights_dtype == summed;
    backend::Scratch sum_memory(c);
    if (!fits) DVDB_TRY(sum_memory.allocate(a.out_weights.size * dtype_bytes(summed)));
    void* const to = fits ? a.out_weights.data : sum_memory.data();
    DVDB_TRY(chosen->sum_outer(c, {a.plan, shape, fits ? a.weights_dtype : summed, a.features.data, given, to}));
    if (!fits) {
      const ConvertSums convert{to, summed, a.out_weights.data, a.weights_dtype};
      DVDB_TRY(backend::for_each(c, a.out_weights.size, convert));
    }
  }
  if (a.out_bias.given) return sum_bias(c, shape, given, a.plan->target().n_voxels, a.weights_dtype, a.out_bias.data);
  return {};
}
