/// Exchange between the lanes of a team on a GPU: lanes of a warp. Included through backend/api/team.hpp.
#pragma once

#include <cstdint>

#include "base/portable.hpp"

namespace dvdb::backend {

struct Lanes {
  int rank = 0;
  int size = 1;  // a power of two, at most 32

  DVDB_FN uint32_t ballot(bool yes) const {
#if defined(__CUDA_ARCH__)
    if (size > 1) return __ballot_sync(lanes(), yes) >> first() & uint32_t((uint64_t(1) << size) - 1);
#endif
    return yes ? 1 : 0;
  }

  DVDB_FN void meet() const {
#if defined(__CUDA_ARCH__)
    if (size > 1) __syncwarp(lanes());
#endif
  }

  template <class T>
  DVDB_FN T from(T value, [[maybe_unused]] int owner) const {
#if defined(__CUDA_ARCH__)
    if (size > 1) return __shfl_sync(lanes(), value, owner, size);
#endif
    return value;
  }

 private:
#if defined(__CUDA_ARCH__)
  DVDB_FN uint32_t first() const { return (threadIdx.x & 31) - uint32_t(rank); }
  DVDB_FN uint32_t lanes() const { return uint32_t((uint64_t(1) << size) - 1) << first(); }
#endif
};

}  // namespace dvdb::backend
