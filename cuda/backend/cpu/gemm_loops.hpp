/// Tiles of products in registers. Included once by each file that defines a kind of vectors, whose instructions it may use,
/// so everything here is private to the file that includes it.
///
/// A kind L has Value, Vector, kLanes, kTileRows, load, store, spread, zero, add and multiply_add, and may have copy_some for
/// less than a vector. Vectors run along columns, so every column is summed in the order of k, whatever the width.
#pragma once

#include "backend/cpu/gemm_kernels.hpp"

namespace dvdb::backend {

namespace {

template <class L, int kRows, int kVectors>
void add_tile(const typename L::Value* a, const typename L::Value* b, int k, typename L::Value* sums, int64_t stride, const int32_t* places) {
  using Vector = typename L::Vector;
  Vector held[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) held[r][v] = L::load(sums + places[r] * stride + v * L::kLanes);
  }
  for (int i = 0; i < k; ++i, ++a, b += kVectors * L::kLanes) {
    Vector column[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) column[v] = L::load(b + v * L::kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const Vector one = L::spread(a[r * kDepth]);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) held[r][v] = L::multiply_add(one, column[v], held[r][v]);
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) L::store(sums + places[r] * stride + v * L::kLanes, held[r][v]);
  }
}

template <class L, int kRows, int kVectors>
void add_outer_tile(const typename L::Value* a, int64_t a_stride, const typename L::Value* b, int64_t b_stride, int n_rows, typename L::Value* out,
                    int64_t stride) {
  using Vector = typename L::Vector;
  Vector held[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) held[r][v] = L::zero();
  }
  for (int i = 0; i < n_rows; ++i, a += a_stride, b += b_stride) {
    Vector column[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) column[v] = L::load(b + v * L::kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const Vector one = L::spread(a[r]);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) held[r][v] = L::multiply_add(one, column[v], held[r][v]);
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      typename L::Value* at = out + r * stride + v * L::kLanes;
      L::store(at, L::add(L::load(at), held[r][v]));
    }
  }
}

/// Calls the tile for a number of rows that is known only now.
template <class L, int kVectors, int kRows = L::kTileRows>
void add_rows(const typename L::Value* a, int n_rows, const typename L::Value* b, int k, typename L::Value* sums, int64_t stride,
              const int32_t* places) {
  if (n_rows == kRows) return add_tile<L, kRows, kVectors>(a, b, k, sums, stride, places);
  if constexpr (kRows > 1) add_rows<L, kVectors, kRows - 1>(a, n_rows, b, k, sums, stride, places);
}

template <class L, int kVectors, int kRows = L::kTileRows>
void add_outer_rows(const typename L::Value* a, int64_t a_stride, int n_channels, const typename L::Value* b, int64_t b_stride, int n_rows,
                    typename L::Value* out, int64_t stride) {
  if (n_channels == kRows) return add_outer_tile<L, kRows, kVectors>(a, a_stride, b, b_stride, n_rows, out, stride);
  if constexpr (kRows > 1) add_outer_rows<L, kVectors, kRows - 1>(a, a_stride, n_channels, b, b_stride, n_rows, out, stride);
}

template <class L>
void add_products(const typename L::Value* a, int n_rows, const typename L::Value* b, int columns, int k, typename L::Value* sums, int64_t stride,
                  const int32_t* places) {
  if (columns == 2 * L::kLanes) return add_rows<L, 2>(a, n_rows, b, k, sums, stride, places);
  add_rows<L, 1>(a, n_rows, b, k, sums, stride, places);
}

template <class L>
void add_outer(const typename L::Value* a, int64_t a_stride, int n_channels, const typename L::Value* b, int64_t b_stride, int columns, int n_rows,
               typename L::Value* out, int64_t stride) {
  if (columns == 2 * L::kLanes) return add_outer_rows<L, 2>(a, a_stride, n_channels, b, b_stride, n_rows, out, stride);
  add_outer_rows<L, 1>(a, a_stride, n_channels, b, b_stride, n_rows, out, stride);
}

template <class L>
void pack_rows(const typename L::Value* from, int64_t stride, const int32_t* rows, int n_rows, int k, typename L::Value* to) {
  for (int r = 0; r < n_rows; ++r, to += kDepth) {
    const typename L::Value* row = from + rows[r] * stride;
    int i = 0;
    for (; i + L::kLanes <= k; i += L::kLanes) L::store(to + i, L::load(row + i));
    if constexpr (requires { L::copy_some(row, to, k); }) {
      if (i < k) L::copy_some(row + i, to + i, k - i);
    } else {
      for (; i < k; ++i) to[i] = row[i];
    }
  }
}

[[maybe_unused]] int list_rows_plainly(const int32_t* rows, int n, int32_t* found, int32_t* places) {
  int count = 0;
  for (int i = 0; i < n; ++i) {
    found[count] = rows[i];
    places[count] = i;
    count += rows[i] >= 0 ? 1 : 0;
  }
  return count;
}

template <class L>
constexpr GemmKernels<typename L::Value> kernels_of(const char* name, int (*list_rows)(const int32_t*, int, int32_t*, int32_t*)) {
  return {name, L::kTileRows, 2 * L::kLanes, L::kLanes, list_rows, pack_rows<L>, add_products<L>, add_outer<L>};
}

}  // namespace

}  // namespace dvdb::backend
