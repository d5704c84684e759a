/**
 * What sparse convolution means, on lists of coordinates and plain arrays: every target asks for every tap.
 *
 * @module
 */

import { type Ijk, keyOf, rowsOf } from "../grid/_oracle.ts";
import type { Lists } from "../grid/_grids.ts";

/** A kernel over the voxels of two batches, each list in row order. */
export interface Layout {
  readonly sources: Lists;
  readonly targets: Lists;
  readonly kernel: Ijk;
  readonly stride: Ijk;
  readonly transposed: boolean;
}

/** For each tap and target the row of the source, or -1, found by its coordinate. */
export function mapOf({ sources, targets, kernel, stride, transposed }: Layout): number[][] {
  const before = kernel.map((extent) => Math.floor((extent - 1) / 2));
  const known = sources.map(rowsOf);
  const map: number[][] = [];
  for (let a = 0; a < kernel[0]; a++) {
    for (let b = 0; b < kernel[1]; b++) {
      for (let c = 0; c < kernel[2]; c++) {
        const shift = [a, b, c].map((tap, axis) => tap - (before[axis] ?? 0));
        map.push(rowsOfTap(shift));
      }
    }
  }
  return map;

  function rowsOfTap(shift: readonly number[]): number[] {
    const rows: number[] = [];
    let first = 0;
    for (const [grid, list] of targets.entries()) {
      const held = known[grid];
      for (const voxel of list) {
        const [x = NaN, y = NaN, z = NaN] = voxel.map((at, axis) => {
          const [step, by] = [stride[axis] ?? NaN, shift[axis] ?? NaN];
          return (transposed ? (at - by) / step : at * step + by) + 0;
        });
        const found = held?.get(keyOf([x, y, z]));
        rows.push(found === undefined ? -1 : first + found);
      }
      first += held?.size ?? 0;
    }
    return rows;
  }
}

/** A layer's sizes. */
export interface Channels {
  readonly inChannels: number;
  readonly outChannels: number;
}

/** Rounds to the type in which sums are kept. */
export type Round = (value: number) => number;

/**
 * out[target] = sum over taps and channels of weights [out, in, taps] times features. Each product is added to its tap's
 * sum and the whole rounded once, as a fused multiply-add does (a product of two binary32 is exact in double precision, so
 * only sums that fall next to the middle of two numbers could come out otherwise).
 */
export function convolve(
  map: readonly (readonly number[])[],
  features: ArrayLike<number>,
  weights: ArrayLike<number>,
  { inChannels, outChannels }: Channels,
  round: Round = (value) => value,
): Float64Array {
  const taps = map.length;
  const targets = map[0]?.length ?? 0;
  const out = new Float64Array(targets * outChannels);
  for (const [tap, rows] of map.entries()) {
    for (const [target, row] of rows.entries()) {
      if (row < 0) continue;
      for (let o = 0; o < outChannels; o++) {
        const at = target * outChannels + o;
        let sum = 0;
        for (let i = 0; i < inChannels; i++) {
          const weight = weights[(o * inChannels + i) * taps + tap] ?? NaN;
          sum = round(sum + (features[row * inChannels + i] ?? NaN) * weight);
        }
        out[at] = round((out[at] ?? NaN) + sum);
      }
    }
  }
  return out;
}

/** The product of two lists of numbers, element by element, summed up. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? NaN) * (b[at] ?? NaN);
  return sum;
}
