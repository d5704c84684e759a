// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x4c4a804d.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0x1fdd53b8u;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
