/// Vectors of a compiler as gemm_loops.hpp takes them. Included once by each file that declares `fused(a, b, c)` for
/// its vectors, a * b + c rounded once, so everything here is private to the file that includes it.
#pragma once

#include "backend/cpu/special/conv/gemm_loops.hpp"

namespace dvdb::backend {

namespace {

template <class T, int kBytes, int kRows>
struct Vectors {
  using Value = T;
  typedef T Vector __attribute__((vector_size(kBytes)));
  typedef T Unaligned __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  static constexpr int kLanes = kBytes / int(sizeof(T));
  static constexpr int kTileRows = kRows;
  static inline Vector load(const T* from) { return *reinterpret_cast<const Unaligned*>(from); }
  static inline void store(T* to, Vector value) { *reinterpret_cast<Unaligned*>(to) = value; }
  static inline Vector spread(T value) { return value - Vector{}; }  // the same bits in all lanes, for -0, too
  static inline Vector zero() { return Vector{}; }
  static inline Vector add(Vector a, Vector b) { return a + b; }
  static inline Vector multiply_add(Vector a, Vector b, Vector c) { return fused(a, b, c); }
};

}  // namespace

}  // namespace dvdb::backend
