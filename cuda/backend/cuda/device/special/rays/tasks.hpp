/// Tasks on a GPU: each warp has a stack of tasks, and one of pieces. Included through
/// backend/api/special/rays/tasks.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

inline constexpr int kTaskBlock = 128;

// Number of lanes that wait for tasks before they get some, measured with rays on an H200.
inline constexpr uint32_t kIdleLanes = 12;
inline constexpr int kPassesOfTask = 2;

// So many items of a warp to be done again are left to a launch for these.
inline constexpr uint32_t kManyAgain = 4;

/// Lanes advance their items until there are tasks for the idle lanes; pieces that they find on the way are processed
/// as soon as there is one for each lane. 7 blocks per multiprocessor of an H200 leave 72 registers per lane.
template <class F>
__global__ void __launch_bounds__(kTaskBlock, 7) for_each_in_tasks_kernel(F f, int64_t n) {
  if constexpr (requires { f.runs(); }) {
    if (!f.runs()) return;
  }
  using Task = typename F::Task;
  using Piece = typename F::Piece;
  __shared__ typename F::Far all_far[kTaskBlock];
  __shared__ Task all_tasks[kTaskBlock / 32][63];
  __shared__ Piece all_pieces[kTaskBlock / 32][31 + 32 * kPassesOfTask];
  const uint32_t lane = threadIdx.x & 31;
  // What seems to come from another lane is kept; else it would be computed wherever it is used.
  const uint32_t below = __shfl_sync(~0u, (1u << lane) - 1, int(lane));
  const uint32_t at_pieces = __shfl_sync(~0u, uint32_t(__cvta_generic_to_shared(all_pieces[threadIdx.x / 32])), 0);
  Piece* const pieces = static_cast<Piece*>(__cvta_shared_to_generic(at_pieces));
  Task* const tasks = all_tasks[threadIdx.x / 32];
  const int64_t i = int64_t(blockIdx.x) * kTaskBlock + threadIdx.x;
  bool on = i < n && f.begin(i, all_far[threadIdx.x]);
  typename F::Path path;
  uint32_t owner = threadIdx.x;  // of the lane's task
  bool is_open = false;
  uint32_t n_tasks = 0;
  uint32_t n_pieces = 0;
  for (bool more = true;;) {  // more: tasks are left, or may come
    const uint32_t free = ~__ballot_sync(~0u, f.inside(path));
    const uint32_t idle = uint32_t(__popc(free));
    if (more && idle >= kIdleLanes) {
      if (is_open && !f.inside(path)) f.close(path, all_far[owner]);
      __syncwarp();
      is_open = is_open && f.inside(path);
      bool any_on = __any_sync(~0u, on);
      while (n_tasks < idle && any_on) {
        Task task;
        bool any = false;
        if (on) on = f.next(all_far[threadIdx.x], task, any);
        const uint32_t found = __ballot_sync(~0u, any);
        task.owner = threadIdx.x;
        if (any) tasks[n_tasks + uint32_t(__popc(found & below))] = task;
        n_tasks += uint32_t(__popc(found));
        any_on = __any_sync(~0u, on);
      }
      __syncwarp();
      const uint32_t rank = uint32_t(__popc(free & below));
      if (!f.inside(path) && rank < n_tasks) {
        const Task task = tasks[n_tasks - 1 - rank];
        owner = task.owner;
        f.open(task, all_far[owner], path);
        is_open = true;
      }
      n_tasks -= min_of(n_tasks, idle);
      more = any_on || n_tasks != 0;
      __syncwarp();
    }
#pragma unroll
    for (int pass = 0; pass < kPassesOfTask; ++pass) {
      const bool any = f.finds(path);
      const uint32_t found = __ballot_sync(~0u, any);
      if (any) {
        Piece piece = f.piece(path, all_far[owner]);
        piece.owner = static_cast<decltype(piece.owner)>(owner);
        pieces[n_pieces + uint32_t(__popc(found & below))] = piece;
      }
      if (f.inside(path)) f.pass(path);
      n_pieces += uint32_t(__popc(found));
    }
    const bool last = !more && !__any_sync(~0u, f.inside(path));
    while (n_pieces >= 32 || (last && n_pieces != 0)) {
      const uint32_t taken = min_of(n_pieces, 32u);
      n_pieces -= taken;
      __syncwarp();
      if (lane < taken) {
        const Piece piece = pieces[n_pieces + lane];
        f.work(piece, all_far[piece.owner]);
      }
      __syncwarp();
    }
    if (last) break;
  }
  if (is_open) f.close(path, all_far[owner]);
  __syncwarp();
  const bool again = i < n && !f.end(i, all_far[threadIdx.x]);
  uint32_t left = __ballot_sync(~0u, again);
  if (uint32_t(__popc(left)) >= kManyAgain) {
    if (again) f.defer(i);
    return;
  }
  for (; left != 0; left &= left - 1) {
    const uint32_t which = uint32_t(__ffs(int(left))) - 1;
    typename F::Far& far = all_far[threadIdx.x - lane + which];
    const int64_t item = i - lane + which;
    const bool goes = lane == which && f.begin_again(item, far);
    if (!__any_sync(~0u, goes)) continue;
    __syncwarp();
    uint32_t sum = f.part_again(far, int(lane), 32);
    for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
    if (lane == 0) f.end_again(item, sum);
  }
}

template <class F>
Status for_each_in_tasks(Context& context, int64_t n, F f, int64_t) {
  if (n <= 0) return {};
  const int64_t blocks = (n + kTaskBlock - 1) / kTaskBlock;
  for_each_in_tasks_kernel<<<unsigned(blocks), kTaskBlock, 0, context.device->stream>>>(f, n);
  return check_launch(context);
}

}  // namespace dvdb::backend
