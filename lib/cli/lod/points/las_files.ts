/**
 * LAS files that stay on disk and are read a part at a time.
 *
 * @module
 */

import { crsOfRecords as pointCrsOf } from "../../../io/las/crs.ts";
import { lasFrontBytes, type LasHeader, readLasStart } from "../../../io/las/header.ts";
import type { Triple } from "../../../io/cloud.ts";
import { crsOfRecords } from "../../input/crs.ts";
import type { LodInput } from "./inputs.ts";
import { readAll } from "../../shared/bytes.ts";
import { naming } from "../../shared/naming.ts";

/** A LAS file and what its header says. */
export interface LasFile {
  /** Its path. */
  readonly path: string;
  /** Its header. */
  readonly header: LasHeader;
}

/**
 * Opens files whose records can be read as they are.
 *
 * @param paths The files.
 * @returns What their headers say; nothing unless all are uncompressed LAS files that hold their points, and store
 * places alike, with one scale for all axes.
 * @throws {FormatError} If a header is not what it should be.
 */
export function openLasFiles(paths: readonly string[]): readonly LasFile[] | undefined {
  const files: LasFile[] = [];
  for (const path of paths) {
    const header = /\.las$/i.test(path) ? readFront(path) : undefined;
    if (header === undefined || header.compressed) return undefined;
    files.push({ path, header });
  }
  const [first] = files;
  if (first === undefined || files.every(({ header }) => header.count === 0)) return undefined;
  const { scale, offset } = first.header;
  const isAlike = scale.every((own) => own === scale[0]) &&
    files.every(({ header }) =>
      header.scale.every((own, axis) => own === scale[axis]) &&
      header.offset.every((own, axis) => own === offset[axis])
    );
  return isAlike ? files : undefined;
}

/** Records of a part that are looked at to learn where a file lies. */
const SAMPLES = 4096;

/** Learns where files lie from some of their records: the boxes that headers state are often wrong. */
export class LasPlaces {
  readonly #boxes = new Map<LasFile, { readonly min: number[]; readonly max: number[] }>();

  /** Looks at a part of a file's records. */
  look(file: LasFile, records: Uint8Array): void {
    const { recordLength, scale, offset } = file.header;
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    const { min, max } = this.#boxes.get(file) ??
      { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
    this.#boxes.set(file, { min, max });
    const step = recordLength * Math.max(1, Math.floor(records.length / recordLength / SAMPLES));
    for (let at = 0; at + recordLength <= records.length; at += step) {
      for (const axis of [0, 1, 2] as const) {
        const value = view.getInt32(at + 4 * axis, true) * scale[axis] + offset[axis];
        min[axis] = Math.min(min[axis] ?? value, value);
        max[axis] = Math.max(max[axis] ?? value, value);
      }
    }
  }

  /** Facts about the files that were looked at. */
  inputs(): readonly LodInput[] {
    return [...this.#boxes].map(([{ path, header }, { min, max }]) => ({
      path,
      box: { min: tripleOf(min), max: tripleOf(max) },
      crs: crsOfRecords(header.vlrs),
      wkt: pointCrsOf(header.vlrs)?.wkt,
    }));
  }
}

function tripleOf([x = 0, y = 0, z = 0]: readonly number[]): Triple {
  return [x, y, z];
}

/** Reads the records of a file, some at a time, into memory that is used again, while others are worked on. */
export async function* readRecords(
  { path, header }: LasFile,
  rows: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { count, pointOffset, recordLength } = header;
  using file = Deno.openSync(path);
  file.seekSync(pointOffset, Deno.SeekMode.Start);
  const most = Math.min(rows, count) * recordLength;
  let [bytes, spare] = [new Uint8Array(most), new Uint8Array(most)];
  const read = (first: number): Promise<Uint8Array<ArrayBuffer>> =>
    fill(file, bytes.subarray(0, Math.max(0, Math.min(rows, count - first)) * recordLength));
  let next = read(0);
  try {
    for (let first = 0; first < count; first += rows) {
      const part = await next;
      [bytes, spare] = [spare, bytes];
      next = read(first + rows);
      yield part;
    }
  } finally {
    await Promise.allSettled([next]);
  }
}

/** Fills bytes from a file, and returns them. */
async function fill(
  file: Deno.FsFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length;) {
    const length = await file.read(bytes.subarray(at));
    if (length === null) {
      throw new RangeError(`Cannot read: ${bytes.length - at} bytes are missing`);
    }
    at += length;
  }
  return bytes;
}

/** The header of a LAS or LAZ file; nothing for other files, or if points are missing. */
function readFront(path: string): LasHeader | undefined {
  using file = Deno.openSync(path);
  const head = new Uint8Array(100);
  const { size } = file.statSync();
  if (size < head.length) return undefined;
  readAll(file, head);
  if (String.fromCharCode(...head.subarray(0, 4)) !== "LASF") return undefined;
  const front = new Uint8Array(Math.min(size, lasFrontBytes(head)));
  file.seekSync(0, Deno.SeekMode.Start);
  readAll(file, front);
  const header = naming(path, () => readLasStart(front, size));
  const { compressed, count, recordLength, pointOffset } = header;
  return compressed || pointOffset + count * recordLength <= size ? header : undefined;
}
