/// Rows of lists in the order of their codes.
#pragma once

#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "core/list_offsets.hpp"

namespace dvdb {

/// Sorts the rows of lists by list, code and number.
class CodeOrder {
 public:
  explicit CodeOrder(Context& context)
      : context_(context), key_memory_(context), row_memory_(context), list_memory_(context) {}

  /// Checks the offsets, and sorts by codes without their lowest bits.
  Status sort(Span<const int64_t> codes, int shift, const int64_t* offsets, int64_t n_lists);

  Span<uint32_t> rows() const { return rows_; }
  /// Offsets of lists in memory that kernels can read.
  Span<int64_t> lists() const { return lists_; }

 private:
  Context& context_;
  backend::Scratch key_memory_;
  backend::Scratch row_memory_;
  backend::Scratch list_memory_;
  Span<uint32_t> rows_;
  Span<int64_t> lists_;
};

/// Writes rows, and the place of each.
struct WriteOrder {
  const uint32_t* rows;
  int64_t* out_rows;
  int64_t* out_inverse;

  DVDB_FN void operator()(int64_t place) const {
    const int64_t row = rows[place];
    out_rows[place] = row;
    out_inverse[row] = place;
  }
};

}  // namespace dvdb
