/// What the static parts of libstdc++ and libgcc take from a newer glibc than 2.28, where it is linked: the same from an
/// older one. Nothing of this is seen from outside of the library.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#else
#define OLDEST "GLIBC_2.17"
#endif
/// Declares old_NAME, which is NAME as the oldest glibc has it.
#define OLD(result, name, parameters)                   \
  __asm__(".symver old_" #name "," #name "@" OLDEST);   \
  extern result old_##name parameters;                  \
  __attribute__((visibility("hidden"))) result name parameters

OLD(int, pthread_once, (pthread_once_t * control, void (*routine)(void))) { return old_pthread_once(control, routine); }
OLD(int, pthread_key_create, (pthread_key_t * key, void (*destroy)(void*))) {
  return old_pthread_key_create(key, destroy);
}
OLD(int, pthread_key_delete, (pthread_key_t key)) { return old_pthread_key_delete(key); }
OLD(void*, pthread_getspecific, (pthread_key_t key)) { return old_pthread_getspecific(key); }
OLD(int, pthread_setspecific, (pthread_key_t key, const void* value)) {
  return old_pthread_setspecific(key, value);
}

/// By whose presence libgcc tells that there are threads.
__attribute__((visibility("hidden"))) int __pthread_key_create(pthread_key_t* key, void (*destroy)(void*)) {
  return old_pthread_key_create(key, destroy);
}

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t word = 0;
  (void)!getentropy(&word, sizeof word);
  return word;
}

/// Whether there is one thread alone: counts of references would do without atomics then.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

/// Finds the tables by which exceptions unwind the stack. Nothing here throws, so nothing is found.
__attribute__((visibility("hidden"))) int _dl_find_object(void* address, void* result) {
  (void)address;
  (void)result;
  return -1;
}
