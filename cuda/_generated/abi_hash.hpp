// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x8a99b05c.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0xe45a032cu;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
