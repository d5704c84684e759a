/// Tells which of the libraries of a package this processor can run: the only function of a library of its own, as the
/// others may not be opened before.
#include <stdint.h>

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/// The highest level of x86-64 that the processor and the system have, from 1 to 4.
EXPORTED uint32_t dvdb_processor_level(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return 4;
  if (__builtin_cpu_supports("x86-64-v3")) return 3;
  return __builtin_cpu_supports("x86-64-v2") ? 2 : 1;
}
