/// The factor that clips the norm of all gradients together (Pascanu, Mikolov and Bengio 2013).
#include <cmath>

#include "_generated/optim_args.hpp"
#include "backend/api/algorithms.hpp"
#include "optim/tensor_table.hpp"

using namespace dvdb;

namespace {

/// Sums the squares of a chunk in f64: those of each thread, of neighboring threads, then of all.
template <class S>
struct SumSquares {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 3;
  static constexpr int kNeighbors = 16;
  struct Shared {
    double sums[kThreads];
    double parts[kThreads / kNeighbors];
  };

  typename TensorTable<S>::View tensors;
  double* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      const auto chunk = tensors.chunk(tile);
      double sum = 0;
      with_elements<S>(chunk.entry->dtype, [&]<class T>() {
        const T* const gradients = static_cast<const T*>(chunk.entry->gradients);
        DVDB_UNROLLED
        for (int64_t i = chunk.begin + thread; i < chunk.end; i += kThreads) sum += square(gradients[i]);
      });
      shared.sums[thread] = sum;
    } else if constexpr (P == 1) {
      if (thread >= kThreads / kNeighbors) return;
      double sum = 0;
      for (int at = 0; at < kNeighbors; ++at) sum += shared.sums[thread * kNeighbors + at];
      shared.parts[thread] = sum;
    } else if (thread == 0) {
      double sum = 0;
      for (const double part : shared.parts) sum += part;
      out[tile] = sum;
    }
  }

  void run_on_host(int64_t tile, Shared& shared) const {
    const auto chunk = tensors.chunk(tile);
    double sums[kThreads] = {};
    with_elements<S>(chunk.entry->dtype, [&]<class T>() {
      const T* const gradients = static_cast<const T*>(chunk.entry->gradients);
      for (int64_t begin = chunk.begin; begin < chunk.end; begin += kThreads) {
        const int held = int(min_of(chunk.end - begin, int64_t(kThreads)));
        for (int at = 0; at < held; ++at) sums[at] += square(gradients[begin + at]);
      }
    });
    for (int at = 0; at < kThreads; ++at) shared.sums[at] = sums[at];
    for (int thread = 0; thread < kThreads / kNeighbors; ++thread) phase<1>(tile, thread, shared);
    phase<2>(tile, 0, shared);
  }

  template <class T>
  DVDB_FN static double square(T gradient) {
    const double wide = double(widen(gradient));
    return wide * wide;
  }
};

/// Makes the factor of the sum of squares.
struct WriteFactor {
  const double* square;
  const double* loss_scale;  // or null
  double most;
  double* out;

  DVDB_FN void operator()(int64_t) const {
    const double scale = loss_scale == nullptr ? 1.0 : loss_scale[0];
    const double norm = std::sqrt(*square) / scale;
    const bool finite = norm <= std::numeric_limits<double>::max();
    const double factor = most / (norm + 1e-6);
    out[0] = !finite ? 0 : (factor < 1 ? factor : 1) / scale;
    out[1] = finite ? 1 : 0;
    out[2] = plain_nan(norm);
  }
};

/// Micikevicius et al., "Mixed precision training", 2018.
struct UpdateScale {
  static constexpr double kMost = 16777216.0;
  const double* factor;
  int64_t period;
  double* record;  // scale, steps since it changed, steps skipped

  DVDB_FN void operator()(int64_t) const {
    if (factor[1] == 0) {
      record[0] = max_of(record[0] * 0.5, 1.0);
      record[1] = 0;
      record[2] += 1;
    } else if (record[1] + 1 < double(period)) {
      record[1] += 1;
    } else {
      record[0] = min_of(record[0] * 2, kMost);
      record[1] = 0;
    }
  }
};

}  // namespace

Status operators::loss_scale_into(Context& c, const LossScaleIntoArgs& a) {
  return backend::for_each(c, 1, UpdateScale{a.factor.data, a.period, a.scale.data});
}

Status operators::clip_factor(Context& c, const ClipFactorArgs& a) {
  return with_computed(a.dtypes, a.n_tensors, [&]<class S>() -> Status {
    TensorTable<S> table(c);
    DVDB_TRY(table.make({a.n_tensors, a.counts, a.dtypes, nullptr, nullptr, a.gradients, {}, {}}));
    backend::Scratch memory(c);
    Span<double> sums;
    DVDB_TRY(memory.allocate(table.chunks() + 1, sums));
    DVDB_TRY(backend::for_each_tile(c, table.chunks(), SumSquares<S>{table.view(), sums.data}));
    const Span<double> total{sums.data + table.chunks(), 1};
    DVDB_TRY(backend::fold(c, backend::Fold::kSum, {sums.data, table.chunks()}, total));
    return backend::for_each(c, 1, WriteFactor{total.data, a.loss_scale.data, a.most, a.out.data});
  });
}
