/**
 * Compositing on a tape.
 *
 * @module
 */

import { JaggedTensor, type Real } from "../core/mod.ts";
import { applyMany, type Value } from "../grad/mod.ts";
import * as ops from "../render/mod.ts";
import { dataOf, type ListsOptions, type RowsOperand, takeLists } from "./base/lists.ts";

/**
 * Results of compositing samples along rays, on a tape.
 *
 * @typeParam D Element type.
 * @category Operators of networks
 */
export interface RenderedValues<D extends Real> {
  /** Weighted sum of colors of each ray, [rays, channels]. */
  readonly rgb: Value<D>;
  /** Weighted sum of positions of each ray, not divided by the opacity, [rays]. */
  readonly depth: Value<D>;
  /** Sum of weights of each ray, [rays]. */
  readonly opacity: Value<D>;
  /** Weight of each sample, [n]. */
  readonly weights: Value<D>;
}

const NAMES: readonly ops.VolumeInputName[] = ["sigmas", "rgbs", "deltas", "ts"];

/**
 * Composites samples along rays, as `volumeRender` of `@denovdb/denovdb/render` does. Gradients take the ends of rays as
 * fixed.
 *
 * @typeParam D Element type.
 * @param sigmas Density of each sample, [n]. Operands are values, tensors, or constants in lists; at least one of them is
 * a value.
 * @param rgbs Color of each sample, [n, channels].
 * @param deltas Length of each sample, [n].
 * @param ts Position of each sample along its ray, [n].
 * @param options The transmittance at which rays end; the offsets of rays if no operand is in lists.
 * @returns Colors, depths, opacities and weights; their tape owns them.
 * @throws As `volumeRender`, and {TypeError} if no operand is a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Density that makes a ray darker
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sum, valueAndGrad, volumeRender } from "@denovdb/denovdb/nn";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using sigmas = tensor([Math.LN2], { context });
 * using rgbs = tensor([1, 1, 1], { context, shape: [1, 3] });
 * using ones = tensor([1], { context });
 * using found = valueAndGrad({ sigmas }, (p) => sum(volumeRender(p.sigmas, rgbs, ones, ones).opacity));
 * const [gradient = 0] = await found.gradients.sigmas.read();
 * assertAlmostEquals(gradient, 0.5, 1e-6);
 * ```
 */
export function volumeRender<D extends Real>(
  sigmas: RowsOperand<D>,
  rgbs: RowsOperand<NoInfer<D>>,
  deltas: RowsOperand<NoInfer<D>>,
  ts: RowsOperand<NoInfer<D>>,
  options: ListsOptions & ops.VolumeRenderOptions = {},
): RenderedValues<D> {
  const { offsets, ...rest } = options;
  const given = [sigmas, rgbs, deltas, ts] as const;
  const lists = given.find((rows) => rows instanceof JaggedTensor);
  const { inLists } = takeLists<D>(lists ?? sigmas, { ...offsets && { offsets } });
  const [a, b, c, d] = given.map((rows) => takeLists<D>(rows).operand) as [
    ...[Value<D>, Value<D>, Value<D>, Value<D>],
  ];
  return applyMany("volumeRender", [a, b, c, d], ([sigmas, rgbs, deltas, ts]) => {
    const made = ops.volumeRender<D>(inLists(sigmas), rgbs, deltas, ts, rest);
    const { rgb, depth, opacity, weights } = made;
    return { results: { rgb, depth, opacity, weights: dataOf(weights) } };
  }, (gradients, { tensors: [sigmas, rgbs, deltas, ts], wanted }) => {
    const back = ops.volumeRenderBackward<D>(inLists(sigmas), rgbs, deltas, ts, gradients, {
      ...rest,
      wanted: NAMES.filter((_, place) => wanted[place]),
    });
    return [back.sigmas, back.rgbs, back.deltas, back.ts];
  }) as RenderedValues<D>;
}
