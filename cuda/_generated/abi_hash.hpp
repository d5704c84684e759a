// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x9b3c6e4f.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0x9e7c4c2du;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
