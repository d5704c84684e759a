#include "backend/grouping.hpp"

namespace dvdb::backend {

__global__ void __launch_bounds__(kMaxGroups) scan_groups_kernel(Groups groups) {
  __shared__ int64_t sums[kMaxGroups];
  const int g = int(threadIdx.x);
  const int64_t mine = g < groups.n_groups ? groups.cursors[g] : 0;
  sums[g] = mine;
  __syncthreads();
  for (int step = 1; step < kMaxGroups; step *= 2) {
    const int64_t below = g >= step ? sums[g - step] : 0;
    __syncthreads();
    sums[g] += below;
    __syncthreads();
  }
  groups.starts[g] = sums[g] - mine;
  groups.cursors[g] = sums[g] - mine;
  if (g == kMaxGroups - 1) groups.starts[kMaxGroups] = sums[g];
}

int multiprocessors(Context& context) { return context.device->multiprocessors; }

}  // namespace dvdb::backend
