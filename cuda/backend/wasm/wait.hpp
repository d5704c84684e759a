/// Sleeping on words of memory. Without threads, and where a thread must not sleep (the main thread of a web page),
/// waits are over at once: whoever waits looks again.
#pragma once

#include <atomic>
#include <cstdint>

namespace dvdb::wasm {

/// Sleeps while a word has a value, until woken; may return for no reason.
void sleep_on(std::atomic<uint32_t>& word, uint32_t value);

/// Wakes those that sleep on a word: one of them, or all.
void wake_one(std::atomic<uint32_t>& word);
void wake_all(std::atomic<uint32_t>& word);

}  // namespace dvdb::wasm
