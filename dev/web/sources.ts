/**
 * The sources of this checkout as other runtimes take them: each file as JavaScript at the same place, with packages by
 * addresses.
 *
 * @module
 */

import { fromFileUrl, join } from "@std/path";
import { compileCode } from "../release/pack/javascript.ts";
import { ROOT } from "../tasks/_shared.ts";

/** Sources that stand for packages, seen from the root. */
const SOURCES = {
  "@std/path": "dev/std/path/mod.ts",
  "@denovdb/native": "ffi/stand_ins/native.ts",
} as const;

/** Where pages find the package that decodes LAZ files, and its WebAssembly. */
export const LAZ_PERF = { code: "packages/laz-perf.js", wasm: "packages/laz-perf.wasm" } as const;

/** What is wanted of the compiled code. */
export interface CompileOptions {
  /** Whether it is for pages, which have no packages by name. */
  readonly forPages: boolean;
}

/**
 * The JavaScript of a source.
 *
 * @param path The source, seen from the root: `lib/io/mod.ts`.
 */
export function compileSource(path: string, { forPages }: CompileOptions): string {
  const replaced = forPages ? { ...SOURCES, "laz-perf": LAZ_PERF.code } : SOURCES;
  return compileCode(Deno.readTextFileSync(join(ROOT, path)), path, replaced);
}

/** The folder of the package laz-perf, where Deno keeps its packages. */
export async function lazPerfFolder(): Promise<string> {
  await import("laz-perf"); // puts it there
  return fromFileUrl(new URL("../..", import.meta.resolve("npm:laz-perf@0.0.7/lib/node/index.js")));
}

/** The decoder for browsers, which is a script of the older kind, as a module. */
export async function lazPerfModule(): Promise<string> {
  const script = await Deno.readTextFile(join(await lazPerfFolder(), "lib/worker/laz-perf.js"));
  const wrapped = `const module = { exports: {} };\n((exports, module) => {\n${script}\n})`;
  return `${wrapped}(module.exports, module);\nexport const createLazPerf = module.exports;\n`;
}
