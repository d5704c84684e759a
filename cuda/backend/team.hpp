/// Teams: lanes of a warp that work on one item together; a single lane on a CPU. All lanes of a team must make each call
/// together. Results are independent of the team's size only if the functor sees to that.
#pragma once

#include "base/portable.hpp"

namespace dvdb::backend {

struct Team {
  int rank = 0;
  int size = 1;  // a power of two, at most 32

  /// Bit r of the result is the argument of the lane of rank r.
  DVDB_FN uint32_t ballot(bool yes) const {
#if defined(__CUDA_ARCH__)
    if (size > 1) return __ballot_sync(lanes(), yes) >> first() & uint32_t((uint64_t(1) << size) - 1);
#endif
    return yes ? 1 : 0;
  }

  /// A barrier: afterwards each lane sees what the others wrote before it.
  DVDB_FN void meet() const {
#if defined(__CUDA_ARCH__)
    if (size > 1) __syncwarp(lanes());
#endif
  }

  /// The value that the lane of rank `owner` passes.
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

  /// The exclusive prefix sum: over the lanes of lower rank.
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
