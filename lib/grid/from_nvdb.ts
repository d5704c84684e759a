/**
 * Grids from leaves on the host, as in NanoVDB files.
 *
 * @module
 */
import { describeValue } from "../../ffi/base/words.ts";
import {
  type Context,
  type GridBatch,
  type HostArray,
  jagged,
  scope,
  type Tensor,
  tensor,
  type Triple,
} from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkContext } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import {
  type Argument,
  checkArray,
  checkClass,
  checkNumber,
  checkNumbers,
  checkParts,
  checkView,
  refuse,
} from "../../ffi/base/checks.ts";
import { ijkOfLeaves, leavesFault } from "../core/leaves.ts";
import { type ExpandedLeaves, expandTiles } from "./_tiles.ts";
import { derive } from "../core/derive.ts";
import { planFromIjk } from "./from_ijk.ts";

/**
 * Arrays of voxel values on the host.
 *
 * @category Grids in files
 */
export type NvdbNumbers =
  | Exclude<HostArray, readonly unknown[]>
  | Int8Array
  | Uint32Array
  | BigUint64Array;

/**
 * Active voxels with their values, as `readNvdb` returns them for each grid, or an equivalent object.
 *
 * @category Grids in files
 */
export interface NvdbVoxels {
  /** Leaves in NanoVDB's order: minimum corners, [leaves, 3], and masks of 512 bits each, [leaves, 16]. */
  readonly leaves: { readonly origins: Int32Array; readonly masks: Uint32Array };
  /**
   * Cubes of voxels with one value each: minimum corners, [tiles, 3], edge lengths in voxels, and values, [tiles,
   * channels].
   */
  readonly tiles: {
    readonly origins: Int32Array;
    readonly sides: Uint16Array;
    readonly values: NvdbNumbers;
  };
  /** Values of the voxels in leaves, [voxels, channels]. */
  readonly values: NvdbNumbers;
  /** Channels per value. */
  readonly channels: number;
  /** Rows of the matrix from voxel space to world space; without shear, rotation or reflection. */
  readonly matrix: readonly number[];
  /** World position of the center of voxel (0, 0, 0). */
  readonly origin: Triple;
}

/**
 * Options for {@linkcode gridFromNvdb}.
 *
 * @category Grids in files
 */
export interface GridFromNvdbOptions {
  /** Context that holds the grid. */
  readonly context: Context;
  /**
   * Treatment of tiles: `expand` converts them to voxels, `leave` ignores them.
   *
   * @default {"expand"}
   */
  readonly tiles?: "expand" | "leave";
}

/**
 * A batch of grids with the values of its voxels.
 *
 * @category Grids in files
 */
export interface GridWithValues extends Bundle {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /** Values in row order, [voxels] or [voxels, channels]; owned. */
  readonly values: Tensor;
}

const NAMES = optionNames<GridFromNvdbOptions>({ context: true, tiles: true });

/**
 * Builds a batch of grids from the contents of NanoVDB files, with the values of their voxels.
 *
 * Rows are in the order of the values. Unsigned integers of 32 bits or more become i64, signed ones of 8 bits i16. The
 * values of index grids are the numbers of their voxels; `nvdbFeatures` returns their columns, in row order.
 *
 * @param grids One entry per grid, all with values of one type.
 * @param options The context, and how to treat tiles.
 * @returns A batch and its values; the caller owns them.
 * @throws {RangeError} If leaves are not in order, the number of values does not match the voxels, values do not fit
 * i64, voxels are rotated or mirrored in world space, tiles to expand have too many voxels, reach beyond int32, do not
 * consist of whole leaves, or overlap others or leaves, or if there are more than 65536 grids.
 * @throws {TypeError} If a part of a grid is of another kind, or if grids, or voxels and tiles, have values of
 * different types.
 * @determinism Same bits on every backend.
 * @category Grids in files
 *
 * @example A file on a device
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { gridFromNvdb } from "@denovdb/denovdb/grid";
 * import { encodeNvdb, readNvdb } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const ijk = new Int32Array([8, 0, 0, 0, 0, 0]);
 * const file = encodeNvdb([{ type: "float", ijk, values: new Float32Array([2, 1]), voxelSize: 0.5 }]);
 * using context = openContext();
 * using sparse = gridFromNvdb(readNvdb(file), { context });
 * assertEquals([sparse.grid.numVoxels, ...sparse.grid.voxelSizes], [2, 0.5, 0.5, 0.5]);
 * assertEquals([...sparse.values.readSync()], [1, 2]);
 * ```
 */
