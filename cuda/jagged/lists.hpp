/// What operators of lists need: their arguments, offsets, and counters that kernels increment.
#pragma once

#include "_generated/jagged_args.hpp"
#include "backend/api/launch.hpp"
#include "core/list_offsets.hpp"
#include "core/words.hpp"

namespace dvdb {

/// A counter that kernels increment, and the wait for its value.
class Counter {
 public:
  explicit Counter(Context& context) : context_(context), memory_(context) {}

  Status clear() {
    DVDB_TRY(memory_.allocate(1, count_));
    return backend::fill(context_, count_.data, 0, 8, 8);
  }
  Status read(uint64_t* out) const { return backend::download(context_, out, count_.data, int64_t(sizeof *out)); }
  uint64_t* data() const { return count_.data; }

 private:
  Context& context_;
  backend::Scratch memory_;
  Span<uint64_t> count_;
};

}  // namespace dvdb
