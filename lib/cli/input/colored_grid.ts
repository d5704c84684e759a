/**
 * Index grids whose voxels have colors, as `denovdb convert` makes them of points, as clouds of their voxels.
 *
 * @module
 */

import { type NvdbFeature, nvdbFeatures, type NvdbGrid, nvdbIjk } from "../../io/mod.ts";
import { heightColors, type LocalCloud } from "./cloud.ts";
import { tellsColors } from "./colors.ts";
import { isIndexGrid } from "./dense_grid.ts";
import { gridNamed } from "../shared/naming.ts";

/** A cloud with a point in the middle of each voxel. */
export interface ColoredGrid {
  readonly cloud: LocalCloud;
  /** Coordinates of the voxels, from the one nearest to the local origin, i32 [count, 3]. */
  readonly ijk: Int32Array<ArrayBuffer>;
  /** Edge length of a voxel in world units. */
  readonly voxelSize: number;
}

/**
 * Makes a cloud of a grid, if it is one of indexes and its voxels have colors.
 *
 * @param grid A grid of a NanoVDB file.
 * @returns The cloud; undefined if the grid is another one.
 * @throws {RangeError} If its voxels are no cubes along the axes.
 */
export function coloredGrid(grid: NvdbGrid): ColoredGrid | undefined {
  const colors = colorsOf(grid);
  if (colors === undefined || grid.bounds === undefined) return undefined;
  const [voxelSize] = grid.voxelSize;
  if (!grid.matrix.every((one, at) => near(one, at % 4 === 0 ? voxelSize : 0, voxelSize))) {
    throw new RangeError(
      `Cannot render ${
        gridNamed(grid)
      }: its voxels are no cubes along the axes; "denovdb view" shows them`,
    );
  }
  const { min, max } = grid.bounds;
  const middle = ([0, 1, 2] as const).map((axis) => Math.floor((min[axis] + max[axis]) / 2));
  const ijk = nvdbIjk(grid.leaves).map((one, at) => one - (middle[at % 3] ?? 0));
  const place = (axis: 0 | 1 | 2): number => grid.origin[axis] + voxelSize * (middle[axis] ?? 0);
  const points = Float32Array.from(ijk, (one) => one * voxelSize);
  const known = tellsColors(colors);
  const cloud: LocalCloud = {
    count: ijk.length / 3,
    points,
    colors: known ? colors : heightColors(points),
    colorSource: known ? "file" : "height",
    origin: [place(0), place(1), place(2)],
    dropped: 0,
  };
  return { cloud, ijk, voxelSize };
}

/** Whether a column has three bytes for each voxel. */
export function isColor({ shape, values }: NvdbFeature): boolean {
  return values instanceof Uint8Array && shape.length === 1 && shape[0] === 3;
}

function colorsOf(grid: NvdbGrid): Uint8Array<ArrayBuffer> | undefined {
  if (!isIndexGrid(grid)) return undefined;
  const values = nvdbFeatures(grid).find(isColor)?.values;
  return values instanceof Uint8Array ? values.slice() : undefined;
}

function near(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) <= 1e-6 * size;
}
