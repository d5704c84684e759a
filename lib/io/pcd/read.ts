/**
 * Point clouds of the Point Cloud Library: PCD as text, binary or compressed.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { checkBytes, textOf } from "../base/bytes.ts";
import { mostLzf, unpackLzf } from "./_lzf.ts";
import { type PcdField, type PcdHeader, readPcdHeader } from "./_header.ts";
import { makeScalars, missingCoordinate, PointColumns } from "../base/point_columns.ts";
import { RowReader } from "../base/rows.ts";
import { type Column, copyScalars, SCALAR_BYTES } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud, ReadFieldsOptions } from "../cloud.ts";

/** The fields that pack a color into four bytes: blue, green, red and, in one of them, alpha. */
const PACKED_NAMES = ["rgb", "rgba"];

const NAMES = optionNames<ReadFieldsOptions>({ fields: "boolean" });

/**
 * Reads a PCD file, ascii, binary or binary_compressed.
 *
 * Fields may have any order, type, size and count. Kept are x, y, z, colors packed in a field rgb or rgba, floating
 * point or not, or in three fields r, g, b, intensity, and normals in the fields normal_x, normal_y and normal_z. For
 * an organized cloud, `grid` is its size, with rows stored consecutively; its holes are NaN, which are kept, but
 * excluded from the bounds. The viewpoint is returned, not applied.
 *
 * @param bytes The whole file.
 * @param options Whether to read what a cloud has no name for.
 * @returns The points.
 * @throws {FormatError} If the file is truncated or inconsistent.
 * @see Point Cloud Library, "The PCD (Point Cloud Data) file format"
 * @category Point clouds
 *
 * @example A packed color
 * ```ts
 * import { readPcd } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const header = "VERSION .7\nFIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F U\nWIDTH 1\nHEIGHT 1\n";
 * const text = `${header}DATA ascii\n1 2 3 ${0xff8000}\n`;
 * const cloud = readPcd(new TextEncoder().encode(text));
 * assertEquals([...cloud.positions], [1, 2, 3]);
 * assertEquals([...cloud.colors ?? []], [255, 128, 0]);
 * ```
 */
export function readPcd(bytes: Uint8Array, options: ReadFieldsOptions = {}): PointCloud {
  const { fields: keepsAll = false } = checkOptions("readPcd", options, NAMES);
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("PCD", "the file is empty", { offset: 0 });
  const header = readPcdHeader(bytes);
  const { fields, width, height, count, viewpoint } = header;
  const kept = fields.filter((field) => field.count > 0);
  const missing = missingCoordinate(kept.map(({ name }) => name));
  if (missing !== undefined) fail(`there is no field "${missing}"`, 0);
  const records = header.data === "ascii" ? undefined : locateRecords(bytes, header);
  if (records === undefined) checkText(bytes, header);
  const packed = kept.find(({ name, type }) =>
    PACKED_NAMES.includes(name) && SCALAR_BYTES[type] === 4
  );
  const single = kept.filter((field) => field !== packed && (!keepsAll || field.count === 1));
  const types = new Map(single.map(({ name, type }) => [name, type]));
  const points = new PointColumns(count, types, keepsAll);
  const columns = new Map(points.columns);
  // Fields of several values a point, such as histograms, have a name of their own.
  const wide = kept.filter((field) => field !== packed && !single.includes(field));
  const lists = wide.map((field) => ({
    field,
    values: makeScalars(field.type, count * field.count),
  }));
  // Text is read as float64, which holds the bits of a packed float32 and any uint32.
  const words = packed === undefined ? undefined : new Float64Array(count);
  if (packed !== undefined && words !== undefined) {
    columns.set(packed.name, { values: words, first: 0, stride: 1 });
  }
  const colors = words === undefined ? undefined : new Uint8Array(count * 3);
  if (records === undefined) {
    readText(bytes, header, columns, lists);
    if (words !== undefined && colors !== undefined) {
      unpackColors(packed?.type === "f32" ? floatBits(words) : Uint32Array.from(words), colors);
    }
  } else {
    for (const field of kept) {
      const column = columns.get(field.name);
      if (column === undefined) continue;
      const type = field === packed ? "u32" : field.type;
      copyScalars({ ...placeOf(records, header, field), type, little: true, count }, column);
    }
    for (const { field, values } of lists) {
      const { type, count: width } = field;
      const place = placeOf(records, header, field);
      for (let part = 0; part < width; part++) {
        const at = place.at + part * SCALAR_BYTES[type];
        const run = { ...place, at, type, little: true, count };
        copyScalars(run, { values, first: part, stride: width });
      }
    }
    if (words !== undefined && colors !== undefined) unpackColors(words, colors);
  }
  const { columns: others = [], ...found } = points.finish();
  const all = [
    ...others,
    ...lists.map(({ field: { name, count: width }, values }) => ({ name, values, width })),
  ];
  return {
    format: "pcd",
    count,
    ...found,
    ...(all.length === 0 ? {} : { columns: all }),
    ...(colors === undefined ? {} : { colors, colorBits: 8 as const }),
    ...(height === 1 ? {} : { grid: { width, height } }),
    ...(viewpoint === undefined ? {} : { viewpoint }),
  };
}

