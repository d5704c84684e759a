/// Sleeping by the instructions that WebAssembly has for it.
#include "backend/wasm/wait.hpp"

#include "backend/wasm/host.hpp"

namespace dvdb::wasm {

namespace {

int* place_of(std::atomic<uint32_t>& word) { return reinterpret_cast<int*>(&word); }

}  // namespace

void sleep_on(std::atomic<uint32_t>& word, uint32_t value) {
  if (may_sleep()) __builtin_wasm_memory_atomic_wait32(place_of(word), int(value), -1);
}

void wake_one(std::atomic<uint32_t>& word) { __builtin_wasm_memory_atomic_notify(place_of(word), 1); }

void wake_all(std::atomic<uint32_t>& word) { __builtin_wasm_memory_atomic_notify(place_of(word), ~0u); }

}  // namespace dvdb::wasm
