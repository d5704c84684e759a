/**
 * The laz-perf WebAssembly decoder: loaded when the first LAZ file is read, one instance per file.
 *
 * @module
 */
import type { EventEmitter } from "node:events";
import { checkClass } from "../../../ffi/base/checks.ts";

/** Decodes the points of one chunk, one call per point. */
interface ChunkDecoder {
  open(format: number, recordLength: number, chunk: number): void;
  getPoint(record: number): void;
  delete(): void;
}

/** The part of laz-perf's module that is used here. */
interface LazPerf {
  /** The module's memory; a new array after the memory has grown. */
  readonly HEAPU8: Uint8Array;
  readonly ChunkDecoder: new () => ChunkDecoder;
  _malloc(bytes: number): number;
  _free(address: number): void;
}

/** Settings of an Emscripten module. */
interface LazPerfSettings {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
  print(): void;
  printErr(): void;
}

/** A chunk to be decoded. */
export interface ChunkToDecode {
  /** The compressed bytes. */
  readonly bytes: Uint8Array;
  /** Point data record format, 0-3 or 6-8. */
  readonly pointFormat: number;
  /** Length of one record in bytes, extra bytes included. */
  readonly recordLength: number;
  /** Number of points. */
  readonly count: number;
}

/** Takes a run of uncompressed records; the bytes are valid during the call only. */
export type TakeRecords = (records: Uint8Array, count: number) => void;

/** Records are handed over in runs of about this many bytes. */
const RUN_BYTES = 1 << 19;
/** Zero bytes behind a chunk, for a decoder that reads beyond its end. */
const GUARD_BYTES = 1024;

/**
 * Decodes chunks of compressed points.
 *
 * Each has an instance of its own, about 1 ms once the code is loaded: a chunk that breaks the
 * decoder breaks no other file, and all memory goes when the decoder is no longer referenced.
 */
export class LazDecoder {
  readonly #module: LazPerf;

  /**
   * Wraps a module.
   *
   * @param module An instance of laz-perf.
   */
  constructor(module: LazPerf) {
    this.#module = module;
  }

  /**
   * Decodes one chunk and hands its records over in order.
   *
   * Memory taken for the chunk is given back. After an error the decoder is not to be used again.
   */
  decode(chunk: ChunkToDecode, take: TakeRecords): void {
    const module = this.#module;
    const { bytes, pointFormat, recordLength, count } = chunk;
    const run = Math.min(count, Math.max(1, Math.floor(RUN_BYTES / recordLength)));
    const source = module._malloc(bytes.length + GUARD_BYTES);
    const records = module._malloc(run * recordLength);
    if (source === 0 || records === 0) throw new RangeError("WebAssembly memory is exhausted");
    module.HEAPU8.set(bytes, source);
    module.HEAPU8.fill(0, source + bytes.length, source + bytes.length + GUARD_BYTES);
    const decoder = new module.ChunkDecoder();
    decoder.open(pointFormat, recordLength, source);
    for (let first = 0; first < count; first += run) {
      const now = Math.min(run, count - first);
      for (let point = 0; point < now; point++) decoder.getPoint(records + point * recordLength);
      take(module.HEAPU8.subarray(records, records + now * recordLength), now);
    }
    decoder.delete();
    module._free(records);
    module._free(source);
  }
}

/** Makes a decoder, loading laz-perf if that has not happened yet. */
export async function makeLazDecoder(): Promise<LazDecoder> {
  return new LazDecoder(await instantiate());
}

/** The compiled code, once it has been loaded or given. */
let compiled: Promise<WebAssembly.Module | undefined> | undefined;

/**
 * Gives the code of laz-perf, the decoder of LAZ files, for where it cannot be found.
 *
 * Deno and Node.js find it in the package. In a browser the code is the file `laz-perf.wasm` of the package, looked for
 * beside the script, unless it is given before the first LAZ file is read.
 *
 * @param code The compiled file `lib/laz-perf.wasm` of laz-perf 0.0.7.
 * @throws {TypeError} If it is something else.
 * @category Point clouds
 *
 * @example In a browser
 * ```ts ignore
 * import { useLazPerf } from "@denovdb/denovdb/io";
 *
 * useLazPerf(await WebAssembly.compileStreaming(fetch("/assets/laz-perf.wasm")));
 * ```
 */
export function useLazPerf(code: WebAssembly.Module): void {
  checkClass({ operator: "useLazPerf", name: "code" }, code, WebAssembly.Module);
  compiled = Promise.resolve(code);
}

/** The package that the dynamic import below names, too. */
const WASM = "npm:laz-perf@0.0.7/lib/laz-perf.wasm";

/**
 * Finds the compiled code where Deno keeps its packages, which takes neither network nor --allow-read. The import is in a
 * program of its own, as bundlers do not know its syntax.
 */
async function findCode(): Promise<WebAssembly.Module | undefined> {
  if (!("Deno" in globalThis)) return undefined;
  const program = `export const code = await import.source(${JSON.stringify(WASM)});`;
  const url = `data:text/javascript,${encodeURIComponent(program)}`;
  try {
    const { code } = await import(/* @vite-ignore */ url) as { readonly code: WebAssembly.Module };
    return code;
  } catch {
    return undefined; // then the package looks for it itself
  }
}

async function instantiate(): Promise<LazPerf> {
  const { createLazPerf } = await import("laz-perf");
  const code = await (compiled ??= findCode());
  const settings: Partial<LazPerfSettings> = {
    ...(code === undefined ? {} : { instantiateWasm: instantiator(code) }),
    print: () => {},
    printErr: () => {},
  };
  const create = createLazPerf as unknown as (
    settings: Partial<LazPerfSettings>,
  ) => Promise<LazPerf>;
  return await withoutProcessListeners(() => create(settings));
}

function instantiator(code: WebAssembly.Module): LazPerfSettings["instantiateWasm"] {
  return (imports, receive) => {
    const instance = new WebAssembly.Instance(code, imports);
    receive(instance);
    return instance.exports;
  };
}

/** The part of a process that hears of errors, where there is a process. */
interface Process {
  readonly process?: EventEmitter;
}

/** Removes the process-wide error handlers that Emscripten's start code installs for Node. */
function withoutProcessListeners<T>(start: () => T): T {
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const { process: emitter } = globalThis as Process;
  if (typeof emitter?.listeners !== "function") return start();
  const before = events.map((event) => new Set(emitter.listeners(event)));
  try {
    return start();
  } finally {
    events.forEach((event, which) => {
      for (const listener of emitter.listeners(event)) {
        if (before[which]?.has(listener) === false) {
          emitter.removeListener(event, listener as () => void);
        }
      }
    });
  }
}
