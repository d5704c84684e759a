/// Binds functions of the C library to the versions that they had in glibc 2.28, which is what published libraries need
/// at the least. Included before every file of theirs: the linker would take the newest versions of the machine that
/// builds. On arm64, glibc began with 2.17.
#pragma once

#if defined(__x86_64__)
#define DVDB_OLDEST "GLIBC_2.2.5"
#else
#define DVDB_OLDEST "GLIBC_2.17"
#endif
#define DVDB_OLD(name) __asm__(".symver " #name "," #name "@" DVDB_OLDEST)

DVDB_OLD(exp);  // the newer ones leave errno alone, and return the same
DVDB_OLD(log);
DVDB_OLD(pow);
DVDB_OLD(pthread_attr_setstacksize);
DVDB_OLD(pthread_create);
DVDB_OLD(pthread_join);
DVDB_OLD(pthread_sigmask);
