/// Instructions of the matrix units of sm_90a. A product of 64 rows by N columns is the work of four warps.
#pragma once

#include <cstdint>

namespace dvdb::backend {

__device__ __forceinline__ uint32_t shared_address(const void* memory) {
  return uint32_t(__cvta_generic_to_shared(memory));
}

/// Copies 16 bytes to shared memory in the background.
__device__ __forceinline__ void copy_16(uint32_t to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}
/// The same, or zeros where nothing is to be copied.
__device__ __forceinline__ void copy_16_or_clear(uint32_t to, const void* from, bool held) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(held ? 16 : 0) : "memory");
}
__device__ __forceinline__ void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void wait_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory");
}

__device__ __forceinline__ void start_barrier(uint32_t barrier, uint32_t arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
__device__ __forceinline__ void arrive(uint32_t barrier) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(barrier) : "memory");
}
/// Waits until the barrier's phase of this parity is over.
__device__ __forceinline__ void wait_barrier(uint32_t barrier, uint32_t parity) {
  asm volatile(
      "{ .reg .pred done; again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @done bra.uni ready; bra.uni "
      "again; ready: }" ::"r"(barrier),
      "r"(parity)
      : "memory");
}
/// Arrives when what this thread has copied by copy_16 is there.
__device__ __forceinline__ void arrive_with_copies(uint32_t barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(barrier) : "memory");
}
/// Makes the barrier's phase wait for bytes to be copied.
__device__ __forceinline__ void expect_bytes(uint32_t barrier, uint32_t bytes) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1; }" ::"r"(barrier), "r"(bytes)
               : "memory");
}
/// Copies a run of bytes for which a barrier waits.
__device__ __forceinline__ void copy_run(uint32_t to, const void* from, uint32_t bytes, uint32_t barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "l"(from), "r"(bytes), "r"(barrier)
               : "memory");
}

/// Asks the second-level cache for a run of bytes, whole pieces of 16.
__device__ __forceinline__ void prefetch_run(const void* from, uint32_t bytes) {
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
}

/// Lets the kernel that was launched behind this one begin; it waits for this one's end where it needs what this one
/// wrote.
__device__ __forceinline__ void release_next() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
__device__ __forceinline__ void wait_for_previous() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
/// Both, for a kernel whose next one may rely on all that came before either.
__device__ __forceinline__ void begin_behind() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  wait_for_previous();
  release_next();
#endif
}

/// Stages in a block's shared memory, taken by turns, and barriers behind them. Full ones end a phase when all has
/// come, empty ones when all have let go.
template <int kStages, uint32_t kStageBytes>
struct StageRing {
  static constexpr uint32_t kFull = kStages * kStageBytes;
  static constexpr uint32_t kEmpty = kFull + 8 * kStages;
  static constexpr uint32_t kBytes = kEmpty + 8 * kStages;

  uint32_t base;

  /// Starts the barriers; called by all threads of a block, with how many arrivals end a phase of either kind.
  __device__ __forceinline__ void start(uint32_t filling, uint32_t letting_go) const {
    if (threadIdx.x < kStages) {
      start_barrier(full(threadIdx.x), filling);
      start_barrier(empty(threadIdx.x), letting_go);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    __syncthreads();
  }
  __device__ uint32_t stage(uint32_t turn) const { return base + turn % kStages * kStageBytes; }
  __device__ uint32_t full(uint32_t turn) const { return base + kFull + 8 * (turn % kStages); }
  __device__ uint32_t empty(uint32_t turn) const { return base + kEmpty + 8 * (turn % kStages); }
  __device__ void wait_full(uint32_t turn) const { wait_barrier(full(turn), turn / kStages & 1); }
  __device__ void wait_empty(uint32_t turn) const {
    if (turn >= kStages) wait_barrier(empty(turn), (turn / kStages - 1) & 1);
  }
};

/// Hands registers from four warps to others of the block, down to kLeft, and takes them, up to kHeld.
template <int kLeft>
__device__ __forceinline__ void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kLeft));
}
template <int kHeld>
__device__ __forceinline__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kHeld));
}

/// Reads 16 bytes of shared memory.
__device__ __forceinline__ void load_16(uint32_t (&out)[4], uint32_t from) {
  asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(from)
               : "memory");
}

/// Four 8 x 8 matrices of 16-bit elements; each lane gives the address of a row.
__device__ __forceinline__ void load_matrices(uint32_t (&out)[4], uint32_t row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(row)
               : "memory");
}

/// Swizzled offset of 16 bytes of a row of 64 or 128, by which loads of matrices have no bank conflicts.
template <int kRowBytes>
__device__ __forceinline__ uint32_t operand_place(uint32_t row, uint32_t piece) {
  static_assert(kRowBytes == 64 || kRowBytes == 128);
  return row * kRowBytes + ((piece ^ (kRowBytes == 128 ? row & 7 : row / 2 & 3)) << 4);
}

/// Describes such rows to them; of turned ones that are longer, the rest is `across` bytes further on.
template <int kRowBytes>
__device__ __forceinline__ uint64_t describe_operand(uint32_t address, uint32_t across = 16) {
  static_assert(kRowBytes == 64 || kRowBytes == 128);
  constexpr uint64_t kSwizzled = kRowBytes == 128 ? 1 : 2;
  constexpr uint64_t kEight = 8 * kRowBytes >> 4;  // bytes of eight rows, by 16
  return kSwizzled << 62 | kEight << 32 | uint64_t(across >> 4) << 16 | (address & 0x3ffff) >> 4;
}

