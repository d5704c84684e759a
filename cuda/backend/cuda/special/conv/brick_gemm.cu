/// Products brick by brick (Williams et al., "fVDB", 2024). A warp has the 16 targets of a brick of 4 x 2 x 2 voxels,
/// and the 6 x 4 x 4 voxels that they read, with zeros for those that are not there: so each tap is a product of 16
/// whole rows. The weights of all taps follow through a ring that 16 warps share.
#include "backend/api/special/conv/leaf_gemm.hpp"

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/voxel_block.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kBricks = 16;                 // of a block, a warp each
constexpr int kMultiplying = kBricks * 32;  // threads
constexpr int kThreads =
    kMultiplying + 128;  // and one that feeds weights, in a group of warps that leaves its registers to others
constexpr int kMultiplierRegisters = 112;
constexpr int kFeederRegisters = 32;
constexpr int kDepth = 32;  // channels of sources at once
constexpr int kPieces = kDepth / kPiece;
constexpr int kSteps = kDepth / 16;
constexpr int kTaps = 27;
constexpr int kRead = 6 * 4 * 4;  // voxels that a brick reads
constexpr int kReadBytes = kRead * kDepth * 2;

/// A block's shared memory: weights, what each brick reads, twice, and barriers.
template <int kColumns>
struct BrickMemory {
  static constexpr int kStages = kColumns == 128 ? 3 : 6;
  static constexpr uint32_t kTapBytes = kDepth * kColumns * 2;
  static constexpr uint32_t kHeld = kStages * kTapBytes;
  static constexpr uint32_t kFull = kHeld + 2 * kBricks * kReadBytes;
  static constexpr uint32_t kEmpty = kFull + 8 * kStages;
  static constexpr uint32_t kBytes = kEmpty + 8 * kStages;

  uint32_t base;

  __device__ uint32_t weights(uint32_t turn) const { return base + turn % kStages * kTapBytes; }
  __device__ uint32_t held(uint32_t chunk) const {
    return base + kHeld + ((chunk & 1) * kBricks + threadIdx.x / 32) * kReadBytes;
  }
  __device__ uint32_t full(uint32_t turn) const { return base + kFull + 8 * (turn % kStages); }
  __device__ uint32_t empty(uint32_t turn) const { return base + kEmpty + 8 * (turn % kStages); }
  __device__ void wait_full(uint32_t turn) const { wait_barrier(full(turn), turn / kStages & 1); }
  __device__ void wait_empty(uint32_t turn) const {
    if (turn >= kStages) wait_barrier(empty(turn), (turn / kStages - 1) & 1);
  }
};

/// Index of a voxel among those that a brick reads. Any eight of a 2 x 2 x 2 cube are in eight banks.
__device__ __forceinline__ uint32_t read_place(uint32_t x, uint32_t y, uint32_t z) {
  return x * 16 + y * 4 + (z ^ (x & 1) << 1);
}

/// A brick of a leaf: its least voxel.
struct Brick {
  int64_t leaf;
  int x;
  int y;
  int z;

  __device__ explicit Brick(uint64_t code)
      : leaf(int64_t(code >> 5)), x(int(code >> 4 & 1) * 4), y(int(code >> 2 & 3) * 2), z(int(code & 3) * 2) {}
};

/// The row of a voxel counted from a leaf of targets, or -1.
__device__ __forceinline__ int64_t find_source(const LeafBlocks& leaves, int64_t leaf, int x, int y, int z) {
  const uint32_t near = leaves.near[leaf * LeafBlocks::kNear + ((x >> 3) + 1) * 9 + ((y >> 3) + 1) * 3 + (z >> 3) + 1];
  return near == kNoLeaf ? -1 : row_of(leaves.sources[near], x & 7, (y & 7) * 8 + (z & 7));
}

