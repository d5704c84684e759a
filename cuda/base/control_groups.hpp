/// Limits that the system puts on groups of processes, such as containers.
#pragma once

#include <cstdint>

namespace dvdb {

inline constexpr int64_t kNoLimit = INT64_MAX;
inline constexpr int kLongestText = 4096;  // of a path, and of what files hold that are read here

/// Reads the beginning of a file as text; false if there is none.
bool read_text(const char* path, char (&out)[kLongestText]);

/// A group's limit of some resource, read from the files of its folder; kNoLimit if there is none.
using GroupLimit = int64_t (*)(const char* folder, bool is_version_2);

/// The least that the control groups of this process have, and those around them: each is limited by these, too.
///
/// @param root Folder that has the system's folders `proc` and `sys`; "" for the system itself.
/// @param controller Name of what is limited, as in `proc/self/cgroup`.
int64_t least_of_groups(const char* root, const char* controller, GroupLimit limit);

}  // namespace dvdb
