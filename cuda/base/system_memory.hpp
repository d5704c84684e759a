/// Bytes of memory that this process can have.
#pragma once

#include <cstdint>

namespace dvdb {

/// Bytes that this process can hold at most: the memory of the machine, but no more than its control groups grant.
/// Swap space is not counted, as work in it does not end in any reasonable time.
///
/// @param root Folder that has the system's folders `proc` and `sys`; "" for the system itself.
int64_t most_memory(const char* root = "");

/// Bytes that are left at this moment before the system would have to swap, or end the process: free memory, and caches
/// of files that the system gives up when asked.
int64_t available_memory(const char* root = "");

}  // namespace dvdb
