/**
 * The common part of operators on signed distance fields.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import type { GridBatch, Real, Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { REALS } from "../core/dtype.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import type { ReinitializeSdfOptions } from "./reinitialize_sdf.ts";

/** Settings of a flow; see {@linkcode ReinitializeSdfOptions}. */
export interface FlowSettings {
  /** In units of the smallest voxel extent. */
  readonly halfWidthInVoxels: number;
  readonly order: number;
  readonly steps: number;
  readonly smooth: number;
  readonly smoothing: "mean-curvature" | "taubin";
}

const SMOOTHINGS: readonly FlowSettings["smoothing"][] = ["mean-curvature", "taubin"];

/** More steps would take longer than anybody waits, and change nothing in a band that memory can hold. */
const MOST_STEPS = 65536;

/**
 * Checks a field and the options of a flow.
 *
 * @throws {RangeError} If the shape or an option is wrong.
 * @throws {TypeError} If the element type is wrong.
 */
export function takeFlow(
  operator: string,
  grid: GridBatch,
  field: Tensor<Real>,
  { halfWidthInVoxels = 3, order = 3, steps, smooth = 0, smoothing = "mean-curvature" }:
    ReinitializeSdfOptions,
): FlowSettings {
  checkDType({ operator, name: "field" }, field, REALS);
  checkShape({ operator, name: "field" }, field, [grid.numVoxels]);
  if (!(Number.isFinite(halfWidthInVoxels) && halfWidthInVoxels > 0)) {
    refuse(
      operator,
      `halfWidthInVoxels is ${
        describeValue(halfWidthInVoxels)
      }, a finite number of voxels above 0 expected`,
    );
  }
  if (!SMOOTHINGS.includes(smoothing)) {
    refuse(
      operator,
      `smoothing is ${describeValue(smoothing)}, ${SMOOTHINGS.join(" or ")} expected`,
    );
  }
  wholeNumber({ operator, name: "order" }, order, { least: 1, most: 3 });
  wholeNumber({ operator, name: "smooth" }, smooth, { least: 0, most: MOST_STEPS });
  const all = steps ?? Math.min(MOST_STEPS, Math.max(6, Math.round(2.5 * halfWidthInVoxels) + 2));
  wholeNumber({ operator, name: "steps" }, all, { least: 0, most: MOST_STEPS });
  return { halfWidthInVoxels, order, steps: all, smooth, smoothing };
}
