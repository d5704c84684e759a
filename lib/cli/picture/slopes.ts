/**
 * Slopes of the values of voxels from one to the next.
 *
 * @module
 */

import { type GridBatch, type Own, scope, type Tensor, tensor } from "../../core/mod.ts";
import { gridIjk } from "../../grid/mod.ts";
import { add, multiply, subtract, takeRows } from "../../jagged/mod.ts";
import { ijkToIndex } from "../../query/mod.ts";
import type { Vector } from "./camera.ts";

/** A grid with values that are drawn smoothly. */
export interface SlopedVoxels extends Disposable {
  readonly grid: GridBatch;
  /** Value of each voxel, [voxels]. */
  readonly values: Tensor<"f32">;
  /** Slopes of values, [voxels, 3]. */
  readonly slopes: Tensor<"f32">;
}

/**
 * Makes a grid with values, and adds how these change.
 *
 * @param spacing Edge lengths of a voxel.
 * @param make Makes the grid and the value of each voxel, which go over to the result.
 * @returns All of it; the caller owns it.
 */
export function slopedVoxels(
  spacing: Vector,
  make: (own: Own) => { readonly grid: GridBatch; readonly values: Tensor<"f32"> },
): SlopedVoxels {
  const parts = scope((own) => {
    const { grid, values } = make(own);
    return { grid, values, slopes: own(centralSlopes(grid, values, spacing)) };
  });
  const dispose = (): void => {
    parts.grid.dispose();
    parts.values.dispose();
    parts.slopes.dispose();
  };
  return { ...parts, [Symbol.dispose]: dispose };
}

/**
 * Takes central differences: half of what lies between the neighbors of a voxel along each axis. Voxels that are not
 * active count as 0. Interpolated, they change without steps, which the slopes of interpolated values do not.
 *
 * @param grid A batch of one grid; borrowed.
 * @param values Value of each voxel, [voxels]; borrowed.
 * @param spacing Edge lengths of a voxel.
 * @returns Change per world unit along x, y and z, [voxels, 3]; the caller owns it.
 */
export function centralSlopes(
  grid: GridBatch,
  values: Tensor<"f32">,
  spacing: Vector,
): Tensor<"f32"> {
  const { context } = grid;
  return scope((own) => {
    const ijk = own(gridIjk(grid)).data;
    const neighbor = (step: readonly number[]): Tensor<"f32"> => {
      const near = own(add(ijk, own(tensor(Int32Array.from(step), { context, shape: [1, 3] }))));
      const rows = own(ijkToIndex(grid, near));
      return own(takeRows(values, rows, { fill: 0, checked: false }));
    };
    const along = ([0, 1, 2] as const).map((axis) => {
      const step = [0, 1, 2].map((other) => other === axis ? 1 : 0);
      const after = neighbor(step);
      const before = neighbor(step.map((one) => -one));
      const between = own(own(subtract(after, before)).reshape([values.length, 1]));
      const scale = step.map((one) => one / (2 * spacing[axis]));
      return own(multiply(between, own(tensor(scale, { context, shape: [1, 3] }))));
    });
    const [x, y, z] = along as [Tensor<"f32">, Tensor<"f32">, Tensor<"f32">];
    return add(own(add(x, y)), z);
  });
}
