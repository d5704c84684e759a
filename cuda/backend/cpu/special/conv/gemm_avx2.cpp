/// Products with vectors of 256 bits.
#if defined(__x86_64__)

#include <immintrin.h>

#include "base/portable.hpp"

#pragma GCC push_options
#pragma GCC target("avx2,fma")

namespace dvdb::backend {

namespace {

inline __m256 fused(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
inline __m256d fused(__m256d a, __m256d b, __m256d c) { return _mm256_fmadd_pd(a, b, c); }

}  // namespace

}  // namespace dvdb::backend

#include "backend/cpu/special/conv/gemm_vectors.hpp"

namespace dvdb::backend {

namespace {

constexpr GemmKernels<float> kFloats = kernels_of<Vectors<float, 32, 6>>(list_rows_plainly);
constexpr GemmKernels<double> kDoubles = kernels_of<Vectors<double, 32, 6>>(list_rows_plainly);

}  // namespace

const GemmKernels<float>& avx2_kernels_f32() { return kFloats; }
const GemmKernels<double>& avx2_kernels_f64() { return kDoubles; }

}  // namespace dvdb::backend

#pragma GCC pop_options

#endif
