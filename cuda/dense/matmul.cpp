/// Products of matrices, many at once.
#include "_generated/dense_args.hpp"
#include "dense/product.hpp"

using namespace dvdb;

Status operators::matmul(Context& c, const MatmulArgs& a) {
  const backend::ProductShape shape{a.batches, a.m, a.k, a.n, a.left_transposed != 0, a.right_transposed != 0};
  return multiply(c, {a.dtype, shape, a.left.data, a.right.data, nullptr, nullptr, false, a.out.data});
}
