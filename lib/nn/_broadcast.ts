/**
 * Gradients of operands that were repeated to fit others.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { sameShape } from "../core/shape.ts";
import { sum } from "../jagged/mod.ts";

/**
 * Sums a gradient over the axes along which an operand of a shape was repeated; itself if there are none.
 *
 * Axes next to each other are summed at once, so that the sum is rounded once where only the first or the last ones
 * are repeated.
 */
export function sumTo<D extends Float>(gradient: Tensor<D>, shape: readonly number[]): Tensor<D> {
  if (sameShape(gradient.shape, shape)) return gradient;
  const laid = [...gradient.shape.slice(shape.length).fill(1), ...shape];
  const groups: { extent: number; isRepeated: boolean }[] = [];
  for (const [axis, extent] of gradient.shape.entries()) {
    if (extent === 1) continue;
    const isRepeated = laid[axis] === 1;
    const last = groups.at(-1);
    if (last?.isRepeated === isRepeated) last.extent *= extent;
    else groups.push({ extent, isRepeated });
  }
  let result: Tensor<D> = gradient.reshape(groups.map(({ extent }) => extent));
  for (const [axis, { isRepeated }] of groups.entries()) {
    if (isRepeated) result = sum(result, { axis, keepdims: true }) as Tensor<Float> as Tensor<D>;
  }
  return result.reshape(shape);
}
