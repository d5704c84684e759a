/**
 * Narrow bands that follow their fields.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import {
  type Cancelable,
  type DType,
  type GridBatch,
  type Own,
  type Real,
  scope,
  type Tensor,
} from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { type Derivation, derive, deriveAsync, relation } from "../core/derive.ts";
import { dtypeCode } from "../core/dtype.ts";
import {
  type Computation,
  computation,
  computeTensor,
  computeTensorAsync,
} from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { type FlowSettings, takeFlow } from "./_field.ts";
import { planFlow, type ReinitializeSdfOptions } from "./reinitialize_sdf.ts";

/**
 * Options for {@linkcode retopologizeSdf}.
 *
 * @category Distance fields
 */
export interface RetopologizeSdfOptions extends ReinitializeSdfOptions {
  /**
   * Whether to add voxels first, `halfWidthInVoxels` on all sides, rounded up.
   *
   * @default {true}
   */
  readonly pad?: boolean;
  /**
   * Whether to finally drop the voxels at the end of the band (0.999 of it and more) and NaN voxels.
   *
   * @default {true}
   */
  readonly prune?: boolean;
}

/**
 * A batch of grids, and a field on its voxels.
 *
 * @category Distance fields
 */
export interface SdfGrid<D extends Real = Real> extends Bundle {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /** Value of each voxel, [voxels]; owned. */
  readonly field: Tensor<D>;
}

const NAMES = optionNames<RetopologizeSdfOptions>({
  halfWidthInVoxels: true,
  order: true,
  steps: true,
  smooth: true,
  smoothing: true,
  pad: "boolean",
  prune: "boolean",
});

/**
 * Redistances a field, on voxels that form a band around its zero level set.
 *
 * Voxels are added on all sides, with the end of the band as their value, on the side of their neighbors; the field is
 * redistanced as by `reinitializeSdf`; and voxels at the end of the band are dropped. A field that has moved, or that
 * is only known next to its surface, thus gets a band of even width.
 *
 * The calling thread waits for the sizes of the results; {@linkcode retopologizeSdfAsync} does not.
 *
 * @typeParam D Element type.
 * @param grid The batch whose voxels have the values; borrowed.
 * @param field Value of each voxel in world units, below 0 inside, f16, f32 or f64 [voxels]; borrowed.
 * @param options Width of the band, time steps and smoothing.
 * @returns A new batch with the transforms of the old one, and its distances; the caller owns both.
 * @throws {RangeError} If `field` does not have one value per voxel, an option is out of range, or if voxels would not
 * fit int32.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Distance fields
 *
 * @example A band around a wall
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { retopologizeSdf } from "@denovdb/denovdb/sdf";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using pair = gridFromDense({ context, dims: [2, 1, 1] });
 * using field = tensor([-0.5, 0.5], { context });
 * using band = retopologizeSdf(pair, field, { halfWidthInVoxels: 2, steps: 40 });
 * assertEquals([...band.grid.bbox()].filter((_, at) => at % 3 === 0), [-1, 2]);
 * ```
 */
export function retopologizeSdf<D extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  options: RetopologizeSdfOptions = {},
): SdfGrid<D> {
  const { pad = true, prune = true } = checkOptions("retopologizeSdf", options, NAMES);
  const work = plan("retopologizeSdf", { grid, field, pad, options });
  const parts = scope((own) => {
    const wide = own(derive(widening(work)));
    const distances = own(measure(own, work, wide));
    if (!prune) return { grid: wide, field: distances };
    const kept = own(derive(pruning(work, wide, own(compute(planKept(work, wide, distances))))));
    return { grid: kept, field: own(compute(planCarrying(work, [wide, kept], distances, 0))) };
  });
  return bundle("SdfGrid", { grid: parts.grid, field: parts.field });
}

/**
 * Like {@linkcode retopologizeSdf}, without blocking the calling thread; operands and errors are the same.
 *
 * Inputs must not be modified until the promise settles: the field is read once the new voxels have been built.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch with the transforms of the old one, and its distances; the caller owns both.
 * @category Distance fields
 */
export async function retopologizeSdfAsync<D extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  options: RetopologizeSdfOptions & Cancelable = {},
): Promise<SdfGrid<D>> {
  const { pad = true, prune = true } = checkOptions("retopologizeSdfAsync", options, NAMES);
  const work = plan("retopologizeSdfAsync", { grid, field, pad, options });
  const parts = await scope(async (own) => {
    const wide = own(await deriveAsync(widening(work), options));
    const distances = own(await measureAsync(own, work, wide, options));
    if (!prune) return { grid: wide, field: distances };
    const mask = own(await computeTensorAsync(planKept(work, wide, distances), options));
    const kept = own(await deriveAsync(pruning(work, wide, mask), options));
    const carrying = planCarrying(work, [wide, kept], distances, 0);
    return { grid: kept, field: own(await computeTensorAsync(carrying, options)) };
  });
  return bundle("SdfGrid", { grid: parts.grid, field: parts.field });
}

