/**
 * Operators with gradients, made from a forward and a backward pass.
 *
 * @module
 */

import { checkFunction } from "../../ffi/base/checks.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { record } from "./_record.ts";
import type { GradientsOf, Operand, TensorsOf, Value, Wanted } from "./value.ts";

/**
 * Result of a forward pass, for the tape.
 *
 * @category Operators with gradients
 */
export interface Forward<D extends Float, S extends Disposable | undefined = undefined> {
  /** The result; the tape takes ownership. */
  readonly result: Tensor<D>;
  /**
   * Places of the operands that the backward pass reads; others may have been freed by then, all but shape and element
   * type.
   *
   * @default {undefined} All operands.
   */
  readonly reads?: readonly number[];
  /**
   * Whether the backward pass reads the result.
   *
   * @default {false}
   */
  readonly readsResult?: boolean;
  /**
   * Computes the result again, with the same bits, from the tensors of all operands. With `recompute` of
   * {@linkcode valueAndGrad} the result is freed until a backward pass reads it.
   *
   * @default {undefined} The result is kept for backward passes that read it.
   */
  readonly again?: (tensors: readonly Tensor<Float>[]) => Tensor<D>;
  /** Further operands of the backward pass; the tape takes ownership. */
  readonly saved?: S;
}

/**
 * Results of a forward pass, for the tape.
 *
 * @category Operators with gradients
 */
export interface ForwardMany<
  R extends Readonly<Record<string, Tensor<Float>>>,
  S extends Disposable | undefined = undefined,
> {
  /** The results by name; the tape takes ownership. */
  readonly results: R;
  /** See {@linkcode Forward}. */
  readonly reads?: readonly number[];
  /**
   * Names of the results that the backward pass reads.
   *
   * @default {[]}
   */
  readonly readsResults?: readonly (keyof R)[];
  /** Computes results again, by their names; see {@linkcode Forward}. */
  readonly again?: { readonly [K in keyof R]?: (tensors: readonly Tensor<Float>[]) => R[K] };
  /** See {@linkcode Forward}. */
  readonly saved?: S;
}

/**
 * Operands of a backward pass besides gradients; all of it is borrowed.
 *
 * @category Operators with gradients
 */
export interface BackwardInput<I extends readonly Operand<Float>[], R, S> {
  /** The operands. */
  readonly tensors: TensorsOf<I>;
  /** The result, if the forward pass says that it is read. */
  readonly result: R;
  /** Operands that the forward pass saved. */
  readonly saved: S;
  /** Whether the gradient of each operand is wanted. */
  readonly wanted: Wanted<I>;
  /**
   * The element type in which the gradient of each operand is wanted best: that of the parameter of which the operand
   * is a conversion (`compute` of `valueAndGrad`), and otherwise that of the operand. One in the operand's type will
   * do, too, and is converted.
   */
  readonly gradientDTypes: readonly Float[];
  /**
   * Whether nothing else needs the memory of an operand or a result that is read, or of a gradient that was given: a
   * backward pass that asks may write to it, and return it as the gradient of an operand of as many elements.
   */
  readonly isSpare: (tensor: Tensor<Float>) => boolean;
}

/**
 * Values in the place of tensors.
 *
 * @category Operators with gradients
 */
export type ValuesInPlace<R> = {
  readonly [K in keyof R]: R[K] extends Tensor<infer D> ? [D] extends [Float] ? Value<D> : never
    : never;
};

/**
 * Runs an operator and records its backward pass.
 *
 * Tensors and other handles that either pass makes and does not return are disposed at its end. If no operand has a
 * gradient that is wanted, nothing is recorded.
 *
 * The backward pass may return the gradient of the result itself for an operand of as many elements, also for several of
 * them; it is then shared, not copied. What it returns belongs to the tape.
 *
 * @typeParam I The operands.
 * @typeParam D Element type of the result.
 * @typeParam S What the forward pass saves.
 * @param operator Name of the operator, for messages.
 * @param inputs The operands: values of one tape, at least one of them, and tensors, which are constants; borrowed.
 * @param forward Computes the result from the tensors of the operands.
 * @param backward Computes gradients of a loss with respect to the operands from the gradient with respect to the
 * result. One that is not wanted may be undefined.
 * @returns The result; the tape owns it.
 * @throws {TypeError} If an operand is neither a value nor a tensor, if none is a value, or if they are values of several
 * tapes.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {ReferenceError} If the tape has ended.
 * @category Operators with gradients
 *
 * @example An operator with a backward pass of its own
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { apply, type Value, valueAndGrad } from "@denovdb/denovdb/grad";
 * import { multiply, sum } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * // The sum of squares of a tensor.
 * function sumOfSquares(x: Value<"f32">): Value<"f32"> {
 *   return apply(
 *     "sumOfSquares",
 *     [x],
 *     ([x]) => ({ result: sum(multiply(x, x)) }),
 *     (gradient, { tensors: [x] }) => [multiply(multiply(x, 2), gradient)],
 *   );
 * }
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3], { context });
 * using found = valueAndGrad({ x }, (values) => sumOfSquares(values.x));
 * assertEquals([...await found.loss.read()], [14]);
 * assertEquals([...await found.gradients.x.read()], [2, 4, 6]);
 * ```
 */
