/**
 * Point clouds on a device, ready for level-of-detail trees. LAS files are decoded there.
 *
 * @module
 */

import type { Context, DType } from "../../../core/mod.ts";
import { Arena } from "../../../core/scope.ts";
import { emptyTensor, type Tensor, tensor } from "../../../core/tensor.ts";
import type { PointAttribute, PointValues } from "../../../io/base/attributes.ts";
import {
  decodeLas,
  LAS_COLOR_FORMATS,
  LAS_TIME_FORMATS,
  type LasColumnName,
  type LasTensors,
} from "../../../lod/decode_las.ts";
import type { RecordField } from "../../../lod/mod.ts";
import type { LodInput } from "./inputs.ts";
import { type LasFile, LasPlaces, openLasFiles, readRecords } from "./las_files.ts";
import { tellsColors } from "../../input/colors.ts";
import type { LodCloud, LodCloudOptions } from "./cloud.ts";
import type { Triple } from "../../../io/cloud.ts";

/** Points that are read or written at once: a small share of all, so that memory is used again before it grows. */
export function pieceOf(count: number): number {
  return Math.min(1 << 18, Math.max(1 << 16, Math.floor(count / 32)));
}

/** An attribute of a point besides its place. */
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
  /** Whether all inputs have colors; else these tell heights. */
  readonly isColored: boolean;
  /** Further attributes that all inputs have of their points; columns of one value are [count]. */
  readonly fields: readonly LodField[];
  /** Length of a unit of `points`. */
  readonly unit: number;
  /** Place of point 0, 0, 0. */
  readonly origin: Triple;
  /** Points left out because a coordinate is NaN or infinite. */
  readonly dropped: number;
  /** The files. */
  readonly inputs: readonly LodInput[];
}

/** Parts that are read, and how. */
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
 * @throws {RangeError} If there is no finite point.
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
  const { readLodCloud } = await import("./cloud.ts");
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
  const isColored = attributes.some(({ name }) => name === "rgb");
  return handOver(arena, { count, points: places, colors: rgb, isColored, fields, ...place });
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
  const columns = emptyColumns(arena, context, files, { count, isLoose });
  let first = 0;
  const places = new LasPlaces();
  let isColored = columns.colors !== undefined;
  for (const file of files) {
    const work = {
      context,
      columns,
      first,
      places,
      onRow: (row: number) => onProgress(row / count),
    };
    const seen = await decodeFile(file, work);
    // Colors turned out to be wider after some of them had been taken for narrow ones.
    if (seen === undefined) await decodeFile(file, { ...work, bits: 16 });
    isColored &&= file.header.count === 0 || seen === undefined || seen.isColored;
    first += file.header.count;
  }
  const points = (columns.positions ?? columns.coordinates) as Tensor<"i32">;
  const own = isColored ? columns.colors : undefined;
  const colors = own ?? arena.own(await colorsOf(points));
  const fields = FIELDS.flatMap(([name, column]): LodField[] => {
    const values = column === "colors" ? own : columns[column];
    return values === undefined ? [] : [{ name, values, ...(name === "rgb" ? { bytes: 2 } : {}) }];
  });
  const { scale, offset } = files[0]?.header ?? {};
  const place = {
    unit: scale?.[0] ?? 1,
    origin: offset ?? [0, 0, 0],
    dropped: 0,
    inputs: places.inputs(),
  } as const;
  return handOver(arena, { count, points, colors, isColored, fields, ...place });
}

/** Columns that all files have. */
function emptyColumns(
  arena: Arena,
  context: Context,
  files: readonly LasFile[],
  { count, isLoose }: { readonly count: number; readonly isLoose: boolean },
): LasTensors {
  const own = <D extends DType>(dtype: D, ...width: number[]): Tensor<D> =>
    arena.own(emptyTensor([count, ...width], { context, dtype }));
  const formats = files.map(({ header }) => header.pointFormat);
  return {
    ...(isLoose ? { positions: own("f64", 3) } : { coordinates: own("i32", 3) }),
    ...(formats.every((format) => LAS_COLOR_FORMATS.includes(format))
      ? { colors: own("u8", 3) }
      : {}),
    intensities: own("u16"),
    returnNumbers: own("u8"),
    returnCounts: own("u8"),
    classifications: own("u8"),
    pointSources: own("u16"),
    ...(formats.every((format) => LAS_TIME_FORMATS.includes(format))
      ? { gpsTimes: own("f64") }
      : {}),
  };
}

/** Arrays that a file is decoded to. */
interface DecodeWork {
  readonly context: Context;
  readonly columns: LasTensors;
  /** Row of its first point. */
  readonly first: number;
  /** Bits of a channel of its colors, once they are known. */
  readonly bits?: 8 | 16;
  /** Looks at where points lie. */
  readonly places: LasPlaces;
  readonly onRow: (row: number) => Promise<void>;
}

/**
 * Decodes a file part by part; returns whether a color is more than 0, or nothing if parts have been taken for narrower
 * colors.
 */
async function decodeFile(
  file: LasFile,
  work: DecodeWork,
): Promise<{ readonly isColored: boolean } | undefined> {
  const { context, columns, places, onRow } = work;
  const { recordLength, pointFormat: format } = file.header;
  // Loose places are integers, too, but f64.
  const transform = { scale: [1, 1, 1], offset: [0, 0, 0] } as const;
  const most = Math.min(pieceOf(file.header.count), file.header.count);
  using held = emptyTensor([most, recordLength], { context, dtype: "u8" });
  let { first, bits } = work;
  let isColored = false;
  for await (const part of readRecords(file, pieceOf(file.header.count))) {
    await onRow(first);
    places.look(file, part);
    using arena = new Arena();
    const rows = part.length / recordLength;
    const records = arena.own(held.slice(0, rows));
    records.write(part);
    const into = Object.fromEntries(
      Object.entries(columns).map(([name, values]: [string, Tensor]) => [
        name,
        arena.own(values.slice(first, first + rows)),
      ]),
    );
    const options = { format, transform, into, ...(bits === 16 ? { colorBits: bits } : {}) };
    const { colorBits = 8 } = decodeLas(records, options);
    if (colorBits === 16 && bits === 8) return undefined;
    bits = colorBits;
    // Most scans answer by their first part.
    isColored ||= into.colors !== undefined && tellsColors(await into.colors.read() as Uint8Array);
    first += rows;
  }
  return { isColored };
}

async function colorsOf(points: Tensor<"i32" | "f64">): Promise<Tensor<"u8">> {
  const { heightColors } = await import("../../input/cloud.ts");
  const colors = heightColors(new Float32Array(await points.read()));
  return tensor(colors, { context: points.context, shape: [colors.length / 3, 3] });
}
