/// Products with vectors of 128 bits, which have no fused multiply-add: sums of floats are held as doubles.
#include <wasm_simd128.h>

#include "backend/cpu/special/conv/gemm_loops.hpp"
#include "backend/wasm/fused.hpp"

namespace dvdb::backend {

namespace {

/// Four floats as doubles.
struct Four {
  v128_t low, high;
};

/// Every product rounded as it has to be.
struct Exact {
  using Value = float;
  using Vector = Four;
  static constexpr int kLanes = 4;
  static constexpr int kTileRows = 2;

  static inline Vector load(const float* from) {
    const v128_t all = wasm_v128_load(from);
    return {wasm_f64x2_promote_low_f32x4(all), wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(all, all, 1, 0))};
  }
  static inline void store(float* to, const Vector& value) {
    wasm_v128_store(to, wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(value.low),
                                           wasm_f32x4_demote_f64x2_zero(value.high), 0, 2));
  }
  static inline Vector spread(float value) {
    const v128_t all = wasm_f64x2_splat(double(value));
    return {all, all};
  }
  static inline Vector zero() { return spread(0); }
  static inline Vector add(const Vector& a, const Vector& b) {
    return {wasm_f64x2_add(a.low, b.low), wasm_f64x2_add(a.high, b.high)};
  }
  static inline Vector multiply_add(const Vector& a, const Vector& b, const Vector& c) {
    return {wasm::rounded_to_floats(wasm::fused_to_odd(a.low, b.low, c.low)),
            wasm::rounded_to_floats(wasm::fused_to_odd(a.high, b.high, c.high))};
  }
};

/// Rounds twice, which is almost always right, and notes when it may not be.
struct Watched {
  v128_t least_tail = wasm_i32x4_const_splat(INT32_MAX);  // of sums: the least where one is in a middle
  v128_t least_left = wasm_i32x4_const_splat(-1);         // of the numbers that are multiplied, without signs
  v128_t least_right = wasm_i32x4_const_splat(-1);

  inline v128_t multiply_add(v128_t a, v128_t b, v128_t c) {
    const v128_t sum = wasm_f64x2_add(c, wasm_f64x2_mul(a, b));
    // The 29 bits that a float has no room for are a one and zeros in a middle. High words only look so far outside of
    // the range of floats.
    least_tail = wasm_i32x4_min(least_tail, wasm_i32x4_shl(sum, 3));
    return wasm::rounded_to_floats(sum);
  }
  /// Notes floats that are to be multiplied: zeros count as large.
  static inline v128_t least_of(v128_t least, v128_t floats) {
    return wasm_u32x4_min(least, wasm_i32x4_sub(wasm_i32x4_shl(floats, 1), wasm_i32x4_const_splat(1)));
  }
  static uint32_t least_lane(v128_t lanes) {
    const v128_t two = wasm_u32x4_min(lanes, wasm_i32x4_shuffle(lanes, lanes, 2, 3, 0, 1));
    return uint32_t(wasm_i32x4_extract_lane(wasm_u32x4_min(two, wasm_i32x4_shuffle(two, two, 1, 0, 3, 2)), 0));
  }
  /// Whether all sums were rounded as they have to be.
  bool are_right() const {
    if (wasm_v128_any_true(wasm_i32x4_eq(least_tail, wasm_i32x4_const_splat(INT32_MIN)))) return false;
    // Where all products are multiples of the least float, sums below the least normal one are floats.
    const int left = int(least_lane(least_left) >> 24);  // its exponent, or one less
    const int right = int(least_lane(least_right) >> 24);
    return max_of(left, 1) + max_of(right, 1) >= 2 * 127 - 103;
  }
};

