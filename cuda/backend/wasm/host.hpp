/// Calls between a module and the program that runs it besides the C interface; ffi/wasm has the other side.
#pragma once

#include <cstdint>

#define DVDB_IMPORT(name) extern "C" __attribute__((import_module("denovdb"), import_name(#name)))
#define DVDB_EXPORT(name) extern "C" __attribute__((export_name("wasm_" #name)))

/// Whether the thread that asks may sleep.
DVDB_IMPORT(may_sleep) int32_t dvdb_wasm_may_sleep();

namespace dvdb::wasm {

inline bool may_sleep() { return dvdb_wasm_may_sleep() != 0; }

}  // namespace dvdb::wasm
