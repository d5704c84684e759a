/// Memory that saves time and no more: where there is none, work takes another way.
#pragma once

#include "backend/memory.hpp"

namespace dvdb {

/// Allocates scratch, or leaves it empty where memory has run out; other failures are handed on.
inline Status allocate_spare(backend::Scratch& memory, int64_t bytes) {
  const Status status = memory.allocate(bytes);
  return status.code() == DVDB_OUT_OF_MEMORY ? Status() : status;
}

}  // namespace dvdb
