/// Differences between compilers and processors: annotations, and small operations that are one instruction where
/// there is one. Everything else is written once for all of them.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define DVDB_FN __host__ __device__ __forceinline__
#elif !defined(DVDB_FN)  // else the build leaves it to the compiler
#define DVDB_FN inline __attribute__((always_inline))
#endif

/// Stands before what is long and done once per item: a GPU wants it inside of kernels, while host compilers compile it
/// once for all that call it, which takes a fraction of the time.
#if defined(__CUDACC__)
#define DVDB_FN_APART DVDB_FN
#else
#define DVDB_FN_APART __attribute__((noinline))
#endif

/// Stands before a loop that must not be unrolled: in code that a GPU runs once, fetching instructions takes longest.
/// DVDB_UNROLLED stands before one that a GPU must unroll.
#if defined(__CUDA_ARCH__)
#define DVDB_ROLLED _Pragma("unroll 1")
#define DVDB_UNROLLED _Pragma("unroll")
#else
#define DVDB_ROLLED
#define DVDB_UNROLLED
#endif

/// Whether deposit32, extract32 and so on are there: one instruction each (pdep, pext).
#if defined(__BMI2__) && !defined(__CUDACC__)
#define DVDB_HAS_PEXT 1
#else
#define DVDB_HAS_PEXT 0
#endif

/// The same, but not on some of the first processors with these instructions, where shifts and masks are faster.
#if DVDB_HAS_PEXT && !defined(__znver1__) && !defined(__znver2__)
#define DVDB_HAS_FAST_PEXT 1
#else
#define DVDB_HAS_FAST_PEXT 0
#endif

