/// Optional scratch memory: where there is none, a slower algorithm is used.
#pragma once

#include "backend/api/memory.hpp"

namespace dvdb {

/// Allocates scratch, or leaves it empty if memory has run out; returns other failures.
inline Status allocate_spare(backend::Scratch& memory, int64_t bytes) {
  const Status status = memory.allocate(bytes);
  return status.code() == DVDB_OUT_OF_MEMORY ? Status() : status;
}

}  // namespace dvdb