/** Checked arguments. */
interface BandWork<D extends Real> {
  readonly operator: string;
  readonly grid: GridBatch;
  readonly field: Tensor<D>;
  readonly flow: FlowSettings;
  /** Voxels to add on all sides. */
  readonly margin: number;
}

/** Most voxels to add on a side; no memory holds as many, and three times that fits int32. */
const MOST_MARGIN = 2 ** 29;

function plan<D extends Real>(
  operator: string,
  { grid, field, pad, options }:
    & Pick<BandWork<D>, "grid" | "field">
    & { readonly pad: boolean; readonly options: ReinitializeSdfOptions },
): BandWork<D> {
  checkGrid(operator, grid);
  shareContext(operator, grid, field);
  const flow = takeFlow(operator, grid, field, options);
  const margin = pad ? Math.ceil(flow.halfWidthInVoxels) : 0;
  if (margin > MOST_MARGIN) {
    refuse(
      operator,
      `halfWidthInVoxels is ${flow.halfWidthInVoxels}, ${MOST_MARGIN} at most expected to add voxels`,
    );
  }
  return { operator, grid, field, flow, margin };
}

/** Adds voxels on all sides. */
function widening({ operator, grid, margin }: BandWork<Real>): Derivation {
  const [low, high] = [
    Int32Array.of(-margin, -margin, -margin),
    Int32Array.of(margin, margin, margin),
  ];
  return relation("dilateByBox", { operator, grid }, { low, high });
}

/** Rounds that carry values from face to face into the corners of a box of added voxels. */
function roundsOf({ margin }: BandWork<Real>): number {
  return 3 * margin;
}

function compute<D extends DType>(planned: Computation<D>): Tensor<D> {
  return computeTensor(planned, planned.call);
}

/** Makes the field of wider grids a distance. */
function measure<D extends Real>(own: Own, work: BandWork<D>, wide: GridBatch): Tensor<D> {
  const { operator, grid, field, flow } = work;
  const carried = own(compute(planCarrying(work, [grid, wide], field, roundsOf(work))));
  return compute(planFlow(operator, wide, carried, flow));
}

/** The same without blocking. */
async function measureAsync<D extends Real>(
  own: Own,
  work: BandWork<D>,
  wide: GridBatch,
  options: Cancelable,
): Promise<Tensor<D>> {
  const { operator, grid, field, flow } = work;
  const carrying = planCarrying(work, [grid, wide], field, roundsOf(work));
  const carried = own(await computeTensorAsync(carrying, options));
  return await computeTensorAsync(planFlow(operator, wide, carried, flow), options);
}

/** Tells the voxels within the band. */
function planKept(
  { operator, flow: { halfWidthInVoxels } }: BandWork<Real>,
  grid: GridBatch,
  { dtype, buffer }: Tensor<Real>,
): Computation<"bool"> {
  const { context, numVoxels } = grid;
  const layout = { operator, context, dtype: "bool", shape: [numVoxels] } as const;
  return computation("retopologizeSdfBand", layout, {
    grid: handleOf(grid),
    field: handleOf(buffer),
    dtype: dtypeCode(dtype),
    halfWidthInVoxels,
  });
}

/** Drops the voxels at the end of the band. */
function pruning(
  { operator }: BandWork<Real>,
  grid: GridBatch,
  kept: Tensor<"bool">,
): Derivation {
  return relation("prunedGrid", { operator, grid }, { mask: handleOf(kept.buffer) });
}

/** Gives voxels the values that they have in another grid, and those that have none the end of the band. */
function planCarrying<D extends Real>(
  { operator, flow: { halfWidthInVoxels: band } }: BandWork<D>,
  [from, to]: readonly [from: GridBatch, to: GridBatch],
  { dtype, buffer }: Tensor<D>,
  rounds: number,
): Computation<D> {
  const layout = { operator, context: from.context, dtype, shape: [to.numVoxels] };
  return computation("retopologizeSdfWiden", layout, {
    grid: handleOf(to),
    source: handleOf(from),
    field: handleOf(buffer),
    dtype: dtypeCode(dtype),
    halfWidthInVoxels: band,
    rounds,
  });
}