export function gridFromNvdb(
  grids: readonly NvdbVoxels[],
  options: GridFromNvdbOptions,
): GridWithValues {
  const operator = "gridFromNvdb";
  const { context, tiles = "expand" } = checkOptions(operator, options, NAMES);
  checkContext(operator, context);
  if (tiles !== "expand" && tiles !== "leave") {
    refuse("build grid", `tiles are "${tiles}", expand or leave expected`);
  }
  checkArray({ operator, name: "grids" }, grids);
  grids.forEach(checkKinds);
  const transforms = grids.map((grid, which) => transformOf(grid, which));
  grids.forEach((grid, which) => checkGrid(grid, which, grids[0]));
  const channels = grids[0]?.channels ?? 1;
  const lists = grids.map((grid, which) => listOf(grid, which, tiles));
  const offsets = [0n];
  for (const { ijk } of lists) offsets.push((offsets.at(-1) ?? 0n) + BigInt(ijk.length / 3));
  const parts = scope((own) => {
    const count = Number(offsets.at(-1));
    const ijk = new Int32Array(3 * count);
    lists.forEach((list, which) => ijk.set(list.ijk, 3 * Number(offsets[which])));
    const rows = own(jagged(own(tensor(ijk, { context, shape: [count, 3] })), { offsets }));
    const options = transforms.length === 0 ? {} : {
      voxelSize: transforms.map(({ voxelSize }) => voxelSize),
      origin: transforms.map(({ origin }) => origin),
    };
    const grid = own(derive(planFromIjk(operator, rows, options)));
    const values = own(valuesTensor(lists.map((list) => list.values), {
      context,
      shape: channels === 1 ? [count] : [count, channels],
    }));
    return { grid, values };
  });
  return bundle("GridWithValues", { grid: parts.grid, values: parts.values });
}

/** Refuses what is no grid, or one with a part of another kind. */
function checkKinds(grid: NvdbVoxels, which: number): void {
  const operator = "gridFromNvdb";
  const named = (part: string): Argument => ({ operator, name: `${part} of grid ${which}` });
  checkParts({ operator, name: `grid ${which}` }, grid);
  const { leaves, tiles, values, channels, matrix, origin } = grid;
  checkParts(named("leaves"), leaves);
  checkClass(named("origins of leaves"), leaves.origins, Int32Array);
  checkClass(named("masks of leaves"), leaves.masks, Uint32Array);
  checkParts(named("tiles"), tiles);
  checkClass(named("origins of tiles"), tiles.origins, Int32Array);
  checkClass(named("sides of tiles"), tiles.sides, Uint16Array);
  checkView(named("values of tiles"), tiles.values);
  checkView(named("values"), values);
  checkNumber(named("channels"), channels);
  checkNumbers(named("matrix"), matrix);
  checkNumbers(named("origin"), origin);
}

/** Voxel sizes and origins, if the axes of voxels are those of the world. */
function transformOf(
  { matrix, origin }: NvdbVoxels,
  which: number,
): { readonly voxelSize: Triple; readonly origin: Triple } {
  const [x = 0, xy = 0, xz = 0, yx = 0, y = 0, yz = 0, zx = 0, zy = 0, z = 0] = matrix;
  if ([xy, xz, yx, yz, zx, zy].some((one) => one !== 0) || !(x > 0 && y > 0 && z > 0)) {
    refuse(
      "build grid",
      `matrix of grid ${which} is [${matrix.join(", ")}], which turns or mirrors`,
    );
  }
  return { voxelSize: [x, y, z], origin };
}

