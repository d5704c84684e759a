/**
 * Columns of LAS records.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DType, Triple } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkArray, checkNumbers, checkParts, refuse } from "../../ffi/base/checks.ts";
import { callNative } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { scope } from "../core/scope.ts";
import { emptyTensor, type Tensor } from "../core/tensor.ts";
import { describeValue, oneOf } from "../../ffi/base/words.ts";

/**
 * A column of LAS records.
 *
 * @category Level of detail
 */
export type LasColumnName = Exclude<keyof LasTensors, "colorBits">;

/** Element type and values of a row of each column. */
const COLUMNS: Readonly<Record<LasColumnName, readonly [DType, number]>> = {
  coordinates: ["i32", 3],
  positions: ["f64", 3],
  colors: ["u8", 3],
  intensities: ["u16", 1],
  classifications: ["u8", 1],
  returnNumbers: ["u8", 1],
  returnCounts: ["u8", 1],
  pointSources: ["u16", 1],
  gpsTimes: ["f64", 1],
};

/**
 * Columns of LAS records, all owned; those that were not requested, or that the format lacks, are missing.
 *
 * @category Level of detail
 */
export interface LasTensors {
  /** X, Y, Z as stored, i32 [n, 3]. */
  readonly coordinates?: Tensor<"i32">;
  /** `coordinate * scale + offset`, f64 [n, 3]. */
  readonly positions?: Tensor<"f64">;
  /** Red, green, blue, u8 [n, 3]. */
  readonly colors?: Tensor<"u8">;
  /** Return strengths, u16 [n]. */
  readonly intensities?: Tensor<"u16">;
  /** Classes without flags, u8 [n]. */
  readonly classifications?: Tensor<"u8">;
  /** Return number of each point within its pulse, u8 [n]. */
  readonly returnNumbers?: Tensor<"u8">;
  /** Number of returns of its pulse, u8 [n]. */
  readonly returnCounts?: Tensor<"u8">;
  /** Point source IDs, u16 [n]. */
  readonly pointSources?: Tensor<"u16">;
  /** GPS times, f64 [n]. */
  readonly gpsTimes?: Tensor<"f64">;
  /** Bits per channel that the file uses, if there are colors. */
  readonly colorBits?: 8 | 16;
}

/**
 * Options for {@linkcode decodeLas}.
 *
 * @category Level of detail
 */
export interface DecodeLasOptions {
  /** Point format, 0 to 10. */
  readonly format: number;
  /**
   * Columns to decode.
   *
   * @default {all that the format has} Positions only with a transform.
   */
  readonly columns?: readonly LasColumnName[];
  /** Columns to write instead of new ones, all with as many rows; borrowed. No others are then decoded. */
  readonly into?: LasTensors;
  /** Transform from coordinates to positions; positions require it. */
  readonly transform?: { readonly scale: Triple; readonly offset: Triple };
  /**
   * Bits per color channel, for records that are a part of a file.
   *
   * @default {determined} 8 if no channel exceeds 255, else 16.
   */
  readonly colorBits?: 8 | 16;
}

const OPERATOR = "decodeLas";
const MOST_FORMAT = 10;

/**
 * Point formats of LAS that have colors.
 *
 * @category Level of detail
 */
export const LAS_COLOR_FORMATS: readonly number[] = [2, 3, 5, 7, 8, 10];

/**
 * Point formats of LAS that have times.
 *
 * @category Level of detail
 */
export const LAS_TIME_FORMATS: readonly number[] = [1, 3, 4, 5, 6, 7, 8, 9, 10];

const NAMES = optionNames<DecodeLasOptions>({
  format: true,
  columns: true,
  into: true,
  transform: true,
  colorBits: true,
});

/**
 * Extracts columns from the point records of a LAS file.
 *
 * Bytes after the fields of the format are skipped. Coordinates are those of the file; positions are computed in double
 * precision as `coordinate * scale + offset`. Colors become 8 bits per channel, with one decision for all records: if
 * no channel exceeds 255 values are taken as they are, otherwise their upper bytes.
 *
 * @param records Records as stored in a file, u8 [n, bytes]; borrowed.
 * @param options Their format, and the columns to decode.
 * @returns New columns, owned by the caller, or those that were written instead.
 * @throws {RangeError} If the format or a shape is wrong, or if the format lacks a requested column.
 * @throws {TypeError} If the element type is wrong.
 * @determinism Same bits on every backend.
 * @see ASPRS LAS 1.4 R16, tables 7 to 17
 * @category Level of detail
 *
 * @example A record of format 0
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { decodeLas } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const bytes = new Uint8Array(20);
 * bytes[0] = 7; // x
 * bytes[15] = 0x42; // class 2, and a flag
 * using records = tensor(bytes, { context, shape: [1, 20] });
 * const { coordinates, classifications } = decodeLas(records, { format: 0 });
 * assertEquals([...coordinates?.readSync() ?? []], [7, 0, 0]);
 * assertEquals([...classifications?.readSync() ?? []], [2]);
 * ```
 *
 * @example A whole file
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { encodeLas, readLasHeader } from "@denovdb/denovdb/io";
 * import { decodeLas } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const file = encodeLas({ positions: Float64Array.of(500000.25, 10, 0) });
 * const { pointFormat: format, pointOffset, recordLength, count, ...transform } = readLasHeader(file);
 * const bytes = file.slice(pointOffset, pointOffset + count * recordLength);
 * using records = tensor(bytes, { context, shape: [count, recordLength] });
 * const { positions } = decodeLas(records, { format, transform, columns: ["positions"] });
 * assertEquals([...positions?.readSync() ?? []], [500000.25, 10, 0]);
 * ```
 */
