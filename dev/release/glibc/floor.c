/// What the static parts of libstdc++ and libgcc take from a newer glibc than 2.28, where it is linked.
#include <stddef.h>

/// Whether there is one thread alone: counts of references would do without atomics then.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

/// Finds the tables by which exceptions unwind the stack. Nothing here throws, so nothing is found.
__attribute__((visibility("hidden"))) int _dl_find_object(void* address, void* result) {
  (void)address;
  (void)result;
  return -1;
}
