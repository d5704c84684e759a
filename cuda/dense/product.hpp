/// Products of dense matrices of any float dtype.
///
///   out = epilogue(a b + bias + residual)
///
/// f32 and f64 are summed in the order of backend/api/special/dense/products.hpp, f16 and bf16 in f32: on matrix units
/// where there are any, in the order of those, and elsewhere in that of f32. Results are rounded once.
#pragma once

#include "backend/api/special/dense/products.hpp"

namespace dvdb {

struct MatrixProduct {
  uint32_t dtype;
  backend::ProductShape shape;
  const void* a;
  const void* b;
  const void* bias;      // [n], or null
  const void* residual;  // [batches, m, n], or null
  bool relu;
  void* out;  // [batches, m, n]
};

Status multiply(Context& context, const MatrixProduct& product);

}  // namespace dvdb
