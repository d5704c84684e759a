/**
 * Gradients compared with differences of values.
 *
 * @module
 */

import { checkFunction, refuse } from "../../ffi/base/checks.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Tensor, tensor } from "../core/mod.ts";
import type { Tape } from "./tape.ts";
import { disposeLeaves, mapLeaves, tensorsOf } from "../core/tree.ts";
import { evaluate, type LossOutcome, valueAndGrad } from "./value_and_grad.ts";
import { Value, type ValuesOf } from "./value.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Options for {@linkcode checkGradients}.
 *
 * @category Gradients
 */
export interface CheckGradientsOptions {
  /**
   * The slopes to compare: along random directions through all parameters at once, or along each number of each
   * parameter, which takes two evaluations for each of them.
   *
   * @default {"directions"}
   */
  readonly mode?: "directions" | "coordinates";
  /**
   * Number of random directions.
   *
   * @default {8}
   */
  readonly directions?: number;
  /**
   * Length of a step, for parameters up to 1; for larger ones it grows with their greatest number.
   *
   * @default {1e-5}
   */
  readonly eps?: number;
  /**
   * Greatest relative error.
   *
   * @default {1e-6}
   */
  readonly tolerance?: number;
  /**
   * Seed of the directions, a whole number of 32 bits.
   *
   * @default {1}
   */
  readonly seed?: number;
}

/**
 * The worst slope of a check.
 *
 * @category Gradients
 */
export interface GradientCheck {
  /** Number of slopes that were compared. */
  readonly count: number;
  /** Greatest relative error. */
  readonly error: number;
  /** The place: a direction, or a path and the place of a number. */
  readonly where: string;
  /** The slope there according to the gradients. */
  readonly found: number;
  /** The slope there according to differences. */
  readonly expected: number;
}

/**
 * Thrown if gradients differ from differences of values.
 *
 * @category Errors
 */
export class GradientError extends Error {
  /** The worst slope. */
  readonly check: GradientCheck;

  /** Makes an error from the worst slope. */
  constructor(check: GradientCheck) {
    const { where, found, expected, error } = check;
    super(
      `Cannot confirm gradients: the slope along ${where} is ${found}, ${expected} expected, ` +
        `a relative error of ${error.toExponential(1)}`,
    );
    this.name = "GradientError";
    this.check = check;
  }
}

const NAMES = optionNames<CheckGradientsOptions>({
  mode: true,
  directions: true,
  eps: true,
  tolerance: true,
  seed: true,
});

/** A parameter and its numbers on the host. */
interface Numbers {
  readonly path: string;
  readonly tensor: Tensor<"f64">;
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly gradient: Float64Array<ArrayBuffer>;
}

/**
 * Compares the gradients of a function with central differences of its loss, in f64.
 *
 * An error is relative to the slope or, where directions happen to be level, to the root mean square of the gradients, or
 * to 1e-4 of the loss where these are smaller. Functions are to be smooth around the parameters.
 *
 * @typeParam P The parameters.
 * @param body The function, as for `valueAndGrad`. It runs many times.
 * @param params Its parameters, f64; borrowed.
 * @param options What is compared, and how.
 * @returns The worst slope.
 * @throws {GradientError} If a relative error is above the tolerance.
 * @throws {TypeError} If a parameter is not f64.
 * @throws {RangeError} If there is no such mode, or if a number is not positive.
 * @category Gradients
 *
 * @example A gradient with a wrong factor
 * ```ts
 * import { openContext, type Tensor, tensor } from "@denovdb/denovdb";
 * import { apply, checkGradients, GradientError, type Value } from "@denovdb/denovdb/grad";
 * import { multiply, sum } from "@denovdb/denovdb/jagged";
 * import { assert, assertRejects } from "@std/assert";
 *
 * const squares = (factor: number) => (p: { readonly x: Value<"f64"> }): Value<"f64"> =>
 *   apply(
 *     "squares",
 *     [p.x],
 *     ([x]) => ({ result: sum(multiply(x, x)) as Tensor<"f64"> }),
 *     (gradient, { tensors: [x] }) => [multiply(multiply(x, factor), gradient)],
 *   );
 *
 * using context = openContext();
 * using x = tensor(Float64Array.of(1, -2, 3), { context });
 * const { error } = await checkGradients(squares(2), { x });
 * assert(error < 1e-8);
 * await assertRejects(() => checkGradients(squares(1), { x }), GradientError);
 * ```
 */
