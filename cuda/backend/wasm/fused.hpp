/// Products and sums rounded once, a * b + c, for which WebAssembly has no instruction.
///
/// The product of two floats is a double. Adding c rounds to a double, and what is a float's worth of that rounds
/// again: twice is once, except in the middle between two floats, and below the least normal one. To be right there,
/// too, the first rounding has to be to odd: S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums",
/// 2008.
#pragma once

#include <wasm_simd128.h>

namespace dvdb::wasm {

/// a * b + c of floats that are held as doubles, rounded to odd where it is no double: a float rounds once from it.
inline v128_t fused_to_odd(v128_t a, v128_t b, v128_t c) {
  const v128_t product = wasm_f64x2_mul(a, b);
  const v128_t sum = wasm_f64x2_add(c, product);
  const v128_t part = wasm_f64x2_sub(sum, c);
  const v128_t error = wasm_f64x2_add(wasm_f64x2_sub(c, wasm_f64x2_sub(sum, part)), wasm_f64x2_sub(product, part));
  const v128_t zero = wasm_f64x2_const_splat(0);
  const v128_t is_inexact = wasm_v128_or(wasm_f64x2_lt(error, zero), wasm_f64x2_gt(error, zero));  // not for NaN
  const v128_t is_odd = wasm_i64x2_sub(zero, wasm_v128_and(sum, wasm_i64x2_const_splat(1)));
  const v128_t away = wasm_v128_or(wasm_i64x2_shr(wasm_v128_xor(error, sum), 63), wasm_i64x2_const_splat(1));
  return wasm_i64x2_add(sum, wasm_v128_and(away, wasm_v128_andnot(is_inexact, is_odd)));
}

/// Doubles rounded to floats, still held as doubles.
inline v128_t rounded_to_floats(v128_t doubles) {
  return wasm_f64x2_promote_low_f32x4(wasm_f32x4_demote_f64x2_zero(doubles));
}

}  // namespace dvdb::wasm
