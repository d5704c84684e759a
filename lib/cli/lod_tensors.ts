/**
 * Point clouds on a device, ready for level-of-detail trees. LAS files are decoded there.
 *
 * @module
 */

import { Arena, type Context, emptyTensor, type Tensor, tensor } from "../core/mod.ts";
import type { PointAttribute, PointValues } from "../io/_attributes.ts";
import type { Triple } from "../io/point_cloud.ts";
import { decodeLas, type LasColumnName, type LasTensors, type RecordField } from "../lod/mod.ts";
import { type LasFile, openLasFiles, readRecords } from "./las_files.ts";
import type { LodCloud, LodCloudOptions } from "./lod_cloud.ts";

/** Records that are read at once. */
const ROWS = 1 << 17;

/** What a point has besides its place. */
export interface LodField extends RecordField {
  /** Its name, as viewers know it. */
  readonly name: string;
}

/** Points on a device; their places in the world are `origin + point * unit`. */
export interface LodTensors extends Disposable {
  /** Number of points. */
  readonly count: number;
  /** Integers as a file stores them, or distances from the origin, [count, 3]. */
  readonly points: Tensor<"i32"> | Tensor<"f64">;
  /** Red, green, blue, [count, 3]. */
  readonly colors: Tensor<"u8">;
  /** What all inputs know of their points besides; columns of one value are [count]. */
  readonly fields: readonly LodField[];
  /** Length of a unit of `points`. */
  readonly unit: number;
  /** Where point 0, 0, 0 would be. */
  readonly origin: Triple;
  /** Points left out because a coordinate is NaN or infinite. */
  readonly dropped: number;
}

/** What is read, and how. */
export interface LodTensorsOptions extends LodCloudOptions {
  /** Whether places become f64 even if files have integers. */
  readonly isLoose: boolean;
  /** Called before each part of a file is read, with the share that is done. */
  readonly onProgress: (done: number) => Promise<void>;
}

/**
 * Reads point clouds and joins them on a device.
 *
 * @param context The device.
 * @param paths The files.
 * @param options What is read.
 * @returns All points, in the order of the files; the caller owns them.
 * @throws {RangeError} If there are points that are not finite, unless they are left out, or if no point is left.
 * @throws {FormatError} If a file is not what it should be.
 */
export async function readLodTensors(
  context: Context,
  paths: readonly string[],
  options: LodTensorsOptions,
): Promise<LodTensors> {
  const files = options.levels === undefined ? openLasFiles(paths) : undefined;
  if (files !== undefined) return await decodeFiles(context, files, options);
  // Readers of all formats take longer to load than a small file to be built.
  const { readLodCloud } = await import("./lod_cloud.ts");
  return uploadCloud(context, await readLodCloud(paths, options), options);
}

/** Copies a field back to the host. */
export async function readField({ name, values, bytes = 0 }: LodField): Promise<PointAttribute> {
  const own = await values.read() as PointValues;
  const [, width = 1] = values.shape;
  return { name, width, values: bytes > own.BYTES_PER_ELEMENT ? new Uint16Array(own) : own };
}

function uploadCloud(
  context: Context,
  { count, points, colors, attributes, ...place }: LodCloud,
  { isLoose }: LodTensorsOptions,
): LodTensors {
  using arena = new Arena();
  const shape = [count, 3];
  const rgb = arena.own(tensor(colors, { context, shape }));
  const places = points instanceof Int32Array && !isLoose
    ? arena.own(tensor(points, { context, shape }))
    : arena.own(tensor(new Float64Array(points), { context, shape, dtype: "f64" }));
  const fields = attributes.map(({ name, values, width }): LodField => {
    if (name === "rgb") return { name, values: rgb, bytes: 2 };
    const column = values as Uint8Array<ArrayBuffer>;
    const own = width === 1 ? [count] : [count, width];
    const dtype = values instanceof Uint16Array ? { dtype: "u16" } as const : {};
    return { name, values: arena.own(tensor(column, { context, shape: own, ...dtype })) };
  });
  return handOver(arena, { count, points: places, colors: rgb, fields, ...place });
}

