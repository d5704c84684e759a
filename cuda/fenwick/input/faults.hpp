/// Invalid data that kernels find: how many elements, and the first of them.
#pragma once

#include "backend/api/launch.hpp"
#include "core/entry.hpp"
#include "denovdb/fenwick.h"

namespace dvdb::fenwick {

/// Faults that kernels found: a count, and the inverse of the first place and its kind, greater for earlier places.
struct FaultWords {
  uint64_t count;
  uint64_t first;
};

/// The end of the fault words that a kernel holds; null when nothing is checked.
struct FaultSink {
  FaultWords* words = nullptr;

  DVDB_FN void report(int64_t place, uint32_t kind) const {
    if (words == nullptr) return;
    backend::atomic_add(&words->count, uint64_t(1));
    backend::atomic_max(&words->first, ~(uint64_t(place) << 3 | kind));
  }
  /// Whether the kernels before found no fault.
  DVDB_FN bool clean() const { return words == nullptr || words->count == 0; }
};

/// Collects the faults of the kernels of one call.
class Faults {
 public:
  explicit Faults(Context& context) : context_(context), memory_(context) {}

  Status clear() {
    Span<FaultWords> words;
    DVDB_TRY(memory_.allocate(1, words));
    sink_.words = words.data;
    return backend::fill(context_, sink_.words, 0, 8, int64_t(sizeof(FaultWords)));
  }
  FaultSink sink() const { return sink_; }

  /// Waits for the kernels; `out_fault` gets the kind of the first fault, `place` its position.
  Status read(uint32_t* out_fault, uint64_t* count, int64_t* place) const {
    *out_fault = DVDB_FAULT_NONE;
    *count = 0;
    if (sink_.words == nullptr) return {};
    FaultWords found{};
    DVDB_TRY(backend::download(context_, &found, sink_.words, int64_t(sizeof found)));
    if (found.count == 0) return {};
    *count = found.count;
    *out_fault = uint32_t(~found.first & 7);
    *place = int64_t(~found.first >> 3);
    return {};
  }

 private:
  Context& context_;
  backend::Scratch memory_;
  FaultSink sink_;
};

}  // namespace dvdb::fenwick