/** The bytes of the records, unpacked; compressed ones are stored field by field. */
interface Records {
  readonly view: DataView;
  readonly byField: boolean;
}

function locateRecords(bytes: Uint8Array, header: PcdHeader): Records {
  const { count, recordLength, dataOffset, data } = header;
  const needed = count * recordLength;
  const held = bytes.length - dataOffset;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data === "binary") {
    if (needed > held) {
      fail(`${count} points of ${recordLength} bytes take ${needed}, ${held} follow`, dataOffset);
    }
    return {
      view: new DataView(bytes.buffer, bytes.byteOffset + dataOffset, needed),
      byField: false,
    };
  }
  if (held < 8) fail("the sizes of the compressed data are cut off", dataOffset);
  const compressed = view.getUint32(dataOffset, true);
  const stated = view.getUint32(dataOffset + 4, true);
  const start = dataOffset + 8;
  if (compressed > held - 8) {
    fail(`${compressed} compressed bytes are claimed, ${held - 8} follow`, dataOffset);
  }
  if (stated !== needed) {
    fail(`${stated} bytes are compressed, ${count} points take ${needed}`, dataOffset + 4);
  }
  if (needed > mostLzf(compressed)) {
    fail(`${compressed} compressed bytes cannot hold ${needed}`, dataOffset);
  }
  const records = new Uint8Array(needed);
  const wrong = unpackLzf(bytes.subarray(start, start + compressed), records);
  if (wrong !== undefined) fail(wrong.problem, start + wrong.at);
  return { view: new DataView(records.buffer), byField: true };
}

/** Place of the first value of a field, and the stride to the next point's. */
function placeOf(
  { view, byField }: Records,
  { count, recordLength }: PcdHeader,
  field: PcdField,
): { readonly view: DataView; readonly at: number; readonly step: number } {
  if (!byField) return { view, at: field.at, step: recordLength };
  return { view, at: field.at * count, step: SCALAR_BYTES[field.type] * field.count };
}

/** Rows of text take two bytes a number, but for the last break. */
function checkText(bytes: Uint8Array, { count, values, dataOffset }: PcdHeader): void {
  const held = bytes.length - dataOffset;
  if (count * values * 2 - 1 > held) {
    fail(`${count} rows of ${values} numbers are claimed, ${held} bytes follow`, dataOffset);
  }
}

function readText(
  bytes: Uint8Array,
  { fields, count, values: width, dataOffset }: PcdHeader,
  columns: ReadonlyMap<string, Column>,
  lists: readonly { readonly field: PcdField; readonly values: Column["values"] }[],
): void {
  const reader = new RowReader(bytes, {
    format: "PCD",
    at: dataOffset,
    most: Math.min(width, bytes.length),
  });
  const wanted = fields.flatMap(({ name, firstValue }) => {
    const column = columns.get(name);
    return column === undefined ? [] : [{ column, firstValue }];
  });
  for (let row = 0; row < count; row++) {
    const held = reader.next();
    if (held === 0) reader.fail(`row ${row} of ${count} is missing`, reader.offset);
    if (held !== width) reader.fail(`row ${row} holds ${held} numbers, ${width} expected`);
    for (const { column, firstValue } of wanted) {
      column.values[column.first + row * column.stride] = reader.values[firstValue] ?? NaN;
    }
    for (const { field: { firstValue, count: width }, values } of lists) {
      for (let part = 0; part < width; part++) {
        values[row * width + part] = reader.values[firstValue + part] ?? NaN;
      }
    }
  }
  if (reader.next() > 0) reader.fail(`more than ${count} rows follow the header`);
}

function floatBits(words: Float64Array): Uint32Array {
  return new Uint32Array(Float32Array.from(words).buffer);
}

function unpackColors(words: ArrayLike<number>, colors: Uint8Array): void {
  for (let point = 0; point < words.length; point++) {
    const word = words[point] ?? 0;
    colors[point * 3] = word >>> 16;
    colors[point * 3 + 1] = word >>> 8;
    colors[point * 3 + 2] = word;
  }
}

function fail(problem: string, at: number): never {
  throw new FormatError("PCD", `${problem} (byte ${at})`, { offset: at });
}

/** PCD among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"pcd"> = {
  name: "pcd",
  title: "PCD",
  extensions: [".pcd"],
  matches: (start) => ["# .PCD v", "VERSION "].includes(textOf(start, 8)),
  read: (bytes, options) => readPcd(bytes, pickOptions(options, ["fields"])),
};