/// Multiplies kRows numbers by a row of 4 * kVectors in each of n steps, and adds up.
template <int kRows, int kVectors, class Left, class Right>
bool sum_products(int64_t n, Left left, Right right, Four (&held)[kRows][kVectors]) {
  Watched watched;
  const v128_t zero = wasm_f64x2_const_splat(0);
  for (auto& row : held) {
    for (Four& four : row) four = {zero, zero};
  }
  for (int64_t i = 0; i < n; ++i) {
    Four column[kVectors];
    const float* from = right(i);
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      watched.least_right = Watched::least_of(watched.least_right, wasm_v128_load(from + 4 * v));
      column[v] = Exact::load(from + 4 * v);
    }
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
      const v128_t single = wasm_v128_load32_splat(left(i, r));
      watched.least_left = Watched::least_of(watched.least_left, single);
      const v128_t one = wasm_f64x2_promote_low_f32x4(single);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        held[r][v].low = watched.multiply_add(one, column[v].low, held[r][v].low);
        held[r][v].high = watched.multiply_add(one, column[v].high, held[r][v].high);
      }
    }
  }
  return watched.are_right();
}

template <int kRows, int kVectors>
bool add_product_rows(const float* from, int64_t width, const int32_t* rows, const float* b, float* sums,
                      int64_t stride, const int32_t* places) {
  Four held[kRows][kVectors];
  const float* own[kRows];
  for (int r = 0; r < kRows; ++r) own[r] = from + rows[r] * width;
  const bool are_right = sum_products<kRows, kVectors>(
      width, [&](int64_t i, int r) { return own[r] + i; },
      [&](int64_t i) { return b + i * (kVectors * Exact::kLanes); }, held);
  if (!are_right) return false;
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      float* const at = sums + places[r] * stride + v * Exact::kLanes;
      Exact::store(at, Exact::add(Exact::load(at), held[r][v]));
    }
  }
  return true;
}

template <int kRows, int kVectors>
bool add_outer_rows(const float* from, int64_t width, const int32_t* rows, const float* b, int64_t b_stride,
                    const int32_t* places, int n_rows, float* out, int64_t stride) {
  Four held[kRows][kVectors];
  const bool are_right = sum_products<kRows, kVectors>(
      n_rows, [&](int64_t i, int r) { return from + rows[i] * width + r; },
      [&](int64_t i) { return b + places[i] * b_stride; }, held);
  if (!are_right) return false;
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      float* const at = out + r * stride + v * Exact::kLanes;
      Exact::store(at, Exact::add(Exact::load(at), held[r][v]));
    }
  }
  return true;
}

void add_watched_products(const float* from, int64_t width, const int32_t* rows, int n_rows, const float* b,
                          int columns, float* sums, int64_t stride, const int32_t* places) {
  const bool is_wide = columns == 2 * Exact::kLanes;
  const auto add = n_rows == 2 ? is_wide ? add_product_rows<2, 2> : add_product_rows<2, 1>
                   : is_wide   ? add_product_rows<1, 2>
                               : add_product_rows<1, 1>;
  if (add(from, width, rows, b, sums, stride, places)) return;
  add_products<Exact>(from, width, rows, n_rows, b, columns, sums, stride, places);
}

void add_watched_outer(const float* from, int64_t width, const int32_t* rows, int n_channels, const float* b,
                       int64_t b_stride, const int32_t* places, int columns, int n_rows, float* out, int64_t stride) {
  const bool is_wide = columns == 2 * Exact::kLanes;
  const auto add = n_channels == 2 ? is_wide ? add_outer_rows<2, 2> : add_outer_rows<2, 1>
                   : is_wide       ? add_outer_rows<1, 2>
                                   : add_outer_rows<1, 1>;
  if (add(from, width, rows, b, b_stride, places, n_rows, out, stride)) return;
  add_outer<Exact>(from, width, rows, n_channels, b, b_stride, places, columns, n_rows, out, stride);
}

constexpr GemmKernels<float> kFloats = {Exact::kTileRows,  2 * Exact::kLanes,    Exact::kLanes,
                                        list_rows_plainly, add_watched_products, add_watched_outer};

}  // namespace

template <>
const GemmKernels<float>& gemm_kernels<float>() {
  return kFloats;
}

template <>
const GemmKernels<double>& gemm_kernels<double>() {
  return plain_kernels_f64();
}

}  // namespace dvdb::backend
