/// What a library of host threads says of the machine that runs it.
#pragma once

namespace dvdb::backend {

/// The name of the only device.
extern const char* const kMachineName;

}  // namespace dvdb::backend