template <bool kIsBf16, int kColumns>
__global__ void __launch_bounds__(kThreads, 1)
    brick_gemm_kernel(WindowGemm gemm, LeafBlocks leaves, TargetBricks bricks, const uint8_t* packed, int32_t tiles,
                      int32_t depths, bool aligned, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Memory = BrickMemory<kColumns>;
  extern __shared__ __align__(1024) unsigned char brick_memory[];
  const Memory memory{shared_address(brick_memory)};
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const auto n_bricks = int64_t(bricks.numbered[0]);
  const int64_t n_jobs = (n_bricks + kBricks - 1) / kBricks * tiles;
  // Set up: barriers of the ring; then one thread feeds weights, and the others multiply.
  if (thread < Memory::kStages) {
    start_barrier(memory.full(thread), 1);
    start_barrier(memory.empty(thread), kBricks);
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  uint32_t turn = 0;  // taps of the ring that were met
  if (thread >= kMultiplying) {
    give_registers<kFeederRegisters>();
    wait_for_previous();
    for (int64_t job = blockIdx.x; job < n_jobs && thread == kMultiplying; job += gridDim.x) {
      for (int32_t depth = 0; depth < depths; ++depth) {
        const uint8_t* from = packed + (int64_t(depth) * tiles + job % tiles) * kTaps * Memory::kTapBytes;
        for (int tap = 0; tap < kTaps; ++tap, ++turn, from += Memory::kTapBytes) {
          memory.wait_empty(turn);
          expect_bytes(memory.full(turn), Memory::kTapBytes);
          copy_run(memory.weights(turn), from, Memory::kTapBytes, memory.full(turn));
        }
      }
    }
    return;
  }
  take_registers<kMultiplierRegisters>();

  // Find: the sources of the voxels that a brick reads.
  const auto brick_of = [&](int64_t job) { return job / tiles * kBricks + thread / 32; };
  int32_t sources[kRead / 32];  // of what the brick reads, those of this lane
  const auto find_sources = [&](int64_t job) {
    const int64_t at = brick_of(job);
#pragma unroll
    for (int k = 0; k < kRead / 32; ++k) sources[k] = -1;
    if (job >= n_jobs || at >= n_bricks) return;
    const Brick brick(bricks.numbered[1 + at]);
#pragma unroll
    for (int k = 0; k < kRead / 32; ++k) {
      const int voxel = k * 32 + lane;
      sources[k] = int32_t(find_source(leaves, brick.leaf, brick.x + voxel / 16 - 1, brick.y + voxel / 4 % 4 - 1,
                                       brick.z + voxel % 4 - 1));
    }
  };
  /// Begins to hold some channels of what the brick reads.
  const auto hold = [&](uint32_t chunk, int32_t depth) {
    const uint32_t to = memory.held(chunk);
    const int piece = lane % kPieces;
    const int64_t channel = int64_t(depth) * kDepth + piece * kPiece;
#pragma unroll
    for (int k = 0; k < kRead * kPieces / 32; ++k) {
      const int voxel = k * (32 / kPieces) + lane / kPieces;
      const int32_t source = __shfl_sync(~0u, sources[k * (32 / kPieces) / 32], voxel % 32);
      const uint32_t place =
          to + place_of<kDepth>(read_place(uint32_t(voxel / 16), uint32_t(voxel / 4 % 4), uint32_t(voxel % 4)),
                                uint32_t(piece));
      if (source >= 0) {
        hold_piece(gemm, aligned, source, channel, place);
      } else {
        store_16(place, {});
      }
    }
    commit_copies();
  };

  const uint32_t x = uint32_t(lane >> 2 & 3);  // of the row that this lane gives the address of
  const uint32_t y = uint32_t(lane >> 1 & 1);
  const uint32_t z = uint32_t(lane & 1);
  const bool turned = leaves.step[0] < 0;
  uint32_t chunk = 0;
  find_sources(blockIdx.x);
  hold(0, 0);
  for (int64_t job = blockIdx.x; job < n_jobs; job += gridDim.x) {
    float sums[kColumns / 2] = {};
    for (int32_t depth = 0; depth < depths; ++depth, ++chunk) {
      __syncwarp();
      if (depth + 1 == depths) find_sources(job + gridDim.x);
      hold(chunk + 1, depth + 1 == depths ? 0 : depth + 1);
      wait_copies<1>();
      __syncwarp();
      const uint32_t held = memory.held(chunk);
      // Load: a tap's rows from shared memory to registers.
      const auto load = [&](int tap, uint32_t (&to)[kSteps][4]) {
        const uint32_t offset = uint32_t(turned ? kTaps - 1 - tap : tap);
        const uint32_t place = held + place_of<kDepth>(read_place(x + offset / 9, y + offset / 3 % 3, z + offset % 3),
                                                       uint32_t(lane >> 4));
#pragma unroll
        for (int step = 0; step < kSteps; ++step) load_matrices(to[step], place ^ uint32_t(step * 32));
      };
      const auto release = [&](uint32_t which) {
        __syncwarp();
        if (lane == 0) arrive(memory.empty(which));
      };
      // While a tap's products run, the next tap's rows are loaded, and its products start before these end.
      uint32_t rows[2][kSteps][4];
      load(0, rows[0]);
#pragma unroll 1
      for (int tap = 0; tap < kTaps; tap += 2) {
#pragma unroll
        for (int k = 0; k < 2; ++k) {
          if (tap + k == kTaps) break;
          memory.wait_full(turn);
          begin_products();
#pragma unroll
          for (int step = 0; step < kSteps; ++step) {
            MatrixProduct<kColumns>::template add<kIsBf16>(
                sums, rows[k][step], describe_operand<2 * kDepth>(memory.weights(turn) + step * 32));
          }
          commit_products();
          wait_products<1>();
          if (tap + k > 0) release(turn - 1);
          ++turn;
          if (tap + k + 1 < kTaps) load(tap + k + 1, rows[k ^ 1]);
        }
      }
      wait_products<0>();
      release(turn - 1);
    }
    // Store: the sums of the brick's targets, rounded.
    if (brick_of(job) >= n_bricks) continue;
    const Brick brick(bricks.numbered[1 + brick_of(job)]);
    constexpr int kPairs = kRun<kColumns>;
    write_half_runs<kIsBf16, kPairs>(gemm, whole, [&](auto write) {
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        const int row = (lane >> 2) + 8 * lower;
        const int64_t target =
            row_of(leaves.targets[brick.leaf], brick.x + row / 4, (brick.y + row / 2 % 2) * 8 + brick.z + row % 2);
        if (target < 0) continue;
#pragma unroll
        for (int run = 0; run < kColumns / 8 / kPairs; ++run) {
          const int64_t channel = job % tiles * kColumns + (run * 4 + (lane & 3)) * (kPairs * 2);
          write({target, channel, sums + run * kPairs * 4, lower});
        }
      }
    });
  }
  wait_copies<0>();
#endif
}

