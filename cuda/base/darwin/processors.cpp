/// Processors as macOS tells them.
#include "base/processors.hpp"

#include <unistd.h>

#include <algorithm>

namespace dvdb {

int usable_processors(const char*) { return std::max(1, int(sysconf(_SC_NPROCESSORS_ONLN))); }

}  // namespace dvdb
