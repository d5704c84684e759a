// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x06aa510e.
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = 0x41c9b1dau;

/// Version of this library.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace dvdb
