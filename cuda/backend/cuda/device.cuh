/// What the CUDA backend keeps for a context.
#pragma once

#include <cuda_runtime.h>

#include "backend/memory.hpp"

namespace dvdb::backend {

/// Progress of one look-back scan; all zero between scans.
struct ScanBoard {
  uint32_t next_tile;
  uint32_t finished_tiles;
  uint64_t pad;
  uint64_t tiles[1];  // 2 flag bits above a 62-bit sum
};

inline constexpr int kSpareEvents = 32;

struct Device {
  int ordinal = 0;
  int multiprocessors = 1;
  cudaStream_t stream = nullptr;
  cudaMemPool_t pools[2] = {};     // by Use
  void* pinned = nullptr;          // host slot for small downloads
  void* report = nullptr;          // host memory that kernels write
  cudaEvent_t spare_events[kSpareEvents] = {};  // creating one takes longer than recording it
  int n_spare_events = 0;
  ScanBoard* board = nullptr;      // grown on demand, kept
  int64_t board_tiles = 0;
};

inline constexpr int64_t kPinnedBytes = 64 * 1024;

/// Turns a CUDA error into a status; asynchronous faults lose the context.
Status check_cuda(Context& context, cudaError_t error, const char* what);

/// Makes sure that the scan board has room.
Status reserve_board(Context& context, int64_t tiles, ScanBoard** out);

}  // namespace dvdb::backend
