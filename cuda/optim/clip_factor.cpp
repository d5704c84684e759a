/// The factor that clips the norm of all gradients together (Pascanu, Mikolov and Bengio 2013).
#include <cmath>

#include "_generated/optim_args.hpp"
#include "backend/api/algorithms.hpp"
#include "optim/tensor_table.hpp"

using namespace dvdb;

namespace {

/// Sums the squares of a chunk in f64: those of each thread, then thread by thread.
template <class T>
struct SumSquares {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 2;
  struct Shared {
    double sums[kThreads];
  };

  typename TensorTable<T, 1>::View tensors;
  double* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      const auto chunk = tensors.chunk(tile);
      const T* const gradients = chunk.entry->data[0];
      double sum = 0;
      for (int64_t i = chunk.begin + thread; i < chunk.end; i += kThreads) {
        const double gradient = double(gradients[i]);
        sum += gradient * gradient;
      }
      shared.sums[thread] = sum;
    } else if (thread == 0) {
      double sum = 0;
      for (int at = 0; at < kThreads; ++at) sum += shared.sums[at];
      out[tile] = sum;
    }
  }
};

/// Makes the factor of the sum of squares.
template <class T>
struct WriteFactor {
  const double* square;
  double most;
  T* control;
  T* norm;

  DVDB_FN void operator()(int64_t) const {
    const double found = std::sqrt(*square);
    const bool finite = found <= std::numeric_limits<double>::max();
    const double factor = most / (found + 1e-6);
    control[0] = T(finite ? (factor < 1 ? factor : 1.0) : 0.0);
    control[1] = T(finite ? 1 : 0);
    norm[0] = plain_nan(T(found));
  }
};

}  // namespace

Status operators::clip_factor(Context& c, const ClipFactorArgs& a) {
  const auto clip = [&]<class T>() -> Status {
    TensorTable<T, 1> table(c);
    const TensorRole roles[] = {{"gradients", a.gradients}};
    DVDB_TRY(table.make(a.n_tensors, roles, 1, a.counts, nullptr));
    backend::Scratch memory(c);
    Span<double> sums;
    DVDB_TRY(memory.allocate(table.chunks() + 1, sums));
    DVDB_TRY(backend::for_each_tile(c, table.chunks(), SumSquares<T>{table.view(), sums.data}));
    const Span<double> total{sums.data + table.chunks(), 1};
    DVDB_TRY(backend::fold(c, backend::Fold::kSum, {sums.data, table.chunks()}, total));
    return backend::for_each(
        c, 1, WriteFactor<T>{total.data, a.most, a.out_control.as<T>().data, a.out_norm.as<T>().data});
  };
  return a.dtype == DVDB_F64 ? clip.template operator()<double>() : clip.template operator()<float>();
}
