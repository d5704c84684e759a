/// Products with vectors of 256 bits.
#if defined(__x86_64__)

#include <immintrin.h>

#include "base/portable.hpp"

#pragma GCC push_options
#pragma GCC target("avx2,fma")

#include "backend/cpu/special/conv/gemm_loops.hpp"

namespace dvdb::backend {

namespace {

struct Floats {
  using Value = float;
  using Vector = __m256;
  static constexpr int kLanes = 8;
  static constexpr int kTileRows = 6;
  static inline Vector load(const float* from) { return _mm256_loadu_ps(from); }
  static inline void store(float* to, Vector value) { _mm256_storeu_ps(to, value); }
  static inline Vector spread(float value) { return _mm256_set1_ps(value); }
  static inline Vector zero() { return _mm256_setzero_ps(); }
  static inline Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  static inline Vector multiply_add(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
};

struct Doubles {
  using Value = double;
  using Vector = __m256d;
  static constexpr int kLanes = 4;
  static constexpr int kTileRows = 6;
  static inline Vector load(const double* from) { return _mm256_loadu_pd(from); }
  static inline void store(double* to, Vector value) { _mm256_storeu_pd(to, value); }
  static inline Vector spread(double value) { return _mm256_set1_pd(value); }
  static inline Vector zero() { return _mm256_setzero_pd(); }
  static inline Vector add(Vector a, Vector b) { return _mm256_add_pd(a, b); }
  static inline Vector multiply_add(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
};

constexpr GemmKernels<float> kFloats = kernels_of<Floats>(list_rows_plainly);
constexpr GemmKernels<double> kDoubles = kernels_of<Doubles>(list_rows_plainly);

}  // namespace

const GemmKernels<float>& avx2_kernels_f32() { return kFloats; }
const GemmKernels<double>& avx2_kernels_f64() { return kDoubles; }

}  // namespace dvdb::backend

#pragma GCC pop_options

#endif