export function apply<
  const I extends readonly Operand<Float>[],
  D extends Float,
  S extends Disposable | undefined = undefined,
>(
  operator: string,
  inputs: I,
  forward: (tensors: TensorsOf<I>) => Forward<D, S>,
  backward: (
    gradient: Tensor<D>,
    at: BackwardInput<I, Tensor<D>, S>,
  ) => GradientsOf<I>,
): Value<D> {
  checkFunction({ operator: "apply", name: "forward" }, forward);
  checkFunction({ operator: "apply", name: "backward" }, backward);
  const [made] = record(
    operator,
    inputs,
    (tensors) => {
      const { result, reads, readsResult, again, saved } = forward(tensors as TensorsOf<I>);
      const readsResults = readsResult === true ? [0] : [];
      return { results: [result], reads, readsResults, recipes: [again], saved };
    },
    ([gradient], { tensors, results: [result], saved, wanted, gradientDTypes, isSpare }) =>
      backward(gradient as Tensor<D>, {
        tensors: tensors as TensorsOf<I>,
        result: result as Tensor<D>,
        saved: saved as S,
        wanted: wanted as Wanted<I>,
        gradientDTypes,
        isSpare,
      }),
  );
  return made as Value<D>;
}

/**
 * Runs an operator of several results and records its backward pass. Everything else is as for {@linkcode apply}.
 *
 * @typeParam I The operands.
 * @typeParam R The results.
 * @typeParam S What the forward pass saves.
 * @param operator Name of the operator, for messages.
 * @param inputs The operands; borrowed.
 * @param forward Computes the results from the tensors of the operands.
 * @param backward Computes gradients with respect to the operands from those with respect to the results. The loss does
 * not depend on results whose gradients are missing.
 * @returns The results by name; the tape owns them.
 * @throws As {@linkcode apply}.
 * @category Operators with gradients
 *
 * @example Sum and product
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { applyMany, valueAndGrad } from "@denovdb/denovdb/grad";
 * import { multiply, sum } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([3, 4], { context });
 * using found = valueAndGrad({ x }, (values) => {
 *   const { total } = applyMany(
 *     "parts",
 *     [values.x],
 *     ([x]) => ({ results: { total: sum(x), twice: multiply(x, 2) } }),
 *     ({ total, twice }, { tensors: [x] }) => {
 *       if (twice !== undefined || total === undefined) throw new RangeError("not in this example");
 *       return [multiply(multiply(x, 0), total)];
 *     },
 *   );
 *   return total;
 * });
 * assertEquals([...await found.loss.read()], [7]);
 * ```
 */
export function applyMany<
  const I extends readonly Operand<Float>[],
  R extends Readonly<Record<string, Tensor<Float>>>,
  S extends Disposable | undefined = undefined,
>(
  operator: string,
  inputs: I,
  forward: (tensors: TensorsOf<I>) => ForwardMany<R, S>,
  backward: (
    gradients: Partial<R>,
    at: BackwardInput<I, R, S>,
  ) => GradientsOf<I>,
): ValuesInPlace<R> {
  checkFunction({ operator: "applyMany", name: "forward" }, forward);
  checkFunction({ operator: "applyMany", name: "backward" }, backward);
  let names: readonly string[] = [];
  const byName = (parts: readonly unknown[]): Record<string, unknown> => {
    const named: Record<string, unknown> = {};
    for (let place = 0; place < names.length; place++) named[names[place] ?? ""] = parts[place];
    return named;
  };
  const made = record(
    operator,
    inputs,
    (tensors) => {
      const outcome = forward(tensors as TensorsOf<I>);
      const { results, reads, readsResults = [], again, saved } = outcome;
      names = Object.keys(results);
      const read = readsResults.map((name) => names.indexOf(String(name)));
      const recipes = again && names.map((name) => again[name]);
      return { results: Object.values(results), reads, readsResults: read, recipes, saved };
    },
    (gradients, { tensors, results, saved, wanted, gradientDTypes, isSpare }) =>
      backward(byName(gradients) as Partial<R>, {
        tensors: tensors as TensorsOf<I>,
        result: byName(results) as R,
        saved: saved as S,
        wanted: wanted as Wanted<I>,
        gradientDTypes,
        isSpare,
      }),
  );
  return byName(made) as ValuesInPlace<R>;
}
