/**
 * Backward pass of the points of rays.
 *
 * @module
 */

import { checkWanted } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Lists, Real, Tensor } from "../core/mod.ts";
import { JaggedTensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkDType, checkSameOffsets, checkShape, rowsOf } from "../core/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { dtypeCode } from "../core/dtype.ts";
import { wantedOnly } from "../core/gradients.ts";
import { takeTimes } from "./_times.ts";

/**
 * Inputs of {@linkcode pointsOnRays}.
 *
 * @category Rays
 */
export type RayPointInputName = "origins" | "directions" | "ts";

/**
 * Options for {@linkcode pointsOnRaysBackward}.
 *
 * @category Rays
 */
export interface PointsOnRaysBackwardOptions {
  /**
   * Inputs whose gradients are computed.
   *
   * @default {["origins", "directions", "ts"]}
   */
  readonly wanted?: readonly RayPointInputName[];
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode pointsOnRays}.
 *
 * @category Rays
 */
export interface RayPointGradients<D extends Real = Real> extends Bundle {
  /** With respect to the origins, [rays, 3], if wanted; owned. */
  readonly origins: Tensor<D> | undefined;
  /** With respect to the directions, [rays, 3], if wanted; owned. */
  readonly directions: Tensor<D> | undefined;
  /** With respect to the times, [n], if wanted; owned. */
  readonly ts: Tensor<D> | undefined;
}

const INPUTS: readonly RayPointInputName[] = ["origins", "directions", "ts"];

const NAMES = optionNames<PointsOnRaysBackwardOptions>({ wanted: true });

/**
 * Backward pass of {@linkcode pointsOnRays}: gradients of its inputs from those of the points.
 *
 * With g the gradient of a point, that of its time is `g . direction`; those of a ray's origin and direction are the
 * sums of g and of `t * g` over its times, in their order, in double precision, rounded once.
 *
 * @typeParam D Element type.
 * @param directions As passed to {@linkcode pointsOnRays}; borrowed, as are the others.
 * @param ts As passed to {@linkcode pointsOnRays}.
 * @param gradients Gradients of a loss with respect to the points, [n, 3]; in the lists of the times, or as a tensor.
 * @param options Which gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, or if `wanted` names no input.
 * @throws {TypeError} If the values are not all f16, all f32 or all f64, or belong to several contexts.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example A point that moves with its ray
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { pointsOnRaysBackward } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using directions = tensor([0, 0, 3], { context, shape: [1, 3] });
 * using ts = tensor([2], { context });
 * using gradients = tensor([1, 0, -1], { context, shape: [1, 3] });
 * using found = pointsOnRaysBackward(directions, ts, gradients);
 * assertEquals([...await found.origins?.read() ?? []], [1, 0, -1]);
 * assertEquals([...await found.directions?.read() ?? []], [2, 0, -2]);
 * assertEquals([...await found.ts?.read() ?? []], [-3]);
 * ```
 */
export function pointsOnRaysBackward<D extends Real>(
  directions: Lists<D>,
  ts: Lists<D>,
  gradients: Lists<D>,
  options: PointsOnRaysBackwardOptions = {},
): RayPointGradients<D> {
  const operator = "pointsOnRaysBackward";
  const { wanted = INPUTS } = checkOptions(operator, options, NAMES);
  checkWanted(operator, wanted, INPUTS);
  const taken = takeTimes(operator, directions, ts, gradients);
  const given = rowsOf(gradients);
  const { dtype, count, rayCount, offsets } = taken;
  checkDType({ operator, name: "gradients" }, given.data, [dtype]);
  checkShape({ operator, name: "gradients" }, given.data, [count, 3]);
  if (gradients instanceof JaggedTensor) {
    checkSameOffsets({ operator, name: "gradients" }, given, { name: "ts", offsets });
  }
  const layouts = {
    origins: [dtype, [rayCount, 3]],
    directions: [dtype, [rayCount, 3]],
    ts: [dtype, [count]],
  } as const;
  const parts = computeTensors(
    taken,
    wantedOnly(layouts, wanted),
    (native, out, context) =>
      native.pointsOnRaysBackward({
        context,
        directions: handleOf(taken.directions.buffer),
        ts: handleOf(taken.ts.buffer),
        dtype: dtypeCode(dtype),
        n: count,
        offsets,
        nRays: rayCount,
        gradients: handleOf(given.data.buffer),
        outOrigins: out.origins,
        outDirections: out.directions,
        outTs: out.ts,
      }),
  );
  return bundle("RayPointGradients", parts);
}
