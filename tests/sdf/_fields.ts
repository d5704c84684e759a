/**
 * Spheres, and the flow that makes fields distances by plain loops.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridIjk,
  type Real,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { canonical, flatten, type Ijk, keyOf } from "../grid/_oracle.ts";
import type { Three } from "./_scenes.ts";

/** A field on a batch of one; dispose both. */
export interface Held<D extends Real> extends Disposable {
  readonly grid: GridBatch;
  readonly field: Tensor<D>;
}

/** Distance of a place from a sphere around the origin. */
export function sphereDistance(place: readonly number[], radius: number): number {
  return Math.hypot(...place) - radius;
}

/** The voxels whose centres are no further from a sphere around the origin than a width. */
export function sphereVoxels(size: Three, radius: number, width: number): Ijk[] {
  const reach = size.map((one) => Math.ceil((radius + width) / one));
  const [x = 0, y = 0, z = 0] = reach;
  const found: Ijk[] = [];
  for (let i = -x; i <= x; i++) {
    for (let j = -y; j <= y; j++) {
      for (let k = -z; k <= z; k++) {
        const place = [i * size[0], j * size[1], k * size[2]];
        if (Math.abs(sphereDistance(place, radius)) <= width) found.push([i, j, k]);
      }
    }
  }
  return canonical(found);
}

/** Puts values on voxels in canonical order. */
export function hold<D extends Real>(
  context: Context,
  { voxels, size, values, dtype }: {
    readonly voxels: readonly Ijk[];
    readonly size: Three;
    readonly values: readonly number[];
    readonly dtype: D;
  },
): Held<D> {
  const parts = scope((own) => {
    using ijk = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
    const grid = own(gridFromIjk(ijk, { voxelSize: [size] }));
    return { grid, field: own(tensor(values, { context, dtype })) };
  });
  return {
    ...parts,
    [Symbol.dispose]: () => [parts.field, parts.grid].forEach((p) => p.dispose()),
  };
}

/** Coordinates of a batch's voxels. */
export function voxelsOf(grid: GridBatch): Ijk[] {
  using ijk = gridIjk(grid);
  const flat = ijk.data.readSync();
  return Array.from(
    { length: flat.length / 3 },
    (_, row) => [...flat.subarray(3 * row, 3 * row + 3)] as unknown as Ijk,
  );
}

/** How a flow runs. */
export interface Flow {
  readonly band: number;
  readonly order: 1 | 2 | 3;
  readonly steps: number;
  readonly smooth: number;
  readonly smoothing: "mean-curvature" | "taubin";
}

/** Makes a field a distance in double precision. */
export function flowBy(
  voxels: readonly Ijk[],
  size: Three,
  field: readonly number[],
  { band, order, steps, smooth, smoothing }: Flow,
): number[] {
  const rows = new Map(voxels.map((ijk, row) => [keyOf(ijk), row]));
  const least = Math.min(...size);
  const limit = band * least;
  const cut = (value: number): number => Math.max(-limit, Math.min(limit, value));
  const beside = (values: readonly number[], row: number, axis: number, by: number): number => {
    const ijk = [...voxels[row] ?? []];
    ijk[axis] = (ijk[axis] ?? NaN) + by;
    return values[rows.get(keyOf(ijk as unknown as Ijk)) ?? -1] ?? NaN;
  };
  const advance = (values: readonly number[]): number[] =>
    values.map((value, row) => {
      let [upwind, central] = [0, 0];
      const end = value < 0 ? -limit : limit;
      for (const [axis, extent] of size.entries()) {
        const [low, high] = [-1, 1].map((by) => {
          const near = beside(values, row, axis, by);
          return Number.isNaN(near) ? end : near;
        }) as [number, number];
        const below = (value - low) / extent;
        const above = (high - value) / extent;
        const side = value > 0 ? 1 : -1;
        upwind += Math.max(Math.max(side * below, 0) ** 2, Math.min(side * above, 0) ** 2);
        central += ((below + above) / 2) ** 2;
      }
      const sign = value / Math.sqrt(value ** 2 + least ** 2 * (central + 1e-12));
      return value + 0.4 * least * sign * (1 - Math.sqrt(upwind));
    });
  const mix = (a: readonly number[], b: readonly number[], part: number): number[] =>
    a.map((one, row) => cut(part * one + (1 - part) * (b[row] ?? NaN)));
  const step = (start: readonly number[]): number[] => {
    const first = mix(start, advance(start), 0);
    if (order === 1) return first;
    if (order === 2) return mix(start, advance(first), 1 / 2);
    return mix(start, advance(mix(start, advance(first), 3 / 4)), 1 / 3);
  };
  const blur = (values: readonly number[], part: number): number[] =>
    values.map((value, row) => {
      const near = [0, 1, 2].flatMap((axis) => [-1, 1].map((by) => beside(values, row, axis, by)))
        .filter((one) => !Number.isNaN(one));
      if (near.length === 0) return value;
      return cut(value + part * (near.reduce((a, b) => a + b, 0) / near.length - value));
    });
  let values = field.map(cut);
  for (let at = 0; at < steps; at++) values = step(values);
  for (let at = 0; at < smooth; at++) {
    values = smoothing === "taubin" ? blur(blur(values, 0.5), -0.53) : blur(values, 1);
  }
  for (let at = 0; at < (smooth > 0 ? Math.max(4, smooth) : 0); at++) values = step(values);
  return values;
}
