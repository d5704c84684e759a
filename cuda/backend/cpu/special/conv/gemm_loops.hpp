/// Tiles of products in registers. Included once by each file for a kind of vectors, whose instructions it may use, so
/// everything here is private to the file that includes it.
///
/// A kind L has Value, Vector, kLanes, kTileRows, load, store, spread, zero, add and multiply_add. Vectors run along
/// columns, so every column is summed in the order of k, whatever the width.
#pragma once

#include "backend/cpu/special/conv/gemm_kernels.hpp"

namespace dvdb::backend {

namespace {

/// Rows, each of `width` numbers, and which of them are meant.
template <class T>
struct Gathered {
  const T* from;
  int64_t width;
  const int32_t* rows;
};

/// Place of the sums.
template <class T>
struct Sums {
  T* at;
  int64_t stride;
  const int32_t* places;
};

template <class L, int kRows, int kVectors>
void add_tile(const Gathered<typename L::Value>& a, const typename L::Value* b, const Sums<typename L::Value>& sums) {
  using Vector = typename L::Vector;
  const typename L::Value* from[kRows];
  Vector held[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    from[r] = a.from + a.rows[r] * a.width;
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) held[r][v] = L::zero();
  }
  const int64_t width = a.width;
  for (int64_t i = 0; i < width; ++i, b += kVectors * L::kLanes) {
    Vector column[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) column[v] = L::load(b + v * L::kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const Vector one = L::spread(from[r][i]);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) held[r][v] = L::multiply_add(one, column[v], held[r][v]);
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      typename L::Value* at = sums.at + sums.places[r] * sums.stride + v * L::kLanes;
      L::store(at, L::add(L::load(at), held[r][v]));
    }
  }
}

template <class L, int kRows, int kVectors>
void add_outer_tile(const Gathered<typename L::Value>& a, const Gathered<typename L::Value>& b, int n_rows,
                    typename L::Value* out, int64_t stride) {
  using Vector = typename L::Vector;
  Vector held[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) held[r][v] = L::zero();
  }
  for (int i = 0; i < n_rows; ++i) {
    const typename L::Value* left = a.from + a.rows[i] * a.width;
    const typename L::Value* right = b.from + b.rows[i] * b.width;
    Vector column[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) column[v] = L::load(right + v * L::kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const Vector one = L::spread(left[r]);
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
void add_rows(const Gathered<typename L::Value>& a, int n_rows, const typename L::Value* b,
              const Sums<typename L::Value>& sums) {
  if (n_rows == kRows) return add_tile<L, kRows, kVectors>(a, b, sums);
  if constexpr (kRows > 1) add_rows<L, kVectors, kRows - 1>(a, n_rows, b, sums);
}

template <class L, int kVectors, int kRows = L::kTileRows>
void add_outer_rows(const Gathered<typename L::Value>& a, int n_channels, const Gathered<typename L::Value>& b,
                    int n_rows, typename L::Value* out, int64_t stride) {
  if (n_channels == kRows) return add_outer_tile<L, kRows, kVectors>(a, b, n_rows, out, stride);
  if constexpr (kRows > 1) add_outer_rows<L, kVectors, kRows - 1>(a, n_channels, b, n_rows, out, stride);
}

template <class L>
void add_products(const typename L::Value* from, int64_t width, const int32_t* rows, int n_rows,
                  const typename L::Value* b, int columns, typename L::Value* sums, int64_t stride,
                  const int32_t* places) {
  const Gathered<typename L::Value> a{from, width, rows};
  if (columns == 2 * L::kLanes) return add_rows<L, 2>(a, n_rows, b, {sums, stride, places});
  add_rows<L, 1>(a, n_rows, b, {sums, stride, places});
}

template <class L>
void add_outer(const typename L::Value* from, int64_t width, const int32_t* rows, int n_channels,
               const typename L::Value* b, int64_t b_stride, const int32_t* places, int columns, int n_rows,
               typename L::Value* out, int64_t stride) {
  const Gathered<typename L::Value> left{from, width, rows};
  const Gathered<typename L::Value> right{b, b_stride, places};
  if (columns == 2 * L::kLanes) return add_outer_rows<L, 2>(left, n_channels, right, n_rows, out, stride);
  add_outer_rows<L, 1>(left, n_channels, right, n_rows, out, stride);
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
constexpr GemmKernels<typename L::Value> kernels_of(int (*list_rows)(const int32_t*, int, int32_t*, int32_t*)) {
  return {L::kTileRows, 2 * L::kLanes, L::kLanes, list_rows, add_products<L>, add_outer<L>};
}

}  // namespace

}  // namespace dvdb::backend
