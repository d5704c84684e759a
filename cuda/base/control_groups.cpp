/// Control groups of both versions, as the kernel documents them.
#include "base/control_groups.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace dvdb {

namespace {

/// The least of a group and those around it. Where a container shows its own group as the topmost one, the outer part
/// of the path leads nowhere, and the topmost folder is what counts.
int64_t least_of_path(const char* mount, const char* group, bool is_version_2, GroupLimit limit) {
  char folder[2 * kLongestText];
  std::snprintf(folder, sizeof folder, "%s%s", mount, std::strcmp(group, "/") == 0 ? "" : group);
  const size_t top = std::strlen(mount);
  int64_t least = kNoLimit;
  for (;;) {
    least = std::min(least, limit(folder, is_version_2));
    char* const cut = std::strrchr(folder, '/');
    if (cut == nullptr || size_t(cut - folder) < top) return least;
    *cut = 0;
  }
}

/// Whether a list, such as "cpu,cpuacct", has a name.
bool lists(const char* names, const char* wanted) {
  const size_t size = std::strlen(wanted);
  for (const char* at = names;; ++at) {
    const size_t length = std::strcspn(at, ",");
    if (length == size && std::strncmp(at, wanted, size) == 0) return true;
    at += length;
    if (*at == 0) return false;
  }
}

}  // namespace

bool read_text(const char* path, char (&out)[kLongestText]) {
  std::FILE* const file = std::fopen(path, "re");
  if (file == nullptr) return false;
  const size_t length = std::fread(out, 1, sizeof out - 1, file);
  std::fclose(file);
  out[length] = 0;
  return true;
}

int64_t least_of_groups(const char* root, const char* controller, GroupLimit limit) {
  char path[kLongestText];
  char text[kLongestText];
  std::snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
  if (!read_text(path, text)) return kNoLimit;
  int64_t least = kNoLimit;
  // Lines are "number:controllers:group", without controllers for version 2.
  for (char *rest = text, *line; (line = strsep(&rest, "\n")) != nullptr;) {
    strsep(&line, ":");
    const char* const controllers = line != nullptr ? strsep(&line, ":") : nullptr;
    if (controllers == nullptr || line == nullptr) continue;
    const bool is_version_2 = *controllers == 0;
    if (!is_version_2 && !lists(controllers, controller)) continue;
    const char* const mounts[2][3] = {{controllers, controller, "cpu,cpuacct"}, {"", "unified", ""}};
    for (const char* name : mounts[is_version_2]) {
      char mount[kLongestText];
      std::snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s%.256s", root, *name == 0 ? "" : "/", name);
      least = std::min(least, least_of_path(mount, line, is_version_2, limit));
    }
  }
  return least;
}

}  // namespace dvdb
