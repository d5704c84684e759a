/// Lanes of a warp that work on one item together; on a host thread, one lane. Each call is for all lanes of a team at
/// once, and what they return does not depend on how many there are, as long as the functor sees to that.
#pragma once

#include "core/portable.hpp"

namespace dvdb::backend {

struct Team {
  int rank = 0;
  int size = 1;  // a power of two, at most 32

  /// Bit r says what the lane of rank r said.
  DVDB_FN uint32_t ballot(bool yes) const {
#if defined(__CUDA_ARCH__)
    if (size > 1) return __ballot_sync(lanes(), yes) >> first() & uint32_t((uint64_t(1) << size) - 1);
#endif
    return yes ? 1 : 0;
  }

  /// Waits for all lanes, which then see what the others wrote.
  DVDB_FN void meet() const {
#if defined(__CUDA_ARCH__)
    if (size > 1) __syncwarp(lanes());
#endif
  }

  /// The value of the lane of that rank.
  template <class T>
  DVDB_FN T from(T value, int owner) const {
#if defined(__CUDA_ARCH__)
    if (size > 1) return __shfl_sync(lanes(), value, owner, size);
#endif
    static_cast<void>(owner);
    return value;
  }

  template <class T>
  DVDB_FN T sum(T value) const {
    for (int step = 1; step < size; step *= 2) value += from(value, rank ^ step);
    return value;
  }

  /// Sum over the lanes of lower rank.
  template <class T>
  DVDB_FN T sum_before(T value) const {
    T upto = value;
    for (int step = 1; step < size; step *= 2) {
      const T other = from(upto, rank - step < 0 ? 0 : rank - step);
      if (rank >= step) upto += other;
    }
    return upto - value;
  }

 private:
#if defined(__CUDA_ARCH__)
  DVDB_FN uint32_t first() const { return (threadIdx.x & 31) - uint32_t(rank); }
  DVDB_FN uint32_t lanes() const { return uint32_t((uint64_t(1) << size) - 1) << first(); }
#endif
};

}  // namespace dvdb::backend
