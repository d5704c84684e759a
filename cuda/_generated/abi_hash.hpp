// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0xe6f85009.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0xf377ba27u;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
