/**
 * The common part of operators on rays: checks, the first native arguments, and lists of what rays meet.
 *
 * @module
 */

import type {
  BufferHandle,
  FirstActiveVoxelRequest,
  Native,
  Status,
} from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { adoptBuffer } from "../../ffi/buffer.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Context, DeviceBuffer, DType, GridBatch, Lists, Real } from "../core/mod.ts";
import { JaggedTensor, Tensor } from "../core/mod.ts";
import {
  checkDType,
  checkGrid,
  checkListCount,
  checkSameOffsets,
  checkShape,
  type ListRows,
  rowsOf,
} from "../core/checks.ts";
import { checkOptions, type OptionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeBytes, dtypeCode, REALS } from "../core/dtype.ts";
import { callNative, computeTensor } from "../core/native_call.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import type { RayRange } from "./first_active_voxel.ts";

/** The arguments that all native functions about rays have. */
export type RayArguments = Pick<
  FirstActiveVoxelRequest,
  "context" | "grid" | "origins" | "directions" | "dtype" | "n" | "offsets" | "nGrids"
>;

/** Rays that fit a batch. */
export interface RayLists<D extends Real> {
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  /** Number of rays. */
  readonly count: number;
  /** First ray of each list, and the number of rays at the end. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
  /** Puts a row for each ray in lists if the origins are. */
  readonly inLists: <R extends DType>(rows: Tensor<R>) => Lists<R>;
  readonly rays: RayArguments;
}

/** Rays as an operator gets them. */
export interface RayInput<D extends Real> {
  readonly grid: GridBatch;
  readonly origins: Lists<D>;
  readonly directions: Lists<D>;
}

/**
 * Checks that rays fit each other and a batch.
 *
 * @param others Further inputs, which have to be usable and of the same context.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If element types are not accepted or differ, or if contexts are mixed.
 */
export function takeRays<D extends Real>(
  operator: string,
  { grid, origins, directions }: RayInput<D>,
  ...others: readonly Lists<D>[]
): RayLists<D> {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, origins, directions, ...others);
  const from = rowsOf(origins);
  const along = rowsOf(directions);
  checkDType({ operator, name: "origins" }, from.data, REALS);
  checkDType({ operator, name: "directions" }, along.data, [origins.dtype]);
  checkShape({ operator, name: "origins" }, from.data, ["n", 3]);
  checkShape({ operator, name: "directions" }, along.data, ["n", 3]);
  checkShape({ operator, name: "directions" }, along.data, from.data.shape);
  checkListCount({ operator, name: "origins" }, from, grid);
  checkSameLists(operator, from, "directions", along);
  return {
    operator,
    context,
    dtype: origins.dtype,
    count: from.count,
    offsets: from.offsets,
    inLists: (rows) =>
      origins instanceof JaggedTensor ? new JaggedTensor(rows, from.offsets) : rows,
    rays: {
      context: handleOf(context),
      grid: handleOf(grid),
      origins: handleOf(from.data.buffer),
      directions: handleOf(along.data.buffer),
      dtype: dtypeCode(origins.dtype),
      n: from.count,
      offsets: nativeOffsets(from),
      nGrids: grid.gridCount,
    },
  };
}

/**
 * The offsets of one list, as native code last read them: an array that it has not seen before takes a microsecond to
 * hand over.
 */
let seenOffsets = new BigInt64Array(2);

function nativeOffsets({ count, offsets }: ListRows): BigInt64Array<ArrayBuffer> {
  if (offsets.length !== 2) return offsets;
  if (Number(seenOffsets[1]) !== count) seenOffsets = BigInt64Array.of(0n, BigInt(count));
  return seenOffsets;
}

/** The range of times and the shortest chord, which most operators on rays take. */
export interface WalkOptions extends RayRange {
  readonly eps?: number;
}

/** Rays, and what all native functions know that walk along them. */
export interface RayWalk<D extends Real> extends RayLists<D> {
  readonly walk: RayArguments & Required<WalkOptions>;
}

/**
 * Takes rays and the options of one operator.
 *
 * @param others Further inputs, as in {@linkcode takeRays}.
 * @throws {RangeError} If shapes, lists or the range of times do not fit, or if `eps` is below 0.
 * @throws {TypeError} If an option is unknown, if element types are wrong, or if contexts are mixed.
 */
