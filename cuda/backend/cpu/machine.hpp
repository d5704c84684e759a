/// Properties of the machine that runs host threads.
#pragma once

namespace dvdb::backend {

/// The name of the only device.
extern const char* const kMachineName;

}  // namespace dvdb::backend
