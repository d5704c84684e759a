/**
 * Rays with times in lists of all lengths.
 *
 * @module
 */

import {
  type Context,
  jagged,
  type JaggedTensor,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { randomSource } from "../grid/_oracle.ts";

export const OFFSETS: readonly number[] = [0, 3, 3, 4, 40, 43];
export const RAYS: number = OFFSETS.length - 1;
const COUNT = OFFSETS.at(-1) ?? 0;

/** The ray of a time. */
export function rayOf(time: number): number {
  return OFFSETS.findLastIndex((first) => first <= time);
}

/** Rays with times of none, one and many, and gradients of their points: small whole numbers, so that sums are exact. */
export function input(
  seed: number,
): Record<"origins" | "directions" | "ts" | "gradients", number[]> {
  const random = randomSource(seed);
  const draw = (count: number): number[] =>
    Array.from({ length: count }, () => Math.floor(random() * 16) - 8);
  return {
    origins: draw(3 * RAYS),
    directions: draw(3 * RAYS),
    ts: draw(COUNT),
    gradients: draw(3 * COUNT),
  };
}

/** The same on a device; all of it is to be disposed. */
export interface RayTensors<D extends Real> {
  readonly origins: Tensor<D>;
  readonly directions: Tensor<D>;
  readonly ts: JaggedTensor<D>;
  readonly gradients: Tensor<D>;
}

/** Puts rays on a device. */
export function tensors<D extends Real>(
  context: Context,
  dtype: D,
  { origins, directions, ts, gradients }: ReturnType<typeof input>,
): RayTensors<D> {
  const vectors = (of: number[]): Tensor<D> =>
    tensor(of, { context, dtype, shape: [of.length / 3, 3] });
  using times = tensor(ts, { context, dtype });
  return {
    origins: vectors(origins),
    directions: vectors(directions),
    ts: jagged(times.move(), { offsets: [...OFFSETS] }),
    gradients: vectors(gradients),
  };
}

/** A number of a list. */
export const at = (numbers: readonly number[], place: number): number => numbers[place] ?? NaN;
/** Numbers without negative zeros. */
export const plain = (numbers: Iterable<number>): number[] => Array.from(numbers, (one) => one + 0);
