// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0xcb1c1360.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0x6a2e60f2u;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
