// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x66f5a6e4.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0x2ecf2272u;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
