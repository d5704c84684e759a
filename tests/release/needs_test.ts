import { assertEquals } from "@std/assert";
import { complaintsOf } from "../../dev/release/build/needs.ts";

const NEEDED = `
Dynamic Section:
  NEEDED               libm.so.6
  NEEDED               libc.so.6
  NEEDED               ld-linux-x86-64.so.2
  SONAME               libdenovdb_cpu.so
`;
const SYMBOLS = `
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.14) memcpy
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.28) fcntl64
0000000000000000  w   D  *UND*  0000000000000000  Base        __gmon_start__
0000000000012340 g    DF .text  0000000000000012  Base        dvdb_version
`;

Deno.test("complaintsOf() accepts a library that needs what every system has", () => {
  assertEquals(complaintsOf(NEEDED, SYMBOLS), []);
});

Deno.test("complaintsOf() names other libraries, and functions of a newer C library", () => {
  const needed = `${NEEDED}  NEEDED               libstdc++.so.6\n`;
  const symbols = `${SYMBOLS}0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.29) exp
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.34) pthread_create
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.29) log
`;
  assertEquals(complaintsOf(needed, symbols), [
    "it needs libstdc++.so.6",
    "it needs glibc 2.29: exp, log",
    "it needs glibc 2.34: pthread_create",
  ]);
});
