/**
 * EPT data sets written by hand, as a list of files.
 *
 * @module
 */
import { join } from "../pcd/_bytes.ts";

/** A data set in memory: bytes by path. */
export type EptFiles = Map<string, Uint8Array>;

/** A dimension of the schema, as ept.json writes it. */
export interface DimensionBytes {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly scale?: number;
  readonly offset?: number;
}

/** What {@linkcode eptFiles} writes. */
export interface EptBytes {
  readonly dataType: "binary" | "zstandard";
  readonly schema: readonly DimensionBytes[];
  /** The rows of each tile, by its key "D-X-Y-Z". */
  readonly tiles: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** The files of the hierarchy; by default one with the counts of all tiles. */
  readonly hierarchy?: Readonly<Record<string, unknown>>;
  /** Entries of ept.json besides the usual ones. */
  readonly json?: Readonly<Record<string, unknown>>;
}

const SETTERS: Readonly<Record<string, (view: DataView, at: number, value: number) => void>> = {
  signed1: (view, at, value) => view.setInt8(at, value),
  signed2: (view, at, value) => view.setInt16(at, value, true),
  signed4: (view, at, value) => view.setInt32(at, value, true),
  signed8: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  unsigned1: (view, at, value) => view.setUint8(at, value),
  unsigned2: (view, at, value) => view.setUint16(at, value, true),
  unsigned4: (view, at, value) => view.setUint32(at, value, true),
  float4: (view, at, value) => view.setFloat32(at, value, true),
  float8: (view, at, value) => view.setFloat64(at, value, true),
};

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Writes a data set. */
export function eptFiles({ dataType, schema, tiles, hierarchy, json }: EptBytes): EptFiles {
  const counts = Object.fromEntries(Object.entries(tiles).map(([key, rows]) => [key, rows.length]));
  const points = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const files: EptFiles = new Map();
  files.set("ept.json", jsonBytes(eptJson({ dataType, schema, points, ...json })));
  for (const [name, entries] of Object.entries(hierarchy ?? { "0-0-0-0": counts })) {
    files.set(`ept-hierarchy/${name}.json`, jsonBytes(entries));
  }
  for (const [key, rows] of Object.entries(tiles)) {
    const bytes = new Uint8Array(rows.flatMap((row) =>
      schema.flatMap(({ type, size }, which) => {
        const view = new DataView(new ArrayBuffer(size));
        SETTERS[`${type}${size}`]?.(view, 0, row[which] ?? 0);
        return [...new Uint8Array(view.buffer)];
      })
    ));
    if (dataType === "binary") files.set(`ept-data/${key}.bin`, bytes);
    else files.set(`ept-data/${key}.zst`, zstd(bytes));
  }
  return files;
}

/** A frame of zstandard (RFC 8878): its size, then one block of bytes as they are. */
function zstd(bytes: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(12));
  head.setUint32(0, 0xfd2fb528, true);
  head.setUint8(4, 0xa0);
  head.setUint32(5, bytes.length, true);
  head.setUint16(9, (bytes.length << 3 | 1) & 0xffff, true);
  head.setUint8(11, bytes.length >> 13);
  return join([new Uint8Array(head.buffer), bytes]);
}

/** An ept.json of the cube [-8, 8]^3, where points of the root are 1 apart. */
export function eptJson(entries: Readonly<Record<string, unknown>>): unknown {
  return {
    bounds: [-8, -8, -8, 8, 8, 8],
    boundsConforming: [-7, -7, -7, 7, 7, 7],
    hierarchyType: "json",
    span: 16,
    version: "1.0.0",
    ...entries,
  };
}
