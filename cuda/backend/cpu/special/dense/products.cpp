/// Products of dense matrices on host threads, by blocks of rows of a part of the depth.
#include "backend/api/special/dense/products.hpp"

#include <algorithm>
#include <cstring>

#include "backend/cpu/special/conv/panels.hpp"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int64_t kMostBlock = 256;      // rows
constexpr int64_t kLeastBlock = 32;      // a multiple of the rows of any kernel's tile
constexpr int64_t kBlockSums = 1 << 16;  // numbers that a block should not exceed, so that its sums stay in cache

/// Rows 0, 1, 2, ...: none is left out.
struct AllRows {
  int32_t rows[kMostBlock];
  AllRows() {
    for (int i = 0; i < int(kMostBlock); ++i) rows[i] = i;
  }
};
const AllRows kAllRows;

template <class T>
class DenseProduct {
 public:
  DenseProduct(Context& context, const Product<T>& product, const ProductParts& parts)
      : context_(context),
        product_(product),
        parts_(parts),
        kernels_(gemm_kernels<T>()),
        panels_(kernels_, product.shape.n),
        matrix_memory_(context),
        memory_(context) {}

  Status run() {
    const auto& [batches, m, k, n, a_transposed, b_transposed] = product_.shape;
    if (batches == 0 || m == 0 || n == 0) return {};
    const int threads = context_.team.threads();
    const int64_t fitting =
        std::clamp(kBlockSums / panels_.padded / kLeastBlock * kLeastBlock, kLeastBlock, kMostBlock);
    const int64_t items = batches * parts_.count;
    block_ = std::clamp(round_up(m * items / (4 * threads) + 1, kLeastBlock), kLeastBlock, fitting);
    sum_place_ = memory_.reserve<T>(block_ * panels_.padded);
    row_place_ = memory_.reserve<T>(block_ * kProductChunk);
    DVDB_TRY(matrix_memory_.allocate(batches * k * panels_.padded, matrices_));
    DVDB_TRY(memory_.allocate(threads));

    const int64_t chunks = (k + kProductChunk - 1) / kProductChunk;
    context_.team.run(
        batches * chunks, [&](int64_t item, int) { pack_chunk(item / chunks, item % chunks * kProductChunk); },
        ThreadTeam::Call::kWhenLong);
    const int64_t blocks = (m + block_ - 1) / block_;
    context_.team.run(items * blocks, [&](int64_t item, int thread) {
      sum_block(item / blocks / batches, item / blocks % batches, item % blocks * block_, thread);
    });
    return {};
  }

 private:
  /// Packs a chunk of a right-hand matrix.
  void pack_chunk(int64_t batch, int64_t begin) {
    const auto& [batches, m, k, n, a_transposed, b_transposed] = product_.shape;
    const int64_t down = b_transposed ? 1 : n;
    const int64_t depth = std::min(kProductChunk, k - begin);
    pack_panels(product_.b + batch * k * n + begin * down, depth, down, b_transposed ? k : 1, panels_,
                matrices_.data + (batch * k + begin) * panels_.padded);
  }

  void sum_block(int64_t part, int64_t batch, int64_t first, int thread) {
    const auto& [batches, m, k, n, a_transposed, b_transposed] = product_.shape;
    T* const sums = memory_.template at<T>(thread, sum_place_);
    const int rows = int(std::min(block_, m - first));
    std::memset(sums, 0, size_t(rows * panels_.padded) * sizeof(T));
    const int64_t end = std::min(k, (part + 1) * parts_.depth);
    for (int64_t begin = part * parts_.depth; begin < end; begin += kProductChunk)
      add_chunk(batch, first, rows, begin, std::min(kProductChunk, end - begin), thread, sums);
    const int64_t from = (part * batches + batch) * m + first;
    for (int row = 0; row < rows; ++row)
      finish_row(sums + row * panels_.padded, (from + row) * n, product_.out + (from + row) * n);
  }

  /// Adds the products of a chunk to the sums of a block, tile by tile.
  void add_chunk(int64_t batch, int64_t first, int rows, int64_t begin, int64_t depth, int thread, T* sums) {
    const T* from = rows_of(batch, first, rows, begin, depth, thread);
    const T* const matrix = matrices_.data + (batch * product_.shape.k + begin) * panels_.padded;
    for (int row = 0; row < rows; row += kernels_.tile_rows) {
      const int held = std::min(kernels_.tile_rows, rows - row);
      for (int64_t column = 0; column < panels_.padded; column += panels_.wide) {
        kernels_.add_products(from, depth, kAllRows.rows + row, held, matrix + column * depth, panels_.width(column),
                              sums + column, panels_.padded, kAllRows.rows + row);
      }
    }
  }

  /// A chunk of rows [rows, depth]: the caller's own, or a copy where they lie otherwise.
  const T* rows_of(int64_t batch, int64_t first, int rows, int64_t begin, int64_t depth, int thread) {
    const auto& [batches, m, k, n, a_transposed, b_transposed] = product_.shape;
    const T* const a = product_.a + batch * m * k;
    if (!a_transposed && depth == k) return a + first * k;
    T* const to = memory_.template at<T>(thread, row_place_);
    if (a_transposed) {
      for (int64_t i = 0; i < depth; ++i)
        for (int row = 0; row < rows; ++row) to[row * depth + i] = a[(begin + i) * m + first + row];
    } else {
      for (int row = 0; row < rows; ++row)
        std::memcpy(to + row * depth, a + (first + row) * k + begin, size_t(depth) * sizeof(T));
    }
    return to;
  }

  void finish_row(const T* sums, int64_t at, T* to) {
    const ProductEpilogue<T>& epilogue = product_.epilogue;
    for (int64_t i = 0; i < product_.shape.n; ++i)
      to[i] = plain_nan(epilogue.finish(sums[i], i, epilogue.residual_at(at + i), LoadAsIs()));
  }

  Context& context_;
  const Product<T>& product_;
  const ProductParts& parts_;
  const GemmKernels<T>& kernels_;
  Panels<T> panels_;
  Scratch matrix_memory_;
  ThreadMemory memory_;
  Span<T> matrices_;  // right-hand ones in panels, chunk by chunk
  int64_t block_ = 0;
  int64_t sum_place_ = 0;
  int64_t row_place_ = 0;
};

}  // namespace

Status multiply(Context& context, const Product<float>& product, const ProductParts& parts) {
  return DenseProduct<float>(context, product, parts).run();
}
Status multiply(Context& context, const Product<double>& product, const ProductParts& parts) {
  return DenseProduct<double>(context, product, parts).run();
}
Status multiply_on_units(Context& context, const UnitProduct&, const ProductParts&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot multiply: the device has no matrix units");
}

}  // namespace dvdb::backend
