/**
 * Grids of a batch on the host, for NanoVDB files.
 *
 * @module
 */

import type { DType, GridBatch, Lists, Triple, TypedArrayOf } from "../core/mod.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { describeValue, oneOf } from "../../ffi/base/words.ts";
import { checkGrid, checkListCount, checkLists, rowsOf } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkArray, checkText, refuse } from "../../ffi/base/checks.ts";
import { fromBf16 } from "../core/bf16.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import { backgroundOf, checkColumn, valueType } from "./_nvdb_types.ts";
import { gridIjk } from "./ijk.ts";
import { isFloat16Array } from "../../ffi/base/float16.ts";

/**
 * The types of the values of files that batches are written to.
 *
 * @category Grids in files
 */
export type NvdbTypeOfGrid =
  | "float"
  | "vec3f"
  | "vec4f"
  | "double"
  | "vec3d"
  | "vec4d"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "bool"
  | "onIndex";

/**
 * Options for {@linkcode gridToNvdb}.
 *
 * @category Grids in files
 */
export interface GridToNvdbOptions {
  /**
   * Values of the voxels, which determine the type of the grids in the file: [voxels] or [voxels, 1] of any type, or
   * [voxels, 3] or [voxels, 4] of a float type; for the whole batch or one list per grid. Borrowed.
   *
   * @default {undefined} Index grids are written.
   */
  readonly values?: Lists<DType>;
  /**
   * Columns of index grids by name, [voxels, ...channels], with all axes after the first flattened: f16, bf16 and f32
   * with any number of channels, f64, u8 and bool with 1, 3 or 4, and i16, i32, i64 and u16 with 1. Borrowed.
   *
   * @default {{}}
   */
  readonly columns?: Readonly<Record<string, Lists<DType>>>;
  /**
   * Names of the grids.
   *
   * @default {undefined} No names.
   */
  readonly names?: readonly string[];
  /**
   * Class of grids with values; level sets have one float channel. Index grids have no such class.
   *
   * @default {"unknown"}
   */
  readonly gridClass?: NvdbClassOfGrid;
  /**
   * Value of inactive voxels, which must be in the range of their type in the file, and whole for integers; inside a
   * level set they get its negative. Index grids have none.
   *
   * @default {0}
   */
  readonly fill?: number | bigint;
}

/**
 * Classes of grids in files, for batches that are written.
 *
 * @category Grids in files
 */
export type NvdbClassOfGrid = "unknown" | "levelSet" | "fogVolume";

const CLASSES: readonly NvdbClassOfGrid[] = ["unknown", "levelSet", "fogVolume"];

/**
 * Arrays of voxel values in a file, for batches that are written.
 *
 * @category Grids in files
 */
export type NvdbNumbersOfGrid = TypedArrayOf<"f32" | "f64" | "i16" | "i32" | "i64" | "u8">;

/**
 * A grid in the form that `encodeNvdb` takes.
 *
 * @category Grids in files
 */
export interface NvdbOfGrid {
  /** Its name. */
  readonly name: string;
  /** The type of its values. */
  readonly type: NvdbTypeOfGrid;
  /** Its class, if it has values. */
  readonly gridClass?: NvdbClassOfGrid;
  /** Extents of a voxel along x, y and z. */
  readonly voxelSize: Triple;
  /** World position of the center of voxel (0, 0, 0). */
  readonly origin: Triple;
  /** Its voxels in row order, [voxels, 3]. */
  readonly ijk: Int32Array<ArrayBuffer>;
  /** Their values, [voxels, channels]. */
  readonly values?: NvdbNumbersOfGrid;
  /** The value of inactive voxels, [channels]. */
  readonly background?: NvdbNumbersOfGrid;
  /** Columns of an index grid. */
  readonly columns?: readonly {
    readonly name: string;
    readonly values: NvdbNumbersOfGrid;
    readonly channels: number;
  }[];
}

const NAMES = optionNames<GridToNvdbOptions>({
  values: true,
  columns: true,
  names: true,
  gridClass: true,
  fill: true,
});

/**
 * Copies the grids of a batch to the host for `encodeNvdb`, with values of their voxels or with columns.
 *
 * f16 and bf16 are widened to f32, and u16 to i32. Rows that NanoVDB has no value type for can be columns of index
 * grids, such as five channels of f32, or colors, u8 [voxels, 3] or [voxels, 4]. `nvdbFeatures` of a grid that was
 * read returns columns in the row order of `gridFromNvdb`.
 *
 * @param grid The batch; borrowed.
 * @param options Values or columns, names and classes of the grids.
 * @returns A grid of the file for each grid of the batch.
 * @throws {RangeError} If there is not one row for each voxel, or one list or name for each grid, if NanoVDB has no
 * type for the values or a column, if there is no such class, if the values cannot be level sets, or if their type does
 * not hold the fill value.
 * @throws {TypeError} If both values and columns are given, a class or a fill value without values, if names are not a
 * list, or if contexts are mixed.
 * @determinism Same bytes on every backend.
 * @category Grids in files
 *
 * @example To a file and back
 * ```ts
 * import { gridFromPoints, openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromNvdb, gridToNvdb } from "@denovdb/denovdb/grid";
 * import { encodeNvdb, readNvdb } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 5, 5, 5], { context, shape: [2, 3] });
 * using grid = gridFromPoints(points, { voxelSize: 0.5 });
 * using density = tensor([1, 2], { context });
 * const file = encodeNvdb(await gridToNvdb(grid, { values: density, names: ["density"] }));
 * using again = gridFromNvdb(readNvdb(file), { context });
 * assertEquals([...await again.values.read()], [1, 2]);
 * ```
 */
