/// The machine of a module: what runs it decides how many threads there are.
#include "backend/cpu/machine.hpp"

#include "base/processors.hpp"
namespace dvdb {

namespace backend {

const char* const kMachineName = "WebAssembly";

}  // namespace backend

int usable_processors(const char*) { return 1; }

}  // namespace dvdb