template <bool kIsBf16, int kColumns>
Status launch_brick(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves, const TargetBricks& bricks) {
  using Memory = BrickMemory<kColumns>;
  const Jobs sizes = Jobs::of(gemm, kDepth, kColumns);
  Scratch memory(context);
  DVDB_TRY(memory.allocate(int64_t(sizes.depths) * sizes.tiles * kTaps * Memory::kTapBytes));
  DVDB_TRY((pack_columns<kDepth, kColumns>(context, gemm, sizes,
                                           {static_cast<uint16_t*>(memory.data()), memory.bytes() / 2})));
  const auto kernel = brick_gemm_kernel<kIsBf16, kColumns>;
  DVDB_TRY(allow_block_bytes(context, kernel, int(Memory::kBytes)));
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, 2 * kRun<kColumns>);
  const int64_t most = (bricks.most + kBricks - 1) / kBricks * sizes.tiles;
  const dim3 blocks(unsigned(min_of(most, int64_t(context.device->multiprocessors))));
  const auto* packed = static_cast<const uint8_t*>(memory.data());
  return check_cuda(context,
                    launch_behind(context.device->stream, kernel, blocks, kThreads, int(Memory::kBytes), gemm, leaves,
                                  bricks, packed, sizes.tiles, sizes.depths, aligned, whole),
                    "launch");
}

template <bool kIsBf16>
Status with_columns(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves, const TargetBricks& bricks) {
  return with_width<32, 64, 128>(gemm.out_channels, [&]<int kColumns>() -> Status {
    return launch_brick<kIsBf16, kColumns>(context, gemm, leaves, bricks);
  });
}

}  // namespace

Status brick_gemm(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves, const TargetBricks& bricks) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  return gemm.is_bf16 ? with_columns<true>(context, gemm, leaves, bricks)
                      : with_columns<false>(context, gemm, leaves, bricks);
}

}  // namespace dvdb::backend
