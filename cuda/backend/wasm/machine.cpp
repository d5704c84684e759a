/// The machine of a module: what runs it decides how many threads there are.
#include "backend/cpu/machine.hpp"

#include "base/processors.hpp"
#include "denovdb.h"

namespace dvdb {

namespace backend {

const uint32_t kMachineKind = DVDB_BACKEND_WASM;
const char* const kMachineName = "WebAssembly";

}  // namespace backend

int usable_processors(const char*) { return 1; }

}  // namespace dvdb
