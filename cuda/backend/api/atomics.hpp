/// Atomic operations on integers of 32 and 64 bits in device memory. All are relaxed. Those that change a
/// word by what it holds return the previous value.
///
///   atomic_add, atomic_min, atomic_max, atomic_or, atomic_and, atomic_xor (word, value)
///   atomic_exchange(word, value)     stores a value of 32 bits
///   atomic_claim(word, free, value)  is a compare-and-swap: it stores a value if the word equals `free`
///   atomic_load(word)                reads a word that other threads may be writing
///   atomic_store(word, value)        writes a word that other threads may be writing too
///   or_shared(word, bits)            sets bits of a word that items nearby are likely to share; returns nothing
///   peek(word)                       reads a word whose bits other threads may be setting, only to spare needless
///   writes: what
///                                    it reads may be stale
#pragma once

#include "device/atomics.hpp"
