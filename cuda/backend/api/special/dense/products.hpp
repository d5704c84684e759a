/// Products of dense matrices, many at once.
///
/// A product of f32 or f64 is summed in an order that depends on its sizes alone, so all implementations give the same
/// bits. Products of f16 and bf16 are for matrix units (tensor cores), whose order is that of the device.
#pragma once

#include "backend/api/special/conv/window_gemm.hpp"
#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// The sizes of products a [m, k] * b [k, n], one after the other. A transposed operand lies as [k, m] or [n, k].
struct ProductShape {
  int64_t batches;
  int64_t m, k, n;
  bool a_transposed;
  bool b_transposed;
};

/// Depth of a chunk, which is summed from 0 by fused multiply-adds in order.
inline constexpr int64_t kProductChunk = 256;

/// Parts of the depth, whole chunks each, that are summed apart where results are too few to occupy a device: the sums
/// of a part's chunks are added in order from 0, then those of the parts.
struct ProductParts {
  int64_t depth;  // of a part
  int64_t count;

  /// Aims at 256 tiles of 64 x 64 sums; at most 64 parts, and fewer where their sums would take more than 2^24 numbers.
  static ProductParts of(const ProductShape& shape) { return aim(shape, 256, 64); }
  /// For matrix units: four such tiles for each multiprocessor.
  static ProductParts for_units(const ProductShape& shape) { return aim(shape, 528, 128); }

 private:
  static ProductParts aim(const ProductShape& shape, int64_t wanted_tiles, int64_t most_parts) {
    const int64_t chunks = max_of(int64_t(1), (shape.k + kProductChunk - 1) / kProductChunk);
    const int64_t tiles = shape.batches * ((shape.m + 63) / 64) * ((shape.n + 63) / 64);
    const int64_t sums = max_of(int64_t(1), shape.batches * shape.m * shape.n);
    const int64_t wanted = min_of(wanted_tiles / max_of(tiles, int64_t(1)), (int64_t(1) << 24) / sums);
    const int64_t most = max_of(int64_t(1), min_of(wanted, min_of(chunks / 2, most_parts)));
    const int64_t own = (chunks + most - 1) / most;
    return {own * kProductChunk, (chunks + own - 1) / own};
  }
};

/// Epilogue of a product: out = sum + bias of the column + residual, where there are such, and 0
/// instead of negative numbers with `relu`.
template <class T>
struct ProductEpilogue {
  const T* bias;      // [n], or null
  const T* residual;  // [batches, m, n], or null
  bool relu;

  /// The element of the residual at a place, if there is a residual.
  DVDB_FN T residual_at(int64_t place) const { return residual == nullptr ? T{} : residual[place]; }

  /// The result of a sum, to which `more` of the residual is added; `load` gives elements in the type of sums.
  template <class Sum, class Load>
  DVDB_FN Sum finish(Sum sum, int64_t column, T more, Load load) const {
    if (bias != nullptr) sum += load(bias[column]);
    if (residual != nullptr) sum += load(more);
    return relu && sum < Sum(0) ? Sum(0) : sum;
  }
};

/// Loads elements that have the type of sums already.
struct LoadAsIs {
  template <class T>
  DVDB_FN T operator()(T element) const {
    return element;
  }
};

template <class T>
struct Product {
  ProductShape shape;
  const T* a;
  const T* b;
  ProductEpilogue<T> epilogue;  // without parts
  T* out;                       // [batches, m, n]; the sums of parts, [parts, batches, m, n], where there are several
};

/// T is float or double. Results hold the plain NaN only.
Status multiply(Context& context, const Product<float>& product, const ProductParts& parts);
Status multiply(Context& context, const Product<double>& product, const ProductParts& parts);

/// A product of f16 or bf16, where there are matrix units.
struct UnitProduct {
  bool is_bf16;
  Product<uint16_t> product;
  float* sums;  // those of parts, [parts, batches, m, n], or null where there is only one
};

Status multiply_on_units(Context& context, const UnitProduct& product, const ProductParts& parts);

}  // namespace dvdb::backend
