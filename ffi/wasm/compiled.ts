/**
 * Reads and compiles modules, each once.
 *
 * @module
 */

import { builtin } from "./builtins.ts";
import { EMBEDDED } from "./embedded.ts";
import { canShare } from "./machine.ts";
import { type CompiledModule, findMemory, withoutSharing } from "./module.ts";

/** Stands for the module inside of the package. */
export const EMBEDDED_PATH = "embedded.wasm";

/** Modules that were compiled, by where they were read, with and without threads. */
const compiled = new Map<string, CompiledModule>();

/** Sources of a module besides its file. */
export type WasmSource = string | URL | Response | Uint8Array<ArrayBuffer> | ArrayBuffer;

/** Whether the package has the module inside, or was given it. */
export function isEmbedded(): boolean {
  return EMBEDDED !== undefined || compiled.has(keyOf(EMBEDDED_PATH, canShare()));
}

/** Whether modules can be read from files here. */
export function canReadFiles(): boolean {
  return builtin("node:fs") !== undefined;
}

/** Compiles a module without blocking; it counts as the one inside of the package from then on. */
export async function prepareModule(source: WasmSource | undefined): Promise<void> {
  const threads = canShare();
  const key = keyOf(EMBEDDED_PATH, threads);
  if (source === undefined && compiled.has(key)) return;
  const all = source === undefined ? await unpackLater() : await load(source);
  const bytes = threads ? all : withoutSharing(all);
  const memory = findMemory(bytes);
  compiled.set(key, { memory, module: await WebAssembly.compile(bytes) });
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
  const memory = findMemory(bytes); // says what is wrong in words
  const made = { memory, module: new WebAssembly.Module(bytes) };
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

async function load(source: WasmSource): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const answer = source instanceof Response ? source : await fetch(source);
  if (!answer.ok) throw new Error(`"${answer.url}" answers with status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function unpackLater(): Promise<Uint8Array<ArrayBuffer>> {
  if (builtin("node:zlib") !== undefined) return unpack();
  if (EMBEDDED === undefined) throw new Error("the package has none inside: name one");
  const decompress = brotliStream();
  if (decompress === undefined) return await load(new URL("./denovdb.wasm", import.meta.url));
  const stream = new Response(fromBase64(EMBEDDED)).body?.pipeThrough(decompress);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A stream that decompresses brotli; few browsers have it. */
function brotliStream(): DecompressionStream | undefined {
  try {
    return new DecompressionStream("brotli" as CompressionFormat);
  } catch {
    return undefined; // packages have the module as a file, too
  }
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