function checkGrid(
  { leaves, values, channels, tiles }: NvdbVoxels,
  which: number,
  first: NvdbVoxels | undefined,
): void {
  const fault = leavesFault(leaves.origins, leaves.masks);
  if (fault !== undefined) refuse("build grid", `grid ${which}: ${fault}`);
  if (values.constructor !== first?.values.constructor || channels !== first.channels) {
    throw new TypeError(
      `Cannot build grid: values of grid ${which} are ${channels} x ${values.constructor.name}, ` +
        `${first?.channels} x ${first?.values.constructor.name} expected as in grid 0`,
    );
  }
  if (tiles.sides.length > 0 && tiles.values.constructor !== values.constructor) {
    throw new TypeError(
      `Cannot build grid: values of tiles of grid ${which} are ${
        describeValue(tiles.values)
      }, those of its voxels ${describeValue(values)}`,
    );
  }
  if (tiles.values.length !== tiles.sides.length * channels) {
    refuse(
      "build grid",
      `grid ${which} has ${tiles.values.length} values of ${tiles.sides.length} tiles`,
    );
  }
}

interface List {
  readonly ijk: Int32Array;
  readonly values: NvdbNumbers;
}

function listOf(grid: NvdbVoxels, which: number, tiles: "expand" | "leave"): List {
  const isPlain = tiles === "leave" || grid.tiles.sides.length === 0;
  const leaves = isPlain ? grid.leaves : expandTiles(grid, which);
  const ijk = ijkOfLeaves(leaves.origins, leaves.masks);
  const own = isPlain ? ijk.length / 3 : grid.values.length / grid.channels;
  if (grid.values.length !== own * grid.channels) {
    refuse(
      "build grid",
      `grid ${which} has ${grid.values.length} values, ${own * grid.channels} expected`,
    );
  }
  return { ijk, values: isPlain ? grid.values : gather(grid, leaves as ExpandedLeaves) };
}

/** Values of voxels and tiles, a row for each voxel. */
function gather({ values, tiles, channels }: NvdbVoxels, { rows }: ExpandedLeaves): NvdbNumbers {
  const Kind = values.constructor as new (length: number) => NvdbNumbers;
  const out = new Kind(rows.length * channels) as Float64Array; // any kind: numbers are moved, not changed
  const [own, shared] = [values as Float64Array, tiles.values as Float64Array];
  rows.forEach((from, row) => {
    for (let channel = 0; channel < channels; channel++) {
      const at = from * channels + channel;
      out[row * channels + channel] = (at < own.length ? own[at] : shared[at - own.length]) ?? 0;
    }
  });
  return out as NvdbNumbers;
}

/** Numbers without sign as numbers with one. */
function signed(numbers: BigUint64Array): BigInt64Array {
  const halves = new Int32Array(numbers.buffer); // big integers take many times as long to compare
  for (let upper = 1; upper < halves.length; upper += 2) {
    if ((halves[upper] ?? 0) >= 0) continue;
    refuse("build grid", `a value is ${numbers[upper >> 1]}, which i64 does not hold`);
  }
  return new BigInt64Array(numbers.buffer);
}

/** Copies lists of numbers to a device, one behind the other. */
function valuesTensor(
  lists: readonly NvdbNumbers[],
  options: { readonly context: Context; readonly shape: readonly number[] },
): Tensor {
  const [first = new Float32Array(0)] = lists;
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  const Kind = first.constructor as new (length: number) => Float64Array;
  const all = new Kind(length);
  let at = 0;
  for (const list of lists) {
    all.set(list as Float64Array, at);
    at += list.length;
  }
  const joined = all as unknown as NvdbNumbers;
  if (joined instanceof Int8Array) return tensor(new Int16Array(joined), options);
  if (joined instanceof Uint16Array) return tensor(joined, { ...options, dtype: "u16" });
  if (joined instanceof Uint32Array) return tensor(BigInt64Array.from(joined, BigInt), options);
  if (joined instanceof BigUint64Array) return tensor(signed(joined), options);
  return tensor(joined, options) as Tensor;
}
