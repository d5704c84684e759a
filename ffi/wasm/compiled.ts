/**
 * Reads and compiles modules, each once.
 *
 * @module
 */

import { builtin } from "./builtins.ts";
import { EMBEDDED } from "./embedded.ts";
import { type CompiledModule, findMemory, withoutSharing } from "./module.ts";

/** Stands for the module inside of the package. */
export const EMBEDDED_PATH = "embedded.wasm";

/** Modules that were compiled, by where they were read, with and without threads. */
const compiled = new Map<string, CompiledModule>();

/** Whether the package has the module inside. */
export function isEmbedded(): boolean {
  return EMBEDDED !== undefined;
}

/**
 * Compiles a module, blocking this thread, which web pages allow to workers only.
 *
 * @param path Its file, or {@linkcode EMBEDDED_PATH}.
 * @param threads Whether it is to share its memory.
 */
export function compileModule(path: string, threads: boolean): CompiledModule {
  const key = keyOf(path, threads);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const bytes = threads ? readModule(path) : withoutSharing(readModule(path));
  const made = { module: new WebAssembly.Module(bytes), memory: findMemory(bytes) };
  compiled.set(key, made);
  return made;
}

function keyOf(path: string, threads: boolean): string {
  return `${threads ? "shared" : "alone"}:${path}`;
}

function readModule(path: string): Uint8Array<ArrayBuffer> {
  if (path === EMBEDDED_PATH) return unpack();
  const files = builtin("node:fs");
  if (files === undefined) throw new Error("no files can be read here");
  return files.readFileSync(path);
}

function unpack(): Uint8Array<ArrayBuffer> {
  const zlib = builtin("node:zlib");
  if (zlib === undefined || EMBEDDED === undefined) throw new Error("it cannot be unpacked here");
  return zlib.brotliDecompressSync(fromBase64(EMBEDDED));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as unknown as {
    fromBase64?(text: string): Uint8Array<ArrayBuffer>;
  };
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
