/// Products with whatever vectors the compiler may use for every processor that the library is built for.
#include <cmath>

#include "backend/cpu/special/conv/gemm_loops.hpp"

namespace dvdb::backend {

namespace {

/// Some numbers, for the compiler to keep in vectors where it has fused multiply-adds for them.
template <class T>
struct Numbers {
  static constexpr int kCount = 32 / int(sizeof(T));
  T at[kCount];
};

template <class T>
struct Plain {
  using Value = T;
  using Vector = Numbers<T>;
  static constexpr int kLanes = Vector::kCount;
  static constexpr int kTileRows = 4;

  template <class Make>
  static inline Vector make(Make one) {
    Vector result;
    for (int i = 0; i < kLanes; ++i) result.at[i] = one(i);
    return result;
  }
  static inline Vector load(const T* from) {
    return make([=](int i) { return from[i]; });
  }
  static inline void store(T* to, const Vector& value) {
    for (int i = 0; i < kLanes; ++i) to[i] = value.at[i];
  }
  static inline Vector spread(T value) {
    return make([=](int) { return value; });
  }
  static inline Vector zero() { return spread(0); }
  static inline Vector add(const Vector& a, const Vector& b) {
    return make([&](int i) { return a.at[i] + b.at[i]; });
  }
  static inline Vector multiply_add(const Vector& a, const Vector& b, const Vector& c) {
    return make([&](int i) { return std::fma(a.at[i], b.at[i], c.at[i]); });
  }
};

constexpr GemmKernels<float> kFloats = kernels_of<Plain<float>>(list_rows_plainly);
constexpr GemmKernels<double> kDoubles = kernels_of<Plain<double>>(list_rows_plainly);

}  // namespace

const GemmKernels<float>& plain_kernels_f32() { return kFloats; }
const GemmKernels<double>& plain_kernels_f64() { return kDoubles; }

}  // namespace dvdb::backend