export async function gridToNvdb(
  grid: GridBatch,
  options: GridToNvdbOptions = {},
): Promise<NvdbOfGrid[]> {
  const operator = "gridToNvdb";
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const { values, columns = {}, names, gridClass, fill } = options;
  if (typeof columns !== "object" || columns === null || Array.isArray(columns)) {
    const given = describeValue(columns);
    throw new TypeError(`${cannot(operator)}: columns are ${given}, an object with names expected`);
  }
  const listed = Object.entries(columns);
  if (values !== undefined && listed.length > 0) {
    throw new TypeError(`${cannot(operator)}: values are given as well as columns`);
  }
  checkNames(operator, names, grid.gridCount);
  for (const [name, rows] of listed) checkLists({ operator, name }, rows);
  const given = listed.map(([, rows]) => rows);
  shareContext(operator, grid, ...(values === undefined ? given : [values]));
  for (const [name, rows] of values === undefined ? listed : [["values", values]] as const) {
    checkVoxels(operator, name, rows, grid);
    if (values === undefined) checkColumn(operator, name, rowsOf(rows).data);
  }
  const { type, ...frame } = frameOf(operator, { values, gridClass, fill });
  using ijk = gridIjk(grid);
  // All copies have their place in the order of work before the first is waited for.
  const reads = (values === undefined ? given : [values]).map(readNumbers);
  const copies = [ijk.data.read(), ...reads] as const;
  await Promise.allSettled(copies); // a failure is reported once nothing reads any longer
  const [places, ...numbers] = await Promise.all(copies);
  return Array.from({ length: grid.gridCount }, (_, b) => {
    const [from, to] = [Number(grid.offsets[b]), Number(grid.offsets[b + 1])];
    const rowsOfGrid = (all: HostRows): NvdbNumbersOfGrid =>
      all.values.subarray(from * all.channels, to * all.channels) as NvdbNumbersOfGrid;
    const [first] = numbers;
    return {
      name: names?.[b] ?? "",
      type,
      voxelSize: tripleAt(grid.voxelSizes, b),
      origin: tripleAt(grid.origins, b),
      ijk: places.subarray(3 * from, 3 * to),
      ...(values === undefined || first === undefined
        ? {
          columns: numbers.map((all, at) => ({
            name: listed[at]?.[0] ?? "",
            values: rowsOfGrid(all),
            channels: all.channels,
          })),
        }
        : { ...frame, values: rowsOfGrid(first) }),
    };
  });
}

/** Rows of numbers on the host. */
interface HostRows {
  readonly values: NvdbNumbersOfGrid;
  readonly channels: number;
}

function checkVoxels(operator: string, name: string, lists: Lists<DType>, grid: GridBatch): void {
  checkLists({ operator, name }, lists);
  const rows = rowsOf(lists);
  if (lists !== rows.data) checkListCount({ operator, name }, rows, grid);
  const { shape } = rows.data;
  const [count] = shape;
  const isSplit = lists === rows.data || rows.offsets.every((row, at) => row === grid.offsets[at]);
  if (count !== grid.numVoxels || !isSplit) {
    const expected = `[${grid.numVoxels}, ...channels] in the lists of the voxels expected`;
    refuse(operator, `${name} shape is ${formatShape(shape)}, ${expected}`);
  }
}

function checkNames(
  operator: string,
  names: readonly string[] | undefined,
  gridCount: number,
): void {
  if (names === undefined) return;
  checkArray({ operator, name: "names" }, names);
  for (const [b, name] of names.entries()) checkText({ operator, name: `name ${b}` }, name);
  if (names.length !== gridCount) {
    refuse(operator, `there are ${names.length} names, the batch has ${gridCount} grids`);
  }
}

/** Parameters of all grids of a file. */
interface Frame {
  readonly type: NvdbTypeOfGrid;
  readonly gridClass?: NvdbClassOfGrid;
  readonly background?: NvdbNumbersOfGrid;
}

function frameOf(
  operator: string,
  { values, gridClass, fill }: {
    readonly values: Lists<DType> | undefined;
    readonly gridClass: NvdbClassOfGrid | undefined;
    readonly fill: number | bigint | undefined;
  },
): Frame {
  if (values === undefined) {
    if (gridClass === undefined && fill === undefined) return { type: "onIndex" };
    const alone = gridClass === undefined ? "fill" : "gridClass";
    throw new TypeError(`${cannot(operator)}: ${alone} is given without values`);
  }
  const { data } = rowsOf(values);
  const type = valueType(operator, data);
  // Not `??`: null is no class and no number.
  const named = gridClass === undefined ? "unknown" : gridClass;
  const outside = fill === undefined ? 0 : fill;
  if (!CLASSES.includes(named)) {
    const expected = oneOf(CLASSES);
    refuse(operator, `gridClass is ${describeValue(named)}, ${expected} expected`);
  }
  if (named === "levelSet" && type !== "float" && type !== "double") {
    refuse(
      operator,
      `gridClass is "levelSet" and values are of type ${type}, float or double expected`,
    );
  }
  return { type, gridClass: named, background: backgroundOf(operator, data, outside) };
}

async function readNumbers(lists: Lists<DType>): Promise<HostRows> {
  const { data } = rowsOf(lists);
  const channels = elementCount(data.shape.slice(1));
  const { dtype } = data;
  const values = await data.read();
  if (dtype === "bf16") return { values: fromBf16(values as TypedArrayOf<"bf16">), channels };
  if (isFloat16Array(values)) return { values: new Float32Array(values), channels };
  return { values: values instanceof Uint16Array ? new Int32Array(values) : values, channels };
}

function tripleAt(numbers: Float64Array, b: number): Triple {
  const [x = NaN, y = NaN, z = NaN] = numbers.subarray(3 * b, 3 * b + 3);
  return [x, y, z];
}
