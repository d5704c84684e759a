/// Number of threads of this process that can run at once.
#pragma once

namespace dvdb {

/// The processors that this process may use: those that it is allowed to run on, but no more than the quotas of its
/// control groups pay for, rounded up. At least 1.
///
/// @param root Folder that has the system's folders `proc` and `sys`; "" for the system itself.
int usable_processors(const char* root = "");

}  // namespace dvdb
