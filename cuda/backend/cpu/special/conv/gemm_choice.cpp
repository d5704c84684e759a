/// The choice between products with all kinds of vectors that a processor may have.
#include <cstdlib>
#include <string_view>

#include "backend/cpu/special/conv/gemm_kernels.hpp"

namespace dvdb::backend {

namespace {

enum class Vectors { kPlain, kAvx2, kAvx512 };

/// Asked anew each time, so that a test can compare all kinds.
Vectors choose_vectors() {
#if defined(__x86_64__)
  const char* variable = std::getenv("DENOVDB_CPU_VECTORS");
  const std::string_view wish = variable == nullptr ? "" : variable;
  if (wish == "plain") return Vectors::kPlain;
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (has_512 && wish != "avx2") return Vectors::kAvx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Vectors::kAvx2;
#endif
  return Vectors::kPlain;
}

}  // namespace

template <>
const GemmKernels<float>& gemm_kernels<float>() {
  switch (choose_vectors()) {
#if defined(__x86_64__)
    case Vectors::kAvx512: return avx512_kernels_f32();
    case Vectors::kAvx2: return avx2_kernels_f32();
#endif
    default: return plain_kernels_f32();
  }
}

template <>
const GemmKernels<double>& gemm_kernels<double>() {
  switch (choose_vectors()) {
#if defined(__x86_64__)
    case Vectors::kAvx512: return avx512_kernels_f64();
    case Vectors::kAvx2: return avx2_kernels_f64();
#endif
    default: return plain_kernels_f64();
  }
}

}  // namespace dvdb::backend
