/**
 * Plans for sparse convolutions.
 *
 * @module
 */

import type { ConvPlanHandle, Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { makeHandle, nativeOf } from "../../ffi/context.ts";
import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Derivation, derive, deriveAsync, type KernelSteps, reach } from "../core/derive.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";
import { adoptPlan, type ConvPlan } from "./base/conv_plan.ts";
import { checkTarget } from "./_target.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Options for {@linkcode convPlan}.
 *
 * @category Convolution
 */
export interface ConvPlanOptions {
  /** Extents of the kernel along each axis; at least 1. */
  readonly kernel: number | Triple;
  /**
   * Stride along each axis, in fine voxels; at least 1.
   *
   * @default {1}
   */
  readonly stride?: number | Triple;
  /**
   * The voxels to compute results for, borrowed: pass the source itself for a submanifold convolution. If omitted,
   * these are all voxels that the kernel reaches, and the plan makes and owns their batch.
   */
  readonly target?: GridBatch;
  /**
   * Whether the convolution is transposed: the source is coarse and the target fine.
   *
   * @default {false}
   */
  readonly transposed?: boolean;
}

const NAMES = optionNames<ConvPlanOptions>({
  kernel: true,
  stride: true,
  target: true,
  transposed: "boolean",
});

/**
 * Plans convolutions over the voxels of a batch.
 *
 * Tap t connects a fine voxel to a coarse one if `fine = stride * coarse + t - floor((kernel - 1) / 2)`,
 * `0 <= t < kernel`, along every axis: kernels of odd extent are centered, those of even extent reach one voxel further
 * up than down. The source is the fine batch, or with `transposed` the coarse one. With the source as target, results
 * are computed only for existing voxels (submanifold); without a target, for all voxels that the kernel reaches.
 * Connections are between coordinates: a target may have the origin of the source, as {@linkcode convGrid} makes it, or
 * the one that `coarsenedGrid` or `refinedGrid` with the stride makes, so plans lead to pooled voxels and back from
 * them.
 *
 * With a target, the call does not wait for the device. Without one, the calling thread waits for the size of the
 * target; {@linkcode convPlanAsync} does not.
 *
 * @param source The voxels to read; borrowed, as is a given target.
 * @param options The kernel, its stride, the target, and the direction.
 * @returns A new plan; the caller owns it.
 * @throws {RangeError} If the kernel or the stride is not whole and positive, the kernel has more than 2^20 taps, a
 * given target has another number of grids or an incompatible voxel size or origin, or a new coordinate does not fit
 * int32.
 * @throws {TypeError} If contexts are mixed.
 * @throws {NativeError} If device memory runs out, or there are 2^31 - 1 voxels or more.
 * @determinism Same kernel map on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024; Graham, Engelcke and van der Maaten, "3D
 * semantic segmentation with submanifold sparse convolutional networks", 2018.
 * @category Convolution
 *
 * @example A row of three voxels, and the ends that a kernel adds
 * ```ts
 * import { convPlan, gridFromDense, openContext } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 3] });
 * using submanifold = convPlan(row, { kernel: [1, 1, 3], target: row });
 * using full = convPlan(row, { kernel: [1, 1, 3] });
 * assertEquals([submanifold.explain().pairs, full.explain().pairs], [7, 9]);
 * assertEquals([...full.target.bbox()], [0, 0, -1, 0, 0, 3]);
 * ```
 */
export function convPlan(source: GridBatch, options: ConvPlanOptions): ConvPlan {
  const work = take("convPlan", source, options);
  return planOf(work, work.target ?? derive(work.reach()));
}

/**
 * Like {@linkcode convPlan}, without blocking the calling thread; operands and errors are the same.
 *
 * Building the target is enqueued when the call is made. The source must not be disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new plan; the caller owns it.
 * @category Convolution
 *
 * @example Without blocking
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { convPlanAsync } from "@denovdb/denovdb/conv";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 4 });
 * using plan = await convPlanAsync(cube, { kernel: 2, stride: 2 });
 * assertEquals([plan.target.numVoxels, plan.explain().pairs], [8, 64]);
 * ```
 */
export async function convPlanAsync(
  source: GridBatch,
  options: ConvPlanOptions & Cancelable,
): Promise<ConvPlan> {
  const work = take("convPlanAsync", source, options);
  return planOf(work, work.target ?? await deriveAsync(work.reach(), options));
}

/** Kernel maps hold rows for each tap and target. */
const MOST_TAPS = 2 ** 20;

/** Checked arguments. */
interface PlanWork {
  readonly operator: string;
  readonly grid: GridBatch;
  readonly steps: KernelSteps;
  /** Undefined if the plan is to make it. */
  readonly target: GridBatch | undefined;
  /** Plans the call that makes it. */
  readonly reach: () => Derivation;
}

function take(operator: string, grid: GridBatch, options: ConvPlanOptions): PlanWork {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const { kernel, stride = 1, target, transposed = false } = options;
  const steps = {
    kernel: wholeTriple({ operator, name: "kernel" }, kernel, { least: 1 }),
    stride: wholeTriple({ operator, name: "stride" }, stride, { least: 1 }),
    transposed,
  };
  const taps = steps.kernel.reduce((product, extent) => product * extent, 1);
  if (taps > MOST_TAPS) { // before a target is made for it
    const extents = steps.kernel.join(" x ");
    refuse(operator, `a kernel of ${extents} has ${taps} taps, ${MOST_TAPS} at most`);
  }
  if (target !== undefined) {
    checkGrid(operator, target);
    shareContext(operator, grid, target);
    checkTarget(operator, grid, target, steps);
  }
  return { operator, grid, steps, target, reach: () => reach(operator, grid, steps) };
}

/** Makes the plan, which owns the target unless that was given. */
function planOf(
  { operator, grid: source, steps, target: given }: PlanWork,
  target: GridBatch,
): ConvPlan {
  const ownsTarget = given === undefined;
  const { context } = source;
  const make = (outPlan: Uint32Array): Status =>
    nativeOf(context).convPlanCreate({
      context: handleOf(context),
      source: handleOf(source),
      target: handleOf(target),
      kernel: steps.kernel,
      stride: steps.stride,
      transposed: steps.transposed ? 1 : 0,
      outPlan,
    });
  return disposeOnError(ownsTarget ? target : new DisposableStack(), () => {
    const handle = makeHandle<ConvPlanHandle>(context, operator, make);
    return adoptPlan(context, handle, { source, target, steps, ownsTarget });
  });
}
