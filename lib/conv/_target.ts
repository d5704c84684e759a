/**
 * The grids that convolutions write, checked against those that they read.
 *
 * @module
 */

import type { GridBatch } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { oneOf } from "../../ffi/base/words.ts";
import type { KernelSteps } from "../core/derive.ts";

/** Tolerance between transforms, as a share of the size of a voxel or of an origin: what single precision loses. */
const TOLERANCE = 1e-6;
/** Largest distance of origins, as a share of a fine voxel: far from zero, that loss is many voxels. */
const MOST_APART = 0.25;

/**
 * Checks that the voxels of a target lie where the kernel leads.
 *
 * @throws {RangeError} If it has another number of grids, or voxels of another size or origin.
 */
export function checkTarget(
  operator: string,
  source: GridBatch,
  target: GridBatch,
  { stride, transposed }: KernelSteps,
): void {
  if (target.gridCount !== source.gridCount) {
    refuse(operator, `target has ${target.gridCount} grids, ${source.gridCount} expected`);
  }
  for (const [at, size] of source.voxelSizes.entries()) {
    const [grid, axis] = [Math.floor(at / 3), at % 3];
    const by = stride[axis] ?? 1;
    const expected = transposed ? size / by : size * by;
    const held = target.voxelSizes[at] ?? NaN;
    if (!(Math.abs(held - expected) <= TOLERANCE * expected)) {
      refuse(
        operator,
        `voxels of target grid ${grid} have size ${held} along axis ${axis}, ${expected} expected`,
      );
    }
  }
  for (let grid = 0; grid < source.gridCount; grid++) {
    checkOrigin(operator, source, target, { stride, transposed, grid });
  }
}

/** Checks where a grid begins: all axes go the same of two ways. */
function checkOrigin(
  operator: string,
  source: GridBatch,
  target: GridBatch,
  { stride, transposed, grid }: Omit<KernelSteps, "kernel"> & { readonly grid: number },
): void {
  const ofGrid = (numbers: Float64Array): Float64Array => numbers.subarray(3 * grid, 3 * grid + 3);
  const sizes = ofGrid(source.voxelSizes);
  const kept = ofGrid(source.origins);
  const found = ofGrid(target.origins);
  // Grids of coarsenedGrid and refinedGrid have the same voxels about the middle of those that they replace.
  const moved = kept.map((origin, axis) => {
    const [by, size] = [stride[axis] ?? 1, sizes[axis] ?? NaN];
    return origin + (by - 1) / 2 * (transposed ? -size / by : size);
  });
  const isAt = (origins: Float64Array): boolean =>
    origins.every((origin, axis) => {
      const size = sizes[axis] ?? NaN;
      const fine = transposed ? size / (stride[axis] ?? 1) : size;
      const loss = TOLERANCE * Math.max(Math.abs(kept[axis] ?? NaN), size);
      return Math.abs((found[axis] ?? NaN) - origin) <= Math.min(loss, MOST_APART * fine);
    });
  if (isAt(kept) || isAt(moved)) return;
  const known = new Set([kept, moved].map((origins) => `[${origins.join(", ")}]`));
  refuse(
    operator,
    `the origin of target grid ${grid} is [${found.join(", ")}], ${oneOf([...known])} expected`,
  );
}
