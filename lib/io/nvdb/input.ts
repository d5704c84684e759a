/**
 * Grids that are to be written to a NanoVDB file, checked and put in order.
 *
 * @module
 */
import { compareLeaves, countVoxels, leavesFault } from "../../core/leaves.ts";
import type { NvdbBlindClass } from "./blind.ts";
import {
  NVDB_WRITE_TYPES,
  type NvdbClass,
  type NvdbWriteType,
  treeLayout,
  VALUE_FORMS,
} from "./layout.ts";
import type { TreeContent } from "./_plan.ts";
import { leavesOfIjk } from "./_topology.ts";
import { type NrrdType, type NrrdValues, valuesOf } from "../base/samples.ts";
import type { NvdbLeaves, NvdbTiles } from "./read.ts";
import type { Triple } from "../cloud.ts";

/**
 * A column of an index grid: numbers for each voxel.
 *
 * @category Sparse grids
 */
export interface NvdbColumn {
  /** Its name, at most 255 bytes. */
  readonly name: string;
  /** A row for each voxel, in the order of the voxels, [voxels, channels]. */
  readonly values: NrrdValues;
  /**
   * Channels per row.
   *
   * @default {1}
   */
  readonly channels?: number;
  /**
   * Semantic of the numbers, as in NanoVDB.
   *
   * @default {0}
   */
  readonly semantic?: number;
  /**
   * Class of the data.
   *
   * @default {"channelArray"}
   */
  readonly blindClass?: NvdbBlindClass;
}

/**
 * A grid to write.
 *
 * @category Sparse grids
 */
export interface NvdbGridInput {
  /**
   * Its name, of any length.
   *
   * @default {""}
   */
  readonly name?: string;
  /** The type of its values. */
  readonly type: NvdbWriteType;
  /**
   * Its class.
   *
   * @default {"unknown"} "indexGrid" and "topology" for index grids and masks.
   */
  readonly gridClass?: NvdbClass;
  /**
   * Extents of a voxel along each axis.
   *
   * @default {1}
   */
  readonly voxelSize?: number | Triple;
  /**
   * Rows of the matrix from voxel space to world space; overrides `voxelSize`.
   *
   * @default {undefined} Voxel axes are aligned with those of the world.
   */
  readonly matrix?: readonly number[];
  /**
   * World position of the center of voxel (0, 0, 0).
   *
   * @default {[0, 0, 0]}
   */
  readonly origin?: Triple;
  /** The active voxels in any order, each once, [voxels, 3]. Either these or `leaves` are given. */
  readonly ijk?: Int32Array;
  /** The active voxels as leaves in the order of NanoVDB. */
  readonly leaves?: NvdbLeaves;
  /** Values of voxels, in their order, [voxels, channels]; masks and index grids have none. */
  readonly values?: NrrdValues;
  /** Cubes of voxels with one value each. */
  readonly tiles?: NvdbTiles;
  /**
   * The value of inactive voxels, [channels]; inside a level set they get its negative.
   *
   * @default {[0]}
   */
  readonly background?: NrrdValues;
  /**
   * Columns of an index grid, indexed by its voxels.
   *
   * @default {[]}
   */
  readonly columns?: readonly NvdbColumn[];
}

/** A column in the order of rows. */
export interface OrderedColumn extends NvdbColumn {
  readonly channels: number;
}

/** A grid that can be written as it is. */
export interface GridContent extends TreeContent {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly gridClass: NvdbClass;
  readonly matrix: readonly number[];
  readonly origin: Triple;
  readonly columns: readonly OrderedColumn[];
}

/** Types whose nodes say nothing of their values. */
const WITHOUT_STATS: ReadonlySet<NvdbWriteType> = new Set(["mask", "bool", "rgba8", "onIndex"]);
const NO_TILES: NvdbTiles = {
  origins: new Int32Array(0),
  sides: new Uint16Array(0),
  values: new Float32Array(0),
};

/** Refuses what cannot be written. */
export function refuseNvdb(problem: string): never {
  throw new RangeError(`Cannot encode NanoVDB: ${problem}`);
}

