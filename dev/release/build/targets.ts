/**
 * What native libraries are published for, and by which compiler they are built on Linux on x86-64.
 *
 * @module
 */

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
  /** The C++ and C compilers. */
  readonly compilers: readonly [string, string];
  /** Settings for CMake. */
  readonly settings: readonly string[];
  /** Whether its libraries run with glibc 2.28. */
  readonly hasFloor: boolean;
  /** What runs its programs on another machine. */
  readonly emulator?: readonly string[];
}

const LEVELS = [2, 3, 4] as const;

/** Every package of native libraries. */
export const TARGETS: readonly Target[] = [
  {
    ...{ name: "linux-x64", os: "linux", cpu: "x64", backend: "cpu" },
    ...{ file: "libdenovdb_cpu.so", levels: LEVELS, compilers: ["g++", "gcc"], settings: [] },
    hasFloor: true,
  },
  {
    ...{ name: "linux-arm64", os: "linux", cpu: "arm64", backend: "cpu" },
    ...{ file: "libdenovdb_cpu.so", levels: [0], hasFloor: true },
    compilers: ["aarch64-linux-gnu-g++", "aarch64-linux-gnu-gcc"],
    settings: ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"],
    emulator: ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
  },
  {
    ...{ name: "linux-x64-cuda", os: "linux", cpu: "x64", backend: "cuda" },
    ...{ file: "libdenovdb_cuda.so", levels: [0], compilers: ["g++", "gcc"], hasFloor: true },
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
