/// The linear layer, x W^T + bias + residual, with ReLU, and its backward pass.
#include "_generated/dense_args.hpp"
#include "dense/columns.hpp"
#include "dense/product.hpp"

using namespace dvdb;

namespace {

/// The gradients of what ReLU was applied to: those of results above 0.
template <class T>
struct PassGradients {
  const T* gradients;
  const T* results;  // or null: all of them
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const bool passes = results == nullptr || widen(results[i]) > 0;
    out[i] = narrow<T>(passes ? widen(gradients[i]) : Computed<T>(0));
  }
};

/// Sums of columns.
template <class T>
struct SumColumns {
  static constexpr int kSums = 1;
  const T* rows;
  int64_t channels;
  bool whole;

  struct Lane {};
  using Words = RawPack<T>;
  DVDB_FN Lane lane(int64_t, const Columns&) const { return {}; }
  DVDB_FN Words read(const Columns& columns, int64_t row) const {
    return read_pack(rows + row * channels + columns.first, whole, columns.held);
  }
  DVDB_FN void add(const Lane&, const Words& words, double (&sums)[kSums][kPack<T>]) const {
    Computed<T> x[kPack<T>];
    widen_pack(words, x);
    for (int at = 0; at < kPack<T>; ++at) sums[0][at] += double(x[at]);
  }
};

template <class T>
struct WriteSums {
  T* out;

  DVDB_FN void operator()(int64_t, int64_t channel, const double (&sums)[1]) const {
    out[channel] = from_double<T>(sums[0]);
  }
};

template <class T>
Status sum_columns(Context& c, const T* rows, int64_t n, int64_t channels, T* out) {
  ColumnSums<T> sums(c);
  DVDB_TRY(sums.cut({n}, channels));
  return sums.sum(SumColumns<T>{rows, channels, has_whole_packs<T>(channels, address_of(rows))}, WriteSums<T>{out});
}

}  // namespace

Status operators::linear(Context& c, const LinearArgs& a) {
  const backend::ProductShape shape{1, a.n, a.in_channels, a.out_channels, false, true};
  return multiply(c, {a.dtype, shape, a.features.data, a.weights.data, a.bias.data, a.residual.data,
                      a.epilogue == DVDB_EPILOGUE_RELU, a.out.data});
}

Status operators::linear_backward(Context& c, const LinearBackwardArgs& a) {
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    const T* gradients = a.gradients.as<T>().data;
    backend::Scratch memory(c);
    if (a.results.given || a.out_residual.given) {
      Span<T> passed = a.out_residual.as<T>();
      if (!a.out_residual.given) DVDB_TRY(memory.allocate(a.n * a.out_channels, passed));
      DVDB_TRY(
          backend::for_each(c, a.n * a.out_channels, PassGradients<T>{gradients, a.results.as<T>().data, passed.data}));
      gradients = passed.data;
    }
    if (a.out_features.given) {
      const backend::ProductShape shape{1, a.n, a.out_channels, a.in_channels, false, false};
      DVDB_TRY(multiply(c, {a.dtype, shape, gradients, a.weights.data, nullptr, nullptr, false, a.out_features.data}));
    }
    if (a.out_weights.given) {
      const backend::ProductShape shape{1, a.out_channels, a.n, a.in_channels, true, false};
      DVDB_TRY(multiply(c, {a.dtype, shape, gradients, a.features.data, nullptr, nullptr, false, a.out_weights.data}));
    }
    if (!a.out_bias.given) return {};
    return sum_columns<T>(c, gradients, a.n, a.out_channels, a.out_bias.as<T>().data);
  });
}
