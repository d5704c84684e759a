/**
 * Bytes that wait in a file.
 *
 * @module
 */

import type { LodStore } from "../../../lod/mod.ts";
import { readAll, writeAll } from "../../shared/bytes.ts";

/** Bytes of a name that are gathered before they are written. */
const RUN_BYTES = 1 << 14;

interface Held {
  readonly runs: { readonly at: number; readonly length: number }[];
  waiting: Uint8Array<ArrayBuffer>[];
  waitingBytes: number;
}

/** Keeps bytes under names in one file, which grows; disposing it removes the file. */
export class FileStore implements LodStore, Disposable {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #held = new Map<string, Held>();
  #end = 0;

  /** Makes the file. */
  constructor(path: string) {
    this.#path = path;
    this.#file = Deno.openSync(path, { read: true, write: true, createNew: true });
  }

  /** Bytes that were written. */
  get written(): number {
    return this.#end;
  }

  /** Appends to what a name has. */
  append(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    const held = this.#held.get(name) ?? { runs: [], waiting: [], waitingBytes: 0 };
    this.#held.set(name, held);
    held.waiting.push(bytes.slice());
    held.waitingBytes += bytes.length;
    if (held.waitingBytes < RUN_BYTES) return;
    this.#file.seekSync(this.#end, Deno.SeekMode.Start);
    for (const part of held.waiting) writeAll(this.#file, part);
    held.runs.push({ at: this.#end, length: held.waitingBytes });
    this.#end += held.waitingBytes;
    held.waiting = [];
    held.waitingBytes = 0;
  }

  /** Reads all that a name has. */
  read(name: string): Uint8Array<ArrayBuffer> {
    const { runs, waiting, waitingBytes } = this.#held.get(name) ??
      { runs: [], waiting: [], waitingBytes: 0 };
    const out = new Uint8Array(runs.reduce((sum, { length }) => sum + length, waitingBytes));
    let to = 0;
    for (const { at, length } of runs) {
      this.#file.seekSync(at, Deno.SeekMode.Start);
      readAll(this.#file, out.subarray(to, to + length));
      to += length;
    }
    for (const part of waiting) {
      out.set(part, to);
      to += part.length;
    }
    return out;
  }

  /** Deletes a name. */
  remove(name: string): void {
    this.#held.delete(name);
  }

  /** Closes and removes the file. */
  [Symbol.dispose](): void {
    this.#file.close();
    Deno.removeSync(this.#path);
  }
}