/** Checks a grid and brings its voxels to the order of NanoVDB. */
export function contentOf(input: NvdbGridInput): GridContent {
  const { type, name = "", tiles = NO_TILES, origin = [0, 0, 0] } = input;
  if (!NVDB_WRITE_TYPES.includes(type)) {
    refuseNvdb(`type is "${type}", one of ${NVDB_WRITE_TYPES.join(", ")} expected`);
  }
  const form = VALUE_FORMS[type];
  const { leaves, rows } = leavesOf(input);
  const voxelCount = countVoxels(leaves.masks);
  const { array, channels } = form;
  const isBare = type === "mask" || type === "onIndex";
  if (isBare && input.values !== undefined) refuseNvdb(`a grid of type ${type} has no values`);
  const order = tileOrder(tiles, leaves);
  if (type === "onIndex" && order.length > 0) {
    refuseNvdb("an index grid has tiles, voxels expected");
  }
  const values = isBare ? new Uint8Array(0) : joinValues(
    array,
    inOrder(checkValues("values", array, input.values, voxelCount * channels), rows, channels),
    inOrder(
      checkValues(
        "values of tiles",
        array,
        order.length === 0 ? undefined : tiles.values,
        order.length * channels,
      ),
      invert(order),
      channels,
    ),
  );
  const columns = input.columns ?? [];
  if (type !== "onIndex" && columns.length > 0) {
    refuseNvdb(`a grid of type ${type} has columns, onIndex expected`);
  }
  const isLevelSet = input.gridClass === "levelSet" && (type === "float" || type === "double");
  return {
    name: new TextEncoder().encode(name),
    type,
    layout: treeLayout(type),
    gridClass: input.gridClass ??
      (type === "onIndex" ? "indexGrid" : type === "mask" ? "topology" : "unknown"),
    matrix: matrixOf(input),
    origin: checkTriple("origin", origin),
    leaves,
    voxelCount,
    values,
    tiles: {
      origins: Int32Array.from(
        order.flatMap((tile) => [...tiles.origins.subarray(3 * tile, 3 * tile + 3)]),
      ),
      sides: Uint16Array.from(order, (tile) => tiles.sides[tile] ?? 0),
    },
    background: backgroundOf(input, array, channels),
    isLevelSet,
    hasStats: !WITHOUT_STATS.has(type),
    columns: columns.map((column) => orderColumn(column, rows, voxelCount)),
  };
}

/** Leaves, and the row of each voxel that was listed; undefined where voxels are in order. */
function leavesOf(
  { ijk, leaves }: NvdbGridInput,
): { readonly leaves: NvdbLeaves; readonly rows: Uint32Array | undefined } {
  if ((ijk === undefined) === (leaves === undefined)) {
    refuseNvdb("either ijk or leaves are to be given");
  }
  if (leaves !== undefined) {
    const fault = leavesFault(leaves.origins, leaves.masks);
    if (fault !== undefined) refuseNvdb(fault);
    return { leaves, rows: undefined };
  }
  const listed = ijk ?? new Int32Array(0);
  if (listed.length % 3 !== 0) {
    refuseNvdb(`ijk has ${listed.length} numbers, three for each voxel expected`);
  }
  const { origins, masks, rows } = leavesOfIjk(
    listed,
    (voxel) =>
      refuseNvdb(`voxel (${listed.subarray(3 * voxel, 3 * voxel + 3).join(", ")}) is listed twice`),
  );
  return { leaves: { origins, masks }, rows };
}

function checkValues(
  what: string,
  array: NrrdType,
  values: NrrdValues | undefined,
  length: number,
): NrrdValues {
  const empty = valuesOf(array, new ArrayBuffer(0));
  const given = values ?? empty;
  if (given.constructor !== empty.constructor) {
    throw new TypeError(
      `Cannot encode NanoVDB: ${what} are a ${given.constructor.name}, ${empty.constructor.name} expected`,
    );
  }
  if (given.length !== length) {
    refuseNvdb(`${what} have ${given.length} numbers, ${length} expected`);
  }
  return given;
}

/** Moves each row to its place, as bits: in words where a row has whole ones. */
function inOrder(
  values: NrrdValues,
  rows: ArrayLike<number> | undefined,
  channels: number,
): NrrdValues {
  if (rows === undefined) return values;
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = values;
  const sorted = new ArrayBuffer(byteLength);
  const Units = BYTES_PER_ELEMENT % 4 === 0 ? Uint32Array : Uint8Array;
  const from = new Units(buffer, byteOffset, byteLength / Units.BYTES_PER_ELEMENT);
  const to = new Units(sorted);
  const width = channels * BYTES_PER_ELEMENT / Units.BYTES_PER_ELEMENT;
  for (let row = 0; row < rows.length; row++) {
    const at = (rows[row] ?? 0) * width;
    for (let n = 0; n < width; n++) to[at + n] = from[row * width + n] ?? 0;
  }
  const Kind = values.constructor as new (buffer: ArrayBuffer) => NrrdValues;
  return new Kind(sorted);
}

function joinValues(array: NrrdType, first: NrrdValues, second: NrrdValues): NrrdValues {
  if (second.length === 0) return first;
  const bytes = new Uint8Array(first.byteLength + second.byteLength);
  bytes.set(new Uint8Array(first.buffer, first.byteOffset, first.byteLength));
  bytes.set(new Uint8Array(second.buffer, second.byteOffset, second.byteLength), first.byteLength);
  return valuesOf(array, bytes.buffer);
}

