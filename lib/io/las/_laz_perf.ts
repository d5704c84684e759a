/**
 * The laz-perf WebAssembly decoder: loaded on first use, one instance per file.
 *
 * @module
 */
import type { EventEmitter } from "node:events";
import process from "node:process";

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

async function instantiate(): Promise<LazPerf> {
  const { createLazPerf } = await import("laz-perf");
  // Deno compiles the file as part of the import graph: it works offline and needs no --allow-read.
  // @ts-ignore TypeScript 6.0 does not know source phase imports
  const wasm: WebAssembly.Module = await import.source("laz-perf/lib/laz-perf.wasm");
  const settings: LazPerfSettings = {
    instantiateWasm(imports, receive): WebAssembly.Exports {
      const instance = new WebAssembly.Instance(wasm, imports);
      receive(instance);
      return instance.exports;
    },
    print: () => {},
    printErr: () => {},
  };
  const create = createLazPerf as unknown as (settings: LazPerfSettings) => Promise<LazPerf>;
  return await withoutProcessListeners(() => create(settings));
}

/** Removes the process-wide error handlers that Emscripten's start code installs for Node. */
function withoutProcessListeners<T>(start: () => T): T {
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const emitter: EventEmitter = process;
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
