/// Gradients of weights of f32 on the device's general cores, in the order of gather_outer. A block has a tap, a part
/// of the targets and a tile of channels and columns. Its teams take the blocks of 256 targets by turns: each lists
/// those that have the tap, gathers their rows while it multiplies the ones before, and adds its sums to the others'
/// when it is its turn.
#include "backend/cuda/special/conv/outer_tiles.cuh"

#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/number_copies.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

constexpr int kDepth = 8;  // pairs of a stage
constexpr int kStages = 3;
constexpr int kWords = int(kOuterBlock) / 32;

/// Division of a tile: a warp has 4 x 8 threads, and each of these some runs of channels and of columns. Of few
/// channels each thread has four, so that fewer of a warp share them, and more the columns.
template <int kChannels, int kColumns>
struct Division {
  static constexpr bool kIsNarrow = kChannels < 16;
  static_assert(kIsNarrow ? kColumns == 32 || kColumns == 64 : kColumns == kChannels);
  static constexpr int kTeam = kChannels == 128 ? 256 : kChannels == 64 ? 64 : 32;  // threads
  static constexpr int kMostTeams = 256 / kTeam;
  static constexpr int kAtOnce = kChannels >= 64 ? 2 : kChannels == 32 ? 3 : 4;  // blocks of a multiprocessor
  static constexpr int kLanesDown = kIsNarrow ? kChannels / 4 : 4;
  static constexpr int kLanesAcross = 32 / kLanesDown;
  static constexpr int kHigh = kChannels >= 32 ? 8 : 4;                                                  // of a thread
  static constexpr int kWide = kIsNarrow ? kColumns / kLanesAcross : kColumns >= 64 ? 8 : kColumns / 8;  // columns
  static constexpr int kDown = kChannels / (kLanesDown * kHigh);  // warps below each other
  static constexpr int kPieces = kColumns / 4;                    // of a row of gradients, 16 bytes each
  static constexpr int kSourcePieces = kChannels / 4;
  static constexpr int kApart = kTeam / kPieces;  // pairs that a team gathers together
  static constexpr int kSourceBytes = kChannels * 4;
  static constexpr int kPair = kChannels + kColumns;  // numbers
  static constexpr int kPairBytes = kPair * 4;
  static constexpr int kTotals = kChannels * kColumns;
  static constexpr int kTotalBytes = kTotals * 4;
  static constexpr int kFoundBytes = int(kOuterBlock) * 8;
  static constexpr int kRingBytes = kStages * kDepth * kPairBytes;
  static constexpr int kTeamBytes = kRingBytes + kFoundBytes + kWords * 4;
  static constexpr int kNoteBytes = 16;
  static_assert(kHigh * kWide * kTeam == kTotals && kDepth % kApart == 0);

  static constexpr int bytes(int teams) { return kTotalBytes + kNoteBytes + teams * kTeamBytes; }

  /// Lanes next to each other share channels or columns, so that banks serve them together.
  static __device__ __forceinline__ int lane_down(int lane) {
    return kIsNarrow ? lane % kLanesDown : (lane & 1) | (lane >> 3 & 2);
  }
  static __device__ __forceinline__ int lane_across(int lane) { return kIsNarrow ? lane / kLanesDown : lane >> 1 & 7; }
};

/// A thread's runs of numbers next to each other, of which kLanes threads have as many.
template <int kCount, int kLanes>
struct Runs {
  static constexpr int kRun = kCount < 4 ? kCount : 4;

  static __device__ __forceinline__ int place(int own, int k) {
    return own * kRun + k / kRun * (kLanes * kRun) + k % kRun;
  }
  static __device__ __forceinline__ void load(float (&out)[kCount], const float* from, int own) {
#pragma unroll
    for (int k = 0; k < kCount; k += kRun) {
      if constexpr (kRun == 4) {
        const float4 four = *reinterpret_cast<const float4*>(from + place(own, k));
        out[k] = four.x;
        out[k + 1] = four.y;
        out[k + 2] = four.z;
        out[k + 3] = four.w;
      } else if constexpr (kRun == 2) {
        const float2 two = *reinterpret_cast<const float2*>(from + place(own, k));
        out[k] = two.x;
        out[k + 1] = two.y;
      } else {
        out[k] = from[place(own, k)];
      }
    }
  }
};

/// Waits until all threads of a team are here, and what they have written is seen.
template <int kTeam>
__device__ __forceinline__ void wait_for_team(int team) {
  if constexpr (kTeam == 32) {
    __syncwarp();
  } else {
    asm volatile("bar.sync %0, %1;" ::"r"(team + 1), "n"(kTeam) : "memory");
  }
}

