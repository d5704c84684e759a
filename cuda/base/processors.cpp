/// Quotas as the kernel documents them: cpu.max of control groups, version 2, and cpu.cfs_quota_us of version 1. A
/// group is limited by those around it, too.
#include "base/processors.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace dvdb {

namespace {

constexpr int kNoLimit = 1 << 20;
constexpr int kLongest = 4096;  // of a path, and of what files hold that are read here

/// Reads a small file as text; false if there is none.
bool read_text(const char* path, char (&out)[kLongest]) {
  std::FILE* const file = std::fopen(path, "re");
  if (file == nullptr) return false;
  const size_t length = std::fread(out, 1, sizeof out - 1, file);
  std::fclose(file);
  out[length] = 0;
  return true;
}

/// Processors that a quota of microseconds per period pays for.
int processors_of(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return kNoLimit;
  return int(std::min<long long>(quota / period + (quota % period != 0), kNoLimit));
}

int quota_of_group(const char* folder, bool is_version_2) {
  char path[2 * kLongest + 32];
  char text[kLongest];
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

/// The least quota of a group and those around it. Where a container shows its own group as the topmost one, the
/// outer part of the path leads nowhere, and the topmost folder is what counts.
int quota_of_groups(const char* mount, const char* group, bool is_version_2) {
  char folder[2 * kLongest];
  std::snprintf(folder, sizeof folder, "%s%s", mount, std::strcmp(group, "/") == 0 ? "" : group);
  const size_t top = std::strlen(mount);
  int least = kNoLimit;
  for (;;) {
    least = std::min(least, quota_of_group(folder, is_version_2));
    char* const cut = std::strrchr(folder, '/');
    if (cut == nullptr || size_t(cut - folder) < top) return least;
    *cut = 0;
  }
}

/// Whether a list of controllers, such as "cpu,cpuacct", has the one for processor time.
bool controls_time(const char* controllers) {
  for (const char* at = controllers;; ++at) {
    const size_t length = std::strcspn(at, ",");
    if (length == 3 && std::strncmp(at, "cpu", 3) == 0) return true;
    at += length;
    if (*at == 0) return false;
  }
}

int quota_of_process(const char* root) {
  char path[kLongest];
  char text[kLongest];
  std::snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
  if (!read_text(path, text)) return kNoLimit;
  int least = kNoLimit;
  // Lines are "number:controllers:group", without controllers for version 2.
  for (char *rest = text, *line; (line = strsep(&rest, "\n")) != nullptr;) {
    strsep(&line, ":");
    const char* const controllers = line != nullptr ? strsep(&line, ":") : nullptr;
    if (controllers == nullptr || line == nullptr) continue;
    const bool is_version_2 = *controllers == 0;
    if (!is_version_2 && !controls_time(controllers)) continue;
    const char* const mounts[2][3] = {{controllers, "cpu", "cpu,cpuacct"}, {"", "unified", ""}};
    for (const char* name : mounts[is_version_2]) {
      char mount[kLongest];
      std::snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s%.256s", root, *name == 0 ? "" : "/", name);
      least = std::min(least, quota_of_groups(mount, line, is_version_2));
    }
  }
  return least;
}

/// The processors that the process is allowed to run on.
int allowed_processors() {
  for (int most = 1024; most <= kNoLimit; most *= 2) {
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

int usable_processors(const char* root) { return std::min(allowed_processors(), quota_of_process(root)); }

}  // namespace dvdb
