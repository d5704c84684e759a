/**
 * Runs the program in the runtime that starts this file, by its modules for files: `scan out`. What it found is printed.
 *
 * @module
 */

import { findVoxels } from "./_program.ts";

/** What is used of the runtime. */
interface Runtime {
  readonly process: {
    readonly argv: readonly string[];
    readonly stdout: { write(text: string): void };
    getBuiltinModule(name: "node:fs"): {
      readFileSync(path: string): Uint8Array<ArrayBuffer>;
      writeFileSync(path: string, bytes: Uint8Array): void;
    };
  };
}

const { process } = globalThis as unknown as Runtime;
const { readFileSync, writeFileSync } = process.getBuiltinModule("node:fs");
const [, , scan = "", out = ""] = process.argv;
const { ply, ...found } = await findVoxels(readFileSync(scan));
writeFileSync(out, ply);
process.stdout.write(JSON.stringify({ ...found, hasDeno: "Deno" in globalThis }));