namespace dvdb {

/// Whether this code runs on a GPU, whose lanes work in step: for what only decides which way to the same result is
/// faster.
#if defined(__CUDA_ARCH__)
inline constexpr bool kOnGpu = true;
#else
inline constexpr bool kOnGpu = false;
#endif

/// Whether launches of this build run on a GPU, also in host code, which never runs there itself.
#if defined(__CUDACC__)
inline constexpr bool kLaunchesOnGpu = true;
#else
inline constexpr bool kLaunchesOnGpu = false;
#endif

/// Tells the processor that a thread of the host waits in a loop.
inline void pause_spinning() {
#if defined(__x86_64__)
  asm volatile("pause");
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Number of set bits; one instruction on every target (POPC, POPCNT).
DVDB_FN int popcount(uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __popcll(bits);
#else
  return __builtin_popcountll(bits);
#endif
}

/// Index of the lowest set bit of a non-zero word.
DVDB_FN int lowest_bit(uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}

/// Index of the highest set bit of a non-zero word.
DVDB_FN int highest_bit(uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return 63 - __clzll(static_cast<long long>(bits));
#else
  return 63 - __builtin_clzll(bits);
#endif
}

DVDB_FN int highest_bit(uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return 31 - __clz(int(bits));
#else
  return 31 - __builtin_clz(bits);
#endif
}

/// The bits of a word in reverse order.
DVDB_FN uint32_t reversed_bits(uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return __brev(bits);
#else
  uint32_t turned = 0;
  for (int at = 0; at < 32; ++at) turned |= (bits >> at & 1) << (31 - at);
  return turned;
#endif
}

#if DVDB_HAS_PEXT
/// Spreads the lowest bits of a word to the set bits of a mask, in order.
DVDB_FN uint32_t deposit32(uint32_t bits, uint32_t mask) { return __builtin_ia32_pdep_si(bits, mask); }
DVDB_FN uint64_t deposit64(uint64_t bits, uint64_t mask) { return __builtin_ia32_pdep_di(bits, mask); }

/// Joins the bits of a word where a mask has set bits, in order.
DVDB_FN uint32_t extract32(uint32_t bits, uint32_t mask) { return __builtin_ia32_pext_si(bits, mask); }
DVDB_FN uint64_t extract64(uint64_t bits, uint64_t mask) { return __builtin_ia32_pext_di(bits, mask); }
#endif

/// a0 b0 a1 b1 ... from the lowest byte on.
DVDB_FN uint64_t interleave_bytes(uint32_t a, uint32_t b) {
#if defined(__CUDA_ARCH__)
  return uint64_t(__byte_perm(a, b, 0x7362)) << 32 | __byte_perm(a, b, 0x5140);
#else
  const auto spread = [](uint64_t v) {
    v = (v | v << 16) & 0x0000ffff0000ffffu;
    return (v | v << 8) & 0x00ff00ff00ff00ffu;
  };
  return spread(a) | spread(b) << 8;
#endif
}

/// The even or odd bytes of two words, those of the first in the lower half.
template <int kOdd>
DVDB_FN uint32_t every_other_byte(uint32_t low, uint32_t high) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(low, high, kOdd ? 0x7531 : 0x6420);
#else
  uint64_t both = (uint64_t(high) << 32 | low) >> (8 * kOdd) & 0x00ff00ff00ff00ffu;
  both = (both | both >> 8) & 0x0000ffff0000ffffu;
  return uint32_t(both | both >> 16);
#endif
}

/// The high half of a product.
DVDB_FN uint32_t high_product(uint32_t a, uint32_t b) {
#if defined(__CUDA_ARCH__)
  return __umulhi(a, b);
#else
  return uint32_t(uint64_t(a) * b >> 32);
#endif
}

/// The halves of a number's bits.
DVDB_FN uint32_t low_word(double value) {
#if defined(__CUDA_ARCH__)
  return uint32_t(__double2loint(value));
#else
  return uint32_t(__builtin_bit_cast(uint64_t, value));
#endif
}
DVDB_FN int32_t high_word(double value) {
#if defined(__CUDA_ARCH__)
  return __double2hiint(value);
#else
  return int32_t(__builtin_bit_cast(uint64_t, value) >> 32);
#endif
}

/// A whole number below 2^31; converting by bits is faster than by instruction on a GPU.
DVDB_FN double whole_number(uint32_t value) {
#if defined(__CUDA_ARCH__)
  return __hiloint2double(0x43300000, int(value)) - 4503599627370496.0;
#else
  return double(value);
#endif
}

/// A whole number plus a small one.
DVDB_FN double whole_sum(int32_t value, int offset) {
#if defined(__CUDA_ARCH__)
  return __hiloint2double(0x43300000, int(uint32_t(value) ^ 0x80000000u)) - (4503601774854144.0 - offset);
#else
  return double(value) + offset;
#endif
}

/// floor(value) + base for a base near 1.5 * 2^52, so that the sum has no bits below 1, and a value below 2^51.
DVDB_FN double sum_of_floor(double value, double base) {
#if defined(__CUDA_ARCH__)
  return __dadd_rd(value, base);
#else
  return __builtin_floor(value) + base;
#endif
}

/// The f16 number with these bits, by one instruction of a GPU, which is exact; elsewhere what `convert` returns.
template <class Convert>
DVDB_FN float float_of_half([[maybe_unused]] uint16_t bits, [[maybe_unused]] Convert convert) {
#if defined(__CUDA_ARCH__)
  float out;
  asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(bits));
  return out;
#else
  return convert();
#endif
}

/// The bits of the nearest f16 number, ties to even, by one instruction of a GPU; elsewhere what `convert` returns.
/// Those of NaN are not defined.
template <class Convert>
DVDB_FN uint16_t half_of_float([[maybe_unused]] float value, [[maybe_unused]] Convert convert) {
#if defined(__CUDA_ARCH__)
  uint16_t out;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(out) : "f"(value));
  return out;
#else
  return convert();
#endif
}

/// The same of bf16, which GPUs of compute capability 8.0 and above have.
template <class Convert>
DVDB_FN uint16_t bfloat_of_float([[maybe_unused]] float value, [[maybe_unused]] Convert convert) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  uint16_t out;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(out) : "f"(value));
  return out;
#else
  return convert();
#endif
}

/// sum + a * b for a product that is exact in double precision, such as that of two floats: rounded once, whether or
/// not the compiler uses a fused multiply-add.
DVDB_FN double add_exact_product(double sum, double a, double b) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, sum);
#else
  return sum + a * b;
#endif
}

/// a * b + c, rounded once or twice: for estimates with a bound on their error only. Floats are rounded once where that
/// is one instruction, doubles on a GPU.
DVDB_FN float estimate_sum(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#elif defined(__FMA__)
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}
DVDB_FN double estimate_sum(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return a * b + c;
#endif
}

