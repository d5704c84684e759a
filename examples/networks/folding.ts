/**
 * Networks that are not trained any more: norms become parts of the convolutions in front of them, which then give their
 * results in one go, with what is added and cut.
 *
 * @module
 */

import { add, asType, multiply, rsqrt, subtract } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Float, scope, Tensor } from "../../mod.ts";
import type { ConvNorm, Master } from "./blocks.ts";

/** How norms are folded. */
export interface FoldOptions<D extends Float> {
  /** The element type to compute in. */
  readonly dtype: D;
  /** What is added to variances. */
  readonly epsilon?: number;
}

/**
 * Folds the norms of a network into its convolutions: weights are multiplied by what the norm multiplies by, and the shift of
 * the norm becomes the bias.
 *
 * @param net The parameters; borrowed, as are the statistics.
 * @param running Running statistics of all norms.
 * @param options The element type, and what is added to variances.
 * @returns A tree of the same form, to be run with a {@linkcode foldedNormalizer}; the caller owns it.
 */
export function foldNorms<T extends object, D extends Float>(
  net: T,
  running: nn.RunningStatistics,
  { dtype, epsilon = 1e-5 }: FoldOptions<D>,
): nn.MappedTree<T, Tensor<D>> & Disposable {
  const convert = (tensor: unknown): unknown =>
    (tensor as Tensor).dtype === dtype
      ? (tensor as Tensor).copy()
      : asType(tensor as Tensor, dtype);
  const fold = (
    { weight, norm, ...more }: ConvNorm<Master, Master> & { readonly bias?: Master },
    path: string,
  ): object => {
    const statistics = running[`${path}.norm`];
    if (statistics === undefined) {
      throw new RangeError(`Cannot fold the norm of ${path}: it has no statistics`);
    }
    const { mean, variance } = statistics;
    const factor = multiply(norm.scale, rsqrt(add(variance, epsilon))) as Master;
    const shape = weight.shape.map((extent, axis) => axis === 0 ? extent : 1);
    const middle = more.bias === undefined ? mean : subtract(mean, more.bias);
    return {
      ...more.bias === undefined ? {} : { bias: convert(more.bias) },
      weight: convert(multiply(weight, factor.reshape(shape))),
      norm: {
        scale: convert(factor),
        shift: convert(subtract(norm.shift, multiply(middle, factor))),
      },
    };
  };
  const walk = (node: unknown, path: string): unknown => {
    const below = (name: string | number): string => path === "" ? `${name}` : `${path}.${name}`;
    if (node === undefined) return undefined;
    if (node instanceof Tensor) return convert(node);
    if (Array.isArray(node)) return node.map((part, at) => walk(part, below(at)));
    const parts = node as Record<string, unknown>;
    if ("weight" in parts && "norm" in parts) return fold(parts as never, path);
    return Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, walk(part, below(name))]),
    );
  };
  return nn.ownTree(scope(() => walk(net, "") as object)) as never;
}

/** Normalizers of networks whose norms have been folded. */
const FOLDED = new WeakSet<object>();

/** Makes what networks are run with whose norms have been folded: there is nothing left to normalize. */
export function foldedNormalizer<D extends Float>(): nn.Normalizer<D> {
  const made: nn.Normalizer<D> = {
    norm(path): never {
      throw new RangeError(`Cannot normalize by ${path}: it has been folded`);
    },
  };
  FOLDED.add(made);
  return made;
}

/** Whether a network is run whose norms have been folded. */
export function isFolded(normalizer: object): boolean {
  return FOLDED.has(normalizer);
}