export function takeWalk<D extends Real, O extends WalkOptions>(
  operator: string,
  input: RayInput<D>,
  options: O,
  names: OptionNames<O>,
  ...others: readonly Lists<D>[]
): RayWalk<D> {
  const { tMin = 0, tMax = Infinity, eps = 0 } = checkOptions<O>(operator, options, names);
  const taken = takeRays(operator, input, ...others);
  checkRange(operator, tMin, tMax);
  checkNotNegative(operator, "eps", eps);
  return { ...taken, walk: { ...taken.rays, tMin, tMax, eps } };
}

/** Refuses lists of other lengths than those of the origins. */
export function checkSameLists(
  operator: string,
  origins: { readonly offsets: BigInt64Array },
  name: string,
  rows: ListRows,
): void {
  checkSameOffsets({ operator, name }, rows, { name: "origins", offsets: origins.offsets });
}

/** Refuses times that are no range. */
function checkRange(operator: string, tMin: number, tMax: number): void {
  for (const [name, time] of [["tMin", tMin], ["tMax", tMax]] as const) {
    if (typeof time === "number" && !Number.isNaN(time)) continue;
    refuse(operator, `${name} is ${describeValue(time)}`);
  }
  if (tMin > tMax) refuse(operator, `tMin ${tMin} is above tMax ${tMax}`);
}

/** Rejects numbers that are not 0 or more. */
export function checkNotNegative(operator: string, name: string, value: number): void {
  if (!(typeof value === "number" && value >= 0)) {
    refuse(operator, `${name} is ${describeValue(value)}, 0 or more expected`);
  }
}

/** Takes a limit for each ray; without one there is none that matters. */
export function checkMost(operator: string, name: string, most: number | undefined): number {
  if (most === undefined) return Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(most) && most >= 1) return most;
  return refuse(operator, `${name} is ${most}, a whole number of 1 or more expected`);
}

/** Ends of the lists of rays. */
export interface RayEnds {
  /** The ends, on the device, [rays]. */
  readonly ends: Tensor<"i64">;
  /** Number of elements. */
  readonly total: number;
}

/**
 * Counts what rays meet, waits for the number of all that, and lists it.
 *
 * @param count Writes where each ray's list ends.
 * @param list Makes the result; it borrows the ends.
 * @returns The result.
 */
export function listAlongRays<D extends Real, T>(
  { operator, context, count: rays }: RayLists<D>,
  count: (native: Native, outEnds: BufferHandle) => Status,
  list: (ends: RayEnds) => T,
): T {
  const layout = { operator, context, dtype: "i64", shape: [rays] } as const;
  using ends = computeTensor(layout, (native, { out }) => count(native, out));
  const last = new BigInt64Array(1);
  if (rays > 0) ends.buffer.readInto(last, ends.byteLength - last.byteLength);
  return list({ ends, total: Number(last[0]) });
}

// Read as soon as they are written; kept for the same reason as the offsets.
const madeLists = new Uint32Array(2);
const madeTotal = new BigInt64Array(1);

/**
 * Takes over lists of stretches that a native function makes.
 *
 * @param make Writes the handles of where each ray's list ends and of the stretches, and the number of stretches.
 */
export function takeRayLists<D extends Real>(
  { operator, context, dtype, count, offsets }: RayLists<D>,
  make: (native: Native, out: Uint32Array, total: BigInt64Array) => Status,
): JaggedTensor<D> {
  callNative(operator, context, (native) => make(native, madeLists, madeTotal));
  const [ends, times, total] = [madeLists[0] ?? 0, madeLists[1] ?? 0, Number(madeTotal[0])];
  const own = (handle: number, bytes: number): DeviceBuffer =>
    adoptBuffer(context, handle as BufferHandle, bytes);
  const data = new Tensor(own(times, total * 2 * dtypeBytes(dtype)), dtype, [total, 2]);
  return new JaggedTensor(data, new Tensor(own(ends, count * 8), "i64", [count]), offsets);
}

/** Sees elements as lists of rays in lists of grids; takes the elements over. */
export function asRayLists<D extends "i32" | "i64" | Real>(
  data: Tensor<D>,
  { ends }: RayEnds,
  { offsets }: { readonly offsets: BigInt64Array<ArrayBuffer> },
): JaggedTensor<D> {
  const shared = ends.reshape(ends.shape);
  return disposeOnError(shared, () => new JaggedTensor(data, shared, offsets));
}
