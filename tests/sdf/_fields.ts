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

/** The voxels whose centers are no further from a sphere around the origin than a width. */
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
  readonly halfWidthInVoxels: number;
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
  { halfWidthInVoxels, order, steps, smooth, smoothing }: Flow,
): number[] {
  const rows = new Map(voxels.map((ijk, row) => [keyOf(ijk), row]));
  const least = Math.min(...size);
  const limit = halfWidthInVoxels * least;
  const cut = (value: number): number => Math.max(-limit, Math.min(limit, value));
  const within = (value: number, bound: number): number => Math.max(-bound, Math.min(bound, value));
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
  const mix = (
    a: readonly number[],
    b: readonly number[],
    part: number,
    bounds: readonly number[],
  ): number[] =>
    a.map((one, row) => {
      const bound = bounds[row] ?? NaN;
      return bound === 0 ? one : within(part * one + (1 - part) * (b[row] ?? NaN), bound);
    });
  const step = (start: readonly number[], bounds: readonly number[]): number[] => {
    const first = mix(start, advance(start), 0, bounds);
    if (order === 1) return first;
    if (order === 2) return mix(start, advance(first), 1 / 2, bounds);
    const second = mix(start, advance(first), 3 / 4, bounds);
    return mix(start, advance(second), 1 / 3, bounds);
  };
  const run = (from: readonly number[], count: number): number[] => {
    if (count === 0) return from.map(cut);
    const { start, bounds } = anchorBy(from, size, limit, (row, axis, by) => {
      const ijk = [...voxels[row] ?? []];
      ijk[axis] = (ijk[axis] ?? NaN) + by;
      return rows.get(keyOf(ijk as unknown as Ijk)) ?? -1;
    });
    let values: readonly number[] = start;
    for (let at = 0; at < count; at++) values = step(values, bounds);
    return [...values];
  };
  const blur = (values: readonly number[], part: number): number[] =>
    values.map((value, row) => {
      const near = [0, 1, 2].flatMap((axis) => [-1, 1].map((by) => beside(values, row, axis, by)))
        .filter((one) => !Number.isNaN(one));
      if (near.length === 0) return value;
      return cut(value + part * (near.reduce((a, b) => a + b, 0) / near.length - value));
    });
  let values = run(field.map((one) => Math.abs(one) === Infinity ? cut(one) : one), steps);
  for (let at = 0; at < smooth; at++) {
    values = smoothing === "taubin" ? blur(blur(values, 0.5), -0.53) : blur(values, 1);
  }
  return smooth > 0 ? run(values, Math.max(4, smooth)) : values;
}

/** Finds the row beside a row along an axis, or -1. */
type FindBeside = (row: number, axis: number, by: number) => number;

/**
 * Where a flow starts: distances of the voxels next to the zero level, and how large distances may become, 0 for those
 * that stay.
 */
function anchorBy(
  field: readonly number[],
  size: Three,
  limit: number,
  find: FindBeside,
): { readonly start: number[]; readonly bounds: number[] } {
  const valueOf = (row: number): number => field[row] ?? NaN;
  const sides = [0, 1, 2].flatMap((axis) => [-1, 1].map((by) => ({ axis, by })));
  /** Rows with values around a row, and how to get there. */
  const around = (row: number) =>
    sides.map((side) => ({ ...side, near: find(row, side.axis, side.by) }))
      .filter(({ near }) => !Number.isNaN(valueOf(near)));
  const isInside = (row: number): boolean => valueOf(row) < 0;
  /** Of a neighbor: what is at the end of the band on the same side says nothing about slopes. */
  const isKnown = (near: number, row: number): boolean => {
    const atEnd = Math.abs(Math.abs(valueOf(near)) - limit) <= 1e-3 * limit;
    return !Number.isNaN(valueOf(near)) && !(atEnd && isInside(near) === isInside(row));
  };
  const slopes = field.map((value, row) => {
    const all = around(row);
    let [square, unlike] = [0, 0];
    for (const [axis, extent] of size.entries()) {
      const along = all.filter((one) => one.axis === axis);
      const found = along.filter(({ near }) => isKnown(near, row))
        .map(({ by, near }) => by * (valueOf(near) - value) / extent);
      const [first = 0, last = 0] = found;
      const larger = Math.max(first ** 2, last ** 2);
      square += larger;
      const atEnd = found.length < along.length;
      unlike += found.length === 2 ? (last - first) ** 2 : atEnd ? larger : larger / 2;
    }
    const rough = square > 0 ? unlike / square : Infinity;
    return { size: Math.sqrt(square), rough, weight: 1 / (1e-3 + rough) };
  });
  const isTrusted = (row: number): boolean => (slopes[row]?.rough ?? Infinity) < 0.9;
  /** The mean of 1 / slope. */
  const meanInverse = (of: readonly number[]): number => {
    const found = of.flatMap((row) => slopes[row] ?? []).filter(({ size }) => size > 0);
    const total = found.reduce((sum, { weight }) => sum + weight, 0);
    return found.reduce((sum, one) => sum + one.weight / one.size, 0) / total;
  };
  const next = field.map((value, row) => {
    if (Number.isNaN(value)) return NaN;
    const across = around(row).map(({ near }) => near).filter((near) =>
      isInside(near) !== isInside(row)
    );
    if (across.length === 0 || ![row, ...across].some(isTrusted)) return NaN;
    return Math.max(-limit, Math.min(limit, value * meanInverse([row, ...across])));
  });
  const bounds = field.map((value, row) => {
    if (Number.isNaN(value)) return limit;
    if (!Number.isNaN(next[row])) return 0;
    const trusted = around(row).filter(({ near }) =>
      !Number.isNaN(next[near]) && isInside(near) === isInside(row) && isTrusted(near)
    );
    if (trusted.length === 0) return limit;
    const planes = trusted.map(({ near, axis, by }) => {
      const after = Math.abs(value) - Math.abs(valueOf(near));
      const sign = isInside(row) ? -1 : 1;
      const last = find(near, axis, by);
      const before = isKnown(last, near) ? sign * (valueOf(near) - valueOf(last)) : after;
      const way = Math.abs(before) > Math.abs(after) ? before : after;
      return Math.abs(next[near] ?? NaN) + way / (slopes[near]?.size ?? NaN);
    });
    const straight = Math.abs(value) * meanInverse(trusted.map(({ near }) => near));
    return Math.min(limit, Math.max(0, straight, ...planes));
  });
  const start = field.map((value, row) => {
    const one = next[row] ?? NaN;
    if (!Number.isNaN(one)) return one;
    // Where the field is flatter than distances are.
    const steeper = value === 0 ? 0 : value / Math.min(1, slopes[row]?.size ?? NaN);
    return Math.max(-limit, Math.min(limit, steeper));
  });
  return { start, bounds };
}