/// Lets matrix units see what other instructions have written to shared memory.
__device__ __forceinline__ void show_to_products() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void commit_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void wait_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}

/// Two numbers as f16 or bf16, the first in the lower half.
template <bool kIsBf16>
__device__ __forceinline__ uint32_t narrow_pair(float low, float high) {
  uint32_t pair;
  if constexpr (kIsBf16) {
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  } else {
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  }
  return pair;
}
template <bool kIsBf16>
__device__ __forceinline__ float widen_bits(uint16_t bits) {
  if constexpr (kIsBf16) return __uint_as_float(uint32_t(bits) << 16);
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}

/// sums += 16 rows of a warp, 16 deep, * 8 columns, of f16 or bf16, all in registers.
template <bool kIsBf16>
__device__ __forceinline__ void add_product(float (&d)[4], const uint32_t (&a)[4], uint32_t low, uint32_t high) {
  if constexpr (kIsBf16) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, "
        "%2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(low), "r"(high));
  } else {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(low), "r"(high));
  }
}

/// Four 8 x 8 matrices of 16-bit elements, transposed; each lane gives the address of a row.
__device__ __forceinline__ void load_transposed(uint32_t (&out)[4], uint32_t row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(row)
               : "memory");
}

/// sums += rows (16 of each warp, 16 deep, in registers) * columns (in shared memory), of f16 or bf16. Columns lie one
/// after the other or, where they are turned, their elements of the same depth do.
template <int kColumns>
struct MatrixProduct;

/// One such product; the operands of the instruction are the sums, four words of rows and what describes the columns.
#define DVDB_PRODUCT(columns, type, sums, rest, turned, ...)                                                    \
  asm volatile("{ .reg .pred p; setp.eq.u32 p, 0, 0; wgmma.mma_async.sync.aligned.m64n" columns "k16.f32." type \
               "." type " {" sums "}, " rest ", p, 1, 1, " turned "; }"                                         \
               : __VA_ARGS__                                                                                    \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(described))
#define DVDB_EIGHT(at)                                                                                               \
  "+f"(d[at]), "+f"(d[at + 1]), "+f"(d[at + 2]), "+f"(d[at + 3]), "+f"(d[at + 4]), "+f"(d[at + 5]), "+f"(d[at + 6]), \
      "+f"(d[at + 7])
#define DVDB_MATRIX_PRODUCT(columns, half, sums, rest, ...)                                                    \
  template <>                                                                                                  \
  struct MatrixProduct<columns> {                                                                              \
    template <bool kIsBf16, bool kTurned = false>                                                              \
    static __device__ __forceinline__ void add(float (&d)[half], const uint32_t (&a)[4], uint64_t described) { \
      if constexpr (kIsBf16 && kTurned) {                                                                      \
        DVDB_PRODUCT(#columns, "bf16", sums, rest, "1", __VA_ARGS__);                                          \
      } else if constexpr (kIsBf16) {                                                                          \
        DVDB_PRODUCT(#columns, "bf16", sums, rest, "0", __VA_ARGS__);                                          \
      } else if constexpr (kTurned) {                                                                          \
        DVDB_PRODUCT(#columns, "f16", sums, rest, "1", __VA_ARGS__);                                           \
      } else {                                                                                                 \
        DVDB_PRODUCT(#columns, "f16", sums, rest, "0", __VA_ARGS__);                                           \
      }                                                                                                        \
    }                                                                                                          \
  }

#define DVDB_SUMS_8 "%0, %1, %2, %3, %4, %5, %6, %7"
#define DVDB_SUMS_16 DVDB_SUMS_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define DVDB_SUMS_32 DVDB_SUMS_16 ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define DVDB_SUMS_48 DVDB_SUMS_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define DVDB_SUMS_64 \
  DVDB_SUMS_48       \
  ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"

DVDB_MATRIX_PRODUCT(16, 8, DVDB_SUMS_8, "{%8, %9, %10, %11}, %12", DVDB_EIGHT(0));
DVDB_MATRIX_PRODUCT(32, 16, DVDB_SUMS_16, "{%16, %17, %18, %19}, %20", DVDB_EIGHT(0), DVDB_EIGHT(8));
DVDB_MATRIX_PRODUCT(64, 32, DVDB_SUMS_32, "{%32, %33, %34, %35}, %36", DVDB_EIGHT(0), DVDB_EIGHT(8), DVDB_EIGHT(16),
                    DVDB_EIGHT(24));
DVDB_MATRIX_PRODUCT(96, 48, DVDB_SUMS_48, "{%48, %49, %50, %51}, %52", DVDB_EIGHT(0), DVDB_EIGHT(8), DVDB_EIGHT(16),
                    DVDB_EIGHT(24), DVDB_EIGHT(32), DVDB_EIGHT(40));
DVDB_MATRIX_PRODUCT(128, 64, DVDB_SUMS_64, "{%64, %65, %66, %67}, %68", DVDB_EIGHT(0), DVDB_EIGHT(8), DVDB_EIGHT(16),
                    DVDB_EIGHT(24), DVDB_EIGHT(32), DVDB_EIGHT(40), DVDB_EIGHT(48), DVDB_EIGHT(56));

#undef DVDB_SUMS_64
#undef DVDB_SUMS_48
#undef DVDB_SUMS_32
#undef DVDB_SUMS_16
#undef DVDB_SUMS_8
#undef DVDB_MATRIX_PRODUCT
#undef DVDB_EIGHT
#undef DVDB_PRODUCT

}  // namespace dvdb::backend