template <int kChannels, int kColumns>
__global__ void __launch_bounds__(Division<kChannels, kColumns>::kTeam* Division<kChannels, kColumns>::kMostTeams,
                                  Division<kChannels, kColumns>::kAtOnce)
    outer_tiles_kernel(GatherOuter<float> outer, OuterParts parts, bool whole_rows, bool whole_gradients,
                       float* partial) {
  using Divided = Division<kChannels, kColumns>;
  using Channels = Runs<Divided::kHigh, Divided::kLanesDown>;
  using Columns = Runs<Divided::kWide, Divided::kLanesAcross>;
  constexpr int kTeam = Divided::kTeam;
  constexpr int kOwnWords = kWords * 32 / kTeam;
  extern __shared__ __align__(16) unsigned char outer_memory[];
  auto* const totals = reinterpret_cast<float*>(outer_memory);  // [sums of a thread, threads of a team]
  auto* const next =
      reinterpret_cast<volatile int64_t*>(outer_memory + Divided::kTotalBytes);  // block whose sums are added next
  const int teams = int(blockDim.x) / kTeam;
  const int team = int(threadIdx.x) / kTeam;
  const int thread = int(threadIdx.x) % kTeam;
  const int lane = thread & 31;
  const int warp = thread / 32;
  unsigned char* const memory = outer_memory + Divided::kTotalBytes + Divided::kNoteBytes + team * Divided::kTeamBytes;
  auto* const found = reinterpret_cast<int2*>(memory + Divided::kRingBytes);  // sources and targets of a block's pairs
  auto* const words = reinterpret_cast<volatile uint32_t*>(memory + Divided::kRingBytes + Divided::kFoundBytes);
  const int64_t n = outer.map.n_targets;
  const int64_t in = outer.in_channels;
  const int64_t out = outer.out_channels;
  const int64_t part = int64_t(blockIdx.x) % parts.count;
  // The middle tap comes first: targets mostly have it, so it takes longest.
  const int64_t tap = (int64_t(blockIdx.x) / parts.count + outer.map.taps / 2) % outer.map.taps;
  const int64_t channel = int64_t(blockIdx.y) * kChannels;
  const int64_t column = int64_t(blockIdx.z) * kColumns;
  const int64_t begin_block = part * parts.blocks;
  const int64_t end_block = min_of(begin_block + parts.blocks, (n + kOuterBlock - 1) / kOuterBlock);
  const int32_t* const map = outer.map.rows + tap * n;
  // Set up: totals of the block, and whose turn it is to add to them.
  for (int k = int(threadIdx.x); k < Divided::kTotals; k += int(blockDim.x)) totals[k] = 0;
  if (threadIdx.x == 0) *next = begin_block;
  __syncthreads();

  const int piece = thread % Divided::kPieces;
  const float* const source = outer.source + channel + piece * 4;
  const float* const gradients = outer.gradients + column + piece * 4;
  const int left_channels = int(in - channel) - piece * 4;
  const int left_columns = int(out - column) - piece * 4;
  const uint32_t gathered =
      shared_address(memory) + uint32_t(thread / Divided::kPieces * Divided::kPairBytes + piece * 16);
  const int own_channel = Divided::lane_down(lane);
  const int own_column = Divided::lane_across(lane);
  const int warp_channel = warp % Divided::kDown * Divided::kLanesDown * Divided::kHigh;
  const int warp_column = warp / Divided::kDown * Divided::kLanesAcross * Divided::kWide;

  int32_t rows[kOwnWords];
  const auto look_up = [&](int64_t block) {
#pragma unroll
    for (int k = 0; k < kOwnWords; ++k) {
      const int64_t target = block * kOuterBlock + k * kTeam + thread;
      rows[k] = block < end_block && target < n ? map[target] : -1;
    }
  };
  look_up(begin_block + team);
  // Each team takes blocks of 256 targets by turns.
  for (int64_t block = begin_block + team; block < end_block; block += teams) {
#pragma unroll
    for (int k = 0; k < kOwnWords; ++k) {
      const uint32_t held = __ballot_sync(~0u, rows[k] >= 0);
      if (lane == 0) words[k * (kTeam / 32) + warp] = held;
    }
    // List: the pairs of the block that have the tap.
    wait_for_team<kTeam>(team);
    int count = 0;
#pragma unroll
    for (int word = 0; word < kWords; ++word) {
      const uint32_t held = words[word];
      const int k = word / (kTeam / 32);
      if (word % (kTeam / 32) == warp && rows[k] >= 0) {
        found[count + __popc(held & ((1u << lane) - 1))] =
            make_int2(rows[k], int32_t(block * kOuterBlock) + word * 32 + lane);
      }
      count += __popc(held);
    }
    look_up(block + teams);
    wait_for_team<kTeam>(team);

    // Gather: rows of sources and of gradients, a stage of the ring at a time.
    const auto fetch = [&](int first, int stage) {
#pragma unroll
      for (int k = 0; k < kDepth && first < count; k += Divided::kApart) {
        const int pair = first + k + thread / Divided::kPieces;
        const bool held = pair < count;
        const int2 own = held ? found[pair] : make_int2(0, 0);
        const uint32_t to = gathered + uint32_t((stage * kDepth + k) * Divided::kPairBytes);
        if (Divided::kSourcePieces == Divided::kPieces || piece < Divided::kSourcePieces)
          copy_four(to, source + own.x * in, outer.source, held ? left_channels : 0, whole_rows);
        copy_four(to + Divided::kSourceBytes, gradients + own.y * out, outer.gradients, held ? left_columns : 0,
                  whole_gradients);
      }
      mark_copies();
    };
#pragma unroll
    for (int stage = 0; stage < kStages - 1; ++stage) fetch(stage * kDepth, stage);
    // Multiply: stage by stage, while later ones are gathered.
    float sums[Divided::kHigh][Divided::kWide] = {};
    for (int first = 0, stage = 0; first < count; first += kDepth) {
      wait_marked<kStages - 2>();
      wait_for_team<kTeam>(team);
      fetch(first + (kStages - 1) * kDepth, stage == 0 ? kStages - 1 : stage - 1);
      const auto* const pairs = reinterpret_cast<const float*>(memory + stage * kDepth * Divided::kPairBytes);
#pragma unroll
      for (int k = 0; k < kDepth; ++k) {
        if (k == kDepth / 2 && count - first <= kDepth / 2) break;
        float a[Divided::kHigh];
        float b[Divided::kWide];
        Channels::load(a, pairs + k * Divided::kPair + warp_channel, own_channel);
        Columns::load(b, pairs + k * Divided::kPair + kChannels + warp_column, own_column);
#pragma unroll
        for (int h = 0; h < Divided::kHigh; ++h) {
#pragma unroll
          for (int w = 0; w < Divided::kWide; ++w) sums[h][w] = __fmaf_rn(a[h], b[w], sums[h][w]);
        }
      }
      stage = stage == kStages - 1 ? 0 : stage + 1;
    }

    // Add: the sums of blocks, in their order.
    while (*next != block) {
    }
    __syncwarp();
    __threadfence_block();
    if (count > 0) {
#pragma unroll
      for (int h = 0; h < Divided::kHigh; ++h) {
#pragma unroll
        for (int w = 0; w < Divided::kWide; ++w) totals[(h * Divided::kWide + w) * kTeam + thread] += sums[h][w];
      }
    }
    __threadfence_block();
    wait_for_team<kTeam>(team);
    if (thread == 0) *next = block + 1;
  }
  __syncthreads();

  // Store: the totals of the part.
  for (int at = team; at < Divided::kHigh * Divided::kWide; at += teams) {
    const int64_t i = channel + warp_channel + Channels::place(own_channel, at / Divided::kWide);
    const int64_t o = column + warp_column + Columns::place(own_column, at % Divided::kWide);
    if (i < in && o < out) partial[((part * outer.map.taps + tap) * in + i) * out + o] = totals[at * kTeam + thread];
  }
}

