/// Processors as Windows tells them: those of the affinity of the process, or all where it has several groups.
#include "base/processors.hpp"

#include <windows.h>

#include "base/intrinsics.hpp"

namespace dvdb {

int usable_processors(const char*) {
  DWORD_PTR own = 0, all = 0;
  // Without a single group of 64 processors at most, both are 0.
  const bool is_told = GetProcessAffinityMask(GetCurrentProcess(), &own, &all) != 0 && own != 0;
  const int count = is_told ? popcount(uint64_t(own)) : int(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
  return count < 1 ? 1 : count;
}

}  // namespace dvdb
