/// The machine of a module: what runs it decides how many threads there are.
#include "backend/cpu/machine.hpp"

#include "base/processors.hpp"
#include "base/system_memory.hpp"

namespace dvdb {

namespace backend {

const char* const kMachineName = "WebAssembly";

}  // namespace backend

int usable_processors(const char*) { return 1; }

// Bytes that 32-bit addresses reach; whether they are available shows when memory grows.
int64_t most_memory(const char*) { return int64_t(UINT32_MAX); }
int64_t available_memory(const char*) { return int64_t(UINT32_MAX); }

}  // namespace dvdb
