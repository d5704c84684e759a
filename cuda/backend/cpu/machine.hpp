/// What a library of host threads says of the machine that runs it.
#pragma once

#include <cstdint>

namespace dvdb::backend {

/// One of dvdb_backend, and the name of the only device.
extern const uint32_t kMachineKind;
extern const char* const kMachineName;

}  // namespace dvdb::backend
