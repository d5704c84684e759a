/**
 * Level-of-detail trees as one compact file.
 *
 * @module
 */

import { type PointAttribute, typeOfValues } from "../../../io/base/attributes.ts";
import { type DvlodAttribute, DvlodEncoder, type DvlodPart } from "../../../io/dvlod/encode.ts";
import { readAll, writeAll } from "../../shared/bytes.ts";
import { DVLOD_NAMES, type LodContent, type LodFrame, type LodWriter } from "./nodes.ts";

/** Descriptions of the attributes of points, without their values. */
export function describeAttributes(columns: readonly PointAttribute[]): DvlodAttribute[] {
  return columns.map(({ name, values, width }) => ({ name, width, type: typeOfValues(values) }));
}

/** The name under which nodes wait. */
const WAITING = "nodes.wait";

/** Most bytes that are copied at once. */
const COPY_BYTES = 1 << 20;

/**
 * Lets each node wait in a file until all are there, then copies them to `cloud.dvlod` in the order of its table: trees
 * that are built in parts come in another order for each limit of memory.
 */
export class DvlodWriter implements LodWriter {
  readonly #folder: string;
  readonly #file: Deno.FsFile;
  readonly #encoder: DvlodEncoder;

  /** Begins the file in a folder that is there. */
  constructor(folder: string, frame: LodFrame, attributes: readonly DvlodAttribute[]) {
    this.#encoder = new DvlodEncoder({ ...frame, attributes });
    this.#folder = folder;
    const options = { read: true, write: true, createNew: true };
    this.#file = Deno.openSync(`${folder}/${WAITING}`, options);
    try {
      writeAll(this.#file, this.#encoder.header());
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /** Takes a node. */
  write(node: LodContent): Promise<void> {
    writeAll(this.#file, this.#encoder.node(node));
    return Promise.resolve();
  }

  /** Copies the nodes behind the header, and appends the table. */
  async finish(): Promise<number> {
    const path = `${this.#folder}/${DVLOD_NAMES[0]}`;
    using file = Deno.openSync(path, { write: true, createNew: true });
    const header = this.#encoder.header();
    const parts = [{ offset: 0, bytes: header.length }, ...this.#encoder.arrange()];
    for (const { offset, bytes } of runsOf(parts)) this.#copy(file, offset, bytes);
    writeAll(file, this.#encoder.finish());
    await Deno.remove(`${this.#folder}/${WAITING}`);
    return file.statSync().size;
  }

  /** Closes the file of waiting nodes. */
  [Symbol.dispose](): void {
    this.#file.close();
  }

  #copy(to: Deno.FsFile, offset: number, bytes: number): void {
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    const held = new Uint8Array(Math.min(bytes, COPY_BYTES));
    for (let left = bytes; left > 0; left -= held.length) {
      const part = held.subarray(0, Math.min(left, held.length));
      readAll(this.#file, part);
      writeAll(to, part);
    }
  }
}

/** Joins parts that lie one behind the other. */
function runsOf(parts: readonly DvlodPart[]): DvlodPart[] {
  const runs: DvlodPart[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last !== undefined && last.offset + last.bytes === part.offset) {
      runs[runs.length - 1] = { offset: last.offset, bytes: last.bytes + part.bytes };
    } else runs.push(part);
  }
  return runs;
}
