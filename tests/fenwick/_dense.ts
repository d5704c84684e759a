/**
 * Dense volumes on the host, and bricks of them by definition.
 *
 * @module
 */

import {
  type BrickCoverage,
  type Context,
  type Tensor,
  tensor,
  type VoxelType,
} from "../../mod.ts";
import { type HostArray, typedArray } from "../../lib/core/dtype.ts";
import { Random } from "../_arrays.ts";

/** Voxels with x fastest. */
export interface Dense {
  readonly dims: readonly [x: number, y: number, z: number];
  readonly data: readonly number[];
}

/** A voxel; outside of the volume, the nearest one. */
export function voxelAt({ dims, data }: Dense, x: number, y: number, z: number): number {
  const at = [x, y, z].map((k, axis) => Math.min(Math.max(k, 0), (dims[axis] ?? 1) - 1));
  const [i = 0, j = 0, k = 0] = at;
  return data[(k * dims[1] + j) * dims[0] + i] ?? NaN;
}

/** Voxels from their places. */
export function denseOf(
  dims: Dense["dims"],
  value: (x: number, y: number, z: number) => number,
): Dense {
  const data: number[] = [];
  for (let z = 0; z < dims[2]; z++) {
    for (let y = 0; y < dims[1]; y++) {
      for (let x = 0; x < dims[0]; x++) data.push(value(x, y, z));
    }
  }
  return { dims, data };
}

/** Voxels of which a share is not 0, from 1 to 9. */
export function randomDense(dims: Dense["dims"], share: number, seed: number): Dense {
  const random = new Random(seed);
  return denseOf(dims, () => random.number() < share ? 1 + Math.floor(random.number() * 9) : 0);
}

/** The voxels on a device, [z, y, x]. */
export function onDevice<D extends VoxelType>(
  context: Context,
  { dims: [x, y, z], data }: Dense,
  dtype: D,
): Tensor<D> {
  const host = typedArray(dtype, data.length);
  for (const [at, value] of data.entries()) host[at] = value;
  return tensor(host as HostArray, { context, shape: [z, y, x], dtype }) as Tensor<D>;
}

/** Bricks along each axis. */
export function gridOf({ dims }: Dense, edge: number): [x: number, y: number, z: number] {
  const [x = 0, y = 0, z = 0] = dims.map((extent) => Math.ceil(extent / (edge - 1)));
  return [x, y, z];
}

/** The voxels of a brick, padding included. */
export function brickOf(dense: Dense, edge: number, place: readonly number[]): number[] {
  const [x = 0, y = 0, z = 0] = place.map((at) => at * (edge - 1));
  return [...denseOf([edge, edge, edge], (i, j, k) => voxelAt(dense, x + i, y + j, z + k)).data];
}

/** Which bricks are filled, by definition. */
export function occupancyOf(
  dense: Dense,
  edge: number,
  { threshold, coverage }: { readonly threshold: number; readonly coverage: BrickCoverage },
): number[] {
  const width = coverage === "cells" ? edge : edge - 1;
  const grid = gridOf(dense, edge);
  const filled: number[] = Array(grid[0] * grid[1] * grid[2]).fill(0);
  /** The bricks along an axis that a voxel fills. */
  const along = (axis: 0 | 1 | 2, voxel: number): number[] =>
    Array.from({ length: grid[axis] }, (_, brick) => brick).filter((brick) =>
      voxel >= brick * (edge - 1) && voxel < brick * (edge - 1) + width
    );
  const [nx, ny] = dense.dims;
  for (const [at, value] of dense.data.entries()) {
    if (!(value > threshold)) continue;
    for (const z of along(2, Math.floor(at / nx / ny))) {
      for (const y of along(1, Math.floor(at / nx) % ny)) {
        for (const x of along(0, at % nx)) filled[(z * grid[1] + y) * grid[0] + x] = 1;
      }
    }
  }
  return filled;
}
