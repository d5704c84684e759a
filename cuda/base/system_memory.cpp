/// Memory as the kernel tells it: memory.max of control groups, version 2, and memory.limit_in_bytes of version 1.
#include "base/system_memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/control_groups.hpp"

namespace dvdb {

namespace {

/// The number in a file of a folder; `otherwise` if there is none, as where it says "max".
int64_t number_in(const char* folder, const char* name, int64_t otherwise) {
  char path[2 * kLongestText + 64];
  char text[kLongestText];
  std::snprintf(path, sizeof path, "%s/%s", folder, name);
  if (!read_text(path, text)) return otherwise;
  char* end = text;
  const long long number = std::strtoll(text, &end, 10);
  return end == text || number < 0 ? otherwise : int64_t(number);
}

/// The number behind a name at the start of a line of a text; `otherwise` if there is none.
int64_t number_behind(const char* text, const char* name, int64_t otherwise) {
  const size_t length = std::strlen(name);
  for (const char* line = text; line != nullptr; line = std::strchr(line, '\n')) {
    if (*line == '\n') ++line;
    if (std::strncmp(line, name, length) == 0) return int64_t(std::strtoll(line + length, nullptr, 10));
  }
  return otherwise;
}

int64_t limit_of(const char* folder, bool is_version_2) {
  return number_in(folder, is_version_2 ? "memory.max" : "memory.limit_in_bytes", kNoLimit);
}

/// Bytes that a group has left: files in its cache that nobody uses do not count.
int64_t rest_of(const char* folder, bool is_version_2) {
  const int64_t limit = limit_of(folder, is_version_2);
  if (limit == kNoLimit) return kNoLimit;
  const int64_t used = number_in(folder, is_version_2 ? "memory.current" : "memory.usage_in_bytes", 0);
  char path[2 * kLongestText + 64];
  char text[kLongestText];
  std::snprintf(path, sizeof path, "%s/memory.stat", folder);
  const char* const name = is_version_2 ? "inactive_file " : "total_inactive_file ";
  const int64_t files = read_text(path, text) ? number_behind(text, name, 0) : 0;
  return std::max<int64_t>(0, limit - std::max<int64_t>(0, used - files));
}

/// A number of the machine, in bytes.
int64_t of_machine(const char* root, const char* name) {
  char path[kLongestText];
  char text[kLongestText];
  std::snprintf(path, sizeof path, "%s/proc/meminfo", root);
  if (!read_text(path, text)) return kNoLimit;
  const int64_t kilobytes = number_behind(text, name, -1);
  return kilobytes < 0 ? kNoLimit : kilobytes << 10;
}

}  // namespace

int64_t most_memory(const char* root) {
  return std::min(of_machine(root, "MemTotal:"), least_of_groups(root, "memory", limit_of));
}

int64_t available_memory(const char* root) {
  return std::min(of_machine(root, "MemAvailable:"), least_of_groups(root, "memory", rest_of));
}

}  // namespace dvdb