/** Checks tiles and finds their order. */
function tileOrder({ origins, sides }: NvdbTiles, leaves: NvdbLeaves): number[] {
  const count = sides.length;
  if (origins.length !== 3 * count) refuseNvdb(`${count} tiles have ${origins.length} coordinates`);
  sides.forEach((side, tile) => {
    if (side !== 8 && side !== 128 && side !== 4096) {
      refuseNvdb(`tile ${tile} has side ${side}, 8, 128 or 4096 expected`);
    }
    if (origins.subarray(3 * tile, 3 * tile + 3).some((one) => (one & side - 1) !== 0)) {
      refuseNvdb(`tile ${tile} of side ${side} does not lie at multiples of it`);
    }
  });
  const order = Array.from({ length: count }, (_, tile) => tile).sort((a, b) =>
    compareLeaves(origins, a, b)
  );
  checkDisjoint(order, { origins, sides }, leaves);
  return order;
}

/** Refuses tiles that meet each other or leaves: all of them are runs in one order. */
function checkDisjoint(
  order: readonly number[],
  { origins, sides }: Omit<NvdbTiles, "values">,
  leaves: NvdbLeaves,
): void {
  if (order.length === 0) return;
  const all = new Int32Array(origins.length + leaves.origins.length);
  all.set(origins);
  all.set(leaves.origins, origins.length);
  const sorted = Uint32Array.from({ length: all.length / 3 }, (_, node) => node)
    .sort((a, b) => compareLeaves(all, a, b));
  for (let place = 1; place < sorted.length; place++) {
    const [a = 0, b = 0] = [sorted[place - 1], sorted[place]];
    const [sideA, sideB] = [sides[a] ?? 8, sides[b] ?? 8];
    const side = Math.max(sideA, sideB);
    const meets = [0, 1, 2].every((axis) =>
      ((all[3 * a + axis] ?? 0) & -side) === ((all[3 * b + axis] ?? 0) & -side)
    );
    if (meets) {
      refuseNvdb(`tiles and leaves overlap at (${all.subarray(3 * b, 3 * b + 3).join(", ")})`);
    }
  }
}

function invert(order: readonly number[]): Uint32Array {
  const places = new Uint32Array(order.length);
  order.forEach((tile, place) => places[tile] = place);
  return places;
}

function matrixOf({ matrix, voxelSize = 1 }: NvdbGridInput): readonly number[] {
  const [x, y, z] = typeof voxelSize === "number"
    ? [voxelSize, voxelSize, voxelSize]
    : checkTriple("voxelSize", voxelSize);
  const rows = matrix ?? [x, 0, 0, 0, y, 0, 0, 0, z];
  if (rows.length !== 9 || !rows.every(Number.isFinite)) {
    refuseNvdb(`matrix is [${rows.join(", ")}], nine numbers expected`);
  }
  if (matrix === undefined && !(x > 0 && y > 0 && z > 0)) {
    refuseNvdb(`voxelSize is ${x}, ${y}, ${z}, positive numbers expected`);
  }
  if (determinant(rows) === 0) refuseNvdb(`matrix is [${rows.join(", ")}], which is flat`);
  return rows;
}

/** The volume of a voxel. */
export function determinant(
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: readonly number[],
): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function checkTriple(what: string, triple: Triple): Triple {
  if (triple.length === 3 && triple.every(Number.isFinite)) return triple;
  return refuseNvdb(`${what} is [${triple.join(", ")}], three finite numbers expected`);
}

function backgroundOf(
  { background, type }: NvdbGridInput,
  array: NrrdType,
  channels: number,
): NrrdValues {
  if (background === undefined || type === "mask" || type === "onIndex") {
    const { bytes } = VALUE_FORMS[type];
    return valuesOf(array, new ArrayBuffer(bytes));
  }
  return checkValues("background", array, background, channels);
}

function orderColumn(
  column: NvdbColumn,
  rows: Uint32Array | undefined,
  voxelCount: number,
): OrderedColumn {
  const { name, values, channels = 1 } = column;
  if (!(Number.isInteger(channels) && channels > 0)) {
    refuseNvdb(`column "${name}" has ${channels} channels`);
  }
  if (values.length !== voxelCount * channels) {
    refuseNvdb(`column "${name}" has ${values.length} numbers, ${voxelCount * channels} expected`);
  }
  if (new TextEncoder().encode(name).length > 255) {
    refuseNvdb(`the name of column "${name.slice(0, 20)}..." has more than 255 bytes`);
  }
  return { ...column, channels, values: inOrder(values, rows, channels) };
}
