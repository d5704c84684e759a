/// Operands of products as the inner loops take them.
#pragma once

#include <cstdint>

#include "backend/api/memory.hpp"
#include "backend/cpu/special/conv/gemm_kernels.hpp"

namespace dvdb::backend {

inline constexpr int64_t kCacheLine = 64;

/// Columns in panels: all of one width but the last, which may be narrow.
template <class T>
struct Panels {
  explicit Panels(const GemmKernels<T>& kernels, int64_t n)
      : count(n), wide(kernels.panel), narrow(kernels.small_panel) {
    const int64_t rest = n % wide;
    padded = n - rest + (rest == 0 ? 0 : rest <= narrow ? narrow : wide);
  }
  int width(int64_t begin) const { return int(min_of(int64_t(wide), padded - begin)); }

  int64_t count;
  int64_t padded;
  int wide;
  int narrow;
};

/// Copies a matrix [rows, columns], whose elements lie `down` and `across` apart, into panels, each [rows, width], with
/// zeros on the right.
template <class T>
void pack_panels(const T* from, int64_t rows, int64_t down, int64_t across, const Panels<T>& panels, T* to) {
  for (int64_t begin = 0; begin < panels.padded; begin += panels.wide) {
    const int64_t width = panels.width(begin);
    const int64_t held = min_of(width, panels.count - begin);
    for (int64_t row = 0; row < rows; ++row, to += width) {
      const T* const at = from + row * down + begin * across;
      for (int64_t i = 0; i < width; ++i) to[i] = i < held ? at[i * across] : T(0);
    }
  }
}

/// Memory of each thread, cut into arrays.
class ThreadMemory {
 public:
  explicit ThreadMemory(Context& context) : memory_(context) {}

  /// Reserves room for `count` elements of every thread; gives the array's place.
  template <class T>
  int64_t reserve(int64_t count) {
    const int64_t place = bytes_;
    bytes_ = round_up(bytes_ + count * int64_t(sizeof(T)), kCacheLine);
    return place;
  }
  Status allocate(int threads) {
    bytes_ = round_up(bytes_, 4096);
    return memory_.allocate(bytes_ * threads);
  }
  template <class T>
  T* at(int thread, int64_t place) const {
    return reinterpret_cast<T*>(static_cast<uint8_t*>(memory_.data()) + thread * bytes_ + place);
  }

 private:
  Scratch memory_;
  int64_t bytes_ = 0;
};

}  // namespace dvdb::backend
