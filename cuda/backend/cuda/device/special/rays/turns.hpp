/// Turns on a GPU: persistent warps, whose lanes wait for each other as long as that costs less than a turn of only a
/// few lanes. Included through backend/api/special/rays/turns.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

inline constexpr bool kTurnsTogether = true;

// Limit of the time that lanes wait together for their turn, in lanes times rounds: about what they could have done
// meanwhile, measured with rays on an H200.
inline constexpr uint32_t kWaitToSeek = 30;
inline constexpr uint32_t kWaitToBegin = 100;
inline constexpr int kPassesOfRound = 2;

/// Resident blocks per multiprocessor: 4 leave 64 registers per lane.
template <class F>
constexpr int blocks_in_turns() {
  if constexpr (requires { F::kAtOnce; }) return F::kAtOnce;
  return 4;
}

/// One turn of the lanes that seek, then turns of those that pass, until enough of them wait for others.
template <class F>
__device__ __forceinline__ void take_turns(const F& f, int64_t i, typename F::State& state, typename F::Far& far,
                                           Turn& turn, uint32_t& waiting_to_begin, uint32_t wait_to_begin) {
  if (turn == Turn::kSeek) {
    turn = f.seek(i, state, far);
    if (turn == Turn::kOver) f.end(i, state);
  }
  __syncwarp();
  for (uint32_t waiting_to_seek = 0;;) {
#pragma unroll
    for (int pass = 0; pass < kPassesOfRound; ++pass) {
      if (turn == Turn::kPass) {
        turn = f.pass(i, state, far);
        if (turn == Turn::kOver) f.end(i, state);
      }
    }
    const uint32_t passing = __ballot_sync(~0u, turn == Turn::kPass);
    const uint32_t seeking = __ballot_sync(~0u, turn == Turn::kSeek);
    waiting_to_seek += __popc(seeking);
    waiting_to_begin += __popc(~(passing | seeking));
    if (passing == 0 || waiting_to_seek >= kWaitToSeek || waiting_to_begin >= wait_to_begin) break;
  }
}

template <class F>
__global__ void __launch_bounds__(kBlock, blocks_in_turns<F>())
    for_each_in_turns_kernel(F f, int64_t n, ScanBoards boards) {
  boards.clear_spent(kBlock);
  if constexpr (requires { f.runs(); }) {
    if (!f.runs()) return;
  }
  __shared__ typename F::Far all_far[kBlock];
  typename F::Far& far = all_far[threadIdx.x];
  const int lane = int(threadIdx.x & 31);
  const uint32_t below = (1u << lane) - 1;
  typename F::State state;
  int64_t i = n;
  Turn turn = Turn::kOver;
  uint32_t waiting_to_begin = kWaitToBegin;
  for (bool left = true;;) {
    const uint32_t over = __ballot_sync(~0u, turn == Turn::kOver);
    if (over == ~0u && !left) break;
    if (left && (over == ~0u || waiting_to_begin >= kWaitToBegin)) {
      waiting_to_begin = 0;
      uint64_t first = 0;
      if (lane == 0) first = atomic_add(boards.now, uint64_t(__popc(over)));  // a board begins at 0
      first = __shfl_sync(~0u, first, 0);
      left = int64_t(first) + __popc(over) < n;
      if (turn == Turn::kOver) {
        i = int64_t(first) + __popc(over & below);
        if (i < n) {
          turn = f.begin(i, state, far);
          if (turn == Turn::kOver) f.end(i, state);
        }
      }
    }
    take_turns(f, i, state, far, turn, waiting_to_begin, left ? kWaitToBegin : ~0u);
  }
}

template <class F>
Status for_each_in_turns(Context& context, int64_t n, F f, int64_t) {
  if (n <= 0) return {};
  ScanBoards boards;
  DVDB_TRY(take_boards(context, 1, boards));
  int at_once = 1;
  DVDB_TRY(check_cuda(context,
                      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&at_once, for_each_in_turns_kernel<F>, kBlock, 0),
                      "query kernel"));
  const int64_t blocks = min_of((n + kBlock - 1) / kBlock, int64_t(context.device->multiprocessors) * at_once);
  for_each_in_turns_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, n, boards);
  return check_launch(context);
}

}  // namespace dvdb::backend
