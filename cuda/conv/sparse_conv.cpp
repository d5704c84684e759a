/// The convolution entries: argument checks, the choice of a backend, and what all backends share.
/// out[target] = activation(bias + sum over taps and channels of weight * source[row(tap, target)]): reference.hpp.
#include "backend/api/launch.hpp"
#include "conv/backends/backend.hpp"
#include "core/entry.hpp"
#include "core/numbers.hpp"

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

template <class T>
struct JoinSums {
  const double* sums;  // [parts, channels]
  int64_t parts;
  int64_t channels;
  T* out;  // [channels]

  DVDB_FN void operator()(int64_t channel) const {
    double sum = 0;
    for (int64_t part = 0; part < parts; ++part) sum += sums[part * channels + channel];
    out[channel] = store_as<T>(sum, false);
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

Status with_float(Context& context, uint32_t dtype, auto body) {
  switch (dtype) {
    case DVDB_F16: return body.template operator()<Half>();
    case DVDB_BF16: return body.template operator()<Brief>();
    case DVDB_F32: return body.template operator()<float>();
    case DVDB_F64: return body.template operator()<double>();
    default: return fail(context, DVDB_INTERNAL, "Cannot convolve: dtype %u was let through", dtype);
  }
}

Status sum_bias(Context& context, const ConvShape& shape, const void* gradients, int64_t n, void* out) {
  const int64_t channels = shape.out_channels;
  const int64_t parts = (n + kBiasRows - 1) / kBiasRows;
  backend::Scratch memory(context);
  Span<double> sums;
  DVDB_TRY(memory.allocate(parts * channels, sums));
  return with_float(context, shape.dtype, [&]<class T>() -> Status {
    DVDB_TRY(backend::for_each(context, sums.size, SumRows<T>{static_cast<const T*>(gradients), n, channels, sums.data}, 16));
    return backend::for_each(context, channels, JoinSums<T>{sums.data, parts, channels, static_cast<T*>(out)});
  });
}

/// Borrows a buffer; its size is only checked if it is wanted.
Status borrow_wanted(Context& context, uint32_t is_wanted, dvdb_buffer buffer, uint32_t dtype, int64_t count, const char* name, void** out) {
  if (is_wanted != 0) return borrow_numbers(context, buffer, dtype, count, name, out);
  Buffer* unused = nullptr;
  return find(context, buffer, &unused);
}

/// The plan, its backend, and the number of elements of each tensor.
struct Request {
  ConvPlan* plan = nullptr;
  ConvPlan reverse;
  const ConvBackend* backend = nullptr;
  ConvShape shape;
  int64_t n_features = 0;
  int64_t n_weights = 0;
  int64_t n_results = 0;

  Request(Context& context, const ConvShape& asked) : reverse(context), shape(asked) {}

  Status take(Context& context, dvdb_conv_plan handle, uint32_t wish) {
    DVDB_TRY(find(context, handle, &plan));
    DVDB_TRY(check_shape(context, shape));
    DVDB_TRY(choose_backend(context, *plan, shape, wish, &backend));
    n_features = plan->source().n_voxels * shape.in_channels;
    n_weights = plan->ties->taps() * shape.in_channels * shape.out_channels;
    n_results = plan->target().n_voxels * shape.out_channels;
    reverse.ties = plan->ties;
    reverse.target_is_fine = !plan->target_is_fine;
    return {};
  }
};

}  // namespace

dvdb_status dvdb_sparse_conv(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer bias, uint32_t dtype,
                             int64_t in_channels, int64_t out_channels, uint32_t activation, uint32_t backend, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Request request(c, {dtype, in_channels, out_channels});
    DVDB_TRY(request.take(c, plan, backend));
    if (activation > DVDB_ACTIVATION_RELU) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot convolve: activation %u is unknown", activation);
    void* held_features = nullptr;
    void* held_weights = nullptr;
    void* held_bias = nullptr;
    void* held_out = nullptr;
    DVDB_TRY(borrow_numbers(c, features, dtype, request.n_features, "features", &held_features));
    DVDB_TRY(borrow_numbers(c, weights, dtype, request.n_weights, "weights", &held_weights));
    if (bias != 0) DVDB_TRY(borrow_numbers(c, bias, dtype, out_channels, "bias", &held_bias));
    DVDB_TRY(borrow_numbers(c, out, dtype, request.n_results, "out", &held_out));
    const bool relu = activation == DVDB_ACTIVATION_RELU;
    return request.backend->sum(c, {request.plan, request.shape, false, held_features, held_weights, held_bias, relu, held_out});
  });
}

dvdb_status dvdb_sparse_conv_backward(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer results,
                                      dvdb_buffer gradients, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t backend,
                                      uint32_t wanted, dvdb_buffer out_features, dvdb_buffer out_weights, dvdb_buffer out_bias) noexcept {
  return entry(context, [=](Context& c) -> Status {
    constexpr uint32_t kAll = DVDB_CONV_FEATURES | DVDB_CONV_WEIGHTS | DVDB_CONV_BIAS;
    Request request(c, {dtype, in_channels, out_channels});
    DVDB_TRY(request.take(c, plan, backend));
    if (wanted > kAll) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot convolve backwards: wanted is %u, 0 to %u expected", wanted, kAll);
    void* held_features = nullptr;
    void* held_weights = nullptr;
    void* held_results = nullptr;
    void* given = nullptr;
    void* made_features = nullptr;
    void* made_weights = nullptr;
    void* made_bias = nullptr;
    DVDB_TRY(borrow_numbers(c, features, dtype, request.n_features, "features", &held_features));
    DVDB_TRY(borrow_numbers(c, weights, dtype, request.n_weights, "weights", &held_weights));
    if (results != 0) DVDB_TRY(borrow_numbers(c, results, dtype, request.n_results, "results", &held_results));
    DVDB_TRY(borrow_numbers(c, gradients, dtype, request.n_results, "gradients", &given));
    DVDB_TRY(borrow_wanted(c, wanted & DVDB_CONV_FEATURES, out_features, dtype, request.n_features, "out_features", &made_features));
    DVDB_TRY(borrow_wanted(c, wanted & DVDB_CONV_WEIGHTS, out_weights, dtype, request.n_weights, "out_weights", &made_weights));
    DVDB_TRY(borrow_wanted(c, wanted & DVDB_CONV_BIAS, out_bias, dtype, out_channels, "out_bias", &made_bias));

    backend::Scratch mask_memory(c);
    if (results != 0) {
      DVDB_TRY(mask_memory.allocate(request.n_results * dtype_bytes(dtype)));
      void* masked = mask_memory.data();
      DVDB_TRY(with_float(c, dtype, [&]<class T>() {
        return backend::for_each(c, request.n_results,
                                 MaskGradients<T>{static_cast<const T*>(held_results), static_cast<const T*>(given), static_cast<T*>(masked)});
      }));
      given = masked;
    }
    if (wanted & DVDB_CONV_FEATURES) {
      DVDB_TRY(request.backend->sum(c, {&request.reverse, request.shape, true, given, held_weights, nullptr, false, made_features}));
    }
    if (wanted & DVDB_CONV_WEIGHTS) {
      DVDB_TRY(request.backend->sum_outer(c, {request.plan, request.shape, held_features, given, made_weights}));
    }
    if (wanted & DVDB_CONV_BIAS) return sum_bias(c, request.shape, given, request.plan->target().n_voxels, made_bias);
    return {};
  });
}
