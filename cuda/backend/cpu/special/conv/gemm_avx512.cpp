/// Products with vectors of 512 bits.
#if defined(__x86_64__)

#include <immintrin.h>

#include "base/portable.hpp"

#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,fma,popcnt")

namespace dvdb::backend {

namespace {

inline __m512 fused(__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); }
inline __m512d fused(__m512d a, __m512d b, __m512d c) { return _mm512_fmadd_pd(a, b, c); }

}  // namespace

}  // namespace dvdb::backend

#include "backend/cpu/special/conv/gemm_vectors.hpp"

namespace dvdb::backend {

namespace {

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

constexpr GemmKernels<float> kFloats = kernels_of<Vectors<float, 64, 12>>(list_rows);
constexpr GemmKernels<double> kDoubles = kernels_of<Vectors<double, 64, 12>>(list_rows);

}  // namespace

const GemmKernels<float>& avx512_kernels_f32() { return kFloats; }
const GemmKernels<double>& avx512_kernels_f64() { return kDoubles; }

}  // namespace dvdb::backend

#pragma GCC pop_options

#endif