/** Gives what an arena owns to a result. */
function handOver(arena: Arena, parts: Omit<LodTensors, typeof Symbol.dispose>): LodTensors {
  const own = new Arena();
  for (const value of [parts.points, parts.colors, ...parts.fields.map(({ values }) => values)]) {
    own.own(value);
  }
  arena.releaseResult({ ...parts, fields: parts.fields.map(({ values }) => values) });
  return { ...parts, [Symbol.dispose]: () => own.dispose() };
}

/** Columns of LAS files in the order of fields, with the names that viewers know. */
const FIELDS: readonly (readonly [string, LasColumnName])[] = [
  ["rgb", "colors"],
  ["intensity", "intensities"],
  ["return number", "returnNumbers"],
  ["number of returns", "returnCounts"],
  ["classification", "classifications"],
  ["point source id", "pointSources"],
  ["gps-time", "gpsTimes"],
];

async function decodeFiles(
  context: Context,
  files: readonly LasFile[],
  { isLoose, onProgress }: LodTensorsOptions,
): Promise<LodTensors> {
  using arena = new Arena();
  const count = files.reduce((sum, { header }) => sum + header.count, 0);
  const parts: LasTensors[] = [];
  // Loose places are integers, too, but f64.
  const transform = { scale: [1, 1, 1], offset: [0, 0, 0] } as const;
  let done = 0;
  for (const file of files) {
    const { count: rows, recordLength, pointFormat: format } = file.header;
    using records = emptyTensor([rows, recordLength], { context, dtype: "u8" });
    let at = 0;
    for (const part of readRecords(file, ROWS)) {
      await onProgress(done / count);
      records.buffer.write(part, at);
      at += part.length;
      done += part.length / recordLength;
    }
    const part = decodeLas(records, isLoose ? { format, transform } : { format });
    for (const values of Object.values(part)) if (typeof values === "object") arena.own(values);
    parts.push(part);
  }
  const joined = (name: LasColumnName): Tensor | undefined => joinColumns(arena, parts, name);
  const points = joined(isLoose ? "positions" : "coordinates") as Tensor<"i32">;
  const own = joined("colors") as Tensor<"u8"> | undefined;
  const colors = own ?? arena.own(await colorsOf(points));
  const fields = FIELDS.flatMap(([name, column]): LodField[] => {
    if (column === "colors") return own === undefined ? [] : [{ name, values: own, bytes: 2 }];
    const values = joined(column);
    return values === undefined ? [] : [{ name, values }];
  });
  const { scale, offset } = files[0]?.header ?? {};
  const place = { unit: scale?.[0] ?? 1, origin: offset ?? [0, 0, 0], dropped: 0 } as const;
  return handOver(arena, { count, points, colors, fields, ...place });
}

/** One part after the other; nothing unless all have the column. A single part is taken as it is. */
function joinColumns(
  arena: Arena,
  parts: readonly LasTensors[],
  name: LasColumnName,
): Tensor | undefined {
  const own = parts.map((part): Tensor | undefined => part[name]).filter((part) =>
    part !== undefined
  );
  const [first] = own;
  if (first === undefined || own.length < parts.length || own.length === 1) {
    return own.length < parts.length ? undefined : first;
  }
  const { context, dtype } = first;
  const [, ...width] = first.shape;
  const rows = own.reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0);
  const out = arena.own(emptyTensor([rows, ...width], { context, dtype }));
  let at = 0;
  for (const { buffer } of own) {
    out.buffer.copyFrom(buffer, at);
    at += buffer.byteLength;
  }
  return out;
}

async function colorsOf(points: Tensor<"i32" | "f64">): Promise<Tensor<"u8">> {
  const { heightColors } = await import("./cloud.ts");
  const colors = heightColors(new Float32Array(await points.read()));
  return tensor(colors, { context: points.context, shape: [colors.length / 3, 3] });
}
