/// Products over windows of targets for few channels of f32, which windows round to scaled f16 when they hold them.
#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/shallow_kernel.cuh"
#include "backend/cuda/special/conv/window_shallow.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kPackThreads = 512;

/// Packs weights of f32 as scaled f16. Each block finds the largest of all.
template <int kDepth, int kColumns>
__global__ void __launch_bounds__(kPackThreads) pack_floats_kernel(WindowGemm gemm, FloatOperands floats, int64_t units,
                                                                   int64_t n, int32_t* exponent, uint16_t* packed) {
  begin_behind();
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  __shared__ uint32_t noted[kPackThreads / 32];
  const int thread = int(threadIdx.x);
  const int64_t i = int64_t(blockIdx.x) * kPackThreads + thread;
  const int64_t from = i < n ? packed_weight<kDepth, kColumns>(gemm, units, i, kFloatRun) : -1;
  const float own = from < 0 ? 0.f : floats.weights[from];
  const int64_t n_weights = gemm.map.taps * gemm.in_channels * gemm.out_channels;
  float largest = 0;
#pragma unroll 8
  for (int64_t at = thread; at < n_weights; at += kPackThreads) largest = larger(largest, floats.weights[at]);
  note_largest(largest, noted);
  __syncthreads();
  const int found = noted_exponent<kPackThreads>(noted);
  if (i == 0) *exponent = found;
  if (i < n) packed[i] = uint16_t(narrow_pair<false>(own * scale_to(found), 0.f));
#endif
}

template <int kDepth, int kColumns, int kTiles, int kAtOnce>
Status launch(Context& context, const WindowGemm& gemm, const FloatOperands& floats) {
  using Packed = Packing<kDepth, kColumns>;
  const int64_t units = Packed::units_of(gemm);
  const int64_t tiles = Packed::tiles_of(gemm);
  const int64_t bytes = tiles * units * Packed::kUnitBytes;
  Scratch memory(context);
  DVDB_TRY(memory.allocate(bytes + int64_t(sizeof(int32_t))));
  auto* const packed = static_cast<uint8_t*>(memory.data());
  auto* const exponent = reinterpret_cast<int32_t*>(packed + bytes);
  const dim3 blocks(unsigned(max_of((bytes / 2 + kPackThreads - 1) / kPackThreads, int64_t(1))));
  const cudaError_t launched =
      launch_behind(context.device->stream, pack_floats_kernel<kDepth, kColumns>, blocks, kPackThreads, 0, gemm, floats,
                    units, bytes / 2, exponent, reinterpret_cast<uint16_t*>(packed));
  DVDB_TRY(check_cuda(context, launched, "launch"));
  return launch_shallow<Operand::kFloat, kDepth, kColumns, kTiles, kAtOnce>(context, gemm, {floats.source, exponent},
                                                                            packed, tiles);
}

}  // namespace

bool narrows_in_windows(const WindowGemm& gemm, const FloatOperands& floats) {
  constexpr int64_t kMostWeights = 1 << 15;  // that each block may look at
  const int64_t in = gemm.in_channels;
  const int64_t out = gemm.out_channels;
  return in > 0 && in <= 8 && out <= 32 && has_whole_fours(floats.source, in) &&
         gemm.map.taps * in * out <= kMostWeights;
}

Status window_gemm(Context& context, const WindowGemm& gemm, const FloatOperands& floats) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  // As many blocks at once as registers have room for.
  return gemm.out_channels <= 16 ? launch<8, 16, 2, 4>(context, gemm, floats)
                                 : launch<8, 32, 2, 3>(context, gemm, floats);
}

}  // namespace dvdb::backend
