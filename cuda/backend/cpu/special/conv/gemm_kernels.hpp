/// The inner loops of products over kernel maps, for every width of vectors that a processor may have.
#pragma once

#include "base/portable.hpp"

namespace dvdb::backend {

/// Loops made for one kind of vectors. Panels are groups of columns, padded with zeros.
template <class T>
struct GemmKernels {
  int tile_rows;    // rows that one call takes at most
  int panel;        // columns of a panel
  int small_panel;  // columns of a last panel, where they are enough

  /// Lists the rows that are not -1 and their places, and returns how many there are. Both lists need room for n and
  /// 15 more.
  int (*list_rows)(const int32_t* rows, int n, int32_t* found, int32_t* places);

  /// sums[places[r]] += from[rows[r]] * b for r < n_rows, summed from 0 on, k = 0, 1, ... in order. `from` has `width`
  /// numbers from row to row, `b` is a panel [width, columns], `sums` has `stride` numbers from row to row.
  void (*add_products)(const T* from, int64_t width, const int32_t* rows, int n_rows, const T* b, int columns, T* sums,
                       int64_t stride, const int32_t* places);

  /// out[i] += sum over r < n_rows, in order from 0, of from[rows[r]][i] * b[places[r]], for i < n_channels, which is
  /// tile_rows at most. `from` and `b` have `width` and `b_stride` numbers from row to row, `out` has `stride` from i
  /// to i + 1.
  void (*add_outer)(const T* from, int64_t width, const int32_t* rows, int n_channels, const T* b, int64_t b_stride,
                    const int32_t* places, int columns, int n_rows, T* out, int64_t stride);
};

/// The loops for the widest vectors that this processor has. DENOVDB_CPU_VECTORS may ask for "plain" or "avx2" instead;
/// results are the same.
template <class T>
const GemmKernels<T>& gemm_kernels();

// One file each. Those that a processor has no instructions for must not be called.
const GemmKernels<float>& plain_kernels_f32();
const GemmKernels<double>& plain_kernels_f64();
#if defined(__x86_64__)
const GemmKernels<float>& avx2_kernels_f32();
const GemmKernels<double>& avx2_kernels_f64();
const GemmKernels<float>& avx512_kernels_f32();
const GemmKernels<double>& avx512_kernels_f64();
#endif

}  // namespace dvdb::backend
