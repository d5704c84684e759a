/// Memory as Windows tells it: that of the machine, and what a job of this process may have.
#include "base/system_memory.hpp"

#include <windows.h>

#include <algorithm>
#include <cstdint>

namespace dvdb {

namespace {

MEMORYSTATUSEX status_of_machine() {
  MEMORYSTATUSEX status = {};
  status.dwLength = sizeof status;
  GlobalMemoryStatusEx(&status);
  return status;
}

/// The limits of the job that this process runs in; INT64_MAX if it has none.
int64_t limit_of_job() {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {};
  if (!QueryInformationJobObject(nullptr, JobObjectExtendedLimitInformation, &limits, sizeof limits, nullptr))
    return INT64_MAX;
  int64_t least = INT64_MAX;
  const DWORD flags = limits.BasicLimitInformation.LimitFlags;
  if (flags & JOB_OBJECT_LIMIT_JOB_MEMORY) least = std::min(least, int64_t(limits.JobMemoryLimit));
  if (flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) least = std::min(least, int64_t(limits.ProcessMemoryLimit));
  return least;
}

}  // namespace

int64_t most_memory(const char*) { return std::min(int64_t(status_of_machine().ullTotalPhys), limit_of_job()); }

int64_t available_memory(const char*) {
  const MEMORYSTATUSEX status = status_of_machine();
  // Windows promises no more memory than it has, page files included.
  return int64_t(std::min(status.ullAvailPhys, status.ullAvailPageFile));
}

}  // namespace dvdb
