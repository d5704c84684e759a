/// The machine of a library that the system loads.
#include "backend/cpu/machine.hpp"

namespace dvdb::backend {

const char* const kMachineName = "CPU";

}  // namespace dvdb::backend
