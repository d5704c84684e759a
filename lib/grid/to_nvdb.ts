/**
 * Grids of a batch on the host, as files of NanoVDB have them.
 *
 * @module
 */

import type { DType, GridBatch, Lists, Tensor, Triple, TypedArrayOf } from "../core/mod.ts";
import { checkListCount, checkOptions, refuse, rowsOf } from "../core/checks.ts";
import { fromBf16 } from "../core/bf16.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import { gridIjk } from "./ijk.ts";

/** Options for {@linkcode gridToNvdb}. */
export interface GridToNvdbOptions {
  /**
   * Value of each voxel, which the grids of the file are of: [voxels], or [voxels, channels] with 3 or 4 channels of a
   * float type; for the whole batch or one list per grid. Borrowed.
   *
   * @default {undefined} Index grids are made.
   */
  readonly values?: Lists<DType>;
  /**
   * Columns of index grids by their names, [voxels, ...channels]: f16, bf16 and f32 of any shape, or what values may be.
   * Borrowed.
   *
   * @default {{}}
   */
  readonly columns?: Readonly<Record<string, Lists<DType>>>;
  /**
   * Names of the grids.
   *
   * @default {undefined} None has one.
   */
  readonly names?: readonly string[];
  /**
   * What grids with values are for.
   *
   * @default {"unknown"}
   */
  readonly gridClass?: "unknown" | "levelSet" | "fogVolume";
  /**
   * What voxels are that are not active; inside of a level set they get its negative.
   *
   * @default {0}
   */
  readonly background?: number;
}

/** Numbers that voxels of a file have, of a batch that is written to it. */
export type NvdbNumbersOfGrid = TypedArrayOf<"f32" | "f64" | "i16" | "i32" | "i64" | "u8">;

/** The types of the values of files that batches are written to. */
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

/** Types by element types and numbers of channels. */
const TYPES: Readonly<Partial<Record<DType, Readonly<Record<number, NvdbTypeOfGrid>>>>> = {
  f32: { 1: "float", 3: "vec3f", 4: "vec4f" },
  f64: { 1: "double", 3: "vec3d", 4: "vec4d" },
  i16: { 1: "int16" },
  i32: { 1: "int32" },
  u16: { 1: "int32" },
  i64: { 1: "int64" },
  u8: { 1: "uint8" },
  bool: { 1: "bool" },
};

/** A grid as `encodeNvdb` takes it. */
export interface NvdbOfGrid {
  /** Its name. */
  readonly name: string;
  /** The type of its values. */
  readonly type: NvdbTypeOfGrid;
  /** What it is for, where it has values. */
  readonly gridClass?: "unknown" | "levelSet" | "fogVolume";
  /** Edge lengths of a voxel. */
  readonly voxelSize: Triple;
  /** World position of the centre of voxel (0, 0, 0). */
  readonly origin: Triple;
  /** Its voxels in row order, [voxels, 3]. */
  readonly ijk: Int32Array<ArrayBuffer>;
  /** Their values, [voxels, channels]. */
  readonly values?: NvdbNumbersOfGrid;
  /** The value of all other voxels, [channels]. */
  readonly background?: NvdbNumbersOfGrid;
  /** Columns of an index grid. */
  readonly columns?: readonly {
    readonly name: string;
    readonly values: NvdbNumbersOfGrid;
    readonly channels: number;
  }[];
}

/**
 * Copies the grids of a batch to the host for `encodeNvdb`, with values of their voxels, or with columns.
 *
 * f16 and bf16 become f32, and u16 becomes i32, which hold them. What NanoVDB has no type for, such as five channels, can
 * be a column of index grids; `nvdbFeatures` of a grid that is read gives columns in the order of the rows of
 * `gridFromNvdb`.
 *
 * @param grid The batch; borrowed.
 * @param options Values or columns, names and what grids are for.
 * @returns A grid of a file for each of the batch.
 * @throws {RangeError} If there are not rows for all voxels, lists or names for all grids, or no type for the values.
 * @throws {TypeError} If values are given as well as columns, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bytes on every backend.
 *
 * @example To a file and back
 * ```ts
 * import { gridFromNvdb, gridFromPoints, gridToNvdb, openContext, tensor } from "@denovdb/denovdb";
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
  const { values, columns = {}, names, gridClass = "unknown", background = 0 } = checkOptions(
    operator,
    options,
  );
  const listed = Object.entries(columns);
  if (values !== undefined && listed.length > 0) {
    throw new TypeError(`Cannot run ${operator}: values are given as well as columns`);
  }
  if (names !== undefined && names.length !== grid.gridCount) {
    refuse(operator, `there are ${names.length} names, the batch has ${grid.gridCount} grids`);
  }
  const given = listed.map(([, rows]) => rows);
  shareContext(operator, grid, ...(values === undefined ? given : [values]));
  for (const [name, rows] of values === undefined ? listed : [["values", values]] as const) {
    checkVoxels(operator, name, rows, grid);
  }
  const type = values === undefined ? "onIndex" : typeOf(operator, rowsOf(values).data);
  using ijk = gridIjk(grid);
  // All copies have their place in the order of work before the first is waited for.
  const reads = (values === undefined ? given : [values]).map(readNumbers);
  const [places, ...numbers] = [await ijk.data.read(), ...await Promise.all(reads)] as const;
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
        : {
          gridClass,
          values: rowsOfGrid(first),
          background: filled(first, background),
        }),
    };
  });
}

/** Rows of numbers on the host. */
interface HostRows {
  readonly values: NvdbNumbersOfGrid;
  readonly channels: number;
}

function checkVoxels(
  operator: string,
  name: string,
  lists: Lists<DType>,
  grid: GridBatch,
): void {
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

function typeOf(operator: string, { dtype, shape }: Tensor): NvdbTypeOfGrid {
  const channels = elementCount(shape.slice(1));
  const stored = dtype === "f16" || dtype === "bf16" ? "f32" : dtype;
  const type = TYPES[stored]?.[channels];
  if (type !== undefined) return type;
  return refuse(
    operator,
    `NanoVDB has no type for values ${dtype} of shape ${formatShape(shape)}, give them as columns`,
  );
}

async function readNumbers(lists: Lists<DType>): Promise<HostRows> {
  const { data } = rowsOf(lists);
  const channels = elementCount(data.shape.slice(1));
  const { dtype } = data;
  const values = await data.read();
  if (dtype === "bf16") return { values: fromBf16(values as TypedArrayOf<"bf16">), channels };
  if (values instanceof Float16Array) return { values: Float32Array.from(values), channels };
  return { values: values instanceof Uint16Array ? Int32Array.from(values) : values, channels };
}

function filled({ values, channels }: HostRows, background: number): NvdbNumbersOfGrid {
  const Kind = values.constructor as new (length: number) => NvdbNumbersOfGrid;
  const all = new Kind(channels);
  if (all instanceof BigInt64Array) return all.fill(BigInt(background));
  return all.fill(background);
}

function tripleAt(numbers: Float64Array, b: number): Triple {
  const [x = NaN, y = NaN, z = NaN] = numbers.subarray(3 * b, 3 * b + 3);
  return [x, y, z];
}
