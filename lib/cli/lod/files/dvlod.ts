/**
 * Level-of-detail trees as one compact file.
 *
 * @module
 */

import { type PointAttribute, typeOfValues } from "../../../io/base/attributes.ts";
import { type DvlodAttribute, DvlodEncoder } from "../../../io/dvlod/encode.ts";
import { writeAll } from "../../shared/bytes.ts";
import { DVLOD_NAMES, type LodContent, type LodFrame, type LodWriter } from "./nodes.ts";

/** What points have, without their values. */
export function describeAttributes(columns: readonly PointAttribute[]): DvlodAttribute[] {
  return columns.map(({ name, values, width }) => ({ name, width, type: typeOfValues(values) }));
}

/** Appends each node to `cloud.dvlod`. */
export class DvlodWriter implements LodWriter {
  readonly #file: Deno.FsFile;
  readonly #encoder: DvlodEncoder;
  #written = 0;

  /** Begins the file in a folder that is there. */
  constructor(folder: string, frame: LodFrame, attributes: readonly DvlodAttribute[]) {
    this.#encoder = new DvlodEncoder({ ...frame, attributes });
    this.#file = Deno.openSync(`${folder}/${DVLOD_NAMES[0]}`, { write: true, createNew: true });
    try {
      this.#append(this.#encoder.header());
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /** Appends a node. */
  write(node: LodContent): Promise<void> {
    this.#append(this.#encoder.node(node));
    return Promise.resolve();
  }

  /** Appends the table. */
  finish(): Promise<number> {
    this.#append(this.#encoder.finish());
    return Promise.resolve(this.#written);
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#file.close();
  }

  #append(bytes: Uint8Array): void {
    writeAll(this.#file, bytes);
    this.#written += bytes.length;
  }
}
