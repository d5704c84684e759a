/// State of a context of the CUDA backend.
#pragma once

#include <cuda_runtime.h>

#include "backend/api/memory.hpp"
#include "base/kept_blocks.hpp"

namespace dvdb::backend {

/// Messages between the tiles of a scan: two bits above a sum below 2^62. All zero before the scan.
inline constexpr uint64_t kScanValue = (uint64_t(1) << 62) - 1;
inline constexpr uint64_t kScanAggregate = uint64_t(1) << 62;  // the sum is the tile's own
inline constexpr uint64_t kScanInclusive = uint64_t(2) << 62;  // the sum is of all tiles up to this one

/// The boards of two scans that follow each other on the stream.
struct ScanBoards {
  uint64_t* now = nullptr;    // a word for each tile
  uint64_t* spent = nullptr;  // the words of the scan before, to be cleared
  int64_t n_spent = 0;

  /// Called by all threads of all blocks.
  __device__ void clear_spent(int block) const {
#pragma unroll 1
    for (int64_t i = int64_t(blockIdx.x) * block + threadIdx.x; i < n_spent; i += int64_t(gridDim.x) * block)
      spent[i] = 0;
  }
};

inline constexpr int kSpareEvents = 32;

struct Device {
  int ordinal = 0;
  int multiprocessors = 1;
  cudaStream_t stream = nullptr;
  cudaMemPool_t pools[2] = {};                  // by Use
  KeptBlocks kept;                              // of both; asking a pool takes longer than many kernels' launches
  void* pinned = nullptr;                       // host slot for small downloads
  void* report = nullptr;                       // host memory that kernels write
  cudaEvent_t spare_events[kSpareEvents] = {};  // creating one takes longer than recording it
  int n_spare_events = 0;
  uint64_t* boards[2] = {};  // by turns; grown on demand, kept
  int64_t board_tiles = 0;
  int64_t n_spent = 0;  // words of boards[turn ^ 1] that the last scan left
  int turn = 0;
  cudaEvent_t paces[2] = {};     // by turns: behind what was launched some while ago
  int pace = 0;                  // whose turn it is
  int n_launched = 0;            // since an event was recorded, by a call that may be canceled
  int n_between = 1;             // launches between two of the events
  bool may_be_canceled = false;  // the call that runs
  int64_t n_waits = 0;           // for all that was enqueued
  int matrix_units = -1;         // whether there are any that the code uses; -1 until somebody asks
  int64_t memory_bytes = 0;      // in all, used or not
};

inline constexpr int64_t kPinnedBytes = 64 * 1024;

/// Turns a CUDA error into a status; asynchronous faults lose the context.
Status check_cuda(Context& context, cudaError_t error, const char* what);

/// Waits where a call that may be canceled has launched much that the device has not done: once canceled, it has to
/// wait for all of that.
Status keep_pace(Context& context);

/// Fails if the launch before did not come about, or the call was canceled: what was launched runs all the same.
inline Status check_launch(Context& context) {
  DVDB_TRY(check_cuda(context, cudaGetLastError(), "launch"));
  if (context.device->may_be_canceled) DVDB_TRY(keep_pace(context));
  return check_canceled(context);
}

/// The boards of the scan that is launched next, which has to clear the spent one.
Status take_boards(Context& context, int64_t tiles, ScanBoards& out);

}  // namespace dvdb::backend