/// The square root of a number from 2^-60 to 2^60, rounded to nearest.
DVDB_FN float root_of_middling(float square) {
#if defined(__CUDA_ARCH__)
  // As the compiler's own code, without its branch for very small or large numbers.
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(square));
  const float root = square * inverse;
  return __fmaf_rn(__fmaf_rn(-root, root, square), inverse * 0.5f, root);
#else
  return __builtin_sqrtf(square);
#endif
}

/// Advances along the first axis that waits for a time, the last one if none of the others does: adds its step to what
/// it waits for, and its move to the position.
DVDB_FN void advance_one(uint32_t time, uint32_t (&wait)[3], const uint32_t (&step)[3], uint32_t& at,
                         const uint32_t (&move)[3]) {
#if defined(__CUDA_ARCH__)
  // Predicated additions: the compiler's own code selects the operands, which takes twice as many instructions.
  asm("{.reg .pred p, q, r, s; setp.eq.s32 p|q, %0, %4; setp.eq.and.s32 r|s, %1, %4, q;"
      "@p add.u32 %3, %3, %8; @p add.u32 %0, %0, %5; @r add.u32 %3, %3, %9; @r add.u32 %1, %1, %6; @s add.u32 %3, %3, "
      "%10; @s add.u32 %2, %2, %7;}"
      : "+r"(wait[0]), "+r"(wait[1]), "+r"(wait[2]), "+r"(at)
      : "r"(time), "r"(step[0]), "r"(step[1]), "r"(step[2]), "r"(move[0]), "r"(move[1]), "r"(move[2]));
#else
  const uint32_t x = wait[0] == time ? ~0u : 0;
  const uint32_t y = wait[1] == time ? ~x : 0;
  const uint32_t z = ~(x | y);
  wait[0] += step[0] & x;
  wait[1] += step[1] & y;
  wait[2] += step[2] & z;
  at += (move[0] & x) + (move[1] & y) + (move[2] & z);
#endif
}

/// The same for each of two axes that waits for it, or none.
DVDB_FN void advance_each(uint32_t time, uint32_t (&wait)[2], const uint32_t (&step)[2], uint32_t& at,
                          const uint32_t (&move)[2]) {
#if defined(__CUDA_ARCH__)
  // Predicated additions: the compiler's own code selects the operands, which takes more instructions.
  asm("{.reg .pred p, q; setp.eq.u32 p, %0, %3; setp.eq.u32 q, %1, %3;"
      "@p add.u32 %2, %2, %6; @p add.u32 %0, %0, %4; @q add.u32 %2, %2, %7; @q add.u32 %1, %1, %5;}"
      : "+r"(wait[0]), "+r"(wait[1]), "+r"(at)
      : "r"(time), "r"(step[0]), "r"(step[1]), "r"(move[0]), "r"(move[1]));
#else
  for (int axis = 0; axis < 2; ++axis) {
    if (wait[axis] != time) continue;
    wait[axis] += step[axis];
    at += move[axis];
  }
#endif
}

/// Stores 16 bytes by one instruction, even where the GPU's compiler would split the store.
template <class Word>
DVDB_FN void store_whole(Word* to, const Word& word) {
  static_assert(sizeof(Word) == 16 && alignof(Word) == 16);
#if defined(__CUDA_ARCH__)
  *reinterpret_cast<ulonglong2*>(to) = make_ulonglong2(word.low, word.high);
#else
  *to = word;
#endif
}

/// Prefetches memory that is read soon; on a CPU only.
DVDB_FN void prefetch([[maybe_unused]] const void* address) {
#if !defined(__CUDA_ARCH__)
  __builtin_prefetch(address);
#endif
}

/// Prefetches memory that is read later; on a GPU only, where memory latency is longest.
DVDB_FN void prefetch_far([[maybe_unused]] const void* address) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#endif
}

/// The address `index` strides after `from`, in global memory. On a GPU this is one instruction, computed once for all
/// branches that use it.
DVDB_FN const char* strides_behind(const char* from, uint32_t index, uint32_t stride) {
#if defined(__CUDA_ARCH__)
  const char* to;
  asm volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(to) : "r"(index), "r"(stride), "l"(from));
  __builtin_assume(__isGlobal(to));
  return to;
#else
  return from + uint64_t(index) * stride;
#endif
}
DVDB_FN const char* strides_behind(const char* from, int64_t index, int64_t stride) { return from + index * stride; }

}  // namespace dvdb