template <int kChannels, int kColumns>
Status launch_tiles(Context& context, const GatherOuter<float>& outer, const OuterParts& parts, int room,
                    float* partial) {
  using Divided = Division<kChannels, kColumns>;
  int64_t teams = Divided::kMostTeams;
  while (teams > 1 && Divided::bytes(int(teams)) > room) --teams;
  const int most_bytes =
      Divided::bytes(int(teams));  // the same for every call, since launches of other contexts rely on it, too
  const int64_t rounds = (parts.blocks + teams - 1) / teams;
  teams = (parts.blocks + rounds - 1) / rounds;
  const int bytes = Divided::bytes(int(teams));
  const auto kernel = outer_tiles_kernel<kChannels, kColumns>;
  DVDB_TRY(allow_block_bytes(context, kernel, most_bytes));
  const dim3 blocks(unsigned(parts.count * outer.map.taps), unsigned((outer.in_channels + kChannels - 1) / kChannels),
                    unsigned((outer.out_channels + kColumns - 1) / kColumns));
  kernel<<<blocks, unsigned(teams * Divided::kTeam), bytes, context.device->stream>>>(
      outer, parts, has_whole_fours(outer.source, outer.in_channels),
      has_whole_fours(outer.gradients, outer.out_channels), partial);
  return check_launch(context);
}

}  // namespace

Status sum_outer_tiles(Context& context, const GatherOuter<float>& outer, const OuterParts& parts, float* partial) {
  int room = 0;
  DVDB_TRY(check_cuda(context,
                      cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, context.device->ordinal),
                      "ask for memory"));
  const int64_t side = min_of(outer.in_channels, outer.out_channels);
  if (side > 64 && room >= Division<128, 128>::bytes(1))
    return launch_tiles<128, 128>(context, outer, parts, room, partial);
  if (side > 32) return launch_tiles<64, 64>(context, outer, parts, room, partial);
  if (side > 16) return launch_tiles<32, 32>(context, outer, parts, room, partial);
  // Narrow features, as those that networks begin with: squares would be mostly empty.
  if (outer.in_channels <= 8 && outer.out_channels > 16) {
    return with_width<4, 8>(outer.in_channels, [&]<int kChannels>() -> Status {
      return with_width<32, 64>(outer.out_channels, [&]<int kColumns>() -> Status {
        return launch_tiles<kChannels, kColumns>(context, outer, parts, room, partial);
      });
    });
  }
  return launch_tiles<16, 16>(context, outer, parts, room, partial);
}

}  // namespace dvdb::backend
