/// Conversion of many tensors to other types by one launch.
#include "_generated/jagged_args.hpp"
#include "core/tensor_pairs.hpp"
#include "jagged/element_runs.hpp"

using namespace dvdb;

namespace {

/// Converts by way of the type C, which holds the numbers of both.
template <class C>
struct ConvertChunks {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 1;
  static constexpr int kBatch = 4;  // elements of a thread whose reads do not wait for each other
  struct Shared {};

  TensorPairs tensors;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    const auto chunk = tensors.chunk(tile);
    const TensorPair& pair = *chunk.pair;
    for (int64_t i = chunk.begin + thread; i < chunk.end; i += kThreads * kBatch) {
      C values[kBatch];
      DVDB_UNROLLED
      for (int k = 0; k < kBatch; ++k) {
        const int64_t at = i + k * kThreads;
        if (at < chunk.end) values[k] = load_element<C>(pair.from, pair.from_dtype, at);
      }
      DVDB_UNROLLED
      for (int k = 0; k < kBatch; ++k) {
        const int64_t at = i + k * kThreads;
        if (at < chunk.end) store_element(pair.to, pair.to_dtype, at, values[k], true);
      }
    }
  }

  void run_on_host(int64_t tile, Shared&) const {
    const auto chunk = tensors.chunk(tile);
    C run[kRun];
    for (int64_t at = chunk.begin; at < chunk.end; at += kRun) {
      const int64_t n = min_of(chunk.end - at, kRun);
      with_elements(chunk.pair->from, chunk.pair->from_dtype, [&]<class T>(const T* data) {
        for (int64_t i = 0; i < n; ++i) run[i] = load_as<C>(data[at + i]);
      });
      write_run(chunk.pair->to, chunk.pair->to_dtype, at, n, run, true);
    }
  }
};

bool is_float(uint32_t dtype) {
  return dtype == DVDB_F16 || dtype == DVDB_BF16 || dtype == DVDB_F32 || dtype == DVDB_F64;
}

}  // namespace

Status operators::convert_tensors(Context& c, const ConvertTensorsArgs& a) {
  bool is_wide = false;
  for (uint32_t i = 0; i < a.n_tensors; ++i) {
    for (const uint32_t dtype : {a.dtypes[i], a.out_dtypes[i]}) {
      if (!is_float(dtype))
        return fail(c, DVDB_INVALID_ARGUMENT, "Cannot convert tensor %u: dtype %u is not f16, bf16, f32 or f64", i,
                    dtype);
      is_wide = is_wide || dtype == DVDB_F64;
    }
  }
  const auto look_up = [&](int64_t i, TensorPair& out) -> Status {
    void* from = nullptr;
    DVDB_TRY(borrow_numbers(c, a.tensors[i], a.dtypes[i], a.counts[i], "tensors", &from));
    DVDB_TRY(borrow_numbers(c, a.out[i], a.out_dtypes[i], a.counts[i], "out", &out.to));
    out.from = from;
    out.count = a.counts[i];
    out.from_dtype = a.dtypes[i];
    out.to_dtype = a.out_dtypes[i];
    return {};
  };
  return for_each_pair(a.n_tensors, look_up, [&](const TensorPairs& pairs, int64_t chunks) {
    return is_wide ? backend::for_each_tile(c, chunks, ConvertChunks<double>{pairs})
                   : backend::for_each_tile(c, chunks, ConvertChunks<float>{pairs});
  });
}
