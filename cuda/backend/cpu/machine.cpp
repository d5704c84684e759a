/// The machine of a library that the system loads.
#include "backend/cpu/machine.hpp"

#include "denovdb.h"

namespace dvdb::backend {

const uint32_t kMachineKind = DVDB_BACKEND_CPU;
const char* const kMachineName = "CPU";

}  // namespace dvdb::backend
