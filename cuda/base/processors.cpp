/// Quotas as the kernel documents them: cpu.max of control groups, version 2, and cpu.cfs_quota_us of version 1.
#include "base/processors.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/control_groups.hpp"

namespace dvdb {

namespace {

constexpr int kMostProcessors = 1 << 20;

/// Processors that a quota of microseconds per period pays for.
int64_t processors_of(int64_t quota, int64_t period) {
  if (quota <= 0 || period <= 0) return kNoLimit;
  return quota / period + (quota % period != 0);
}

int64_t quota_of_group(const char* folder, bool is_version_2) {
  char path[2 * kLongestText + 32];
  char text[kLongestText];
  if (is_version_2) {
    std::snprintf(path, sizeof path, "%s/cpu.max", folder);
    long long quota = 0;
    long long period = 0;
    const bool is_limited = read_text(path, text) && std::sscanf(text, "%lld %lld", &quota, &period) == 2;
    return is_limited ? processors_of(quota, period) : kNoLimit;
  }
  std::snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
  if (!read_text(path, text)) return kNoLimit;
  const long long quota = std::atoll(text);
  std::snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
  return read_text(path, text) ? processors_of(quota, std::atoll(text)) : kNoLimit;
}

/// The processors that the process is allowed to run on.
int allowed_processors() {
  for (int most = 1024; most <= kMostProcessors; most *= 2) {
    cpu_set_t* const set = CPU_ALLOC(most);
    if (set == nullptr) break;
    const size_t bytes = CPU_ALLOC_SIZE(most);
    const int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
  }
  return std::max(1, int(sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace

int usable_processors(const char* root) {
  return int(std::min<int64_t>(allowed_processors(), least_of_groups(root, "cpu", quota_of_group)));
}

}  // namespace dvdb
