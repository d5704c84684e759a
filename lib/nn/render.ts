/**
 * Compositing on a tape.
 *
 * @module
 */

import { type Float, JaggedTensor, type Real, type Tensor } from "../core/mod.ts";
import { checkShape } from "../core/checks.ts";
import { apply, applyMany, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";
import * as ops from "../render/mod.ts";
import { sumTo } from "./_broadcast.ts";
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

/**
 * Puts colors of rays over a background: `rgb + (1 - opacity) * background`.
 *
 * @typeParam D Element type.
 * @param rgb Weighted sum of colors of each ray, [rays, channels], as {@linkcode volumeRender} gives it.
 * @param opacity Sum of weights of each ray, [rays].
 * @param background The color behind all rays, a number, [channels] or one for each ray, [rays, channels]; at least
 * one operand is a value.
 * @returns The colors, [rays, channels]; their tape owns them.
 * @throws {RangeError} If shapes do not match.
 * @throws {TypeError} If element types differ, if no operand is a value, or if they are values of several
 * tapes.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Half of white shines through
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { overBackground, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rgb = tensor([0.25, 0, 0], { context, shape: [1, 3] });
 * using opacity = tensor([0.5], { context });
 * using found = valueAndGrad({ rgb, opacity }, (p) => {
 *   const colors = overBackground(p.rgb, p.opacity, 1);
 *   return { loss: sum(colors), keep: { colors } };
 * });
 * assertEquals([...await found.kept.colors.read()], [0.75, 0.5, 0.5]);
 * assertEquals([...await found.gradients.opacity.read()], [-3]);
 * ```
 */
export function overBackground<D extends Real>(
  rgb: Operand<D>,
  opacity: Operand<NoInfer<D>>,
  background: Operand<NoInfer<D>> | number,
): Value<D> {
  const operator = "overBackground";
  const behind = typeof background === "number" ? [] : [background];
  return apply<[Operand<D>, Operand<D>, ...Operand<D>[]], D>(
    operator,
    [rgb, opacity, ...behind],
    ([rgb, opacity, color = background as number]) => {
      checkShape({ operator, name: "rgb" }, rgb, ["rays", "channels"]);
      checkShape({ operator, name: "opacity" }, opacity, [rgb.shape[0] ?? 0]);
      const seen = times(passedBy(opacity), color);
      return {
        result: jagged.add(rgb, seen) as Tensor<Float> as Tensor<D>,
        reads: behind.length > 0 ? [1, 2] : [],
      };
    },
    (gradient, { tensors: [, opacity, color], wanted }) => {
      const { shape } = opacity;
      const hidden = times(gradient, color ?? background as number);
      const byOpacity = jagged.negate(hidden) as Tensor<Float> as Tensor<D>;
      return [
        gradient,
        wanted[1] ? sumTo(byOpacity, [...shape, 1]).reshape(shape) : undefined,
        ...color && wanted[2]
          ? [sumTo(times(gradient, passedBy(opacity)), color.shape)]
          : behind.map(() => undefined),
      ];
    },
  );
}

/** What passes all samples of each ray, [rays, 1]. */
function passedBy<D extends Real>(opacity: Tensor<D>): Tensor<D> {
  const passed = jagged.subtract(1, opacity) as Tensor<Float> as Tensor<D>;
  return passed.reshape([...opacity.shape, 1]);
}

function times<D extends Real>(a: Tensor<D>, b: Tensor<D> | number): Tensor<D> {
  return jagged.multiply(a, b) as Tensor<Float> as Tensor<D>;
}