export function decodeLas(records: Tensor<"u8">, options: DecodeLasOptions): LasTensors {
  checkOptions("decodeLas", options, NAMES);
  const { format, transform, colorBits } = options;
  const context = shareContext(OPERATOR, records);
  checkDType({ operator: OPERATOR, name: "records" }, records, ["u8"]);
  checkShape({ operator: OPERATOR, name: "records" }, records, ["n", "bytes"]);
  if (!Number.isInteger(format) || format < 0 || format > MOST_FORMAT) {
    refuse(OPERATOR, `format is ${format}, 0 to ${MOST_FORMAT} expected`);
  }
  const { into, columns: named } = options;
  if (into !== undefined) checkParts({ operator: OPERATOR, name: "into" }, into);
  if (named !== undefined) checkColumns(named);
  if (transform !== undefined) {
    checkParts({ operator: OPERATOR, name: "transform" }, transform);
    const { scale, offset } = transform;
    for (const [name, triple] of Object.entries({ scale, offset })) {
      checkNumbers({ operator: OPERATOR, name: `${name} of transform` }, triple);
      if (triple.length === 3 && triple.every(Number.isFinite)) continue;
      refuse(OPERATOR, `${name} of transform is [${triple.join(", ")}], three numbers expected`);
    }
  }
  const wanted = into === undefined ? named ?? defaultColumns(options) : namesOf(into);
  for (const name of wanted) {
    if (Object.hasOwn(COLUMNS, name)) continue;
    const known = oneOf(Object.keys(COLUMNS));
    refuse(OPERATOR, `the column ${describeValue(name)} is unknown, ${known} expected`);
  }
  if (wanted.includes("positions") && transform === undefined) {
    refuse(OPERATOR, "positions are asked for without a transform");
  }
  const [count = 0, recordBytes = 0] = records.shape;
  return scope((own) => {
    const columns = wanted.map((name): [LasColumnName, Tensor] => {
      const [dtype, width] = COLUMNS[name];
      const shape = width === 1 ? [count] : [count, width];
      const given = into?.[name];
      if (given === undefined) return [name, own(emptyTensor(shape, { context, dtype }))];
      shareContext(OPERATOR, records, given);
      checkDType({ operator: OPERATOR, name }, given, [dtype]);
      checkShape({ operator: OPERATOR, name }, given, shape);
      return [name, given];
    });
    const made: Partial<Record<LasColumnName, Tensor>> = Object.fromEntries(columns);
    const handle = (name: LasColumnName): BufferHandle => handleOrNone(made[name]?.buffer);
    const { scale = [1, 1, 1], offset = [0, 0, 0] } = transform ?? {};
    const bits = new Uint32Array(1);
    callNative(OPERATOR, context, (native, context) =>
      native.decodeLas({
        context,
        records: handleOf(records.buffer),
        nRecords: count,
        recordLength: recordBytes,
        format,
        transform: Float64Array.of(...scale, ...offset),
        colorBits: colorBits ?? 0,
        outCoordinates: handle("coordinates"),
        outPositions: handle("positions"),
        outColors: handle("colors"),
        outIntensities: handle("intensities"),
        outClassifications: handle("classifications"),
        outReturnNumbers: handle("returnNumbers"),
        outReturnCounts: handle("returnCounts"),
        outPointSources: handle("pointSources"),
        outTimes: handle("gpsTimes"),
        outColorBits: bits,
      }));
    const width = made.colors === undefined ? {} : { colorBits: bits[0] === 16 ? 16 : 8 };
    return { ...made, ...width } as LasTensors;
  });
}

function checkColumns(names: readonly LasColumnName[]): void {
  checkArray({ operator: OPERATOR, name: "columns" }, names);
  for (const name of names) {
    if (Object.hasOwn(COLUMNS, name)) continue;
    const known = oneOf(Object.keys(COLUMNS));
    refuse(OPERATOR, `columns has ${describeValue(name)}, ${known} expected`);
  }
}

function namesOf(columns: LasTensors): LasColumnName[] {
  const names = Object.keys(COLUMNS) as LasColumnName[];
  return names.filter((name) => columns[name] !== undefined);
}

function defaultColumns({ format, transform }: DecodeLasOptions): LasColumnName[] {
  const names = Object.keys(COLUMNS) as LasColumnName[];
  return names.filter((name) => {
    if (name === "positions") return transform !== undefined;
    if (name === "colors") return LAS_COLOR_FORMATS.includes(format);
    return name !== "gpsTimes" || LAS_TIME_FORMATS.includes(format);
  });
}