export async function checkGradients<P extends object>(
  body: (values: ValuesOf<P>, tape: Tape) => LossOutcome,
  params: P,
  options: CheckGradientsOptions = {},
): Promise<GradientCheck> {
  const operator = "checkGradients";
  const settings = checkOptions(operator, options, NAMES);
  const { mode = "directions", directions = 8, eps = 1e-5, tolerance = 1e-6, seed = 1 } = settings;
  checkFunction({ operator, name: "body" }, body);
  if (mode !== "directions" && mode !== "coordinates") {
    refuse(operator, `mode is ${String(mode)}, "directions" or "coordinates" expected`);
  }
  for (const [name, number] of Object.entries({ directions, eps, tolerance })) {
    if (!(number > 0)) refuse(operator, `${name} is ${number}, a positive number expected`);
  }
  const parameters = await gradientsOf(operator, body, params);
  const lossAt = (moved: readonly Float64Array<ArrayBuffer>[]): number =>
    lossOf(body, params, parameters, moved);
  const base = parameters.map(({ numbers }) => numbers);
  const count = base.reduce((sum, { length }) => sum + length, 0);
  const squares = parameters.reduce((sum, { gradient }) => sum + dot(gradient, gradient), 0);
  const size = Math.sqrt(squares / Math.max(count, 1));
  const floor = Math.max(size, 1e-4 * Math.abs(lossAt(base)), Number.MIN_VALUE);
  const compare = (
    where: string,
    along: readonly Float64Array[],
    most: number,
  ): GradientCheck => {
    const step = eps * Math.max(1, most);
    const [above, below] = [step, -step].map((length) => lossAt(moved(base, along, length)));
    const expected = ((above ?? NaN) - (below ?? NaN)) / (2 * step);
    const found = parameters.reduce((sum, { gradient }, of) => sum + dot(gradient, along[of]), 0);
    const difference = Math.abs(found - expected);
    const error = difference / Math.max(Math.abs(found), Math.abs(expected), floor);
    return { count: 1, error, where, found, expected };
  };
  let worst: GradientCheck = { count: 0, error: 0, where: "nothing", found: 0, expected: 0 };
  const lines = mode === "directions"
    ? randomLines(base, directions, seed)
    : coordinateLines(parameters);
  for (const { where, along, most } of lines) {
    const check = compare(where, along, most);
    const isWorse = !(check.error <= worst.error); // NaN is worse, too
    worst = { ...isWorse ? check : worst, count: worst.count + 1 };
    if (Number.isNaN(worst.error)) break;
  }
  if (!(worst.error <= tolerance)) throw new GradientError(worst);
  return worst;
}

/** The parameters with their numbers and gradients. */
async function gradientsOf<P extends object>(
  operator: string,
  body: (values: ValuesOf<P>, tape: Tape) => LossOutcome,
  params: P,
): Promise<readonly Numbers[]> {
  for (const [path, { dtype }] of tensorsOf(operator, params, "params")) {
    if (dtype === "f64") continue;
    throw new TypeError(`${cannot(operator)}: ${path || "params"} is ${dtype}, f64 expected`);
  }
  using found = valueAndGrad(params, body, { unused: "zeros" });
  const gradients = new Map(tensorsOf(operator, found.gradients));
  const parameters: Numbers[] = [];
  for (const [path, tensor] of tensorsOf(operator, params) as [string, Tensor<"f64">][]) {
    const gradient = gradients.get(path) as Tensor<"f64">;
    const read = { numbers: await tensor.read(), gradient: await gradient.read() };
    parameters.push({ path, tensor, ...read });
  }
  return parameters;
}

/** The loss of a function for other numbers. */
function lossOf<P extends object>(
  body: (values: ValuesOf<P>, tape: Tape) => LossOutcome,
  params: P,
  parameters: readonly Numbers[],
  numbers: readonly Float64Array<ArrayBuffer>[],
): number {
  using made = new DisposableStack();
  const places = new Map(parameters.map(({ path }, place) => [path, place]));
  const moved = mapLeaves(params, (_, path) => {
    const place = places.get(path) ?? 0;
    const { context, shape } = (parameters[place] as Numbers).tensor;
    return made.use(tensor(numbers[place] ?? [], { context, shape, dtype: "f64" }));
  }) as P;
  const result = evaluate(moved, (values, tape) => {
    const outcome = body(values, tape);
    return outcome instanceof Value ? { loss: outcome } : { loss: outcome.loss };
  });
  made.defer(() => disposeLeaves(result));
  return result.loss.readSync()[0] ?? NaN;
}

/** A line through the parameters. */
interface Line {
  readonly where: string;
  readonly along: readonly Float64Array[];
  /** The greatest number that the line changes. */
  readonly most: number;
}

function* randomLines(
  base: readonly Float64Array[],
  count: number,
  seed: number,
): Generator<Line> {
  const random = normals(seed);
  const most = base.reduce((all, numbers) => numbers.reduce(greater, all), 0);
  for (let nth = 0; nth < count; nth++) {
    const along = base.map(({ length }) => Float64Array.from({ length }, random));
    const size = Math.sqrt(along.reduce((sum, part) => sum + dot(part, part), 0));
    for (const part of along) part.forEach((number, at) => part[at] = number / (size || 1));
    yield { where: `direction ${nth}`, along, most };
  }
}

function* coordinateLines(parameters: readonly Numbers[]): Generator<Line> {
  for (const [of, { path, numbers }] of parameters.entries()) {
    for (let at = 0; at < numbers.length; at++) {
      const along = parameters.map((parameter) => new Float64Array(parameter.numbers.length));
      along[of]?.fill(1, at, at + 1);
      yield { where: `${path || "params"}[${at}]`, along, most: Math.abs(numbers[at] ?? 0) };
    }
  }
}

function greater(most: number, number: number): number {
  return Math.max(most, Math.abs(number));
}

function moved(
  base: readonly Float64Array[],
  along: readonly Float64Array[],
  length: number,
): Float64Array<ArrayBuffer>[] {
  return base.map((numbers, of) =>
    Float64Array.from(numbers, (number, at) => number + length * (along[of]?.[at] ?? 0))
  );
}

function dot(a: Float64Array, b: Float64Array | undefined): number {
  return a.reduce((sum, number, at) => sum + number * (b?.[at] ?? 0), 0);
}

/** Normal random numbers of a seed, by the method of Box and Muller from a generator of Weyl's sequence. */
function normals(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (((bits ^ (bits >>> 15)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
