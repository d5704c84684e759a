/**
 * Dense volumes on the host, and bricks of them by definition.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { type Context, type Tensor, tensor } from "../../mod.ts";
import { type HostArray, typedArray } from "../../lib/core/dtype.ts";
import {
  type BrickCoverage,
  type BrickVolume,
  indexToBits,
  type VoxelAxes,
  type VoxelType,
} from "../../lib/index/mod.ts";
import { Random } from "../_arrays.ts";
import { unpackBits } from "./_oracle.ts";

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

/** The voxels on a device, [z, y, x] or [x, y, z]. */
export function onDevice<D extends VoxelType>(
  context: Context,
  { dims: [x, y, z], data }: Dense,
  dtype: D,
  axes: VoxelAxes = "zyx",
): Tensor<D> {
  const host = typedArray(dtype, data.length);
  for (const [at, value] of data.entries()) {
    const [i, j, k] = [at % x, Math.floor(at / x) % y, Math.floor(at / x / y)];
    host[axes === "zyx" ? at : (i * y + j) * z + k] = value;
  }
  const shape = axes === "zyx" ? [z, y, x] : [x, y, z];
  return tensor(host as HostArray, { context, shape, dtype }) as Tensor<D>;
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

/** The masks of 4^3 of something along x, y and z. */
export function masksOf(grid: readonly number[], isThere: (at: number) => boolean): bigint[] {
  const [x = 0, y = 0, z = 0] = grid;
  const [a = 0, b = 0, c = 0] = grid.map((extent) => Math.ceil(extent / 4));
  const masks: bigint[] = Array(a * b * c).fill(0n);
  for (let at = 0; at < x * y * z; at++) {
    if (!isThere(at)) continue;
    const [i, j, k] = [at % x, Math.floor(at / x) % y, Math.floor(at / x / y)];
    const word = ((k >> 2) * b + (j >> 2)) * a + (i >> 2);
    const bit = BigInt(i % 4 + 4 * (j % 4) + 16 * (k % 4));
    masks[word] = (masks[word] ?? 0n) | 1n << bit;
  }
  return masks;
}

/** Checks all parts of a volume whose bricks are in the order of their numbers. */
export function assertVolume(volume: BrickVolume, dense: Dense): void {
  const { edge, grid, filled, bricks, index, masks, table, pool } = volume;
  const wanted = occupancyOf(dense, edge, volume);
  using bits = indexToBits(index);
  assertEquals(unpackBits(bits.readSync(), bricks), wanted);
  const numbers = wanted.flatMap((bit, brick) => bit === 1 ? [brick] : []);
  assertEquals(filled, numbers.length);
  const fine = masksOf(grid, (brick) => wanted[brick] === 1);
  const words = grid.map((extent) => Math.ceil(extent / 4));
  const coarse = masksOf(words, (word) => fine[word] !== 0n);
  assertEquals([...masks.readSync()], [...fine, ...coarse].map((mask) => BigInt.asIntN(64, mask)));
  if (table !== undefined) {
    assertEquals([...table.readSync()], wanted.map((bit, at) => bit ? numbers.indexOf(at) : -1));
  }
  const voxels = numbers.flatMap((at) =>
    brickOf(dense, edge, [
      at % grid[0],
      Math.floor(at / grid[0]) % grid[1],
      Math.floor(at / grid[0] / grid[1]),
    ])
  );
  assertEquals(pool.shape, [filled, edge, edge, edge]);
  assertEquals([...pool.readSync()].map(Number), voxels);
}

/** Checks that two volumes are the same, byte for byte. */
export function assertSame(a: BrickVolume, b: BrickVolume): void {
  assertEquals([a.dims, a.edge, a.grid, a.filled], [b.dims, b.edge, b.grid, b.filled]);
  assertEquals([a.threshold, a.coverage, a.fill], [b.threshold, b.coverage, b.fill]);
  assertEquals(a.index.data.readSync(), b.index.data.readSync());
  assertEquals(a.index.counters?.readSync(), b.index.counters?.readSync());
  assertEquals(a.masks.readSync(), b.masks.readSync());
  assertEquals(a.table?.readSync(), b.table?.readSync());
  assertEquals(a.pool.readSync(), b.pool.readSync());
}
