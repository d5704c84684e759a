/// Jobs of windows divided into shares: where the last round of jobs would leave multiprocessors idle, several blocks
/// each sum a share of a job's turns, and the block of its last share adds their sums in the order of shares.
#pragma once

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/window_parts.cuh"

namespace dvdb::backend {

/// A share of a job's turns, `index` of `count`; of a divided one, `slot` counts from the first divided job.
struct JobShare {
  int32_t index;
  int32_t count;
  int32_t slot;

  __device__ __forceinline__ bool is_last() const { return index == count - 1; }
  /// The first of this share's turns; those of the next one begin where these end.
  __device__ __forceinline__ int32_t first(int32_t turns) const { return turns * index / count; }
  __device__ __forceinline__ int32_t end(int32_t turns) const { return turns * (index + 1) / count; }
};

/// A job's turns with a share of them: taps that are present, each with all depths.
struct ShareTurns {
  uint32_t taps;   // from that of the first turn on
  int32_t depth;   // of the first turn
  int32_t number;  // of turns

  __device__ __forceinline__ static ShareTurns of(uint32_t taps, int32_t depths, const JobShare& share) {
    const int32_t turns = __popc(taps) * depths;
    const int32_t first = share.first(turns);
    for (int32_t k = first / depths; k > 0; --k) taps &= taps - 1;
    return {taps, first % depths, share.end(turns) - first};
  }
  /// The next tap, whose depths from `from` on the caller takes.
  struct Tap {
    int32_t index;
    int32_t from;
    int32_t end;
  };
  __device__ __forceinline__ Tap next(int32_t depths) {
    const Tap tap{__ffs(int(taps)) - 1, depth, min_of(depths, depth + number)};
    taps &= taps - 1;
    number -= tap.end - tap.from;
    depth = 0;
    return tap;
  }
};

struct JobShares {
  Jobs jobs;
  int64_t n_whole;     // of the jobs, which are in front of the divided ones
  int32_t count;       // of shares of a divided job
  float* sums;         // [divided jobs, count - 1, floats of a job]
  uint32_t* finished;  // [divided jobs], of their shares; 0 before the launch

  static constexpr int32_t kMostShares = 8;
  /// How many turns take as long as it takes to hand over the sums of a share and to add them.
  static constexpr int64_t kHandedOver = 5;

  /// Divides jobs so that their last round takes as little time as possible.
  static JobShares of(const Jobs& jobs, int64_t taps, int64_t multiprocessors) {
    const int64_t turns = taps * jobs.depths * 3 / 4;  // most jobs lack some taps
    JobShares shares{jobs, jobs.n - jobs.n % multiprocessors, 1, nullptr, nullptr};
    const int64_t divided = jobs.n - shares.n_whole;
    int64_t least = turns;
    for (int32_t count = 2; divided > 0 && count <= kMostShares; ++count) {
      const int64_t at_once = multiprocessors / count;
      if (at_once == 0) break;
      const int64_t rounds = (divided + at_once - 1) / at_once;
      const int64_t takes = rounds * ((turns + count - 1) / count) + kHandedOver * count;
      if (takes >= least) continue;
      least = takes;
      shares.count = count;
    }
    if (shares.count == 1) shares.n_whole = jobs.n;
    return shares;
  }

  int64_t divided() const { return jobs.n - n_whole; }
  int64_t floats(int64_t of_a_job) const { return divided() * (count - 1) * of_a_job; }

  dim3 blocks(Context& context) const {
    return dim3(unsigned(min_of(n_whole + divided() * count, int64_t(context.device->multiprocessors))));
  }

  /// Calls `body(window, tile, share)` for those of this block. Shares of a job are in blocks beside each other in one
  /// round, and the last one's waits for those in front of it. Blocks start in their order, so those are running.
  __device__ void each(auto body) const {
    const auto at_once = int32_t(gridDim.x) / count;
    JobShare share{0, 1, 0};
    int64_t job = blockIdx.x;
    while (true) {
      if (job >= n_whole && share.count < count) {
        share = {int32_t(blockIdx.x) % count, count, int32_t(blockIdx.x) / count};
        job = share.slot < at_once ? n_whole + share.slot : jobs.n;
      }
      if (job >= jobs.n) return;
      body(int32_t(job / jobs.tiles), int32_t(job % jobs.tiles), share);
      job += job < n_whole ? int32_t(gridDim.x) : at_once;
      share.slot += at_once;
    }
  }

  /// Hands a share's sums over; called by all kThreads that have some, of which `thread` is one.
  template <int kThreads, int kSums>
  __device__ __forceinline__ void hand_over(const JobShare& share, int thread, const float (&own)[kSums]) const {
    float4* const to = reinterpret_cast<float4*>(sums_of<kThreads * kSums>(share, share.index));
#pragma unroll
    for (int k = 0; k < kSums / 4; ++k)
      __stcg(to + k * kThreads + thread, make_float4(own[4 * k], own[4 * k + 1], own[4 * k + 2], own[4 * k + 3]));
    __threadfence();
    asm volatile("bar.sync 1, %0;" ::"n"(kThreads) : "memory");
    if (thread == 0) asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(finished + share.slot) : "memory");
  }

  /// Waits for the other shares of a job and adds their sums to those of the last one.
  template <int kThreads, int kSums>
  __device__ __forceinline__ void take_over(const JobShare& share, int thread, float (&own)[kSums]) const {
    uint32_t ready = 0;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(ready) : "l"(finished + share.slot) : "memory");
    } while (ready + 1 < uint32_t(share.count));
    for (int32_t index = 0; index + 1 < share.count; ++index) {
      const float4* const from = reinterpret_cast<const float4*>(sums_of<kThreads * kSums>(share, index));
#pragma unroll
      for (int k = 0; k < kSums / 4; ++k) {
        const float4 four = __ldcg(from + k * kThreads + thread);
        own[4 * k] += four.x;
        own[4 * k + 1] += four.y;
        own[4 * k + 2] += four.z;
        own[4 * k + 3] += four.w;
      }
    }
  }

 private:
  template <int kFloats>
  __device__ __forceinline__ float* sums_of(const JobShare& share, int32_t index) const {
    return sums + (int64_t(share.slot) * (count - 1) + index) * kFloats;
  }
};

}  // namespace dvdb::backend
