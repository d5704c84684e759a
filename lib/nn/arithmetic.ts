/**
 * Arithmetic on elements.
 *
 * @module
 */

import { cannot } from "../../ffi/base/errors.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";
import { sumTo } from "./_broadcast.ts";

/** An operand, or a number on the host. */
type Term<D extends Float> = Operand<D> | number;

/** The gradient of one operand, before it is summed over repeated axes. */
type Slope<D extends Float> = (
  gradient: Tensor<D>,
  a: Tensor<D> | number,
  b: Tensor<D> | number,
) => Tensor<D>;

/** An operation, and the gradients of both operands. */
interface Operation {
  readonly operator: string;
  readonly compute: (a: jagged.Operand, b: jagged.Operand) => unknown;
  readonly slopes: <D extends Float>() => readonly [Slope<D>, Slope<D>];
  /** Whether gradients depend on the operands. */
  readonly reads: boolean;
}

/** Runs an operation of two operands, one of which may be a number. */
function combine<D extends Float>(
  { operator, compute, slopes, reads }: Operation,
  a: Term<D>,
  b: Term<D>,
): Value<D> {
  const terms = [a, b] as const;
  const places = terms.flatMap((term, place) => typeof term === "number" ? [] : [place]);
  const inputs = terms.filter((term): term is Operand<D> => typeof term !== "number");
  checkSame(operator, inputs);
  const refill = (tensors: readonly Tensor<D>[]) =>
    terms.map((term, place) =>
      typeof term === "number" ? term : tensors[places.indexOf(place)] as Tensor<D>
    ) as [Tensor<D> | number, Tensor<D> | number];
  return apply(operator, inputs, (tensors) => {
    const result = compute(...refill(tensors)) as Tensor<D>;
    return reads ? { result } : { result, reads: [] };
  }, (gradient, { tensors, wanted }) => {
    const [x, y] = refill(tensors);
    return tensors.map(({ shape }, at) => {
      const slope = slopes<D>()[places[at] ?? 0];
      return wanted[at] && slope ? sumTo(slope(gradient, x, y), shape) : undefined;
    });
  });
}

/** Rejects operands of several element types, which would give a wider one. */
function checkSame(operator: string, inputs: readonly unknown[]): void {
  const [a, b] = inputs;
  if (!isTyped(a) || !isTyped(b) || a.dtype === b.dtype) return;
  throw new TypeError(`${cannot(operator)}: one operand is ${a.dtype} and another ${b.dtype}`);
}

function isTyped(input: unknown): input is Operand<Float> {
  return input instanceof Value || input instanceof Tensor;
}

const times = <D extends Float>(a: Tensor<D>, b: Tensor<D> | number): Tensor<D> =>
  jagged.multiply(a, b) as Tensor<Float> as Tensor<D>;
const over = <D extends Float>(a: Tensor<D>, b: Tensor<D> | number): Tensor<D> =>
  jagged.divide(a, b) as Tensor<Float> as Tensor<D>;
const minus = <D extends Float>(a: Tensor<D>): Tensor<D> =>
  jagged.negate(a) as Tensor<Float> as Tensor<D>;

const ADD: Operation = {
  operator: "add",
  compute: jagged.add,
  slopes: () => [(gradient) => gradient, (gradient) => gradient],
  reads: false,
};
const SUBTRACT: Operation = {
  operator: "subtract",
  compute: jagged.subtract,
  slopes: () => [(gradient) => gradient, minus],
  reads: false,
};
const MULTIPLY: Operation = {
  operator: "multiply",
  compute: jagged.multiply,
  slopes: () => [(gradient, _, b) => times(gradient, b), (gradient, a) => times(gradient, a)],
  reads: true,
};
const DIVIDE: Operation = {
  operator: "divide",
  compute: jagged.divide,
  slopes: () => [
    (gradient, _, b) => over(gradient, b),
    (gradient, a, b) => minus(over(over(times(gradient, a), b), b)),
  ],
  reads: true,
};

/**
 * Adds elements, as `add` of `@denovdb/denovdb/jagged` does. The gradient of an operand that is repeated to fit the other
 * is summed over its copies.
 *
 * @typeParam D Element type of both operands.
 * @param a First operand. One of both is a value; tensors and numbers are constants.
 * @param b Second operand.
 * @returns The sums; their tape owns them.
 * @throws {RangeError} If shapes do not match.
 * @throws {TypeError} If element types differ, if no operand is a value, or if they are values of several tapes.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example A bias for each row
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { add, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3, 4, 5, 6], { context, shape: [3, 2] });
 * using bias = tensor([10, 20], { context });
 * using found = valueAndGrad({ bias }, (p) => sum(add(x, p.bias)));
 * assertEquals([...await found.gradients.bias.read()], [3, 3]);
 * ```
 */
export function add<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>> | number): Value<D>;
/**
 * Adds elements to a number.
 *
 * @returns The sums; their tape owns them.
 * @category Operators of networks
 */
export function add<D extends Float>(a: number, b: Operand<D>): Value<D>;
export function add<D extends Float>(a: Term<D>, b: Term<D>): Value<D> {
  return combine(ADD, a, b);
}

/**
 * Subtracts elements. Operands and errors are those of {@linkcode add}.
 *
 * @returns The differences; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function subtract<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>> | number): Value<D>;
/**
 * Subtracts elements from a number.
 *
 * @returns The differences; their tape owns them.
 * @category Operators of networks
 */
export function subtract<D extends Float>(a: number, b: Operand<D>): Value<D>;
export function subtract<D extends Float>(a: Term<D>, b: Term<D>): Value<D> {
  return combine(SUBTRACT, a, b);
}

/**
 * Multiplies elements. Operands and errors are those of {@linkcode add}.
 *
 * @returns The products; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function multiply<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>> | number): Value<D>;
/**
 * Multiplies elements by a number.
 *
 * @returns The products; their tape owns them.
 * @category Operators of networks
 */
export function multiply<D extends Float>(a: number, b: Operand<D>): Value<D>;
export function multiply<D extends Float>(a: Term<D>, b: Term<D>): Value<D> {
  return combine(MULTIPLY, a, b);
}

/**
 * Divides elements. Operands and errors are those of {@linkcode add}.
 *
 * @returns The quotients; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function divide<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>> | number): Value<D>;
/**
 * Divides a number by elements.
 *
 * @returns The quotients; their tape owns them.
 * @category Operators of networks
 */
export function divide<D extends Float>(a: number, b: Operand<D>): Value<D>;
export function divide<D extends Float>(a: Term<D>, b: Term<D>): Value<D> {
  return combine(DIVIDE, a, b);
}
