/// Products with vectors of 512 bits.
#if defined(__x86_64__)

#include <immintrin.h>

#include "base/portable.hpp"

#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,fma,popcnt")

#include "backend/cpu/special/conv/gemm_loops.hpp"

namespace dvdb::backend {

namespace {

struct Floats {
  using Value = float;
  using Vector = __m512;
  static constexpr int kLanes = 16;
  static constexpr int kTileRows = 12;
  static inline Vector load(const float* from) { return _mm512_loadu_ps(from); }
  static inline void store(float* to, Vector value) { _mm512_storeu_ps(to, value); }
  static inline Vector spread(float value) { return _mm512_set1_ps(value); }
  static inline Vector zero() { return _mm512_setzero_ps(); }
  static inline Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  static inline Vector multiply_add(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
};

struct Doubles {
  using Value = double;
  using Vector = __m512d;
  static constexpr int kLanes = 8;
  static constexpr int kTileRows = 12;
  static inline Vector load(const double* from) { return _mm512_loadu_pd(from); }
  static inline void store(double* to, Vector value) { _mm512_storeu_pd(to, value); }
  static inline Vector spread(double value) { return _mm512_set1_pd(value); }
  static inline Vector zero() { return _mm512_setzero_pd(); }
  static inline Vector add(Vector a, Vector b) { return _mm512_add_pd(a, b); }
  static inline Vector multiply_add(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
};

int list_rows(const int32_t* rows, int n, int32_t* found, int32_t* places) {
  const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  int count = 0;
  for (int i = 0; i < n; i += 16) {
    const __mmask16 inside = n - i >= 16 ? __mmask16(0xffff) : __mmask16((1u << (n - i)) - 1);
    const __m512i held = _mm512_maskz_loadu_epi32(inside, rows + i);
    const __mmask16 there = _mm512_mask_cmp_epi32_mask(inside, held, _mm512_setzero_si512(), _MM_CMPINT_NLT);
    _mm512_storeu_si512(found + count, _mm512_maskz_compress_epi32(there, held));
    _mm512_storeu_si512(places + count,
                        _mm512_maskz_compress_epi32(there, _mm512_add_epi32(steps, _mm512_set1_epi32(i))));
    count += __builtin_popcount(there);
  }
  return count;
}

constexpr GemmKernels<float> kFloats = kernels_of<Floats>(list_rows);
constexpr GemmKernels<double> kDoubles = kernels_of<Doubles>(list_rows);

}  // namespace

const GemmKernels<float>& avx512_kernels_f32() { return kFloats; }
const GemmKernels<double>& avx512_kernels_f64() { return kDoubles; }

}  // namespace dvdb::backend

#pragma GCC pop_options

#endif
